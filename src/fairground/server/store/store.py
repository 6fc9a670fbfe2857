"""Where tables are kept: one small interface, and its implementation with SQLAlchemy on any database.

A `Change` is what one request did to one table. Changes are written many at once, each wholly or not at
all; a move is acknowledged only after that.
"""

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Protocol

import msgspec
from sqlalchemy import Executable, Row, Select, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from fairground.server.errors import StoreError
from fairground.server.store import schema
from fairground.server.wire import Clock, Phase


class Seated(msgspec.Struct):
    """A chair as it is stored. `hash` is of its holder's key, or of the invitation while it is free.

    `resigned` tells a person who gave the chair to the bot from one who only went away; `mark` is of
    the last request that was carried out for the person.
    """

    hash: str
    person: bool = False
    name: str = ""
    bot: str | None = None
    resigned: bool = False
    mark: str = ""


class Live(msgspec.Struct):
    """What changes about a table besides its moves.

    `banks` are the seconds each seat has left, `undone` the number of the update that took back a move.
    """

    chairs: list[Seated]
    banks: list[float]
    undone: int = 0
    next: str | None = None
    points: list[int] | None = None


class Kept(msgspec.Struct):
    """A table as it is stored."""

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
    number: int
    live: Live
    changed: float


class KeptMove(msgspec.Struct, frozen=True):
    """A move as it is stored: the `at`-th of its table, made with the update `number`."""

    at: int
    number: int
    seat: int
    words: str
    made: float


class Change(msgspec.Struct):
    """What to write about one table: it as it is now, moves taken back from `cut` on, moves made."""

    table: Kept
    new: bool = False
    cut: int | None = None
    made: list[KeptMove] = []


class Store(Protocol):
    """Where tables are kept. Every method raises StoreError, with a sentence, when it cannot."""

    async def write(self, changes: Sequence[Change]) -> None:
        """Keep all of the changes, or none. There is at most one a table."""

    async def table(self, name: str) -> Kept | None: ...

    async def moves(self, name: str) -> list[KeptMove]: ...

    async def count_moves(self, names: Sequence[str]) -> dict[str, int]: ...

    async def listed(self, phases: Sequence[Phase], limit: int) -> list[Kept]:
        """Tables that anybody may see, those that changed last first."""

    async def ticking(self) -> list[str]:
        """Tables under way that have a clock: they must be watched even while nobody is there."""

    async def waiting(self) -> int:
        """How many tables wait for their match to begin."""

    async def sweep(self, before: float) -> int:
        """Forget tables that never began and did not change since; tell how many."""

    async def check(self) -> None:
        """Find out whether the store answers."""

    async def close(self) -> None: ...


AT_ONCE = 100
_FIXED = ("id", "game", "rules", "seats", "box", "box_text", "listed", "away", "seed", "host", "created")
_MOVING = ("phase", "number", "changed")
_read_options = msgspec.json.Decoder(dict[str, str]).decode
_read_clock = msgspec.json.Decoder(Clock).decode
_read_live = msgspec.json.Decoder(Live).decode
_write_json = msgspec.json.Encoder().encode

_INSERT = insert(schema.tables)
_UPDATE = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("which"))
    .values({name: bindparam(name) for name in (*_MOVING, "live")})
)
_CUT = delete(schema.moves).where(
    schema.moves.c.table_id == bindparam("which"), schema.moves.c.at >= bindparam("cut")
)
_MADE = insert(schema.moves)


class SqlStore:
    """Tables in a database that SQLAlchemy knows; `shared` if several servers may use it at once."""

    shared = False
    failures: tuple[type[Exception], ...] = (SQLAlchemyError, OSError)

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    async def migrate(self) -> None:
        async with self._transaction() as connection:
            await connection.run_sync(schema.migrate)

    async def write(self, changes: Sequence[Change]) -> None:
        async with self._transaction() as connection:
            for statement, rows in statements(changes):
                if rows:
                    await connection.execute(statement, rows)

    async def table(self, name: str) -> Kept | None:
        found = await self._all(select(schema.tables).where(schema.tables.c.id == name))
        return _kept(found[0]) if found else None

    async def moves(self, name: str) -> list[KeptMove]:
        moves = schema.moves
        wanted = select(moves).where(moves.c.table_id == name).order_by(moves.c.at)
        return [_kept_move(row) for row in await self._all(wanted)]

    async def count_moves(self, names: Sequence[str]) -> dict[str, int]:
        moves = schema.moves
        wanted = select(moves.c.table_id, func.count()).where(moves.c.table_id.in_(names))
        return {row[0]: row[1] for row in await self._all(wanted.group_by(moves.c.table_id))}

    async def listed(self, phases: Sequence[Phase], limit: int) -> list[Kept]:
        tables = schema.tables
        wanted = select(tables).where(tables.c.listed, tables.c.phase.in_(phases))
        rows = await self._all(wanted.order_by(tables.c.changed.desc()).limit(limit))
        return [_kept(row) for row in rows]

    async def ticking(self) -> list[str]:
        tables = schema.tables
        wanted = select(tables.c.id, tables.c.clock).where(tables.c.phase == "playing")
        return [row.id for row in await self._all(wanted) if _read_clock(row.clock).kind != "none"]

    async def waiting(self) -> int:
        tables = schema.tables
        counted = await self._all(select(func.count()).where(tables.c.phase == "waiting"))
        return int(counted[0][0])

    async def sweep(self, before: float) -> int:
        tables = schema.tables
        async with self._transaction() as connection:
            done = await connection.execute(
                delete(tables).where(tables.c.phase == "waiting", tables.c.changed < before)
            )
        return done.rowcount

    async def everything(self) -> AsyncIterator[tuple[Kept, list[KeptMove]]]:
        """Every table with its moves, as they stand at one moment, some at a time."""
        async with self._snapshot() as connection:
            names = (await connection.execute(select(schema.tables.c.id).order_by("id"))).scalars().all()
            for start in range(0, len(names), AT_ONCE):
                for whole in await _whole_tables(connection, names[start : start + AT_ONCE]):
                    yield whole

    async def present(self, names: Sequence[str]) -> set[str]:
        """Which of these tables the store has."""
        ids = schema.tables.c.id
        return {row[0] for row in await self._all(select(ids).where(ids.in_(names)))}

    async def check_version(self) -> None:
        """Refuse a store that this program cannot read as it is."""
        async with self._connection() as connection:
            found = await connection.run_sync(schema.version)
        if found != len(schema.STEPS):
            raise StoreError(
                f"the store has version {found}, this program reads version {len(schema.STEPS)}:"
                " start the server once, and it will be brought up to date"
            )

    async def check(self) -> None:
        await self._all(select(schema.schema_version.c.version))

    async def close(self) -> None:
        await self.engine.dispose()

    def error(self, error: Exception) -> StoreError:
        return StoreError(sentence(error))

    async def _all(self, wanted: Select[*tuple[Any, ...]]) -> Sequence[Row[*tuple[Any, ...]]]:
        async with self._connection() as connection:
            return (await connection.execute(wanted)).all()

    def _snapshot(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A connection that sees one moment."""
        return self._connection()

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self.engine.connect() as connection:
                yield connection
        except self.failures as error:
            raise self.error(error) from error

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self.engine.begin() as connection:
                yield connection
        except self.failures as error:
            raise self.error(error) from error


def sentence(error: Exception) -> str:
    """What is wrong with the store, for a person."""
    found = str(getattr(error, "orig", None) or error).splitlines()[0]
    for sign, meaning in _SIGNS.items():
        if sign in found:
            return meaning
    if isinstance(error, IntegrityError):
        return "somebody else has written to this table meanwhile"
    return f"the store does not work: {found}"


_SIGNS = {
    "disk is full": "the disk of the store is full",
    "disk I/O error": "the disk of the store does not work (input/output error)",
    "is locked": "the store is locked by another program",
    "malformed": "the store is damaged: restore it from a copy",
    "not a database": "the store is damaged or no Fairground store: restore it from a copy",
    "readonly": "the store may not be written to",
    "out of shared memory": "the database has no room for more locks: raise its max_locks_per_transaction",
    "unable to open": "the store cannot be opened: does its folder exist, and may we write there?",
}


def statements(changes: Iterable[Change]) -> list[tuple[Executable, list[dict[str, object]]]]:
    """The statements of some changes, each with all its rows, in the order that is safe."""
    changes = list(changes)
    return [
        (_INSERT, [_whole(change.table) for change in changes if change.new]),
        (_CUT, [{"which": c.table.id, "cut": c.cut} for c in changes if c.cut is not None]),
        (
            _MADE,
            [{"table_id": c.table.id, **msgspec.structs.asdict(move)} for c in changes for move in c.made],
        ),
        (_UPDATE, [{"which": c.table.id, **_moving(c.table)} for c in changes if not c.new]),
    ]


def _whole(table: Kept) -> dict[str, object]:
    fixed = {name: getattr(table, name) for name in _FIXED}
    written = {"options": _write_json(table.options).decode(), "clock": _write_json(table.clock).decode()}
    return {**fixed, **written, **_moving(table)}


def _moving(table: Kept) -> dict[str, object]:
    return {**{name: getattr(table, name) for name in _MOVING}, "live": _write_json(table.live).decode()}


async def _whole_tables(
    connection: AsyncConnection, names: Sequence[str]
) -> list[tuple[Kept, list[KeptMove]]]:
    tables, moves = schema.tables, schema.moves
    found = await connection.execute(select(tables).where(tables.c.id.in_(names)).order_by(tables.c.id))
    made: dict[str, list[KeptMove]] = {name: [] for name in names}
    wanted = select(moves).where(moves.c.table_id.in_(names)).order_by(moves.c.table_id, moves.c.at)
    for row in await connection.execute(wanted):
        made[row.table_id].append(_kept_move(row))
    return [(_kept(row), made[row.id]) for row in found]


def _kept_move(row: Row[*tuple[Any, ...]]) -> KeptMove:
    return KeptMove(row.at, row.number, row.seat, row.words, row.made)


def _kept(row: Row[*tuple[Any, ...]]) -> Kept:
    read = {
        "options": _read_options(row.options),
        "clock": _read_clock(row.clock),
        "live": _read_live(row.live),
    }
    rest = {name: getattr(row, name) for name in (*_FIXED, *_MOVING)}
    return Kept(**{**rest, **read})
