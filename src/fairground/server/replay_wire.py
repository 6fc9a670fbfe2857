"""The messages about replays of records. `docs/protocol.md` explains how they are used."""

from typing import Annotated

from msgspec import Meta, Struct

from fairground.engine.outcome import Outcome
from fairground.server.wire import BoxText, Offer, ParentFacts, RecordText, Seat, Told, View


class Replay(Struct, forbid_unknown_fields=True):
    """Ask for `count` moments of a record from `first` on, as `seats` saw them.

    None stands for a spectator; without any seats, the spectator's view is returned. With `offers`, every
    moment has the moves that could have been made there.
    """

    record: RecordText
    box: BoxText | None = None
    seats: Annotated[list[Seat | None], Meta(max_length=10)] = []
    first: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    count: Annotated[int, Meta(ge=0, le=100)] = 50
    offers: bool = False


class Glimpse(Struct, frozen=True):
    """What one seat saw at a moment: its view, the picture of it, and its story of the move."""

    view: View
    picture: str
    story: list[Told]


class SeatOffers(Struct, frozen=True):
    """The legal moves of a seat."""

    seat: int
    offers: list[Offer]


class Moment(Struct, frozen=True):
    """The match after `moves` moves; `seat` and `words` belong to the move that led here."""

    moves: int
    seat: int | None
    words: str
    actors: list[int]
    points: list[int]
    glimpses: list[Glimpse]
    offers: list[SeatOffers] = []


class Replayed(Struct, frozen=True):
    """A part of a record that was checked as a whole.

    `curve` has the points after each move, and `log` what the first of the seats was told of each move;
    both begin with the start of the match. `hidden` says whether anything was hidden from anybody. `parent`
    is where the match began, if that was a moment of another one.
    """

    game: str
    title: str
    rules: int
    seats: int
    options: dict[str, str]
    players: list[str]
    moves: int
    over: bool
    outcome: Outcome
    seal: str | None
    curve: list[list[int]]
    log: list[list[Told]]
    moments: list[Moment]
    hidden: bool = True
    parent: ParentFacts | None = None


REPLAY_REST: tuple[type[Struct], ...] = (
    Replay,
    Glimpse,
    SeatOffers,
    Moment,
    Replayed,
)
