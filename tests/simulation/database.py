"""What is durable: the rows of a database, which survive every crash, and everybody who watches commits."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from fairground.server.errors import StoreError
from fairground.server.store.store import Change, Pulse, StoredMove, StoredTable

CONFLICT = "another program has written to this table in the meantime"
_write_table = msgspec.msgpack.Encoder().encode
_read_table: Callable[[bytes], StoredTable] = msgspec.msgpack.Decoder(StoredTable).decode


class Commit(msgspec.Struct, frozen=True):
    """What one change did to one table, as it was written. `server` made it."""

    server: str
    table: StoredTable
    new: bool
    cut: int | None
    made: list[StoredMove]


OnCommit: TypeAlias = Callable[[Commit], None]


class Database:
    """Rows that change only in transactions: all changes of a write are applied, or none."""

    def __init__(self, on_commit: OnCommit) -> None:
        self.tables: dict[str, bytes] = {}
        self.made: dict[str, list[StoredMove]] = {}
        self.pulse: Pulse | None = None
        self.on_commit = on_commit

    def write(self, changes: Sequence[Change], server: str) -> None:
        """Apply the changes as a database with primary keys would."""
        made = {change.table.id: self._moves_after(change) for change in changes}
        for change in changes:
            name = change.table.id
            if not change.new and name not in self.tables:
                continue  # an UPDATE of no row
            self.tables[name] = _write_table(change.table)
            self.made[name] = made[name]
            self.on_commit(Commit(server, self.table(name), change.new, change.cut, list(change.made)))

    def _moves_after(self, change: Change) -> list[StoredMove]:
        name = change.table.id
        if change.new and name in self.tables:
            raise StoreError(CONFLICT)
        kept = self.made.get(name, [])
        if change.cut is not None:
            kept = [move for move in kept if move.ordinal < change.cut]
        for move in change.made:
            if kept and move.ordinal <= kept[-1].ordinal:
                raise StoreError(CONFLICT)
        return [*kept, *change.made]

    def table(self, name: str) -> StoredTable:
        return _read_table(self.tables[name])

    def all_tables(self) -> list[StoredTable]:
        return [_read_table(row) for row in self.tables.values()]

    def delete(self, name: str) -> None:
        del self.tables[name], self.made[name]
