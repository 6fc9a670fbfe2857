"""The messages about tournaments. `docs/protocol.md` explains how they are used."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from fairground.server.tournaments.plan import Format, TournamentPhase
from fairground.server.wire import Clock, Level, SeatCount

Title: TypeAlias = Annotated[str, Meta(max_length=60)]
RoundSeconds: TypeAlias = Annotated[int, Meta(ge=300, le=60 * 60 * 24 * 30)]
PlayerCount: TypeAlias = Annotated[int, Meta(ge=2, le=64)]
RoundCount: TypeAlias = Annotated[int, Meta(ge=0, le=15)]
Date: TypeAlias = Annotated[float, Meta(ge=0, le=2**53)]


class NewTournament(Struct, forbid_unknown_fields=True):
    """Set up a tournament for `most` players at most; `rounds` is for Swiss ones.

    A round ends at the latest `round_seconds` after its start. Bots of the level `bot` fill empty
    chairs; with None, somebody has a bye instead. It starts at the date `begins`, or when the host says so.
    """

    title: Title
    game: Annotated[str, Meta(max_length=40)]
    seats: SeatCount
    format: Format
    clock: Clock
    round_seconds: RoundSeconds
    most: PlayerCount = 16
    rounds: RoundCount = 0
    bot: Level | None = None
    begins: Date | None = None
    rated: bool = False


class TournamentFacts(Struct, frozen=True):
    """A tournament in a list. `round` of `rounds` is being played; 0 before the first.

    `hosting` and `playing` say what whoever asks does in it.
    """

    id: str
    title: str
    game: str
    seats: int
    format: Format
    phase: TournamentPhase
    players: int
    most: int
    round: int
    rounds: int
    begins: float | None
    hosting: bool
    playing: bool


class TournamentPlayer(Struct, frozen=True):
    """Somebody who takes part, and where they stand.

    Points and tie-breaks are in parts: so many `parts` make a point, `beaten` is twice as fine. Of knock-outs
    only the place and `survived`, the rounds in which the player stood, mean something.
    """

    id: str
    name: str
    left: bool
    place: int
    points: int
    met: int
    beaten: int
    wins: int
    matches: int
    survived: int


class TournamentTable(Struct, frozen=True):
    """A match: who sits in each chair, as a number in `players` (None: a bot), and the places once decided.

    `left` are the numbers of players who left the match; `late` says that the deadline decided it.
    """

    table: str
    chairs: list[int | None]
    places: list[int] | None
    left: list[int]
    late: bool


class TournamentRoundFacts(Struct, frozen=True):
    """A round. `byes` and `walkovers` (the opponent has left) are numbers in `players`."""

    begun: float
    deadline: float
    tables: list[TournamentTable]
    byes: list[int]
    walkovers: list[int]


class TournamentPage(Struct, frozen=True):
    """Everything about a tournament that everybody may see.

    `due` is the date at which the next round begins, or the present one must be over. `you` is the number in
    `players` of whoever asks, `your_table` where they play now. `fewest` players are needed to start.
    """

    about: TournamentFacts
    clock: Clock
    round_seconds: int
    bot: str | None
    rated: bool
    fewest: int
    parts: int
    players: list[TournamentPlayer]
    rounds: list[TournamentRoundFacts]
    due: float | None
    now: float
    you: int | None
    your_table: str | None


TOURNAMENT_REST: tuple[type[Struct], ...] = (
    NewTournament,
    TournamentFacts,
    TournamentPlayer,
    TournamentTable,
    TournamentRoundFacts,
    TournamentPage,
)
