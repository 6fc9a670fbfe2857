"""The store in a database, through SQLAlchemy Core."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import msgspec
from sqlalchemy import (
    Executable,
    Row,
    Select,
    delete,
    exists,
    func,
    select,
    text,
)
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from fairground.server.errors import StoreError
from fairground.server.store import migrations, people_schema, schema
from fairground.server.store.rows import read_move, read_table, statements
from fairground.server.store.store import (
    Change,
    Pulse,
    StoredBox,
    StoredMove,
    StoredTable,
)
from fairground.server.store.store_errors import store_error
from fairground.server.store.whole_tables import WholeTable, read_whole_tables
from fairground.server.wire import Phase

BATCH = 100
TURN_SECONDS = 10.0
_read_pulse = msgspec.json.Decoder(Pulse).decode
_write_json = msgspec.json.Encoder().encode
_WRITE_NOTHING = text("UPDATE properties SET value = value WHERE name = 'secret'")
_BEAT = text(
    "INSERT INTO properties (name, value) VALUES ('pulse', :value)"
    " ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)


class SqlStore:
    """Tables in a database. `shared` says whether several servers may use it at the same time; `name` tells
    these apart.
    """

    shared = False
    name = ""
    failures: tuple[type[Exception], ...] = (SQLAlchemyError, OSError)

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.writing = asyncio.Lock()

    async def migrate(self) -> None:
        """Bring the database to the newest schema."""
        async with self._transaction() as connection:
            await connection.run_sync(migrations.migrate)

    async def write(self, changes: Sequence[Change]) -> None:
        async with self._transaction() as connection:
            for statement, rows in statements(changes):
                if rows:
                    await connection.execute(statement, rows)

    async def table(self, name: str) -> StoredTable | None:
        found = await self._all(select(schema.tables).where(schema.tables.c.id == name))
        return read_table(found[0]) if found else None

    async def moves(self, name: str) -> list[StoredMove]:
        moves = schema.moves
        wanted = select(moves).where(moves.c.table_id == name).order_by(moves.c.ordinal)
        return [read_move(row) for row in await self._all(wanted)]

    async def count_moves(self, names: Sequence[str]) -> dict[str, int]:
        moves = schema.moves
        wanted = select(moves.c.table_id, func.count()).where(moves.c.table_id.in_(names))
        return {row[0]: row[1] for row in await self._all(wanted.group_by(moves.c.table_id))}

    async def listed_tables(self, phases: Sequence[Phase], limit: int) -> list[StoredTable]:
        tables = schema.tables
        wanted = select(tables).where(tables.c.listed, tables.c.phase.in_(phases))
        rows = await self._all(wanted.order_by(tables.c.changed.desc()).limit(limit))
        return [read_table(row) for row in rows]

    async def box(self, digest: str) -> StoredBox | None:
        boxes = schema.boxes
        found = await self._all(select(boxes).where(boxes.c.digest == digest))
        return StoredBox(found[0].game, found[0].text) if found else None

    async def position(self, name: str) -> str | None:
        positions = schema.positions
        found = await self._all(select(positions.c.text).where(positions.c.table_id == name))
        return str(found[0].text) if found else None

    async def due_tables(self, until: float, after: str, limit: int) -> list[str]:
        tables = schema.tables
        wanted = select(tables.c.id).where(tables.c.due <= until, tables.c.id > after)
        return [row.id for row in await self._all(wanted.order_by(tables.c.id).limit(limit))]

    async def count_waiting(self, creator: str | None = None) -> int:
        tables = schema.tables
        wanted = select(func.count()).where(tables.c.phase == "waiting")
        if creator is not None:
            wanted = wanted.where(tables.c.creator == creator)
        return int((await self._all(wanted))[0][0])

    # What others keep in the same database

    async def read(self, wanted: Select[*tuple[Any, ...]]) -> Sequence[Row[*tuple[Any, ...]]]:
        """Return the rows that are wanted."""
        return await self._all(wanted)

    async def change(self, statement: Executable, values: dict[str, object] | None = None) -> int:
        """Run one statement and return how many rows it changed."""
        async with self._transaction() as connection:
            return (await connection.execute(statement, values or {})).rowcount

    @asynccontextmanager
    async def transaction(self, lock: str) -> AsyncIterator[AsyncConnection]:
        """Open a transaction; no other one under the same lock takes place at the same time."""
        async with self._transaction() as connection:
            await self._lock(connection, lock)
            yield connection

    # What is not kept

    async def delete_unused(self, before: float) -> int:
        tables, boxes = schema.tables, schema.boxes
        in_use = exists().where(tables.c.own_box == boxes.c.digest)
        unused = (tables.c.phase == "waiting", tables.c.changed < before)
        async with self._transaction() as connection:
            names = select(tables.c.id).where(*unused)
            for rows in (schema.positions, people_schema.seatings, people_schema.chat_lines):
                await connection.execute(delete(rows).where(rows.c.table_id.in_(names)))
            done = await connection.execute(delete(tables).where(*unused))
            await connection.execute(delete(boxes).where(boxes.c.created < before, ~in_use))
        return done.rowcount

    async def finished_tables(self, keep: int, limit: int) -> list[str]:
        """Return some of the oldest; one statement, so that others who delete at the same time do no harm."""
        tables = schema.tables
        over = tables.c.phase == "over"
        newest = (
            select(tables.c.id).where(over).order_by(tables.c.changed.desc(), tables.c.id.desc()).limit(keep)
        )
        older = select(tables.c.id).where(over, tables.c.id.not_in(newest))
        found = await self._all(older.order_by(tables.c.changed, tables.c.id).limit(limit))
        return [row.id for row in found]

    async def delete(self, names: Sequence[str]) -> None:
        async with self._transaction() as connection:
            for rows in (schema.moves, schema.positions, people_schema.seatings, people_schema.chat_lines):
                await connection.execute(delete(rows).where(rows.c.table_id.in_(names)))
            await connection.execute(delete(schema.tables).where(schema.tables.c.id.in_(names)))

    # What belongs to the store itself

    async def secret(self) -> bytes:
        return bytes.fromhex(await self._property("secret") or "")

    async def pulse(self) -> Pulse | None:
        found = await self._property("pulse")
        return None if found is None else _read_pulse(found)

    async def beat(self, pulse: Pulse) -> Pulse:
        async with self._transaction() as connection:
            await self._lock(connection, "pulse")
            properties = schema.properties
            wanted = select(properties.c.value).where(properties.c.name == "pulse")
            last = (await connection.execute(wanted)).scalar()
            if last is not None:
                pulse = Pulse(pulse.date, max(pulse.uptime, _read_pulse(last).uptime))
            await connection.execute(_BEAT, {"value": _write_json(pulse).decode()})
        return pulse

    async def _lock(self, connection: AsyncConnection, name: str) -> None:
        """Let no other transaction under this lock take place at the same time.

        SQLite lets only one write at all; who reads first must say at once that it will write.
        """
        await connection.execute(_WRITE_NOTHING)

    async def _property(self, name: str) -> str | None:
        properties = schema.properties
        found = await self._all(select(properties.c.value).where(properties.c.name == name))
        return str(found[0].value) if found else None

    # Archives

    async def all_tables(self) -> AsyncIterator[WholeTable]:
        """Yield everything about every table, all as of one moment, reading some at a time."""
        async with self._snapshot() as connection:
            names = (await connection.execute(select(schema.tables.c.id).order_by("id"))).scalars().all()
            for start in range(0, len(names), BATCH):
                for table in await read_whole_tables(connection, names[start : start + BATCH]):
                    yield table

    async def existing(self, names: Sequence[str]) -> set[str]:
        """Return which of these tables are in the store."""
        ids = schema.tables.c.id
        return {row[0] for row in await self._all(select(ids).where(ids.in_(names)))}

    async def check_version(self) -> None:
        """Raise StoreError unless the schema is exactly the one this program reads."""
        async with self._connection() as connection:
            found = await connection.run_sync(migrations.version)
        if found != len(migrations.STEPS):
            raise StoreError(
                f"the store has version {found}, but this program reads version {len(migrations.STEPS)}:"
                " start the server once to bring the store up to date"
            )

    async def check(self) -> None:
        await self._all(select(schema.schema_version.c.version))

    async def close(self) -> None:
        await self.engine.dispose()

    async def _all(self, wanted: Select[*tuple[Any, ...]]) -> Sequence[Row[*tuple[Any, ...]]]:
        async with self._connection() as connection:
            return (await connection.execute(wanted)).all()

    def _snapshot(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Open a connection that sees the database as of one moment."""
        return self._connection()

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self.engine.connect() as connection:
                yield connection
        except self.failures as error:
            raise store_error(error) from error

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._turn_to_write(), self.engine.begin() as connection:
                yield connection
        except self.failures as error:
            raise store_error(error) from error

    @asynccontextmanager
    async def _turn_to_write(self) -> AsyncIterator[None]:
        """Wait until no other write of this server is under way, each in its turn.

        SQLite has one writer, and lets in whoever asks at the right moment: a move could wait in vain while
        others write about their passports.
        """
        async with asyncio.timeout(TURN_SECONDS):
            await self.writing.acquire()
        try:
            yield
        finally:
            self.writing.release()
