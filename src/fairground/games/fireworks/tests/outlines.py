"""Outlines of a city board for the tests: the usual one, and others that ask different things of the arranger."""

from functools import cache
from itertools import pairwise

import msgspec

from fairground.games.fireworks import GAME
from fairground.games.fireworks.printed import printed_values
from fairground.games.fireworks.rules.printed import FireworksPrinted

OUTLINES: tuple[tuple[int, ...], ...] = ()


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
