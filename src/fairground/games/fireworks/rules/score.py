"""§5 The score of a board, by heading."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fairground.games.fireworks.rules.printed import NEEDS, FireworksPrinted
from fairground.games.fireworks.rules.table import FireworksTable
from fairground.games.fireworks.rules.tiles import (
    BASIC,
    COLOUR,
    DIRECTIONS,
    EMPTY,
    EXTRA,
    FLOWER,
    FUNCTION,
    SATURN,
    SHAPE,
    SPACES,
    SPECIAL,
    opposite,
)

# Places in the points of a board.
BIG: Final = 0
SATURNS: Final = 1
KALEIDOSCOPES: Final = 2
FLOWERS: Final = 3
SPECIALS: Final = 4
CHARACTER: Final = 5
HEADINGS: Final = 6
MOST_TYPES: Final = 5
POPULATION: Final = vec[i64]([n.bit_count() for n in range(256)])
TYPE_BIT: Final = vec[i64]([2**n for n in range(8)])


class BoardTally:
    """The points of a board by heading, and how many of each formation it has."""

    def __init__(self) -> None:
        self.points: vec[i64] = vec[i64]([0] * HEADINGS)
        self.big: i64 = 0
        self.saturns: i64 = 0
        self.kaleidoscopes: i64 = 0
        self.flowers: i64 = 0
        self.types: i64 = 0

    def clear(self) -> None:
        for heading in range(i64(HEADINGS)):
            self.points[heading] = 0
        self.big = 0
        self.saturns = 0
        self.kaleidoscopes = 0
        self.flowers = 0
        self.types = 0

    def total(self) -> i64:
        total: i64 = 0
        for points in self.points:
            total += points
        return total


def tally(table: FireworksTable, seat: i64) -> BoardTally:
    """Return the points of a seat's board as it lies."""
    counted = BoardTally()
    count(table, seat, counted)
    return counted


def count(table: FireworksTable, seat: i64, counted: BoardTally) -> None:
    """Count the points of a seat's board into a tally, which may have been used before."""
    counted.clear()
    board, faces, extras, base = table.board, table.face, EXTRA, seat * SPACES
    behind = table.printed.outline.behind
    special: i64 = 0
    for space in range(i64(SPACES)):
        tile = board[base + space]
        if tile == EMPTY:
            continue
        face = i64(faces[tile])
        extra = extras[face]
        if extra == FLOWER:
            counted.flowers += 1
        elif extra:
            _count_half(
                table, counted, base, behind[space * DIRECTIONS + i64(table.facing[tile])], space, tile
            )
        elif face < BASIC:
            _count_big(table, counted, seat, space)
        elif SPECIAL <= face < FUNCTION:
            special |= TYPE_BIT[face - SPECIAL]
    counted.types = POPULATION[special]
    _count_character(table, counted, seat)


def _count_big(table: FireworksTable, counted: BoardTally, seat: i64, core: i64) -> None:
    """§5.1 Count a core with or without a complete ring."""
    points = big_firework(table, seat, core)
    if points:
        counted.big += 1
    counted.points[BIG] += points or table.printed.incomplete


def big_firework(table: FireworksTable, seat: i64, core: i64) -> i64:
    """§5.1 Return the points of the big firework around a core, 0 if it is not complete."""
    board, faces, base, around = table.board, table.face, seat * SPACES, table.printed.outline.next
    colour = COLOUR[i64(faces[board[base + core]])]
    shape: i64 = -1
    one_shape = True
    one_colour = True
    for direction in range(i64(DIRECTIONS)):
        space = around[core * DIRECTIONS + direction]
        if space == EMPTY:
            return 0
        tile = board[base + space]
        if tile == EMPTY:
            return 0
        face = i64(faces[tile])
        if not BASIC <= face < SPECIAL or i64(table.facing[tile]) != opposite(direction):
            return 0
        if shape < 0:
            shape = SHAPE[face]
        one_shape = one_shape and SHAPE[face] == shape
        one_colour = one_colour and COLOUR[face] == colour
    printed = table.printed
    if one_shape:
        return printed.both if one_colour else printed.one_shape
    return printed.one_colour if one_colour else i64(0)


def _count_half(
    table: FireworksTable, counted: BoardTally, base: i64, beside: i64, space: i64, tile: i64
) -> None:
    """§5.2 Count the pair that a half belongs to with the one `beside` it, if its own space comes first."""
    if beside > space:
        other = table.board[base + beside]
        if other != EMPTY and i64(table.facing[other]) == opposite(i64(table.facing[tile])):
            _count_pair(table.printed, counted, i64(table.face[tile]), i64(table.face[other]))


def _count_pair(printed: FireworksPrinted, counted: BoardTally, face: i64, other: i64) -> None:
    """Count two halves that face each other, if they are of one sort."""
    if EXTRA[face] != EXTRA[other]:
        return
    same = COLOUR[face] == COLOUR[other]
    if EXTRA[face] == SATURN:
        counted.saturns += 1
        counted.points[SATURNS] += printed.saturn_same if same else printed.saturn_different
    else:
        counted.kaleidoscopes += 1
        counted.points[KALEIDOSCOPES] += printed.kaleidoscope_same if same else printed.kaleidoscope_different


def _count_character(table: FireworksTable, counted: BoardTally, seat: i64) -> None:
    """§5.3-5.5 Count flowers, special tiles and the character's bonus."""
    printed = table.printed
    who = table.character[seat]
    counted.points[FLOWERS] = counted.flowers * printed.flower[who]
    types = counted.types if counted.types < MOST_TYPES else i64(MOST_TYPES)
    counted.points[SPECIALS] = printed.special[who * (MOST_TYPES + 1) + types]
    needs = who * NEEDS
    if (
        counted.types >= printed.needs[needs]
        and counted.kaleidoscopes >= printed.needs[needs + 1]
        and counted.saturns >= printed.needs[needs + 2]
        and counted.flowers >= printed.needs[needs + 3]
        and counted.big >= printed.needs[needs + 4]
    ):
        counted.points[CHARACTER] = printed.bonus[who]
