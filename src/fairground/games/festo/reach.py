"""Whether a price can be collected at all: what one seat gets in four rounds if nobody is in its way.

A seat that is alone at a character takes the whole market with one piece. It may also take cubes of one
colour at the grocery, a salt from the Magician, and two cubes from the Elf for one. In a plan with discs it
sends a helper to the Dwarf in every round but the last.
"""

from collections.abc import Iterator
from itertools import product
from operator import ge
from typing import NamedTuple

ROUNDS = 4
ELF_GIVES = 2


class Stand(NamedTuple):
    """What the markets and rows of a box give, and whom a seat can send there."""

    cubes: int
    salt: int
    refill: int
    market_most: int
    row_refill: int
    row_most: int
    helpers: int
    discs: int


class Haul(NamedTuple):
    """What a seat has of two colours and of salt, and what lies in their markets and rows."""

    held: tuple[int, int] = (0, 0)
    salt: int = 0
    markets: tuple[int, int] = (0, 0)
    rows: tuple[int, int] = (0, 0)


def can_collect(stand: Stand, first: int, second: int) -> bool:
    """Return whether a seat can collect so many cubes of one colour and of another; salt may replace them."""
    if stand.helpers > 1 and max(first, second) <= min(ROUNDS * stand.refill, stand.cubes):
        return True  # both markets in every round
    return any(_follows(stand, pieces, first, second) for pieces in _pieces(stand))


def can_collect_every_colour(stand: Stand) -> bool:
    """Return whether a seat can collect a cube of each of the six colours."""
    if any(sum(pieces) >= 6 for pieces in _pieces(stand)):
        return True  # one whole market for each
    return any(_colours(stand, steps) >= 6 for steps in product(("market", "elf", "salt"), repeat=ROUNDS))


def _pieces(stand: Stand) -> list[list[int]]:
    """Return how many pieces can collect in each round: without the Dwarf, and with a helper there."""
    helpers, discs = stand.helpers, stand.discs
    with_discs = [helpers - 1, helpers + discs - 1, helpers + discs - 1, helpers + discs]
    return [[helpers] * ROUNDS, with_discs]


def _follows(stand: Stand, pieces: list[int], first: int, second: int) -> bool:
    """Try everything, round by round, except what is worse in every way."""
    hauls = {Haul()}
    for count in pieces:
        after = {_cut(each, first, second) for haul in hauls for each in _round(stand, haul, count)}
        if any(_pays(haul, first, second) for haul in after):
            return True
        hauls = _best(after)
    return False


def _pays(haul: Haul, first: int, second: int) -> bool:
    return max(first - haul.held[0], 0) + max(second - haul.held[1], 0) <= haul.salt


def _best(hauls: set[Haul]) -> set[Haul]:
    """Leave out what another haul has as well, or more of."""
    kept: list[tuple[int, ...]] = []
    best: set[Haul] = set()
    for haul in sorted(hauls, key=_total, reverse=True):
        numbers = (*haul.held, haul.salt, *haul.markets, *haul.rows)
        if not any(all(map(ge, other, numbers)) for other in kept):
            kept.append(numbers)
            best.add(haul)
    return best


def _total(haul: Haul) -> int:
    return sum(haul.held) + haul.salt + sum(haul.markets) + sum(haul.rows)


def _cut(haul: Haul, first: int, second: int) -> Haul:
    """Count at most what the price needs, and a cube for the Elf for each round."""
    held = (min(haul.held[0], first + ROUNDS), min(haul.held[1], second + ROUNDS))
    return haul._replace(held=held, salt=min(haul.salt, first + second))


def _round(stand: Stand, haul: Haul, pieces: int) -> Iterator[Haul]:
    """Yield what the seat can have after a round."""
    haul = _restock(stand, haul)
    least = 0 if any(haul.rows) else min(pieces, 4)  # who does not go to the grocery goes elsewhere
    for visits in product((False, True), repeat=4):  # both markets, the Magician, the Elf
        spare = pieces - sum(visits)
        if spare < 0 or sum(visits) < least:
            continue
        after = _visit(haul, visits[:2])
        if visits[2] and after.salt < stand.salt:
            after = after._replace(salt=after.salt + 1)
        for bought in _buy(after, min(spare, stand.helpers)):
            yield from _trade(stand, bought) if visits[3] else [bought]


def _restock(stand: Stand, haul: Haul) -> Haul:
    markets, rows = list(haul.markets), list(haul.rows)
    for at in range(2):
        left = stand.cubes - haul.held[at] - markets[at] - rows[at]
        more = min(stand.refill, stand.market_most - markets[at], left)
        markets[at] += more
        rows[at] += min(stand.row_refill, stand.row_most - rows[at], left - more)
    return haul._replace(markets=(markets[0], markets[1]), rows=(rows[0], rows[1]))


def _visit(haul: Haul, visits: tuple[bool, ...]) -> Haul:
    held, markets = list(haul.held), list(haul.markets)
    for at in range(2):
        if visits[at]:
            held[at] += markets[at]
            markets[at] = 0
    return haul._replace(held=(held[0], held[1]), markets=(markets[0], markets[1]))


def _buy(haul: Haul, pieces: int) -> Iterator[Haul]:
    """Yield nothing bought, and as much as possible of either colour."""
    yield haul
    (a, b), (left, right) = haul.held, haul.rows
    if got := min(left, pieces):
        yield haul._replace(held=(a + got, b), rows=(left - got, right))
    if got := min(right, pieces):
        yield haul._replace(held=(a, b + got), rows=(left, right - got))


def _trade(stand: Stand, haul: Haul) -> Iterator[Haul]:
    """Yield what a cube for the Elf and two from him come to, and no trade."""
    yield haul
    for first, second in ((1, 0), (0, 1), (2, -1), (-1, 2)):
        held = (haul.held[0] + first, haul.held[1] + second)
        out = [held[at] + haul.markets[at] + haul.rows[at] for at in range(2)]
        if any(haul.held) and min(held) >= 0 and max(out) <= stand.cubes:
            yield haul._replace(held=held)


def _colours(stand: Stand, steps: tuple[str, ...]) -> int:
    """Return how many colours one piece a round collects; salt stands for one."""
    colours = spare = salt = 0
    for number, step in enumerate(steps, 1):
        if step == "market":
            colours += 1
            spare += min(stand.market_most, number * stand.refill) - 1
        elif step == "salt":
            salt = min(salt + 1, stand.salt)
        elif spare:
            spare -= 1
            colours += ELF_GIVES
        elif colours:
            colours += ELF_GIVES - 1
    return colours + salt
