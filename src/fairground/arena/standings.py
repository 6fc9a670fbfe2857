"""Standings: win shares with their intervals, and ratings."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from statistics import fmean

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating

from fairground.arena.match_runner import MatchResult

Z95 = 1.959963984540054


class Interval(msgspec.Struct, frozen=True):
    """An estimate, and the bounds between which the true value lies with 95 % confidence."""

    value: float
    low: float
    high: float

    def contains(self, value: float) -> bool:
        return self.low <= value <= self.high


class Standing(msgspec.Struct, frozen=True):
    """How one bot did in a tournament.

    `seatings` counts the seats it took, over all matches; `share` is its win share; `points` its mean
    points; `rating` and `uncertainty` are openskill's.
    """

    bot: str
    seatings: int
    share: Interval
    points: float
    forfeits: int
    rating: float
    uncertainty: float


def wilson(won: float, of: int, z: float = Z95) -> Interval:
    """Return Wilson's interval for a share; `won` may be fractional, because wins can be shared."""
    if of == 0:
        return Interval(0.0, 0.0, 1.0)
    share, spread = won / of, z * z / of
    middle = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * math.sqrt(share * (1 - share) / of + spread / (4 * of))
    return Interval(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))


def compute_standings(matches: Sequence[MatchResult]) -> list[Standing]:
    """Return how every bot did, best win share first."""
    by_bot: dict[str, list[tuple[MatchResult, int]]] = defaultdict(list)
    for match in matches:
        for seat, name in enumerate(match.players):
            by_bot[name].append((match, seat))
    ratings = compute_ratings(matches)
    table = [_standing(name, seats, ratings[name]) for name, seats in by_bot.items()]
    return sorted(table, key=lambda standing: (-standing.share.value, standing.bot))


def _standing(name: str, seats: list[tuple[MatchResult, int]], rating: PlackettLuceRating) -> Standing:
    return Standing(
        bot=name,
        seatings=len(seats),
        share=wilson(sum(match.shares[seat] for match, seat in seats), len(seats)),
        points=fmean(match.points[seat] for match, seat in seats),
        forfeits=sum(match.at_fault == seat for match, seat in seats),
        rating=rating.mu,
        uncertainty=rating.sigma,
    )


def compute_ratings(matches: Iterable[MatchResult]) -> dict[str, PlackettLuceRating]:
    """Return openskill's Plackett-Luce rating of every bot after all matches, taken in the given order."""
    model = PlackettLuce()
    ratings: dict[str, PlackettLuceRating] = defaultdict(model.rating)
    for match in matches:
        teams = [[ratings[name]] for name in match.players]
        after = model.rate(teams, ranks=[float(place) for place in match.places])
        gathered: dict[str, list[PlackettLuceRating]] = defaultdict(list)
        for name, (rating,) in zip(match.players, after, strict=True):
            gathered[name].append(rating)
        for name, several in gathered.items():  # a bot in several seats learns from each of them
            mu, sigma = fmean(one.mu for one in several), fmean(one.sigma for one in several)
            ratings[name] = model.rating(mu=mu, sigma=sigma)
    return dict(ratings)


def head_to_head(matches: Iterable[MatchResult]) -> dict[tuple[str, str], Interval]:
    """Return for each two bots that met how often the first placed above the second; ties count half."""
    above: dict[tuple[str, str], list[float]] = defaultdict(list)
    for match in matches:
        for one, first in enumerate(match.players):
            for other, second in enumerate(match.players):
                if first != second:
                    mine, theirs = match.places[one], match.places[other]
                    above[first, second].append(0.5 if mine == theirs else float(mine < theirs))
    return {pair: wilson(sum(won), len(won)) for pair, won in above.items()}
