"""§3.9, §6 Feasts and majorities, which bring Profit."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fairground.games.banner_festival.rules.cards import REGION
from fairground.games.banner_festival.rules.table import EARNED, SERVED, BannerTable

ONE_LEVEL_SKIPPED: Final = 2  # the first rules version in which a tie skips one level, not one for each seat


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
    """§6.1 Count each Region's Banners and reward the seats by level."""
    seats = table.seats
    for quadrant in (2, 0):  # a quadrant of Region A, then one of B
        first = seats * REGION[quadrant]
        for seat in range(seats):
            table.tally[first + seat] = table.in_region(seat, quadrant)
        for seat in range(seats):
            award = reward(table, table.tally, first, seat)
            table.awards[first + seat] = award
            table.majorities[seat] += award


def reward(table: BannerTable, tally: vec[i64], first: i64, seat: i64) -> i64:
    """§6.1 Return what a seat gets for a Region, whose Banners are in the tally from `first` on."""
    own = tally[first + seat]
    if own < table.printed.least:
        return 0
    levels: i64 = 0
    for other in range(table.seats):
        if tally[first + other] > own and uses_level(table, tally, first, other):
            levels += 1
    return table.printed.rewards[levels]


def uses_level(table: BannerTable, tally: vec[i64], first: i64, seat: i64) -> bool:
    """§6.1 Whether a seat leaves one level less for those below it: of tied seats, only two do.

    Before the rules version ONE_LEVEL_SKIPPED, every seat does.
    """
    tied: i64 = 0
    for earlier in range(seat):
        if tally[first + earlier] == tally[first + seat]:
            tied += 1
    return tied < 2 or table.rules < ONE_LEVEL_SKIPPED


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
