"""A tournament as it is stored: what its host has chosen, who takes part, and the rounds so far."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec

from fairground.server.wire import Clock

Format: TypeAlias = Literal["round_robin", "swiss", "knock_out"]
TournamentPhase: TypeAlias = Literal["open", "running", "over", "cancelled"]


class TournamentPlan(msgspec.Struct, frozen=True):
    """What the host has chosen. `rounds` is for Swiss tournaments; other formats have as many as they need.

    A round ends at the latest `round_seconds` after its start. Bots of the level `bot` fill chairs for which
    there is nobody; without one, somebody has a bye. The tournament starts at the date `begins`, or when the
    host says so (None).
    """

    title: str
    game: str
    seats: int
    format: Format
    clock: Clock
    round_seconds: int
    most: int
    rounds: int = 0
    bot: str | None = None
    begins: float | None = None
    rated: bool = False


class PairedRound(msgspec.Struct, frozen=True):
    """Who plays at a table together, in any order of chairs, and who has a bye."""

    groups: list[list[str]]
    byes: list[str] = []


class Entrant(msgspec.Struct):
    """Somebody who takes part: the public id of their passport, and the name they had when they came."""

    player: str
    name: str
    left: bool = False


class TournamentMatch(msgspec.Struct):
    """One match: who sits in which chair (empty: a bot), and the place of each chair once it is decided.

    `late` says that the deadline of the round decided it.
    """

    table: str
    chairs: list[str]
    places: list[int] | None = None
    left: list[str] = []
    late: bool = False

    def place_of(self, player: str) -> int:
        assert self.places is not None, "the match is not decided"
        return self.places[self.chairs.index(player)]

    def opponents(self, player: str) -> list[str]:
        """Return the other people at the table."""
        return [other for other in self.chairs if other and other != player]


class TournamentRound(msgspec.Struct):
    """A round: its matches, who has a bye or wins without a match, and when it must be over.

    `slots` are the places of a knock-out, in the order in which they meet; an empty one is nobody's.
    """

    begun: float
    deadline: float
    matches: list[TournamentMatch]
    byes: list[str] = []
    walkovers: list[str] = []
    slots: list[str] = []

    @property
    def decided(self) -> bool:
        return all(match.places is not None for match in self.matches)


class TournamentState(msgspec.Struct):
    """Everything that changes about a tournament. `seed` decides what is drawn by lot.

    `schedule` are the groups of each round of a round robin, which are fixed at its start.
    """

    seed: str
    entrants: list[Entrant] = []
    rounds: list[TournamentRound] = []
    schedule: list[PairedRound] = []

    def active(self) -> list[str]:
        """Return the players who have not left, in the order in which they came."""
        return [entrant.player for entrant in self.entrants if not entrant.left]

    def entrant(self, player: str) -> Entrant | None:
        return next((entrant for entrant in self.entrants if entrant.player == player), None)

    def matches(self) -> Iterator[TournamentMatch]:
        for one in self.rounds:
            yield from one.matches

    def decided_matches(self, player: str) -> list[TournamentMatch]:
        """Return the matches of a player that are decided, in order."""
        return [match for match in self.matches() if match.places and player in match.chairs]
