"""A second implementation of §5 and §7, simple and slow, written independently of the rules."""

from dataclasses import dataclass, field
from math import isqrt

from fairground.engine.rng import Rng
from fairground.games.fireworks.board_view import Placed
from fairground.games.fireworks.view import FireworksView

ROWS = (2, 3, 4, 5, 4, 3, 2)
STEPS = ((2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1))
SPECIAL_POINTS = (0, 1, 2, 3, 4, 10, 10, 10, 10)
PUPPY_POINTS = (0, 1, 3, 5, 7, 13, 13, 13, 13)


class Grid:
    """Where the spaces of a board lie: in centred rows, with the usual names in reading order."""

    def __init__(self, rows: tuple[int, ...] = ROWS) -> None:
        names = [f"{'ABCDEFG'[y]}{place + 1}" for y, count in enumerate(ROWS) for place in range(count)]
        places = [(2 * place - count + 1, y) for y, count in enumerate(rows) for place in range(count)]
        self.rows = rows
        self.at = dict(zip(names, places, strict=True))
        self.space_at = {place: name for name, place in self.at.items()}

    def beside(self, space: str, direction: int) -> str | None:
        x, y = self.at[space]
        dx, dy = STEPS[direction]
        return self.space_at.get((x + dx, y + dy))


USUAL = Grid()


def beside(space: str, direction: int) -> str | None:
    return USUAL.beside(space, direction)


def grid_of(view: FireworksView) -> Grid:
    return Grid(tuple(len(row) for row in view.outline))


def score(view: FireworksView, seat: int) -> dict[str, int]:
    """Return the points of a seat by heading."""
    board, character, grid = view.boards[seat], view.characters[seat], grid_of(view)
    big = [_ring(grid, board, space) for space, tile in board.items() if tile.face.endswith("core")]
    saturns, kaleidoscopes = _pairs(grid, board, "saturn"), _pairs(grid, board, "kaleidoscope")
    flowers = sum(tile.face.endswith("flower") for tile in board.values())
    types = len({tile.face for tile in board.values() if " " not in tile.face})
    complete = sum(points > 1 for points in big)
    earned = {
        "Maicho": types >= 4,
        "Manka": len(kaleidoscopes) >= 2,
        "Tosei": len(saturns) >= 2,
        "Kagiya": bool(kaleidoscopes and saturns and flowers),
        "Tamaya": complete == 2,
    }
    return {
        "big fireworks": sum(big),
        "saturns": sum(3 if same else 2 for same in saturns),
        "kaleidoscopes": sum(2 if same else 3 for same in kaleidoscopes),
        "flowers": flowers * (2 if character == "Kohana" else 1),
        "special": (PUPPY_POINTS if character == "Fat Puppy" else SPECIAL_POINTS)[types],
        "character": 3 if earned.get(character) else 0,
    }


def _ring(grid: Grid, board: dict[str, Placed], core: str) -> int:
    around = []
    for direction in range(6):
        space = grid.beside(core, direction)
        tile = board.get(space) if space else None
        if tile is None or tile.petal != (direction + 3) % 6:
            return 1
        around.append(tile.face.split())
    one_shape = len({words[1] for words in around}) == 1
    one_colour = {words[0] for words in around} == {board[core].face.split()[0]}
    return {(True, True): 10, (True, False): 7, (False, True): 6, (False, False): 1}[one_shape, one_colour]


def _pairs(grid: Grid, board: dict[str, Placed], sort: str) -> list[bool]:
    """Return for every pair of halves that meet whether they have one colour."""
    found = []
    for space, tile in board.items():
        for direction in (0, 4, 5):  # every edge once
            other = board.get(grid.beside(space, direction) or "")
            if other is None or not (tile.face.endswith(sort) and other.face.endswith(sort)):
                continue
            if tile.petal == (direction + 3) % 6 and other.petal == direction:
                found.append(tile.face.split()[0] == other.face.split()[0])
    return found


# The launch


def cut(number: int, divisor: int) -> int:
    return number // divisor if number >= 0 else -(-number // divisor)


@dataclass
class Sky:
    """Tiles in the box as [x, y, up]; `out` has the side of those that fell out."""

    tiles: dict[int, list[int]]
    rank: list[int]
    ways: list[list[int]]
    out: dict[int, int] = field(default_factory=dict)

    def gather(self) -> None:
        near = isqrt(12 * len(self.tiles))
        for tile in self.tiles.values():
            dx, dy = 100 - tile[0], 100 - tile[1]
            if isqrt(dx * dx + dy * dy) > near:
                tile[0] += cut(dx, 4)
                tile[1] += cut(dy, 4)

    def launch(self, rng: Rng, zone: int, e: int, s: int) -> tuple[int, int, int]:
        """Launch the die; return where it comes to rest, and its side."""
        centres = (33, 100, 167)
        x = min(200, max(0, centres[(zone - 1) % 3] + rng.below(s + 1) + rng.below(s + 1) - s))
        y = min(200, max(0, centres[(zone - 1) // 3] + rng.below(s + 1) + rng.below(s + 1) - s))
        while e >= 20:
            self.impact(rng, x, y, e)
            way = self.ways[rng.below(16)]
            x = self.mirror(x + cut(way[0] * (6 * e // 10), 1000))
            y = self.mirror(y + cut(way[1] * (6 * e // 10), 1000))
            e = 11 * e // 20
        return x, y, (1, 2, 2, 3, 3, 0)[rng.below(6)]

    @staticmethod
    def mirror(place: int) -> int:
        return -place if place < 0 else 400 - place if place > 200 else place

    def impact(self, rng: Rng, x: int, y: int, e: int) -> None:
        r = 10 + 3 * e // 10
        far = {n: isqrt((t[0] - x) ** 2 + (t[1] - y) ** 2) for n, t in self.tiles.items()}
        near = sorted((d, self.rank[n], n) for n, d in far.items() if d < r)[:8]
        for d, _, number in near:
            tile = self.tiles[number]
            if rng.below(10_000 * r) < 40 * e * (r - d):
                tile[2] ^= 1
            if d:
                p = e * (r - d) // (5 * r)
                tile[0] += cut((tile[0] - x) * p, d)
                tile[1] += cut((tile[1] - y) * p, d)
            leaps = rng.below(10_000) < 2 * e
            if leaps or not (0 <= tile[0] <= 200 and 0 <= tile[1] <= 200):
                self.out[number] = self.tiles.pop(number)[2]
