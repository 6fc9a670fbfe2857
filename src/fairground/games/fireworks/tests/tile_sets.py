"""Sets of tiles for the arranger: from whole matches, and such that both rings compete for the same halves.

    python -m fairground.games.fireworks.tests.tile_sets 50

looks for 50 sets in which the first rules' arranger loses points, and prints them for rival_sets.txt.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import cast

from fairground.engine.rng import Rng, seeded
from fairground.games import editions
from fairground.games.fireworks import GAME
from fairground.games.fireworks.arranger.arranger import EXACT_SINCE, arrange
from fairground.games.fireworks.bots import judge
from fairground.games.fireworks.box import COLOUR_NAMES
from fairground.games.fireworks.faces import face_name, read_face
from fairground.games.fireworks.rules.score import tally
from fairground.games.fireworks.rules.table import BOARD
from fairground.games.fireworks.rules.tiles import BASIC, SPACES, SPECIAL, USUAL_SKY
from fairground.games.fireworks.rules.turn import Fireworks

CHARACTERS = ("Maicho", "Kohana", "Manka", "Tosei", "Kagiya", "Tamaya", "Fat Puppy")
FEWEST, MOST = 12, SPACES  # tiles, the two cores included
FIRST_RULES, EXACT_RULES = EXACT_SINCE - 1, EXACT_SINCE
HALVES = (" saturn", " kaleidoscope")
STEPS = 150  # of a climb


@dataclass(frozen=True)
class TileSet:
    """The character of a seat, the colours of its cores, and the faces of its other tiles."""

    character: str
    cores: tuple[str, str]
    faces: tuple[str, ...]

    def __str__(self) -> str:
        counts = sorted(Counter(self.faces).items())
        return f"{self.character}, {' '.join(self.cores)}: " + ", ".join(f"{n} {face}" for face, n in counts)

    def board(self, rules: int = EXACT_RULES) -> Fireworks:
        """Return a position in which seat 0 has these tiles, in no useful order."""
        state = _empty_table(rules).copy()
        state.character[0] = CHARACTERS.index(self.character)
        for tile, colour in zip(_cores(state), self.cores, strict=True):
            state.face[tile] = read_face(f"{colour} core")
        for tile, face in enumerate(self.faces):
            state.face[tile] = read_face(face)
            state.drop(0, tile)
        return state

    def without(self, faces: Iterable[str]) -> "TileSet":
        """Return the set without these tiles."""
        left = Counter(self.faces) - Counter(faces)
        return replace(self, faces=tuple(left.elements()))

    def points(self, rules: int = EXACT_RULES) -> int:
        """Return what the tiles are worth after they were arranged."""
        state = self.board(rules)
        arrange(state, 0)
        return int(tally(state, 0).total())


@cache
def _empty_table(rules: int) -> Fireworks:
    game = next((edition for edition in editions("fireworks") if edition.rules == rules), GAME)
    state = cast("Fireworks", game.setup(2, seeded("tile sets"), {"variant": "speed", "arrange": "hand"}))
    state.rules = rules
    return state


@cache
def _basic_faces() -> list[str]:
    faces = {int(face) for face in _empty_table(EXACT_RULES).printed.sky}
    return [face_name(face) for face in sorted(faces) if BASIC <= face < SPECIAL]


@cache
def _shapes() -> tuple[str, ...]:
    return tuple(sorted({face.split()[1] for face in _basic_faces()}))


def _cores(state: Fireworks) -> list[int]:
    return [tile for tile in range(USUAL_SKY, len(state.place)) if state.place[tile] == BOARD]


def read_tile_set(words: str) -> TileSet:
    """Read what `str` of a set gives."""
    head, _, tiles = words.partition(": ")
    character, _, cores = head.partition(", ")
    first, second = cores.split()
    parts = [part.split(" ", 1) for part in tiles.split(", ")]
    faces = tuple(face for many, face in parts for _ in range(int(many)))
    return TileSet(character, (first, second), faces)


def stored_sets() -> list[tuple[int, int, TileSet]]:
    """Return the sets of rival_sets.txt: their best points, those of the first rules, and the tiles."""
    lines = (Path(__file__).parent / "rival_sets.txt").read_text().splitlines()
    parts = [line.split(" ", 2) for line in lines]
    return [(int(best), int(first), read_tile_set(words)) for best, first, words in parts]


# Rings that compete


@dataclass(frozen=True)
class Taste:
    """What a ring is made of: tiles of this colour or shape; None if any is welcome."""

    colour: str | None
    shape: str | None

    def face(self, rng: Rng, extra: str) -> str:
        colour = self.colour or _any(COLOUR_NAMES, rng)
        shape = self.shape or _any(_shapes(), rng)
        return f"{colour} {shape}{extra}"


ANYTHING = Taste(None, None)


def _any(names: tuple[str, ...], rng: Rng) -> str:
    return names[int(rng.below(len(names)))]


def rival_set(number: int) -> TileSet:
    """Return 12 to 23 tiles, mostly many, of which some fit one ring, some another, and most have halves."""
    rng = seeded(f"rivals {number}")
    first = int(rng.below(4))
    cores = (COLOUR_NAMES[first], COLOUR_NAMES[(first + 1 + int(rng.below(3))) % 4])
    tastes = [_taste(core, rng) for core in cores]
    shares = [1 + int(rng.below(10)) for _ in range(5)]
    tiles = MOST - 2 - int(min(rng.below(MOST - FEWEST + 1), rng.below(MOST - FEWEST + 1)))
    faces = tuple(_face(tastes, _role(shares, rng), rng) for _ in range(tiles))
    return TileSet(CHARACTERS[number % len(CHARACTERS)], cores, faces)


def _taste(core: str, rng: Rng) -> Taste:
    kind = rng.below(6)
    return Taste(core if kind < 3 else None, _any(_shapes(), rng) if kind != 0 and kind != 1 else None)


def _role(shares: list[int], rng: Rng) -> int:
    """Draw one of the roles by their shares."""
    drawn = int(rng.below(sum(shares)))
    role = 0
    while drawn >= shares[role]:
        drawn -= shares[role]
        role += 1
    return role


def _face(tastes: list[Taste], role: int, rng: Rng) -> str:
    """Return a face for a role: without or with a half for either ring, or a half for neither."""
    half = _any(HALVES, rng)
    if role == 4:
        return ANYTHING.face(rng, half)
    return tastes[role % 2].face(rng, half if role >= 2 else "")


# Sets that are harder than others


def loss(tiles: TileSet) -> int:
    """Return the points that the first rules' arranger loses."""
    return tiles.points() - tiles.points(FIRST_RULES)


def climb(number: int, steps: int = STEPS) -> TileSet:
    """Change one tile after the other, and keep what does not lower the first rules' loss."""
    rng = seeded(f"climb {number}")
    tiles = rival_set(number)
    lost = loss(tiles)
    for _ in range(steps):
        other = _changed(tiles, rng)
        if (now := loss(other)) >= lost:
            tiles, lost = other, now
    return tiles


def _changed(tiles: TileSet, rng: Rng) -> TileSet:
    """Replace a tile by any basic one, or drop one, or add one."""
    faces = list(tiles.faces)
    way, at = rng.below(8), int(rng.below(len(faces)))
    if way == 0 and len(faces) > FEWEST - 2:
        del faces[at]
    elif way == 1 and len(faces) < MOST - 2:
        faces.append(_basic_faces()[int(rng.below(len(_basic_faces())))])
    elif way < 5:
        faces[at] = faces[int(rng.below(len(faces)))]
    else:
        faces[at] = _basic_faces()[int(rng.below(len(_basic_faces())))]
    return replace(tiles, faces=tuple(faces))


def random_faces(tiles: TileSet, number: int, many: int) -> list[str]:
    """Return so many of the tiles."""
    places = list(range(len(tiles.faces)))
    seeded(f"faces {number}").shuffle(places)
    return [tiles.faces[place] for place in places[:many]]


def find_fall(tiles: TileSet) -> tuple[str, str] | None:
    """Return two tiles that lower the score under the first rules when they are taken last."""
    points = tiles.points(FIRST_RULES)
    for one, other in combinations(sorted(tiles.faces), 2):
        if tiles.without((one, other)).points(FIRST_RULES) > points:
            return one, other
    return None


# Whole matches


def sets_of_match(number: int) -> Iterator[TileSet]:
    """Play a match; yield the tiles of every seat whenever they have changed, once there are enough."""
    rng = seeded(f"match {number}")
    variant = ("standard", "advanced", "speed")[number % 3]
    state = GAME.setup(2 + number % 3, rng.fork(), {"variant": variant, "arrange": "end"})
    picker, before = judge(), [0] * state.seats
    while actors := state.actors():
        actor = actors[int(rng.below(len(actors)))]
        state.play(actor, picker.pick(state, actor, state.legal(actor), rng))
        for seat in range(state.seats):
            if before[seat] != state.tiles[seat] >= FEWEST:
                before[seat] = int(state.tiles[seat])
                yield _set_of(state, seat)


def _set_of(state: Fireworks, seat: int) -> TileSet:
    faces = [int(state.face[tile]) for tile in state.board[seat * SPACES : (seat + 1) * SPACES] if tile >= 0]
    first, second = (face_name(face).split()[0] for face in faces if face < BASIC)
    others = tuple(face_name(face) for face in faces if face >= BASIC)
    return TileSet(CHARACTERS[state.character[seat]], (first, second), others)


def main(wanted: int) -> None:
    """Print sets in which the first rules' arranger loses points."""
    number = 0
    while wanted:
        tiles = climb(number)
        if loss(tiles):
            print(tiles.points(), tiles.points(FIRST_RULES), tiles)
            wanted -= 1
        number += 1


if __name__ == "__main__":
    main(int(sys.argv[1]))
