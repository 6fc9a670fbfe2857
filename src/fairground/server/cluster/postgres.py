"""Tables in PostgreSQL, which several servers share; each table is kept by one of them at a time.

One session holds the locks of all tables that this server keeps, and does all writing to them. Who
loses the session loses locks and pen in the same moment: nothing can be written to a table that another
server may have taken over.
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
from fairground.server.store.store import Change, SqlStore, statements

KEEPER, POST = "fairground keeper ", "fairground post "
# A host that vanishes without a word is given up after about half a minute.
ALIVE = {"tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "4"}

_CLAIM = text("SELECT pg_try_advisory_lock(:lock)")
_RELEASE = text("SELECT pg_advisory_unlock(:lock)")
_NAME = text("SELECT set_config('application_name', :name, false)")
_MIGRATING = text("SELECT pg_advisory_xact_lock(hashtextextended('fairground schema', 0))")
_OWNERS = text(
    "SELECT l.classid::bigint << 32 | l.objid::bigint AS lock, a.application_name AS name"
    " FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid"
    " WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted AND a.datname = current_database()"
    " AND l.database = a.datid AND l.classid::bigint << 32 | l.objid::bigint = ANY(:locks)"
).bindparams(bindparam("locks", type_=ARRAY(BigInteger)))
_SERVERS = text(
    "SELECT application_name FROM pg_stat_activity"
    " WHERE datname = current_database() AND starts_with(application_name, :post)"
)


def lock_of(table: str) -> int:
    """The number of the advisory lock that stands for a table."""
    return int.from_bytes(hashlib.sha256(table.encode()).digest()[:8], "big", signed=True)


class PostgresStore(SqlStore):
    """A store that also decides which server keeps a table. `name` is this server's among the others."""

    shared = True
    failures = (SQLAlchemyError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError)

    def __init__(self, place: URL) -> None:
        engine = create_async_engine(
            place.set(drivername="postgresql+asyncpg"),
            pool_pre_ping=True,
            connect_args={"timeout": 20, "server_settings": ALIVE},
        )
        super().__init__(engine)
        self.name = keys.new_name()
        self.session: AsyncConnection | None = None
        self.ended = False
        self.turn = asyncio.Lock()
        self.claimed: Counter[str] = Counter()
        self.lost: Callable[[], None] = lambda: None

    async def migrate(self) -> None:
        async with self._transaction() as connection:
            await connection.execute(_MIGRATING)
            await connection.run_sync(schema.migrate)

    async def write(self, changes: Sequence[Change]) -> None:
        async with self._session() as connection:
            for change in changes:
                if not change.new and not self.holds(change.table.id):
                    raise StoreError("this server does not keep the table any more")
            for statement, rows in statements(changes):
                if rows:
                    await connection.execute(statement, rows)

    async def claim(self, table: str) -> bool:
        """Whether the table is ours now; claims and releases come in pairs."""
        async with self._session() as connection:
            ours = bool((await connection.execute(_CLAIM, {"lock": lock_of(table)})).scalar_one())
            if ours:
                self.claimed[table] += 1
            return ours

    def holds(self, table: str) -> bool:
        return table in self.claimed

    async def release(self, table: str) -> None:
        if not self.holds(table):
            return
        async with self._session() as connection:
            if self.holds(table):
                await connection.execute(_RELEASE, {"lock": lock_of(table)})
                self.claimed -= Counter([table])

    async def owners(self, tables: Sequence[str]) -> dict[str, str]:
        """The servers that keep these tables, as far as somebody does."""
        async with self._connection() as connection:
            found = await connection.execute(_OWNERS, {"locks": [lock_of(table) for table in tables]})
            by_lock = {row.lock: row.name.removeprefix(KEEPER) for row in found}
        return {table: by_lock[lock] for table in tables if (lock := lock_of(table)) in by_lock}

    async def servers(self) -> set[str]:
        """All servers that can be written to."""
        async with self._connection() as connection:
            found = await connection.execute(_SERVERS, {"post": POST})
            return {row[0].removeprefix(POST) for row in found}

    async def close(self) -> None:
        self.lost = lambda: None
        if self.session:
            await self.session.close()
        await super().close()

    async def connect(self) -> asyncpg.Connection:
        """A connection of its own, for the post."""
        _, arguments = self.engine.dialect.create_connect_args(self.engine.url)
        named = {**ALIVE, "application_name": POST + self.name, "synchronous_commit": "off"}
        return await asyncpg.connect(**arguments, timeout=20, server_settings=named)

    @asynccontextmanager
    async def _snapshot(self) -> AsyncIterator[AsyncConnection]:
        async with self._connection() as connection:
            yield await connection.execution_options(isolation_level="REPEATABLE READ")

    @asynccontextmanager
    async def _session(self) -> AsyncIterator[AsyncConnection]:
        """A transaction of the one session that may write."""
        async with self.turn:
            try:
                if self.session is None or self.ended:
                    self.session = await self._begin_session()
                async with self.session.begin():
                    yield self.session
            except self.failures as error:
                raise self.error(error) from error

    async def _begin_session(self) -> AsyncConnection:
        if self.session:
            await self.session.invalidate()
            await self.session.close()
            self.session = None
        self.claimed.clear()
        self.ended = False
        connection = await self.engine.connect()
        raw = (await connection.get_raw_connection()).driver_connection
        assert isinstance(raw, asyncpg.Connection)
        raw.add_termination_listener(self._ended)
        async with connection.begin():
            await connection.execute(_NAME, {"name": KEEPER + self.name})
        return connection

    def _ended(self, connection: object) -> None:
        """The locks are gone, so no table is ours."""
        self.ended = True
        self.claimed.clear()
        self.lost()
