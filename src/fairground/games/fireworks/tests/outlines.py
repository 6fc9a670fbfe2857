"""Outlines of a city board for the tests."""

from functools import cache

import msgspec

from fairground.games.fireworks import GAME
from fairground.games.fireworks.printed import printed_values
from fairground.games.fireworks.rules.printed import FireworksPrinted

# Outlines that ask different things of the arranger.
OUTLINES: tuple[tuple[int, ...], ...] = (
    (3, 4, 5, 6, 5),
    (1, 2, 5, 8, 5, 2),  # rings that can meet, with up to three links each
    (1, 2, 5, 2, 1, 2, 5, 2, 3),  # even with one ring a half may be worth more than a plain tile
    (3, 2, 5, 2, 3, 2, 3, 2, 1),  # six links beside another ring
    (2, 5, 2, 3, 4, 3, 4),  # up to seven pairs beside two rings
    (1, 2, 3, 4, 1, 4, 3, 4, 1),  # none beside two rings
    (7, 6, 7, 2, 1),  # rings meet in every layout
    (4, 5, 4, 3, 4, 3),
    (6, 9, 8),
    (2, 3, 2, 3, 4, 9),
)


def every_outline() -> list[tuple[int, ...]]:
    """Return all centred rows of 1 to 9 spaces, 3 to 9 of them, that have 23 spaces and interlock."""
    found: list[tuple[int, ...]] = []
    begun: list[tuple[int, ...]] = [(row,) for row in range(1, 10)]
    while begun:
        rows = begun.pop()
        left = 23 - sum(rows)
        if not left and len(rows) >= 3:
            found.append(rows)
        if left and len(rows) < 9:
            begun += [(*rows, row) for row in range(1, min(left, 9) + 1) if (row - rows[-1]) % 2]
    return sorted(found)


@cache
def printed_on(rows: tuple[int, ...], variant: int = 0) -> FireworksPrinted:
    """Return the usual printed values, with another outline."""
    values = GAME.box().values
    city = msgspec.structs.replace(values.city, rows=list(rows))
    return printed_values(msgspec.structs.replace(values, city=city), variant)
