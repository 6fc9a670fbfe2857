"""Ratings from results: a pure function of the results of one game, in the order in which the matches ended.

Nothing else goes in, no clock and no chance, so computing them again gives the same numbers, bit by bit.
"""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec
from openskill.models import PlackettLuceRating

from fairground.server.ratings.anchors import MODEL, SIGMA
from fairground.server.ratings.result import ContestResult, SeatResult

DAY: Final = 24 * 60 * 60.0
MEETINGS: Final = 5  # matches that count between two people, or a person and a level of bots, within a day
STEADY_MATCHES: Final = 10
STEADY_SIGMA: Final = 6.0


class Rating(msgspec.Struct, frozen=True):
    """A person's rating in one game after so many `matches` that counted."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    matches: int = 0

    @property
    def steady(self) -> bool:
        """Whether there were enough matches; until then the rating is provisional."""
        return self.matches >= STEADY_MATCHES and self.sigma <= STEADY_SIGMA


class RatingStep(msgspec.Struct, frozen=True):
    """What one match did to one person's rating. A match that does not count leaves it as it was."""

    table: str
    game: str
    ended: float
    player: str
    place: int
    seats: int
    counts: bool
    left: bool
    rating: Rating


class RatingRun:
    """Computes the ratings of one game, match after match, in their order.

    It begins with the `ratings` that people have, and the `recent` results of the day before that counted.
    """

    def __init__(
        self, ratings: Mapping[str, Rating] | None = None, recent: Iterable[ContestResult] = ()
    ) -> None:
        self.ratings = dict(ratings or {})
        self.recent: deque[ContestResult] = deque()
        self.met: Counter[tuple[str, str]] = Counter()
        for result in recent:
            self._remember(result)

    def steps(self, results: Iterable[ContestResult]) -> Iterator[RatingStep]:
        """Yield what each match does to each person in it."""
        for result in results:
            yield from self.rate(result)

    def rate(self, result: ContestResult) -> list[RatingStep]:
        """Take the next match into account."""
        self._forget(result.ended - DAY)
        fresh = all(self.met[pair] < MEETINGS for pair in pairs(result))
        moved = rate_seats(result.seats, self.ratings) if fresh else {}
        if fresh:
            self._remember(result)
        self.ratings.update(moved)
        return [self._step(result, seat, seat.player in moved) for seat in result.seats if seat.player]

    def _step(self, result: ContestResult, seat: SeatResult, counts: bool) -> RatingStep:
        return RatingStep(
            table=result.table,
            game=result.game,
            ended=result.ended,
            player=seat.player,
            place=seat.place,
            seats=len(result.seats),
            counts=counts,
            left=seat.left,
            rating=self.ratings.get(seat.player, Rating()),
        )

    def _remember(self, result: ContestResult) -> None:
        self.recent.append(result)
        self.met.update(pairs(result))

    def _forget(self, until: float) -> None:
        """Forget matches that ended a day or more before the present one."""
        while self.recent and self.recent[0].ended <= until:
            self.met.subtract(pairs(self.recent.popleft()))


def pairs(result: ContestResult) -> set[tuple[str, str]]:
    """Return who met whom: two people, or a person and a level of bots, in a fixed order of names."""
    people, opponents = result.people(), {seat.opponent for seat in result.seats}
    return {(min(one, other), max(one, other)) for one in people for other in opponents if one != other}


def rate_seats(seats: Sequence[SeatResult], ratings: Mapping[str, Rating]) -> dict[str, Rating]:
    """Return the new ratings of those whose ratings a match moves; `ratings` has those before it.

    A provisional rating moves no steady one: throwaway passports would be an easy way up. So steady ratings
    are moved by the seats of steady people and bots alone.
    """
    steady = [seat for seat in seats if seat.bot or _known(seat, ratings).steady]
    moved = _rate(seats, ratings)
    provisional = {player: new for player, new in moved.items() if player not in {s.player for s in steady}}
    return provisional | (_rate(steady, ratings) if len(steady) > 1 else {})


def _rate(seats: Sequence[SeatResult], ratings: Mapping[str, Rating]) -> dict[str, Rating]:
    teams = [[_rating_before(seat, ratings)] for seat in seats]
    after = MODEL.rate(teams, ranks=[float(seat.place) for seat in seats])
    return {
        seat.player: Rating(new.mu, new.sigma, _known(seat, ratings).matches + 1)
        for seat, (new,) in zip(seats, after, strict=True)
        if seat.player
    }


def _rating_before(seat: SeatResult, ratings: Mapping[str, Rating]) -> PlackettLuceRating:
    if seat.bot:
        return MODEL.rating(mu=seat.mu, sigma=SIGMA)
    known = _known(seat, ratings)
    return MODEL.rating(mu=known.mu, sigma=known.sigma)


def _known(seat: SeatResult, ratings: Mapping[str, Rating]) -> Rating:
    return ratings.get(seat.player, Rating())
