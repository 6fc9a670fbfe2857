"""The store in a database, through SQLAlchemy Core."""

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    Executable,
    Row,
    Select,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from fairground.server.errors import StoreError
from fairground.server.store import results, schema, seatings
from fairground.server.store.store import (
    Change,
    Pulse,
    StoredBox,
    StoredLine,
    StoredMove,
    StoredTable,
    TableProgress,
)
from fairground.server.wire import Clock, Phase

BATCH = 100
_FIXED = ("id", "game", "rules", "seats", "box", "listed", "away", "seed", "host", "created")
_CHANGING = ("own_box", "phase", "update_number", "changed", "due", "creator")
_read_options = msgspec.json.Decoder(dict[str, str]).decode
_read_clock = msgspec.json.Decoder(Clock).decode
_read_progress = msgspec.json.Decoder(TableProgress).decode
_read_pulse = msgspec.json.Decoder(Pulse).decode
_write_json = msgspec.json.Encoder().encode

_INSERT_TABLE = insert(schema.tables)
_UPDATE_TABLE = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("which"))
    .values({name: bindparam(name) for name in (*_CHANGING, "progress")})
)
_DELETE_MOVES = delete(schema.moves).where(
    schema.moves.c.table_id == bindparam("which"), schema.moves.c.ordinal >= bindparam("cut")
)
_INSERT_MOVE = insert(schema.moves)
_INSERT_POSITION = insert(schema.positions)
_INSERT_LINE = insert(schema.chat_lines)
# A box that is there already gets a new date, so that it is not deleted just before its table is written.
_INSERT_BOX = text(
    "INSERT INTO boxes (digest, game, text, created) VALUES (:digest, :game, :text, :created)"
    " ON CONFLICT (digest) DO UPDATE SET created = excluded.created"
)
_WRITE_NOTHING = text("UPDATE properties SET value = value WHERE name = 'secret'")
_BEAT = text(
    "INSERT INTO properties (name, value) VALUES ('pulse', :value)"
    " ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)


class WholeTable(NamedTuple):
    """A table with its moves, its own box, the position at which it begins, and what was said at it."""

    table: StoredTable
    moves: list[StoredMove]
    box: StoredBox | None
    position: str | None
    chat: list[StoredLine]


class SqlStore:
    """Tables in a database. `shared` says whether several servers may use it at the same time; `name` tells
    these apart.
    """

    shared = False
    name = ""
    failures: tuple[type[Exception], ...] = (SQLAlchemyError, OSError)

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def migrate(self) -> None:
        """Bring the database to the newest schema."""
        async with self._transaction() as connection:
            await connection.run_sync(schema.migrate)

    async def write(self, changes: Sequence[Change]) -> None:
        async with self._transaction() as connection:
            for statement, rows in statements(changes):
                if rows:
                    await connection.execute(statement, rows)

    async def table(self, name: str) -> StoredTable | None:
        found = await self._all(select(schema.tables).where(schema.tables.c.id == name))
        return _table(found[0]) if found else None

    async def moves(self, name: str) -> list[StoredMove]:
        moves = schema.moves
        wanted = select(moves).where(moves.c.table_id == name).order_by(moves.c.ordinal)
        return [_move(row) for row in await self._all(wanted)]

    async def count_moves(self, names: Sequence[str]) -> dict[str, int]:
        moves = schema.moves
        wanted = select(moves.c.table_id, func.count()).where(moves.c.table_id.in_(names))
        return {row[0]: row[1] for row in await self._all(wanted.group_by(moves.c.table_id))}

    async def listed_tables(self, phases: Sequence[Phase], limit: int) -> list[StoredTable]:
        tables = schema.tables
        wanted = select(tables).where(tables.c.listed, tables.c.phase.in_(phases))
        rows = await self._all(wanted.order_by(tables.c.changed.desc()).limit(limit))
        return [_table(row) for row in rows]

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
            for rows in (schema.positions, schema.seatings, schema.chat_lines):
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
            for rows in (schema.moves, schema.positions, schema.seatings, schema.chat_lines):
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
                for table in await _tables_with_moves(connection, names[start : start + BATCH]):
                    yield table

    async def existing(self, names: Sequence[str]) -> set[str]:
        """Return which of these tables are in the store."""
        ids = schema.tables.c.id
        return {row[0] for row in await self._all(select(ids).where(ids.in_(names)))}

    async def check_version(self) -> None:
        """Raise StoreError unless the schema is exactly the one this program reads."""
        async with self._connection() as connection:
            found = await connection.run_sync(schema.version)
        if found != len(schema.STEPS):
            raise StoreError(
                f"the store has version {found}, but this program reads version {len(schema.STEPS)}:"
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
            async with self.engine.begin() as connection:
                yield connection
        except self.failures as error:
            raise store_error(error) from error


def store_error(error: Exception) -> StoreError:
    """Say in a sentence for people what is wrong with the store. What the database said is for the log."""
    found = next(iter(str(getattr(error, "orig", None) or error).splitlines()), "")
    told = "" if "argument" in found else found  # that would quote a value, which may be secret
    detail = f"{type(error).__name__}: {told}" if told else type(error).__name__
    return StoreError(_meaning(error, found), detail)


def _meaning(error: Exception, found: str) -> str:
    for sign, meaning in _SIGNS.items():
        if sign in found:
            return meaning
    if isinstance(error, IntegrityError):
        return "another program has written to this table in the meantime"
    if isinstance(error, TimeoutError):
        return "the database does not answer"
    return "the store does not work"


_SIGNS = {
    "disk is full": "the disk of the store is full",
    "disk I/O error": "the disk of the store does not work (input/output error)",
    "is locked": "the store is locked by another program",
    "malformed": "the store is damaged: restore it from a backup",
    "not a database": "the store is damaged or is not a Fairground store: restore it from a backup",
    "readonly": "the store is read-only",
    "out of shared memory": "the database has no room for more locks: raise its max_locks_per_transaction",
    "statement timeout": "the database does not answer in time",
    "lock timeout": "the database does not answer in time",
    "QueuePool limit": "the database does not answer in time",
    "unable to open": "the store cannot be opened: check that its folder exists and is writable",
}


def statements(changes: Iterable[Change]) -> list[tuple[Executable, list[dict[str, object]]]]:
    """Return the statements for some changes, each with all its rows, in the order they must run."""
    changes = list(changes)
    return [
        (_INSERT_BOX, [_box_row(change.table, change.box) for change in changes if change.box]),
        (_INSERT_TABLE, [_table_row(change.table) for change in changes if change.new]),
        (_INSERT_POSITION, [{"table_id": c.table.id, "text": c.position} for c in changes if c.position]),
        (_DELETE_MOVES, [{"which": c.table.id, "cut": c.cut} for c in changes if c.cut is not None]),
        (
            _INSERT_MOVE,
            [_move_row(c.table.id, move) for c in changes for move in c.made],
        ),
        (_INSERT_LINE, [chat_row(c.table.id, line) for c in changes for line in c.chat]),
        (_UPDATE_TABLE, [{"which": c.table.id, **_changing_columns(c.table)} for c in changes if not c.new]),
        *seatings.statements(changes),
        *results.result_statements(changes),
    ]


def _box_row(table: StoredTable, box: StoredBox) -> dict[str, object]:
    return {"digest": box.digest, "game": box.game, "text": box.text, "created": table.changed}


def _move_row(name: str, move: StoredMove) -> dict[str, object]:
    fields = msgspec.structs.asdict(move)
    return {"table_id": name, "time_left": fields.pop("left"), **fields}


def chat_row(name: str, line: StoredLine) -> dict[str, object]:
    return {"table_id": name, **msgspec.structs.asdict(line)}


def chat_line(row: Row[*tuple[Any, ...]]) -> StoredLine:
    return StoredLine(**{name: getattr(row, name) for name in StoredLine.__struct_fields__})


def _table_row(table: StoredTable) -> dict[str, object]:
    fixed = {name: getattr(table, name) for name in _FIXED}
    written = {"options": _write_json(table.options).decode(), "clock": _write_json(table.clock).decode()}
    return {**fixed, **written, **_changing_columns(table)}


def _changing_columns(table: StoredTable) -> dict[str, object]:
    columns = {name: getattr(table, name) for name in _CHANGING}
    return {**columns, "progress": _write_json(table.progress).decode()}


async def _tables_with_moves(connection: AsyncConnection, names: Sequence[str]) -> list[WholeTable]:
    tables, moves, boxes, positions = schema.tables, schema.moves, schema.boxes, schema.positions
    rows = await connection.execute(select(tables).where(tables.c.id.in_(names)).order_by(tables.c.id))
    found = [_table(row) for row in rows]
    made: dict[str, list[StoredMove]] = {name: [] for name in names}
    wanted = select(moves).where(moves.c.table_id.in_(names)).order_by(moves.c.table_id, moves.c.ordinal)
    for row in await connection.execute(wanted):
        made[row.table_id].append(_move(row))
    digests = {table.own_box for table in found if table.own_box}
    used = await connection.execute(select(boxes).where(boxes.c.digest.in_(digests)))
    by_digest = {row.digest: StoredBox(row.game, row.text) for row in used}
    starts = await connection.execute(select(positions).where(positions.c.table_id.in_(names)))
    begun = {row.table_id: row.text for row in starts}
    said: dict[str, list[StoredLine]] = {name: [] for name in names}
    lines = schema.chat_lines
    chat = select(lines).where(lines.c.table_id.in_(names)).order_by(lines.c.table_id, lines.c.number)
    for row in await connection.execute(chat):
        said[row.table_id].append(chat_line(row))
    return [
        WholeTable(t, made[t.id], by_digest.get(t.own_box or ""), begun.get(t.id), said[t.id]) for t in found
    ]


def _move(row: Row[*tuple[Any, ...]]) -> StoredMove:
    return StoredMove(row.ordinal, row.update_number, row.seat, row.words, row.made, row.time_left)


def _table(row: Row[*tuple[Any, ...]]) -> StoredTable:
    decoded = {
        "options": _read_options(row.options),
        "clock": _read_clock(row.clock),
        "progress": _read_progress(row.progress),
    }
    plain = {name: getattr(row, name) for name in (*_FIXED, *_CHANGING)}
    return StoredTable(**{**plain, **decoded})
