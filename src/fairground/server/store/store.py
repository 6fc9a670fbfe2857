"""What is stored about a table, and the interface of a store.

A `Change` is what one request did to one table. Changes of many tables are written together; each is
stored completely or not at all, and a move is acknowledged only after that.
"""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple, Protocol

import msgspec

from fairground.engine.story import Value
from fairground.server.ratings.result import Contest, ContestResult
from fairground.server.wire import Clock, ParentFacts, Phase


class StoredChair(msgspec.Struct):
    """A chair as it is stored. `hash` is that of its holder's key, or of the invitation while it is free.

    `resigned` distinguishes a person who handed the chair to a bot from one who only went away. `mark` is
    the mark of the last request that was carried out for the person. `agreed` are the seats of those who
    agree that somebody takes the chair during the match. A `reserved` chair needs an invitation even at a
    listed table. `passport` is the public id of its person's passport, if they have one; it is never sent.
    `picture` is the one that they have chosen. Of a person who is `gone`, everything has been deleted. A
    person who is `expected` has not come to this table yet: somebody else has asked for a rematch.
    """

    hash: str
    person: bool = False
    name: str = ""
    bot: str | None = None
    resigned: bool = False
    mark: str = ""
    agreed: list[int] = []
    reserved: bool = False
    passport: str = ""
    picture: str = ""
    gone: bool = False
    expected: bool = False


class StoredNote(msgspec.Struct, frozen=True):
    """An entry of the story about the table itself, such as who took a chair.

    `moves` is how many moves were made before it, and `update_number` is that of the update that brought it.
    """

    update_number: int
    moves: int
    key: str
    values: dict[str, Value] = {}


class TableProgress(msgspec.Struct):
    """What changes about a table besides its moves, its phase and its update number.

    `banks` are the seconds each seat has left. `undone` is the number of the last update that took a move
    back. `next` is the table of the rematch. `points` are the final ones. `notes` are in the order of the
    story; `trimmed` is the number of the last update that dropped old ones.
    With `draw`, lots decide who sits where when the match begins. `actors` are the seats to move.
    With `hints`, people who play each other may ask for hints.
    `settled` is the uptime of the store at which `banks` were right; None if no clock has been running since.
    `parent` is the moment of another match at which this one begins; the store has the position.
    `host_passport` is the public id of the host's passport, if they have one. `contest` is there if the match
    counts for ratings or for a tournament. With `free_text`, people can write to each other; `chat_open` says
    whether everybody may read what was said.
    """

    chairs: list[StoredChair]
    banks: list[float]
    undone: int = 0
    next: str | None = None
    points: list[int] | None = None
    notes: list[StoredNote] = []
    trimmed: int = 0
    settled: float | None = None
    draw: bool = False
    actors: list[int] = []
    parent: ParentFacts | None = None
    hints: bool = False
    host_passport: str = ""
    free_text: bool = False
    chat_open: bool = False
    contest: Contest | None = None


class StoredTable(msgspec.Struct):
    """A table as it is stored. `update_number` is the number of its latest update.

    `own_box` is the digest of the box that its creator brought, `box` the short digest of whatever box it is
    played with. `due` is the uptime at which the next clock runs out; None if no clock is running. `creator`
    stands for the address that set the table up, until the match begins.
    """

    id: str
    game: str
    rules: int
    seats: int
    options: dict[str, str]
    box: str
    own_box: str | None
    listed: bool
    clock: Clock
    away: int | None
    seed: bytes
    host: str
    created: float
    phase: Phase
    update_number: int
    progress: TableProgress
    changed: float
    due: float | None = None
    creator: str | None = None


class StoredMove(msgspec.Struct, frozen=True):
    """A move as it is stored: `ordinal` counts the moves of its table from 0.

    `update_number` is the number of the update that brought the move. `left` are the seconds that its seat
    had on the clock just before the move.
    """

    ordinal: int
    update_number: int
    seat: int
    words: str
    made: float
    left: float | None = None


class StoredBox(msgspec.Struct, frozen=True):
    """A box that somebody brought: canonical JSON, or TOML from a store of an earlier version."""

    game: str
    text: str

    @property
    def is_canonical(self) -> bool:
        return self.text.startswith("{")

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()


class StoredLine(msgspec.Struct, frozen=True):
    """Something that was said at a table: the code of a phrase or reaction, or a text.

    `author` is the hash of the key of whoever said it, `passport` that person's, if they have one, and
    `speaker` stands for the person in public. `seat` is where they sat then and `name` what they were called.
    `moves` is how many moves had been made.
    """

    number: int
    author: str
    speaker: str
    seat: int
    name: str
    said: float
    moves: int
    phrase: str | None = None
    text: str | None = None
    passport: str = ""


class Pulse(msgspec.Struct, frozen=True):
    """A sign that the store is in use: the date, and for how many seconds servers have used it in all."""

    date: float
    uptime: float


class Sitter(NamedTuple):
    """Who sits in a chair: the hash of their key, their passport, and whether it is their turn."""

    holder: str
    passport: str
    turn: bool


class Occupancy(NamedTuple):
    """How a table stands for the people at it. `sitters` has None for a chair without a person."""

    phase: Phase
    sitters: tuple[Sitter | None, ...]


class Change(msgspec.Struct):
    """What to write about one table: its present state, moves to delete from `cut` on, moves to add.

    `box` is written too if the store does not have it, and so is the position at which a new table begins.
    `before` is how the store had the table stand until now; without it, and for no new table, nothing is
    written about the people at it. `result` is that of a match that counts, when it is first known.
    `chat` is what was said at a table that is imported.
    """

    table: StoredTable
    new: bool = False
    cut: int | None = None
    made: list[StoredMove] = []
    box: StoredBox | None = None
    position: str | None = None
    before: Occupancy | None = None
    result: ContestResult | None = None
    chat: list[StoredLine] = []


class Store(Protocol):
    """Where tables are stored. Every method raises StoreError, with a sentence for people, if it fails."""

    async def write(self, changes: Sequence[Change]) -> None:
        """Store all of the changes or none of them. There is at most one change per table."""

    async def table(self, name: str) -> StoredTable | None: ...

    async def moves(self, name: str) -> list[StoredMove]: ...

    async def count_moves(self, names: Sequence[str]) -> dict[str, int]: ...

    async def listed_tables(self, phases: Sequence[Phase], limit: int) -> list[StoredTable]:
        """Return tables that everybody may see, most recently changed first."""

    async def existing(self, names: Sequence[str]) -> set[str]:
        """Return which of these tables are in the store."""

    async def box(self, digest: str) -> StoredBox | None: ...

    async def position(self, name: str) -> str | None:
        """Return the position, as JSON, at which the match of a table begins; None for the usual start."""

    async def due_tables(self, until: float, after: str, limit: int) -> list[str]:
        """Return tables on which a clock has run out by the uptime `until`, by name, from `after` on."""

    async def count_waiting(self, creator: str | None = None) -> int:
        """Return how many tables wait for their match to begin; only those of a creator if one is given."""

    async def delete_unused(self, before: float) -> int:
        """Delete tables whose match never began and that have not changed since; return how many.

        Boxes that no table uses, and none has since then, are deleted too.
        """

    async def finished_tables(self, keep: int, limit: int) -> list[str]:
        """Return some of the tables whose match is over, oldest first, that are beyond the newest `keep`."""

    async def delete(self, names: Sequence[str]) -> None:
        """Delete tables with their moves."""

    async def secret(self) -> bytes:
        """Return the random secret of this store."""

    async def pulse(self) -> Pulse | None:
        """Return the last pulse of any server that used the store."""

    async def beat(self, pulse: Pulse) -> Pulse:
        """Store a pulse and return it with the uptime that the store has then; it never falls."""

    async def check(self) -> None:
        """Raise StoreError unless the store answers."""

    async def close(self) -> None: ...
