"""What many matches tell about a game: seats, headings, length, choices, leads, and what things are worth."""

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from statistics import fmean, variance

import msgspec

from fairground.arena.sitting import FORFEIT, Played
from fairground.arena.standings import Z95, Interval, wilson

FEW = 10  # seats with or without a thing, below which nothing is said about its worth
PLAIN = 4.0  # standard errors from which a difference is called plain: hundreds are looked at


class Heading(msgspec.Struct, frozen=True):
    """What a heading brings a seat, what it brings the winners, and its part of all points."""

    name: str
    points: Interval
    winners: float
    part: float


class Thing(msgspec.Struct, frozen=True):
    """Something that can be had: which part of the seats has it, and how many of it a seat has on average.

    `wins` and `points` say by how much seats that have it win more often and score more than those that have
    it not; None where too few differ. `plain` if that can hardly be chance.
    """

    kind: str
    name: str
    taken: Interval
    times: float
    wins: Interval | None
    points: Interval | None
    plain: bool


class Findings(msgspec.Struct, frozen=True):
    """All of it, for one number of seats."""

    seats: int
    matches: int
    forfeits: int
    by_seat: list[Interval]
    points: Interval
    headings: list[Heading]
    moves: Interval
    branching: Interval
    leads: Interval
    margin: Interval
    reasons: dict[str, int]
    decided: dict[str, int]
    things: list[Thing]


def findings(matches: Sequence[Played], seats: int) -> Findings:
    """Matches that were forfeited are counted and told nothing of."""
    sound = [played for played in matches if played.reason != FORFEIT]
    return Findings(
        seats=seats,
        matches=len(sound),
        forfeits=len(matches) - len(sound),
        by_seat=[wilson(sum(p.shares[seat] for p in sound), len(sound)) for seat in range(seats)],
        points=mean([points for p in sound for points in p.points]),
        headings=_headings(sound),
        moves=mean([p.moves for p in sound]),
        branching=mean([p.branching for p in sound]),
        leads=mean([p.leads for p in sound]),
        margin=mean([_margin(p.points) for p in sound]),
        reasons=dict(Counter(p.reason for p in sound).most_common()),
        decided=dict(Counter(p.decided for p in sound).most_common()),
        things=_things(sound),
    )


def mean(values: Sequence[float]) -> Interval:
    """The mean, with its interval."""
    if not values:
        return Interval(0.0, 0.0, 0.0)
    middle = fmean(values)
    half = Z95 * math.sqrt(variance(values) / len(values)) if len(values) > 1 else 0.0
    return Interval(middle, middle - half, middle + half)


def difference(some: Sequence[float], others: Sequence[float]) -> Interval | None:
    """By how much the mean of some lies above that of others (Welch)."""
    if min(len(some), len(others)) < FEW:
        return None
    middle = fmean(some) - fmean(others)
    half = Z95 * math.sqrt(variance(some) / len(some) + variance(others) / len(others))
    return Interval(middle, middle - half, middle + half)


def _margin(points: Sequence[int]) -> int:
    """How far the first is before the second, in points."""
    best = sorted(points, reverse=True)
    return best[0] - best[1]


def _headings(matches: Sequence[Played]) -> list[Heading]:
    names = dict.fromkeys(name for played in matches for name in played.headings)
    total = sum(sum(played.points) for played in matches)
    return [_heading(name, matches, total) for name in names]


def _heading(name: str, matches: Sequence[Played], total: int) -> Heading:
    rows = [(p.shares, p.headings.get(name, [0] * len(p.points))) for p in matches]
    each = [points for _, row in rows for points in row]
    won = [points for shares, row in rows for share, points in zip(shares, row, strict=True) if share]
    return Heading(name, mean(each), fmean(won), sum(each) / total if total else 0.0)


def _things(matches: Sequence[Played]) -> list[Thing]:
    """Every thing that any seat has had, the most taken of each kind first."""
    places = [(p, seat) for p in matches for seat in range(len(p.points))]
    counts: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0] * len(places))
    for place, (played, seat) in enumerate(places):
        for kind, names in played.kept.items():
            for name in names[seat]:
                counts[kind, name][place] += 1
    shares = [p.shares[seat] for p, seat in places]
    points = [float(p.points[seat]) for p, seat in places]
    things = [_thing(kind, name, had, shares, points) for (kind, name), had in counts.items()]
    return sorted(things, key=lambda thing: (thing.kind, -thing.taken.value, thing.name))


def _thing(kind: str, name: str, had: list[int], shares: list[float], points: list[float]) -> Thing:
    wins, gains = (_split(had, values) for values in (shares, points))
    return Thing(
        kind=kind,
        name=name,
        taken=wilson(sum(map(bool, had)), len(had)),
        times=fmean(had),
        wins=wins,
        points=gains,
        plain=wins is not None and abs(wins.value) > PLAIN / Z95 * (wins.high - wins.value),
    )


def _split(had: list[int], values: list[float]) -> Interval | None:
    some = [value for count, value in zip(had, values, strict=True) if count]
    others = [value for count, value in zip(had, values, strict=True) if not count]
    return difference(some, others)
