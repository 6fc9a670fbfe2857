"""The result of a match that counts: who took part, and who came in which place.

Such results are the records from which ratings and the standings of tournaments are computed.
"""

from collections.abc import Collection, Sequence

import msgspec


class SeatResult(msgspec.Struct, frozen=True):
    """How one seat of a match ended, in which `place` from 1; seats that tie share a place.

    `player` is the public id of a person's passport, or what stands for one that was deleted. The seat of a
    bot has its level instead, and the rating `mu` that this level had on that day. `left` says whether the
    person left the match.
    """

    place: int
    player: str = ""
    bot: str = ""
    mu: float = 0.0
    left: bool = False

    @property
    def opponent(self) -> str:
        """What tells this opponent from others: a person, or a level of bots."""
        return self.player or f"bot {self.bot}"


class ContestResult(msgspec.Struct, frozen=True):
    """The result of one match, which ended at the date `ended`. Whatever comes later does not change it.

    `rated` says whether it counts for ratings, `tournament` to which tournament it belongs, and `late` says
    that the deadline of a round decided it.
    """

    table: str
    game: str
    ended: float
    seats: list[SeatResult]
    rated: bool = False
    tournament: str | None = None
    late: bool = False

    @property
    def when(self) -> tuple[float, str]:
        """The place of the match in the order in which ratings are computed."""
        return self.ended, self.table

    def people(self) -> list[str]:
        """Return the people who took part."""
        return [seat.player for seat in self.seats if seat.player]


def final_places(
    places: Sequence[int] | None, departed: Sequence[int], seats: int, bots: Collection[int] = ()
) -> list[int] | None:
    """Return the final places of a match; None if they are not known yet.

    `places` are those of the rules once the match is over, None before. The seats in `departed` left, in this
    order: they come after everybody who stayed, and whoever left first comes last. So a match is decided as
    soon as all but one have left, or all people.
    """
    staying = [seat for seat in range(seats) if seat not in departed]
    if places is None and len(staying) > 1 and not set(staying) <= set(bots):
        return None
    final = [0] * seats
    for seat in staying:
        final[seat] = 1 + sum(places[other] < places[seat] for other in staying) if places else 1
    for later, seat in enumerate(reversed(departed)):
        final[seat] = len(staying) + later + 1
    return final


class Contest(msgspec.Struct):
    """What makes the match of a table count: for ratings, for a tournament, or for both.

    `departed` are the seats of people who have left, in that order. `late` says that the deadline of a round
    decided the match. `settled` says that its result is stored.
    """

    rated: bool = False
    tournament: str | None = None
    departed: list[int] = []
    late: bool = False
    settled: bool = False
