"""Statistics of many matches of a game: seats, points, length, choices, leads, and the worth of holdings."""

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from statistics import fmean, variance

import msgspec

from fairground.arena.match_runner import FORFEIT, MatchResult
from fairground.arena.standings import Z95, Interval, wilson

FEWEST = 10  # with fewer seats that have something, or lack it, nothing is said about its worth
CLEAR = 4.0  # standard errors from which a difference stands out; high because hundreds are looked at


class HeadingStats(msgspec.Struct, frozen=True):
    """The points under a heading: per seat, per winner, and as a part of all points."""

    name: str
    points: Interval
    winners: float
    part: float


class HoldingStats(msgspec.Struct, frozen=True):
    """Something that a seat can have in the end, such as a card: how often it is taken, and what it is worth.

    `taken` is the part of the seats that has it, `times` how many a seat has on average. `wins` and `points`
    say how much more often seats that have it win, and how much more they score, than seats that do not;
    None where there are too few of either. `stands_out` if this can hardly be chance.
    """

    kind: str
    name: str
    taken: Interval
    times: float
    wins: Interval | None
    points: Interval | None
    stands_out: bool = msgspec.field(name="plain")


class Findings(msgspec.Struct, frozen=True):
    """The statistics of many matches with the same number of seats.

    `by_seat` is the win share of each seat, `margin` the winner's lead in points, `branching` the number of
    legal moves, `leads` how often the lead changed, `reasons` how matches ended, and `decided` what decided
    them.
    """

    seats: int
    matches: int
    forfeits: int
    by_seat: list[Interval]
    points: Interval
    headings: list[HeadingStats]
    moves: Interval
    branching: Interval
    leads: Interval
    margin: Interval
    reasons: dict[str, int]
    decided: dict[str, int]
    holdings: list[HoldingStats] = msgspec.field(name="things")


def compute_findings(matches: Sequence[MatchResult], seats: int) -> Findings:
    """Compute the statistics of matches; those that ended by forfeit are counted, and otherwise left out."""
    sound = [match for match in matches if match.reason != FORFEIT]
    return Findings(
        seats=seats,
        matches=len(sound),
        forfeits=len(matches) - len(sound),
        by_seat=[wilson(sum(match.shares[seat] for match in sound), len(sound)) for seat in range(seats)],
        points=mean([points for match in sound for points in match.points]),
        headings=_headings(sound),
        moves=mean([match.moves for match in sound]),
        branching=mean([match.branching for match in sound]),
        leads=mean([match.leads for match in sound]),
        margin=mean([_margin(match.points) for match in sound]),
        reasons=dict(Counter(match.reason for match in sound).most_common()),
        decided=dict(Counter(match.decided for match in sound).most_common()),
        holdings=_holdings(sound),
    )


def mean(values: Sequence[float]) -> Interval:
    """Return the mean with its interval."""
    if not values:
        return Interval(0.0, 0.0, 0.0)
    middle = fmean(values)
    half = Z95 * math.sqrt(variance(values) / len(values)) if len(values) > 1 else 0.0
    return Interval(middle, middle - half, middle + half)


def difference(some: Sequence[float], others: Sequence[float]) -> Interval | None:
    """Return by how much the mean of some is above that of others, with Welch's interval."""
    if min(len(some), len(others)) < FEWEST:
        return None
    middle = fmean(some) - fmean(others)
    half = Z95 * math.sqrt(variance(some) / len(some) + variance(others) / len(others))
    return Interval(middle, middle - half, middle + half)


def _margin(points: Sequence[int]) -> int:
    """Return how many points the first is ahead of the second."""
    best = sorted(points, reverse=True)
    return best[0] - best[1]


def _headings(matches: Sequence[MatchResult]) -> list[HeadingStats]:
    names = dict.fromkeys(name for match in matches for name in match.headings)
    total = sum(sum(match.points) for match in matches)
    return [_heading(name, matches, total) for name in names]


def _heading(name: str, matches: Sequence[MatchResult], total: int) -> HeadingStats:
    rows = [(match.shares, match.headings.get(name, [0] * len(match.points))) for match in matches]
    each = [points for _, row in rows for points in row]
    won = [points for shares, row in rows for share, points in zip(shares, row, strict=True) if share]
    return HeadingStats(name, mean(each), fmean(won), sum(each) / total if total else 0.0)


def _holdings(matches: Sequence[MatchResult]) -> list[HoldingStats]:
    """Return everything that any seat has had, by kind, the most taken first."""
    seats = [(match, seat) for match in matches for seat in range(len(match.points))]
    counts: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0] * len(seats))
    for place, (match, seat) in enumerate(seats):
        for kind, names in match.kept.items():
            for name in names[seat]:
                counts[kind, name][place] += 1
    shares = [match.shares[seat] for match, seat in seats]
    points = [float(match.points[seat]) for match, seat in seats]
    holdings = [_holding(kind, name, had, shares, points) for (kind, name), had in counts.items()]
    return sorted(holdings, key=lambda holding: (holding.kind, -holding.taken.value, holding.name))


def _holding(kind: str, name: str, had: list[int], shares: list[float], points: list[float]) -> HoldingStats:
    wins, gains = (_compare(had, values) for values in (shares, points))
    return HoldingStats(
        kind=kind,
        name=name,
        taken=wilson(sum(map(bool, had)), len(had)),
        times=fmean(had),
        wins=wins,
        points=gains,
        stands_out=wins is not None and abs(wins.value) > CLEAR / Z95 * (wins.high - wins.value),
    )


def _compare(had: list[int], values: list[float]) -> Interval | None:
    """Return the difference between the seats that have it and those that do not."""
    some = [value for count, value in zip(had, values, strict=True) if count]
    others = [value for count, value in zip(had, values, strict=True) if not count]
    return difference(some, others)
