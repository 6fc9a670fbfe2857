"""Positions for tests: a fresh deal, edited by hand."""

from typing import cast

from fairground.engine.rng import seeded
from fairground.games import load
from fairground.games.fireworks import GAME
from fairground.games.fireworks.notation import NAMES
from fairground.games.fireworks.rules.turn import Fireworks


class Desk:
    """A dumped position that can be edited; `up` and `lay` find tiles by their faces."""

    def __init__(
        self, seats: int = 2, arrange: str = "end", variant: str = "standard", rules: int | None = None
    ) -> None:
        options = {"variant": variant, "arrange": arrange}
        self.game = load("fireworks", rules)
        dump = self.game.dump(self.game.setup(seats, seeded("desk"), options))
        self.dump = {**dump, "rng": None}
        self.state = cast("dict[str, object]", dump["state"])
        self.faces = cast("list[str]", self.state["faces"])
        self.sky = cast("dict[str, tuple[int, int, str]]", self.state["sky"])
        self.boards = cast("list[dict[str, str]]", self.state["boards"])

    def set(self, **changes: object) -> "Desk":
        self.state.update(changes)
        return self

    def find(self, face: str) -> int:
        """Return a tile with this face that lies face down in the box."""
        down = (n for n, spot in self.sky.items() if spot[2] == "down" and self.faces[int(n)] == face)
        return int(next(down))

    def up(self, *faces: str) -> list[int]:
        """Turn up tiles with these faces; return their numbers."""
        tiles = []
        for face in faces:
            tile = self.find(face)
            x, y, _ = self.sky[str(tile)]
            self.sky[str(tile)] = (x, y, "up")
            tiles.append(tile)
        return tiles

    def lay(self, seat: int, space: str, face: str, petal: int = 0) -> int:
        """Put a tile from the box on a board; return its number."""
        tile = self.find(face)
        del self.sky[str(tile)]
        special = len(face.split()) == 1
        self.boards[seat][space] = str(tile) if special else f"{tile}/{petal}"
        return tile

    def sweep(self, x: int = 200, y: int = 200) -> "Desk":
        """Move all tiles in the box to one place, as they lie."""
        for tile, (_, _, side) in list(self.sky.items()):
            self.sky[tile] = (x, y, side)
        return self

    def put_out(self, face: str, side: str) -> int:
        """Put a tile beside the box; return its number."""
        tile = self.find(face)
        del self.sky[str(tile)]
        outside = cast("dict[str, str]", self.state.setdefault("outside", {}))
        outside[str(tile)] = side
        return tile

    def fill(self, seat: int, tiles: int) -> list[int]:
        """Put basic tiles on the first free spaces of a board until it has so many; return their numbers."""
        laid = []
        free = [name for name in NAMES if name not in self.boards[seat]]
        for space in free[: tiles - len(self.boards[seat])]:
            face = next(self.faces[int(n)] for n, spot in self.sky.items() if self._basic(int(n), spot[2]))
            laid.append(self.lay(seat, space, face))
        return laid

    def _basic(self, tile: int, side: str) -> bool:
        return side == "down" and len(self.faces[tile].split()) > 1 and self.faces[tile] != "heavy rain"

    def table(self) -> Fireworks:
        return cast(Fireworks, self.game.restore(self.dump))


def play(state: Fireworks, *moves: str) -> None:
    """Make legal moves such as `0 take 17`."""
    for words in moves:
        seat, _, move = words.partition(" ")
        state.play(int(seat), GAME.legal_move(state, int(seat), move))


def legal(state: Fireworks, seat: int) -> list[str]:
    return [GAME.write(move) for move in state.legal(seat)]
