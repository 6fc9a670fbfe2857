"""§3.9, §6 Feasts and majorities: how Profit is made."""

from mypy_extensions import i64

from fairground.games.banner_festival.rules.cards import REGION
from fairground.games.banner_festival.rules.table import EARNED, SERVED, Table


def feast(table: Table) -> None:
    """§3.9 Whoever has most Fruit gets as much Profit, all others half of theirs, rounded up."""
    most: i64 = 0
    for seat in range(table.seats):
        if table.fruit[seat] > most:
            most = table.fruit[seat]
    for seat in range(table.seats):
        fruit = table.fruit[seat]
        table.feasts[seat] += fruit if fruit == most else (fruit + 1) >> 1
        table.fruit[seat] = 0


def feast_in_bout(table: Table) -> None:
    """§3.9 A Feast because the pool is empty: told with the bout, and the pool is refilled."""
    for seat in range(table.seats):
        line = table.line(seat)
        table.log[line + SERVED] = table.fruit[seat]
        table.log[line + EARNED] = -table.feasts[seat]
    feast(table)
    for seat in range(table.seats):
        table.log[table.line(seat) + EARNED] += table.feasts[seat]
    table.pool = table.printed.pool


def score_majorities(table: Table) -> None:
    """§6.1 In each Region a seat's rank is one more than the seats with more Banners."""
    seats = table.seats
    for quadrant in (2, 0):  # a quadrant of Region A, then one of B
        first = seats * REGION[quadrant]
        for seat in range(seats):
            table.tally[first + seat] = table.in_region(seat, quadrant)
        for seat in range(seats):
            award = reward(table, first, seat)
            table.awards[first + seat] = award
            table.majorities[seat] += award


def reward(table: Table, first: i64, seat: i64) -> i64:
    """§6.1 What the counted Banners of one Region bring a seat."""
    own = table.tally[first + seat]
    if own < table.printed.least:
        return 0
    above: i64 = 0
    for other in range(table.seats):
        if table.tally[first + other] > own:
            above += 1
    return table.printed.rewards[above]


def clear_docks(table: Table) -> None:
    """§6.2 Dock Banners return to their owners; those on Towers and the neutral ones stay."""
    seats = table.seats
    seat: i64 = 0
    for at in range(16 * seats):
        table.supply[seat] += table.docks[at]
        table.docks[at] = 0
        seat += 1
        if seat == seats:
            seat = 0
    table.taken = table.printed.neutral
