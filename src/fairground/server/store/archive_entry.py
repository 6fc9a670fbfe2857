"""One line of an archive, and the range of every value in it."""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from fairground.engine.box_text import MOST_CHARACTERS
from fairground.server import keys, wire
from fairground.server.chat_wire import LineNumber, PhraseCode, RawText
from fairground.server.people_wire import Picture
from fairground.server.store.store import StoredLine, StoredMove, StoredTable
from fairground.server.tables.notes import MOST_NOTES

Hash: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
TableId: TypeAlias = Annotated[str, Meta(pattern=f"^[{keys.ALPHABET}]{{12}}$")]
Date: TypeAlias = Annotated[float, Meta(ge=0.0, le=1e11)]
TimeLeft: TypeAlias = Annotated[float, Meta(ge=0.0, le=1e9)]
Points: TypeAlias = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Rules: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
GameId: TypeAlias = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,39}$")]
PassportId: TypeAlias = Annotated[str, Meta(pattern=f"^([{keys.LETTERS}]{{16}})?$")]
MOST_SEATS = 99
LONGEST_WORDS = 200
MOST_LINES = 10_000


class ArchiveEntry(Struct):
    """A table, its moves, its own box, the position at which it begins, if that is not the usual start, and
    what people have said at it.

    For a match that is over there is also the text of a `.game` file.
    """

    table: StoredTable
    moves: list[StoredMove]
    record: str | None = None
    box: str | None = None
    position: str | None = None
    chat: list[StoredLine] = []


class ChairRange(Struct):
    """What a chair may have."""

    hash: Hash
    person: bool = False
    name: wire.Name = ""
    bot: wire.Level | None = None
    resigned: bool = False
    mark: wire.Mark = ""
    agreed: Annotated[list[wire.Seat], Meta(max_length=MOST_SEATS)] = []
    reserved: bool = False
    passport: PassportId = ""
    picture: Picture = ""
    gone: bool = False
    expected: bool = False


class NoteRange(Struct):
    """What a note may have."""

    update_number: wire.UpdateNumber
    moves: Annotated[int, Meta(ge=0, le=10_000_000)]
    key: Annotated[str, Meta(max_length=40)]
    values: Annotated[dict[str, wire.Seat | wire.Level], Meta(max_length=5)] = {}


class ParentRange(wire.ParentFacts, frozen=True):
    """What the moment may have at which a match begins."""

    table: TableId | None = None


class ProgressRange(Struct):
    """What the progress of a table may have."""

    chairs: Annotated[list[ChairRange], Meta(max_length=MOST_SEATS)]
    banks: Annotated[list[TimeLeft], Meta(max_length=MOST_SEATS)]
    undone: wire.UpdateNumber = 0
    next: TableId | None = None
    points: Annotated[list[Points], Meta(max_length=MOST_SEATS)] | None = None
    notes: Annotated[list[NoteRange], Meta(max_length=MOST_NOTES)] = []
    trimmed: wire.UpdateNumber = 0
    draw: bool = False
    parent: ParentRange | None = None
    host_passport: PassportId = ""


class TableRange(Struct):
    """What a table may have."""

    id: TableId
    game: GameId
    rules: Rules
    seats: wire.SeatCount
    options: wire.Options
    box: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    listed: bool
    clock: wire.Clock
    away: wire.Away | None
    seed: Annotated[bytes, Meta(min_length=32, max_length=32)]
    host: Hash
    created: Date
    phase: Literal["waiting", "playing", "over"]
    update_number: wire.UpdateNumber
    progress: ProgressRange
    changed: Date


class MoveRange(Struct):
    """What a move may have."""

    ordinal: Annotated[int, Meta(ge=0, le=10_000_000)]
    update_number: wire.UpdateNumber
    seat: wire.Seat
    words: Annotated[str, Meta(max_length=LONGEST_WORDS)]
    made: Date
    left: TimeLeft | None = None


class LineRange(Struct):
    """What something that somebody said may have."""

    number: LineNumber
    author: Hash
    speaker: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    seat: wire.Seat
    name: wire.Name
    said: Date
    moves: wire.MoveCount
    phrase: PhraseCode | None = None
    text: RawText | None = None
    passport: Annotated[str, Meta(max_length=16)] = ""


class EntryRange(Struct):
    """What a line may have."""

    table: TableRange
    moves: list[MoveRange]
    record: str | None = None
    box: wire.BoxText | None = None
    position: Annotated[str, Meta(max_length=MOST_CHARACTERS)] | None = None
    chat: Annotated[list[LineRange], Meta(max_length=MOST_LINES)] = []


def check_ranges(fields: dict[str, object]) -> None:
    """Raise msgspec.ValidationError if a value is not what it could be."""
    msgspec.convert(fields, EntryRange)
