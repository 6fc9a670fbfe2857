"""What is stored about a table, and the interface of a store.

A `Change` is what one request did to one table. Changes of many tables are written together; each is
stored completely or not at all, and a move is acknowledged only after that.
"""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from fairground.engine.story import Value
from fairground.server.wire import Clock, Phase


class StoredChair(msgspec.Struct):
    """A chair as it is stored. `hash` is that of its holder's key, or of the invitation while it is free.

    `resigned` distinguishes a person who handed the chair to a bot from one who only went away. `mark` is
    the mark of the last request that was carried out for the person. `agreed` are the seats of those who
    agree that somebody takes the chair during the match. A `reserved` chair needs an invitation even at a
    listed table.
    """

    hash: str
    person: bool = False
    name: str = ""
    bot: str | None = None
    resigned: bool = False
    mark: str = ""
    agreed: list[int] = []
    reserved: bool = False


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
    """

    chairs: list[StoredChair]
    banks: list[float]
    undone: int = 0
    next: str | None = None
    points: list[int] | None = None
    notes: list[StoredNote] = []
    trimmed: int = 0


class StoredTable(msgspec.Struct):
    """A table as it is stored. `update_number` is the number of its latest update."""

    id: str
    game: str
    rules: int
    seats: int
    options: dict[str, str]
    box: str
    box_text: str | None
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


class StoredMove(msgspec.Struct, frozen=True):
    """A move as it is stored: `ordinal` counts the moves of its table from 0.

    `update_number` is the number of the update that brought the move.
    """

    ordinal: int
    update_number: int
    seat: int
    words: str
    made: float


class Change(msgspec.Struct):
    """What to write about one table: its present state, moves to delete from `cut` on, moves to add."""

    table: StoredTable
    new: bool = False
    cut: int | None = None
    made: list[StoredMove] = []


class Store(Protocol):
    """Where tables are stored. Every method raises StoreError, with a sentence for people, if it fails."""

    async def write(self, changes: Sequence[Change]) -> None:
        """Store all of the changes or none of them. There is at most one change per table."""

    async def table(self, name: str) -> StoredTable | None: ...

    async def moves(self, name: str) -> list[StoredMove]: ...

    async def count_moves(self, names: Sequence[str]) -> dict[str, int]: ...

    async def listed_tables(self, phases: Sequence[Phase], limit: int) -> list[StoredTable]:
        """Return tables that everybody may see, most recently changed first."""

    async def tables_with_clocks(self) -> list[str]:
        """Return the tables whose match is under way and has a clock, which runs even if nobody is there."""

    async def count_waiting(self) -> int:
        """Return how many tables wait for their match to begin."""

    async def delete_unused(self, before: float) -> int:
        """Delete tables whose match never began and that have not changed since; return how many."""

    async def check(self) -> None:
        """Raise StoreError unless the store answers."""

    async def close(self) -> None: ...
