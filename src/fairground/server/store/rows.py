"""Rows of the database from changes of tables, and tables from rows."""

from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Executable, Row, bindparam, delete, insert, text, update

from fairground.server.store import people_schema, results, schema, seatings
from fairground.server.store.store import (
    Change,
    StoredBox,
    StoredLine,
    StoredMove,
    StoredTable,
    TableProgress,
)
from fairground.server.wire import Clock

_FIXED = ("id", "game", "rules", "seats", "box", "listed", "away", "seed", "host", "created")
_CHANGING = ("own_box", "phase", "update_number", "changed", "due", "creator")
_read_options = msgspec.json.Decoder(dict[str, str]).decode
_read_clock = msgspec.json.Decoder(Clock).decode
_read_progress = msgspec.json.Decoder(TableProgress).decode
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
_INSERT_LINE = insert(people_schema.chat_lines)
# A box that is there already gets a new date, so that it is not deleted just before its table is written.
_INSERT_BOX = text(
    "INSERT INTO boxes (digest, game, text, created) VALUES (:digest, :game, :text, :created)"
    " ON CONFLICT (digest) DO UPDATE SET created = excluded.created"
)


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


def read_move(row: Row[*tuple[Any, ...]]) -> StoredMove:
    return StoredMove(row.ordinal, row.update_number, row.seat, row.words, row.made, row.time_left)


def read_table(row: Row[*tuple[Any, ...]]) -> StoredTable:
    decoded = {
        "options": _read_options(row.options),
        "clock": _read_clock(row.clock),
        "progress": _read_progress(row.progress),
    }
    plain = {name: getattr(row, name) for name in (*_FIXED, *_CHANGING)}
    return StoredTable(**{**plain, **decoded})
