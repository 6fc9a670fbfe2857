"""§1 The faces of tiles, and the names of the spaces of a city board.

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

USUAL_SKY: Final = 111  # tiles of the sky, numbered from 0; start tiles follow them
MOST_SKY: Final = 120  # the numbers of the moves that take and give a tile have room for as many
MOST_CARDS: Final = 100
START_TILES: Final = 8
SPACES: Final = 23
DIRECTIONS: Final = 6
EMPTY: Final = -1
NAMED_ROWS: Final = (2, 3, 4, 5, 4, 3, 2)  # the usual outline, which gives the spaces their names


def _numbers(values: list[int]) -> vec[i64]:
    return vec[i64](values)


_BASICS: Final = range(SPECIAL - BASIC)
COLOUR: Final = _numbers([0, 1, 2, 3] + [n // 24 for n in _BASICS] + [-1] * 11)
SHAPE: Final = _numbers([-1] * 4 + [n // 4 % SHAPES for n in _BASICS] + [-1] * 11)
EXTRA: Final = _numbers([0] * 4 + [n % 4 for n in _BASICS] + [0] * 11)


def space_names() -> list[str]:
    """Return the names A1 to G2. The spaces of every outline have them, in reading order."""
    return [
        "ABCDEFG"[row] + str(place + 1) for row in range(len(NAMED_ROWS)) for place in range(NAMED_ROWS[row])
    ]


def opposite(direction: i64) -> i64:
    """Return the opposite direction."""
    return direction + 3 if direction < 3 else direction - 3
