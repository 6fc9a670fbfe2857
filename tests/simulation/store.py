"""The store of a simulated server: every answer takes time, and may be an error.

`SimulatedStore` behaves like SQLite: one server, and a failed write changes nothing. `SharedStore` behaves
like PostgreSQL: several servers, locks that belong to a session, and writes that fail without anybody
knowing whether they were made.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from contextvars import copy_context
from typing import TypeVar

from fairground.server.errors import OutcomeUnknown, StoreError
from fairground.server.store.store import Change, Pulse, StoredBox, StoredMove, StoredTable
from fairground.server.wire import Phase
from simulation.database import Database
from simulation.faults import Faults
from simulation.notifications import NotifyConnection, Postgres

T = TypeVar("T")


class SimulatedStore:
    """The store of the only server on a database."""

    shared = False

    def __init__(self, database: Database, faults: Faults, name: str) -> None:
        self.database = database
        self.faults = faults
        self.name = name

    async def write(self, changes: Sequence[Change]) -> None:
        await self._wait()
        if self.faults.happens("full disk"):
            raise StoreError("the disk of the store is full")
        self.database.write(changes, self.name)
        await self._wait()

    async def table(self, name: str) -> StoredTable | None:
        return await self._read(lambda: self.database.table(name) if name in self.database.tables else None)

    async def moves(self, name: str) -> list[StoredMove]:
        return await self._read(lambda: list(self.database.made.get(name, [])))

    async def count_moves(self, names: Sequence[str]) -> dict[str, int]:
        return await self._read(lambda: {name: len(self.database.made.get(name, [])) for name in names})

    async def listed_tables(self, phases: Sequence[Phase], limit: int) -> list[StoredTable]:
        def read() -> list[StoredTable]:
            found = [table for table in self.database.all_tables() if table.listed and table.phase in phases]
            return sorted(found, key=lambda table: -table.changed)[:limit]

        return await self._read(read)

    async def existing(self, names: Sequence[str]) -> set[str]:
        return await self._read(lambda: {name for name in names if name in self.database.tables})

    async def box(self, digest: str) -> StoredBox | None:
        return await self._read(lambda: None)  # no table of a schedule has its own box

    async def position(self, name: str) -> str | None:
        return await self._read(lambda: None)  # every table of a schedule begins at the start of its game

    async def due_tables(self, until: float, after: str, limit: int) -> list[str]:
        def read() -> list[str]:
            tables = self.database.all_tables()
            due = [table.id for table in tables if table.due is not None and table.due <= until]
            return sorted(name for name in due if name > after)[:limit]

        return await self._read(read)

    async def count_waiting(self, creator: str | None = None) -> int:
        def read() -> int:
            waiting = [table for table in self.database.all_tables() if table.phase == "waiting"]
            return sum(creator in (None, table.creator) for table in waiting)

        return await self._read(read)

    async def delete_unused(self, before: float) -> int:
        def delete() -> int:
            tables = self.database.all_tables()
            unused = [table.id for table in tables if table.phase == "waiting" and table.changed < before]
            for name in unused:
                self.database.delete(name)
            return len(unused)

        return await self._read(delete)

    async def finished_tables(self, keep: int, limit: int) -> list[str]:
        def read() -> list[str]:
            over = [table for table in self.database.all_tables() if table.phase == "over"]
            newest = sorted(over, key=lambda table: -table.changed)
            return [table.id for table in reversed(newest[keep:])][:limit]

        return await self._read(read)

    async def delete(self, names: Sequence[str]) -> None:
        await self._wait()
        for name in names:
            self.database.delete(name)

    async def secret(self) -> bytes:
        return await self._read(lambda: b"secret")

    async def pulse(self) -> Pulse | None:
        return await self._read(lambda: self.database.pulse)

    async def beat(self, pulse: Pulse) -> Pulse:
        await self._wait()
        last = self.database.pulse
        self.database.pulse = Pulse(pulse.date, max(pulse.uptime, last.uptime if last else 0.0))
        return self.database.pulse

    async def check(self) -> None:
        await self._read(lambda: None)

    async def close(self) -> None:
        pass

    async def _wait(self) -> None:
        await asyncio.sleep(self.faults.latency())

    async def _read(self, read: Callable[[], T]) -> T:
        await self._wait()
        if self.faults.happens("unreadable"):
            raise StoreError("the store does not work: disk I/O error")
        return read()


class SessionLost(StoreError):
    """The session with the database has ended."""


class SharedStore(SimulatedStore):
    """The store of one of several servers. Its session holds its locks and makes its writes.

    PostgreSQL ends a session and releases its locks in one moment; the server learns of it now or later.
    """

    shared = True

    def __init__(self, postgres: Postgres, faults: Faults, name: str) -> None:
        super().__init__(postgres.database, faults, name)
        self.postgres = postgres
        self.context = copy_context()  # losses are noticed in the server's process
        self.turn = asyncio.Lock()
        self.session: int | None = None
        self.held: Counter[str] = Counter()
        self.loss_callbacks: list[Callable[[], None]] = []

    async def write(self, changes: Sequence[Change]) -> None:
        async with self.turn:
            session = await self._session()
            for change in changes:
                if not change.new and not self.holds(change.table.id):
                    raise StoreError("this server no longer owns the table")
            try:
                await self._travel(session)
                self.database.write(changes, self.name)
                if self.faults.happens("unknown outcome"):
                    self.end_session(0.0)
                await self._travel(session)
            except SessionLost as error:
                raise OutcomeUnknown(str(error)) from None

    async def acquire(self, table: str) -> bool:
        async with self.turn:
            session = await self._session()
            await self._travel(session)
            acquired = self.postgres.lock(table, session)
            await self._travel(session)
            if acquired:
                self.held[table] += 1
            return acquired

    def holds(self, table: str) -> bool:
        return table in self.held

    async def release(self, table: str) -> None:
        if not self.holds(table):
            return
        async with self.turn:
            session = await self._session()
            if self.holds(table):
                await self._travel(session)
                self.postgres.unlock(table, session)
                await self._travel(session)
                self.held -= Counter([table])

    def on_loss(self, callback: Callable[[], None]) -> None:
        self.loss_callbacks.append(callback)

    async def owners(self, tables: Sequence[str]) -> dict[str, str]:
        return await self._read(lambda: self.postgres.owners(tables))

    async def servers(self) -> set[str]:
        return await self._read(lambda: {connection.server for connection in self.postgres.listeners})

    async def connect(self) -> NotifyConnection:
        """Open the connection of the channel between servers."""
        await self._wait()
        if self.faults.happens("unreachable"):
            raise ConnectionRefusedError("the database cannot be reached")
        return self.postgres.listen(self.name, self.faults)

    async def close(self) -> None:
        self.loss_callbacks.clear()
        if self.session is not None:
            self.postgres.end_session(self.session)

    def end_session(self, notice: float) -> None:
        """End the session at the database; this server notices after some seconds."""
        if self.session is not None:
            self.postgres.end_session(self.session)
            loop = asyncio.get_running_loop()
            loop.call_later(notice, self._notice_end, self.session, context=self.context)

    def _notice_end(self, session: int) -> None:
        if self.session == session:
            self.session = None
            self.held.clear()
            for callback in self.loss_callbacks:
                callback()

    async def _session(self) -> int:
        if self.session is None:
            self.held.clear()
            await self._wait()
            if self.faults.happens("unreachable"):
                raise StoreError("the database cannot be reached")
            self.session = self.postgres.open_session(self.name)
        return self.session

    async def _travel(self, session: int) -> None:
        """Wait for the network; a session that has ended is noticed now at the latest."""
        await self._wait()
        if session not in self.postgres.sessions:
            self._notice_end(session)
            raise SessionLost("the connection to the database was lost")
