"""The store in PostgreSQL, which several servers share; each table is owned by one of them at a time.

One session holds the locks of all tables that this server owns, and makes all writes to them. A server
that loses the session loses its locks and its ability to write at the same moment, so it cannot write to a
table that another server has taken over.
"""

import asyncio
import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import asyncpg
from sqlalchemy import BigInteger, bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from fairground.server import keys
from fairground.server.errors import StoreError
from fairground.server.store import schema
from fairground.server.store.sql import SqlStore, statements, store_error
from fairground.server.store.store import Change

OWNER, CHANNEL = "fairground owner ", "fairground channel "  # application names of the two sessions
# A host that disappears without closing its connections is given up after about half a minute.
KEEPALIVE = {"tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "4"}

_ACQUIRE = text("SELECT pg_try_advisory_lock(:lock)")
_RELEASE = text("SELECT pg_advisory_unlock(:lock)")
_NAME = text("SELECT set_config('application_name', :name, false)")
_MIGRATING = text("SELECT pg_advisory_xact_lock(hashtextextended('fairground schema', 0))")
_BEATING = text("SELECT pg_advisory_xact_lock(hashtextextended('fairground pulse', 0))")
_OWNERS = text(
    "SELECT l.classid::bigint << 32 | l.objid::bigint AS lock, a.application_name AS name"
    " FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid"
    " WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted AND a.datname = current_database()"
    " AND l.database = a.datid AND l.classid::bigint << 32 | l.objid::bigint = ANY(:locks)"
).bindparams(bindparam("locks", type_=ARRAY(BigInteger)))
_SERVERS = text(
    "SELECT application_name FROM pg_stat_activity"
    " WHERE datname = current_database() AND starts_with(application_name, :channel)"
)


def lock_of(table: str) -> int:
    """Return the number of the advisory lock for a table."""
    return int.from_bytes(hashlib.sha256(table.encode()).digest()[:8], "big", signed=True)


class PostgresStore(SqlStore):
    """A store that also has the locks on tables. `name` identifies this server among the others."""

    shared = True
    failures = (SQLAlchemyError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError)

    def __init__(self, place: URL) -> None:
        engine = create_async_engine(
            place.set(drivername="postgresql+asyncpg"),
            pool_pre_ping=True,
            connect_args={"timeout": 20, "server_settings": KEEPALIVE},
        )
        super().__init__(engine)
        self.name = keys.new_name()
        self.session: AsyncConnection | None = None
        self.ended = False
        self.session_turn = asyncio.Lock()
        self.held: Counter[str] = Counter()
        self.loss_callbacks: list[Callable[[], None]] = []

    async def migrate(self) -> None:
        async with self._transaction() as connection:
            await connection.execute(_MIGRATING)
            await connection.run_sync(schema.migrate)

    async def write(self, changes: Sequence[Change]) -> None:
        async with self._session() as connection:
            for change in changes:
                if not change.new and not self.holds(change.table.id):
                    raise StoreError("this server no longer owns the table")
            for statement, rows in statements(changes):
                if rows:
                    await connection.execute(statement, rows)

    async def acquire(self, table: str) -> bool:
        """Return whether this server owns the table now. Every acquired lock must be released."""
        async with self._session() as connection:
            acquired = bool((await connection.execute(_ACQUIRE, {"lock": lock_of(table)})).scalar_one())
            if acquired:
                self.held[table] += 1
            return acquired

    def holds(self, table: str) -> bool:
        return table in self.held

    async def release(self, table: str) -> None:
        if not self.holds(table):
            return
        async with self._session() as connection:
            if self.holds(table):
                await connection.execute(_RELEASE, {"lock": lock_of(table)})
                self.held -= Counter([table])

    def on_loss(self, callback: Callable[[], None]) -> None:
        self.loss_callbacks.append(callback)

    async def owners(self, tables: Sequence[str]) -> dict[str, str]:
        """Return the servers that own these tables; tables without an owner are left out."""
        async with self._connection() as connection:
            found = await connection.execute(_OWNERS, {"locks": [lock_of(table) for table in tables]})
            by_lock = {row.lock: row.name.removeprefix(OWNER) for row in found}
        return {table: by_lock[lock] for table in tables if (lock := lock_of(table)) in by_lock}

    async def servers(self) -> set[str]:
        """Return the names of all servers that are running."""
        async with self._connection() as connection:
            found = await connection.execute(_SERVERS, {"channel": CHANNEL})
            return {row[0].removeprefix(CHANNEL) for row in found}

    async def close(self) -> None:
        self.loss_callbacks.clear()
        if self.session:
            await self.session.close()
        await super().close()

    async def connect(self) -> asyncpg.Connection:
        """Open a separate connection for the channel between servers."""
        _, arguments = self.engine.dialect.create_connect_args(self.engine.url)
        server_settings = {**KEEPALIVE, "application_name": CHANNEL + self.name, "synchronous_commit": "off"}
        return await asyncpg.connect(**arguments, timeout=20, server_settings=server_settings)

    async def _lock_pulse(self, connection: AsyncConnection) -> None:
        await connection.execute(_BEATING)

    @asynccontextmanager
    async def _snapshot(self) -> AsyncIterator[AsyncConnection]:
        async with self._connection() as connection:
            yield await connection.execution_options(isolation_level="REPEATABLE READ")

    @asynccontextmanager
    async def _session(self) -> AsyncIterator[AsyncConnection]:
        """Begin a transaction in the one session that may write."""
        async with self.session_turn:
            try:
                if self.session is None or self.ended:
                    self.session = await self._open_session()
                async with self.session.begin():
                    yield self.session
            except self.failures as error:
                raise store_error(error) from error

    async def _open_session(self) -> AsyncConnection:
        if self.session:
            await self.session.invalidate()
            await self.session.close()
            self.session = None
        self.held.clear()
        self.ended = False
        connection = await self.engine.connect()
        raw = (await connection.get_raw_connection()).driver_connection
        assert isinstance(raw, asyncpg.Connection)
        raw.add_termination_listener(self._end_session)
        async with connection.begin():
            await connection.execute(_NAME, {"name": OWNER + self.name})
        return connection

    def _end_session(self, connection: object) -> None:
        """Note that all locks are gone."""
        self.ended = True
        self.held.clear()
        for callback in self.loss_callbacks:
            callback()
