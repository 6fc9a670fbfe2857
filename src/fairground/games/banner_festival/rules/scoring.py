"""§3.9, §6 Feasts and majorities, which bring Profit."""

from mypy_extensions import i64

from fairground.games.banner_festival.rules.cards import REGION
from fairground.games.banner_festival.rules.table import EARNED, SERVED, BannerTable


def feast(table: BannerTable) -> None:
    """§3.9 Pay the seats with the most Fruit as much Profit, and the others half of theirs, rounded up."""
    most: i64 = 0
    for seat in range(table.seats):
        if table.fruit[seat] > most:
            most = table.fruit[seat]
    for seat in range(table.seats):
        fruit = table.fruit[seat]
        table.feasts[seat] += fruit if fruit == most else (fruit + 1) >> 1
        table.fruit[seat] = 0


def feast_in_bout(table: BannerTable) -> None:
    """§3.9 Hold a Feast because the pool is empty: log it with the bout and refill the pool."""
    for seat in range(table.seats):
        line = table.line(seat)
        table.log[line + SERVED] = table.fruit[seat]
        table.log[line + EARNED] = -table.feasts[seat]
    feast(table)
    for seat in range(table.seats):
        table.log[table.line(seat) + EARNED] += table.feasts[seat]
    table.pool = table.printed.pool


def score_majorities(table: BannerTable) -> None:
    """§6.1 Count each Region's Banners and reward the seats by rank."""
    seats = table.seats
    for quadrant in (2, 0):  # a quadrant of Region A, then one of B
        first = seats * REGION[quadrant]
        for seat in range(seats):
            table.tally[first + seat] = table.in_region(seat, quadrant)
        for seat in range(seats):
            award = reward(table, first, seat)
            table.awards[first + seat] = award
            table.majorities[seat] += award


def reward(table: BannerTable, first: i64, seat: i64) -> i64:
    """§6.1 Return what a seat gets for a Region; its rank is one more than the seats with more Banners."""
    own = table.tally[first + seat]
    if own < table.printed.least:
        return 0
    above: i64 = 0
    for other in range(table.seats):
        if table.tally[first + other] > own:
            above += 1
    return table.printed.rewards[above]


def clear_docks(table: BannerTable) -> None:
    """§6.2 Return Banners on docks to their owners; those on Towers and the neutral ones stay."""
    seats = table.seats
    seat: i64 = 0
    for at in range(16 * seats):
        table.supply[seat] += table.docks[at]
        table.docks[at] = 0
        seat += 1
        if seat == seats:
            seat = 0
    table.taken = table.printed.neutral
