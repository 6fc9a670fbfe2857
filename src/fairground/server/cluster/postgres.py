"""The store in PostgreSQL, which several servers share; each table is owned by one of them at a time.

One session holds the locks of all tables that this server owns, and makes all writes to them. A server
that loses the session loses its locks and its ability to write at the same moment, so it cannot write to a
table that another server has taken over.

A database that hangs must not make people wait: work that is not done in time ends by ending its connection,
and with the session all locks are lost. If that happens during a commit, nobody knows whether it took place.
The table is then loaded again, for which its lock is needed; and the database gives the lock only after it
has ended the old session, with the commit or without it.
"""

import asyncio
import contextlib
import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import asyncpg
from sqlalchemy import BigInteger, bindparam, event, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DisconnectionError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from fairground.server import keys
from fairground.server.errors import OutcomeUnknown, StoreError
from fairground.server.store import migrations
from fairground.server.store.rows import statements
from fairground.server.store.sql import SqlStore
from fairground.server.store.store import Change
from fairground.server.store.store_errors import store_error

OWNER, CHANNEL = "fairground owner ", "fairground channel "  # application names of the two sessions
# A host that disappears without closing its connections is given up after about half a minute.
KEEPALIVE = {"tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "4"}
# A database that works, but slowly, gives up by itself a little earlier than we do. In milliseconds.
GIVE_UP = {
    "statement_timeout": "3000",
    "lock_timeout": "2500",
    "idle_in_transaction_session_timeout": "20000",
}
CONNECT_SECONDS, POOL_SECONDS, WORK_SECONDS = 3.0, 2.0, 4.0
OPEN_SECONDS, CLOSE_SECONDS = 5.0, 3.0
ROWS_A_SECOND = 1_000  # an import writes many rows at once, and has more time
REST_SECONDS = 2.0  # after a failure to get a session, the next attempt is made this much later

_NO_HURRY = text(
    "SELECT set_config(name, '0', true) FROM unnest(ARRAY['statement_timeout', 'lock_timeout']) name"
)
_ACQUIRE = text("SELECT pg_try_advisory_lock(:lock)")
_RELEASE = text("SELECT pg_advisory_unlock(:lock)")
_NAME = text("SELECT set_config('application_name', :name, false)")
_MIGRATING = text("SELECT pg_advisory_xact_lock(hashtextextended('fairground schema', 0))")
_LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended('fairground ' || :name, 0))")
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
            pool_timeout=POOL_SECONDS,
            connect_args={
                "timeout": CONNECT_SECONDS,
                "server_settings": {**KEEPALIVE, **GIVE_UP},
            },
        )
        event.listen(engine.sync_engine, "checkout", _refuse_closed)
        super().__init__(engine)
        self.name = keys.new_name()
        self.session: AsyncConnection | None = None
        self.ended = False
        self.raw_session: asyncpg.Connection | None = None
        self.resting_until = 0.0
        self.session_turn = asyncio.Lock()
        self.held: Counter[str] = Counter()
        self.loss_callbacks: list[Callable[[], None]] = []

    async def migrate(self) -> None:
        """Bring the database to the newest schema; wait as long as another server does the same."""
        try:
            async with closing(await self._open_connection()) as connection, connection.begin():
                await self._migrate(connection, await _raw(connection))
        except self.failures as error:
            raise store_error(error) from error

    async def _migrate(self, connection: AsyncConnection, raw: asyncpg.Connection) -> None:
        try:
            await connection.execute(_NO_HURRY)
            await connection.execute(_MIGRATING)
            await connection.run_sync(migrations.migrate)
        except asyncio.CancelledError:
            raw.terminate()  # else the database would be asked to cancel it, and might not answer
            raise

    async def write(self, changes: Sequence[Change]) -> None:
        work = [(statement, rows) for statement, rows in statements(changes) if rows]
        seconds = WORK_SECONDS + sum(len(rows) for _, rows in work) / ROWS_A_SECOND
        async with self._session(seconds) as connection:
            for change in changes:
                if not change.new and not self.holds(change.table.id):
                    raise StoreError("this server no longer owns the table")
            for statement, rows in work:
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
        with contextlib.suppress(*self.failures):
            async with asyncio.timeout(CLOSE_SECONDS):
                if self.session:
                    await self.session.close()
                await super().close()

    async def connect(self) -> asyncpg.Connection:
        """Open a separate connection for the channel between servers."""
        _, arguments = self.engine.dialect.create_connect_args(self.engine.url)
        server_settings = {**KEEPALIVE, "application_name": CHANNEL + self.name, "synchronous_commit": "off"}
        return await asyncpg.connect(
            **arguments,
            timeout=CONNECT_SECONDS,
            command_timeout=WORK_SECONDS,
            server_settings=server_settings,
        )

    # Connections that give up

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[AsyncConnection]:
        try:
            connection = await self._open_connection()
            async with time_limit(await _raw(connection), WORK_SECONDS), closing(connection):
                yield connection
        except self.failures as error:
            raise store_error(error) from error

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        async with self._connection() as connection, connection.begin():
            yield connection

    async def _lock(self, connection: AsyncConnection, name: str) -> None:
        await connection.execute(_LOCK, {"name": name})

    @asynccontextmanager
    async def _snapshot(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection for an export, which may take its time."""
        try:
            async with closing(await self._open_connection()) as connection:
                snapshot = await connection.execution_options(isolation_level="REPEATABLE READ")
                await snapshot.execute(_NO_HURRY)
                yield snapshot
        except self.failures as error:
            raise store_error(error) from error

    async def _open_connection(self) -> AsyncConnection:
        async with asyncio.timeout(OPEN_SECONDS):
            return await self.engine.connect()

    # The session

    @asynccontextmanager
    async def _session(self, seconds: float = WORK_SECONDS) -> AsyncIterator[AsyncConnection]:
        """Begin a transaction in the one session that may write."""
        async with self.session_turn:
            session, raw = await self._ready_session()
            committing = False
            try:
                async with time_limit(raw, seconds) as limit, session.begin() as transaction:
                    yield session
                    committing = True
                    await transaction.commit()
            except self.failures as error:
                if limit.missed:
                    self._rest()
                if raw.is_closed():
                    self._end_session(raw)
                raise OutcomeUnknown if committing and raw.is_closed() else store_error(error) from error

    async def _ready_session(self) -> tuple[AsyncConnection, asyncpg.Connection]:
        """Return the session; open a new one if it has ended, but not again and again if that fails."""
        if self.session is None or self.raw_session is None or self.ended:
            if asyncio.get_running_loop().time() < self.resting_until:
                raise StoreError("the database does not answer")
            try:
                self.session, self.raw_session = await self._open_session()
            except self.failures as error:
                self._rest()
                raise store_error(error) from error
        return self.session, self.raw_session

    def _rest(self) -> None:
        """Let all who wait for the session fail at once, not one after the other."""
        self.resting_until = asyncio.get_running_loop().time() + REST_SECONDS

    async def _open_session(self) -> tuple[AsyncConnection, asyncpg.Connection]:
        await self._discard_session()
        connection = await self._open_connection()
        raw = await _raw(connection)
        try:
            async with time_limit(raw, WORK_SECONDS), connection.begin():
                await connection.execute(_NAME, {"name": OWNER + self.name})
        except self.failures:
            await connection.close()
            raise
        raw.add_termination_listener(self._end_session)
        self.ended = raw.is_closed()
        return connection, raw

    async def _discard_session(self) -> None:
        session, self.session, self.raw_session = self.session, None, None
        self.held.clear()
        if session:
            await session.invalidate()
            await session.close()

    def _end_session(self, raw: object) -> None:
        """Note that all locks are gone."""
        if self.ended or raw is not self.raw_session:
            return
        self.ended = True
        self.held.clear()
        for callback in self.loss_callbacks:
            callback()


class TimeLimit:
    """Ends a connection whose work is not done in time, so that everything that waits for it fails."""

    def __init__(self, raw: asyncpg.Connection) -> None:
        self.raw = raw
        self.missed = False

    def end(self) -> None:
        self.missed = True
        self.raw.terminate()


@asynccontextmanager
async def time_limit(raw: asyncpg.Connection, seconds: float) -> AsyncIterator[TimeLimit]:
    limit = TimeLimit(raw)
    timer = asyncio.get_running_loop().call_later(seconds, limit.end)
    try:
        yield limit
    finally:
        timer.cancel()


@asynccontextmanager
async def closing(connection: AsyncConnection) -> AsyncIterator[AsyncConnection]:
    """Give a connection back to its pool in the end."""
    try:
        yield connection
    finally:
        await connection.close()


def _refuse_closed(connection: DBAPIConnection, entry: ConnectionPoolEntry, checkout: object) -> None:
    """Let the pool replace a connection that the database has closed."""
    raw = entry.driver_connection
    assert isinstance(raw, asyncpg.Connection)
    if raw.is_closed():
        raise DisconnectionError


async def _raw(connection: AsyncConnection) -> asyncpg.Connection:
    raw = (await connection.get_raw_connection()).driver_connection
    assert isinstance(raw, asyncpg.Connection)
    return raw
