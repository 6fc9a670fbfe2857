"""§1 The faces of tiles, the spaces of a city board, and which spaces are next to each other.

A face is a number: 0-3 the core of a colour, then 96 basic faces (colour, shape, extra), 8 special
ones and 3 functions. A box need not have tiles of every shape. Spaces count from A1 in reading order;
directions are 0 E, 1 NE, 2 NW, 3 W, 4 SW, 5 SE.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

COLOURS: Final = 4
SHAPES: Final = 6

# Extras of a basic tile; 0 is none and 2 half a kaleidoscope.
SATURN: Final = 1
FLOWER: Final = 3

# Faces.
BASIC: Final = 4
SPECIAL: Final = 100
FUNCTION: Final = 108
GALE: Final = 108
RAIN: Final = 109
BONUS: Final = 110
FACES: Final = 111

TILES: Final = 119
SKY_TILES: Final = 111  # numbered 0-110; the start tiles are 111-118
START_TILES: Final = TILES - SKY_TILES
SPACES: Final = 23
DIRECTIONS: Final = 6
EMPTY: Final = -1
ROWS: Final = (2, 3, 4, 5, 4, 3, 2)


def _numbers(values: list[int]) -> vec[i64]:
    return vec[i64](values)


_BASICS: Final = range(SPECIAL - BASIC)
COLOUR: Final = _numbers([0, 1, 2, 3] + [n // 24 for n in _BASICS] + [-1] * 11)
SHAPE: Final = _numbers([-1] * 4 + [n // 4 % SHAPES for n in _BASICS] + [-1] * 11)
EXTRA: Final = _numbers([0] * 4 + [n % 4 for n in _BASICS] + [0] * 11)


def _neighbours() -> list[int]:
    """Return for each space and direction the neighbouring space, EMPTY beyond the board."""
    at: dict[tuple[int, int], int] = {}
    for y in range(len(ROWS)):
        for place in range(ROWS[y]):
            at[(2 * place - ROWS[y] + 1, y)] = len(at)
    steps = ((2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1))
    return [at.get((x + dx, y + dy), EMPTY) for x, y in at for dx, dy in steps]


NEXT: Final = _numbers(_neighbours())


# For each space and direction of a petal: the space that the half on the opposite edge points to.
BEHIND: Final = _numbers([NEXT[space * 6 + (petal + 3) % 6] for space in range(SPACES) for petal in range(6)])


def space_names() -> list[str]:
    """Return the names A1 to G2."""
    return ["ABCDEFG"[row] + str(place + 1) for row in range(len(ROWS)) for place in range(ROWS[row])]


def opposite(direction: i64) -> i64:
    """Return the opposite direction."""
    return direction + 3 if direction < 3 else direction - 3


def direction_to(space: i64, other: i64) -> i64:
    """Return the direction in which a neighbouring space lies."""
    for direction in range(DIRECTIONS):
        if NEXT[space * DIRECTIONS + direction] == other:
            return direction
    raise ValueError(f"expected neighbouring spaces, got {space} and {other}")
