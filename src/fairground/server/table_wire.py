"""The messages over REST about tables: setting one up, sitting down, what everybody may see."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from fairground.server.wire import (
    Away,
    BoxText,
    Chair,
    Clock,
    Facts,
    Key,
    Level,
    MoveCount,
    Name,
    Options,
    Phase,
    RecordText,
    Seat,
    SeatCount,
)


class Create(Struct, forbid_unknown_fields=True):
    """Set up a table. `seat` is the creator's chair (None: only watch); `bots` has a level or None by seat.

    `away` is how many seconds a person may be gone before a bot takes over (None: forever). With `draw`,
    these chairs are only for waiting: when the match begins, people and bots move to chairs drawn by lot.
    With `hints`, people who play each other may ask for hints; this needs a table without a clock.
    With `free_text`, they can write to each other in their own words; this needs a table that is not listed.
    A `rated` table needs a clock, the game's own box and usual options, and a passport for every person.
    """

    game: Annotated[str, Meta(max_length=40)]
    seats: SeatCount
    options: Options = {}
    box: BoxText | None = None
    listed: bool = False
    clock: Clock = Clock()
    away: Away | None = 300
    seat: Seat | None = 0
    name: Name = ""
    bots: Annotated[list[Level | None], Meta(max_length=20)] = []
    start: bool = False
    draw: bool = False
    hints: bool = False
    free_text: bool = False
    rated: bool = False


class PlayOn(Struct, forbid_unknown_fields=True):
    """Set up a table whose match begins after `moves` moves of one that is over.

    That one is named by its `table`, or brought as a `record`, with its `box` if it had one of its own.
    Hidden things stay as they were (`true`), or are dealt again (`redealt`) from what the seat `knower` knew,
    which is the creator's chair if it is None. Without `hidden`, they stay as they were for somebody who
    shows the key of a chair at that table, and are dealt again for others. `Create` explains the rest.
    """

    moves: MoveCount
    table: Annotated[str, Meta(max_length=32)] | None = None
    record: RecordText | None = None
    box: BoxText | None = None
    hidden: Literal["true", "redealt"] | None = None
    knower: Seat | None = None
    clock: Clock = Clock()
    away: Away | None = 300
    seat: Seat | None = 0
    name: Name = ""
    bots: Annotated[list[Level | None], Meta(max_length=20)] = []
    start: bool = False
    free_text: bool = False


class Created(Struct, frozen=True):
    """The new table with the creator's keys and an invitation for each free chair."""

    table: Facts
    host: str
    seat: int | None
    key: str | None
    invitations: list[str | None]


class Take(Struct, forbid_unknown_fields=True):
    """Take a free chair. A table that is not listed requires the chair's invitation."""

    name: Name = ""
    invitation: Key | None = None


class Taken(Struct, frozen=True):
    """The chair is yours: `key` opens it from now on, and the invitation is used up."""

    table: str
    seat: int
    key: str


class Settled(Struct, frozen=True):
    """Whether a request changed anything at a table."""

    changed: bool


class Invitation(Struct, frozen=True):
    """A new invitation to a free chair; the previous one is void."""

    table: str
    seat: int
    invitation: str


class TableFacts(Struct, frozen=True):
    """A table as everybody may see it: `moves` counts the moves made, `why` says why it is not playable.

    `actors` are the seats to move; none are known for a match that last went on before they were stored.
    `seat` is the chair that the key of whoever asks opens.
    """

    table: Facts
    phase: Phase
    chairs: list[Chair]
    moves: int
    actors: list[int]
    playable: bool
    why: str | None
    seat: int | None = None


class RecordFacts(Struct, frozen=True):
    """The record of a match that is over, and the seal that its table published at the start.

    `chat_open` says whether everybody may read what was said at the table.
    """

    table: str
    record: str
    box: str | None
    seal: str
    chat_open: bool = False


TABLE_REST: tuple[type[Struct], ...] = (
    Create,
    PlayOn,
    Created,
    Take,
    Taken,
    Invitation,
    TableFacts,
    RecordFacts,
)
