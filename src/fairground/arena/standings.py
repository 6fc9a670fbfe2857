"""Who did how well: win shares with their intervals, and ratings."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from statistics import fmean

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating

from fairground.arena.sitting import Played

Z95 = 1.959963984540054


class Interval(msgspec.Struct, frozen=True):
    """An estimate and where the truth lies with 95 % confidence."""

    value: float
    low: float
    high: float

    def holds(self, value: float) -> bool:
        return self.low <= value <= self.high


class Standing(msgspec.Struct, frozen=True):
    """How one bot did. `seatings` counts each of its seats in each match."""

    bot: str
    seatings: int
    share: Interval
    points: float
    forfeits: int
    rating: float
    uncertainty: float


def wilson(won: float, of: int, z: float = Z95) -> Interval:
    """Wilson's interval for a share; a shared win counts as its part."""
    if of == 0:
        return Interval(0.0, 0.0, 1.0)
    share, spread = won / of, z * z / of
    middle = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * math.sqrt(share * (1 - share) / of + spread / (4 * of))
    return Interval(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))


def standings(matches: Sequence[Played]) -> list[Standing]:
    """Every bot, best first."""
    seats = [(name, played, seat) for played in matches for seat, name in enumerate(played.players)]
    by_bot: dict[str, list[tuple[Played, int]]] = defaultdict(list)
    for name, played, seat in seats:
        by_bot[name].append((played, seat))
    ratings = rated(matches)
    table = [_standing(name, sat, ratings[name]) for name, sat in by_bot.items()]
    return sorted(table, key=lambda standing: (-standing.share.value, standing.bot))


def _standing(name: str, sat: list[tuple[Played, int]], rating: PlackettLuceRating) -> Standing:
    return Standing(
        bot=name,
        seatings=len(sat),
        share=wilson(sum(played.shares[seat] for played, seat in sat), len(sat)),
        points=fmean(played.points[seat] for played, seat in sat),
        forfeits=sum(played.at_fault == seat for played, seat in sat),
        rating=rating.mu,
        uncertainty=rating.sigma,
    )


def rated(matches: Iterable[Played]) -> dict[str, PlackettLuceRating]:
    """openskill's rating of every bot after all matches, in the order of the plan."""
    model = PlackettLuce()
    ratings: dict[str, PlackettLuceRating] = defaultdict(model.rating)
    for played in matches:
        teams = [[ratings[name]] for name in played.players]
        after = model.rate(teams, ranks=[float(place) for place in played.places])
        gathered: dict[str, list[PlackettLuceRating]] = defaultdict(list)
        for name, (rating,) in zip(played.players, after, strict=True):
            gathered[name].append(rating)
        for name, several in gathered.items():  # a bot in several seats learns from each
            mu, sigma = fmean(one.mu for one in several), fmean(one.sigma for one in several)
            ratings[name] = model.rating(mu=mu, sigma=sigma)
    return dict(ratings)


def duels(matches: Iterable[Played]) -> dict[tuple[str, str], Interval]:
    """For each two bots that met, how often the first stood above the second; equal places count half."""
    above: dict[tuple[str, str], list[float]] = defaultdict(list)
    for played in matches:
        for one, first in enumerate(played.players):
            for other, second in enumerate(played.players):
                if first != second:
                    mine, theirs = played.places[one], played.places[other]
                    above[first, second].append(0.5 if mine == theirs else float(mine < theirs))
    return {pair: wilson(sum(won), len(won)) for pair, won in above.items()}
