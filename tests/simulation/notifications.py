"""Sessions, locks and LISTEN/NOTIFY of a simulated PostgreSQL.

PostgreSQL delivers notifications in the order in which they were committed, each of them once, to every
connection that listens at that moment. So nothing here duplicates or reorders them; they are delayed, and
lost when a connection breaks.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextvars import copy_context
from itertools import count

from simulation.database import Database
from simulation.faults import Faults

OnNotify = Callable[["NotifyConnection", int, str, str], None]


class Postgres:
    """What all servers share besides the rows."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.sessions: dict[int, str] = {}
        self.locks: dict[str, list[int]] = {}
        self.numbers = count(1)
        self.listeners: list[NotifyConnection] = []

    def open_session(self, server: str) -> int:
        number = next(self.numbers)
        self.sessions[number] = server
        return number

    def end_session(self, session: int) -> None:
        """End a session; all its locks are free in the same moment."""
        self.sessions.pop(session, None)
        self.locks = {table: held for table, held in self.locks.items() if held[0] != session}

    def lock(self, table: str, session: int) -> bool:
        """Take an advisory lock, which the same session may take again."""
        held = self.locks.setdefault(table, [])
        if held and held[0] != session:
            return False
        held.append(session)
        return True

    def unlock(self, table: str, session: int) -> None:
        held = self.locks.get(table, [])
        if held and held[0] == session:
            held.pop()
        if not held:
            self.locks.pop(table, None)

    def owners(self, tables: Sequence[str]) -> dict[str, str]:
        return {table: self.sessions[self.locks[table][0]] for table in tables if table in self.locks}

    def listen(self, server: str, faults: Faults) -> "NotifyConnection":
        connection = NotifyConnection(self, server, faults)
        self.listeners.append(connection)
        return connection

    def notify(self, channel: str, payload: str) -> None:
        for connection in list(self.listeners):
            if channel in connection.channels:
                connection.deliver(channel, payload)

    def forget(self, server: str) -> None:
        """End everything that belongs to a server that is gone."""
        for session in [number for number, name in self.sessions.items() if name == server]:
            self.end_session(session)
        for connection in [listener for listener in self.listeners if listener.server == server]:
            connection.break_off(None)


class NotifyConnection:
    """The part of an asyncpg connection that the channel between servers uses."""

    def __init__(self, postgres: Postgres, server: str, faults: Faults) -> None:
        self.postgres = postgres
        self.server = server
        self.faults = faults
        self.loop = asyncio.get_running_loop()
        self.context = copy_context()  # what arrives here runs in the server's process
        self.channels: dict[str, OnNotify] = {}
        self.on_end: list[Callable[[object], None]] = []
        self.latest = 0.0
        self.broken = False
        self.ended = False

    def add_termination_listener(self, callback: Callable[[object], None]) -> None:
        self.on_end.append(callback)

    async def add_listener(self, channel: str, callback: OnNotify) -> None:
        await self._travel()
        self.channels[channel] = callback

    async def remove_listener(self, channel: str, callback: OnNotify) -> None:
        await self._travel()
        del self.channels[channel]

    async def execute(self, query: str, *args: str, timeout: float | None = None) -> None:
        await self._travel()
        if query == "SELECT pg_notify($1, $2)":
            self.postgres.notify(*args)
        else:
            assert query == "SELECT 1"
        await self._travel()

    async def close(self, timeout: float | None = None) -> None:
        self.break_off(0.0)

    def deliver(self, channel: str, payload: str) -> None:
        """Bring a notification later, but never before an earlier one."""
        self.latest = max(self.loop.time() + self.faults.latency(), self.latest + 1e-6)
        self.loop.call_at(self.latest, self._arrive, channel, payload, context=self.context)

    def break_off(self, notice: float | None) -> None:
        """Lose the connection at the database; the server notices after some seconds, or never."""
        if not self.broken:
            self.broken = True
            self.postgres.listeners.remove(self)
            if notice is not None:
                self.loop.call_later(notice, self._end, context=self.context)

    def _arrive(self, channel: str, payload: str) -> None:
        if not self.broken:
            self.channels[channel](self, 0, channel, payload)

    def _end(self) -> None:
        if not self.ended:
            self.ended = True
            for callback in self.on_end:
                callback(self)

    async def _travel(self) -> None:
        await asyncio.sleep(self.faults.latency())
        if self.broken:
            self._end()
            raise ConnectionResetError("the connection to the database was lost")
