"""Tables with everything that belongs to them, as an archive has them."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from fairground.server.store import people_schema, schema
from fairground.server.store.rows import chat_line, read_move, read_table
from fairground.server.store.store import StoredBox, StoredLine, StoredMove, StoredTable


class WholeTable(NamedTuple):
    """A table with its moves, its own box, the position at which it begins, and what was said at it."""

    table: StoredTable
    moves: list[StoredMove]
    box: StoredBox | None
    position: str | None
    chat: list[StoredLine]


async def read_whole_tables(connection: AsyncConnection, names: Sequence[str]) -> list[WholeTable]:
    tables, moves, boxes, positions = schema.tables, schema.moves, schema.boxes, schema.positions
    rows = await connection.execute(select(tables).where(tables.c.id.in_(names)).order_by(tables.c.id))
    found = [read_table(row) for row in rows]
    made: dict[str, list[StoredMove]] = {name: [] for name in names}
    wanted = select(moves).where(moves.c.table_id.in_(names)).order_by(moves.c.table_id, moves.c.ordinal)
    for row in await connection.execute(wanted):
        made[row.table_id].append(read_move(row))
    digests = {table.own_box for table in found if table.own_box}
    used = await connection.execute(select(boxes).where(boxes.c.digest.in_(digests)))
    by_digest = {row.digest: StoredBox(row.game, row.text) for row in used}
    starts = await connection.execute(select(positions).where(positions.c.table_id.in_(names)))
    begun = {row.table_id: row.text for row in starts}
    said: dict[str, list[StoredLine]] = {name: [] for name in names}
    lines = people_schema.chat_lines
    chat = select(lines).where(lines.c.table_id.in_(names)).order_by(lines.c.table_id, lines.c.number)
    for row in await connection.execute(chat):
        said[row.table_id].append(chat_line(row))
    return [
        WholeTable(t, made[t.id], by_digest.get(t.own_box or ""), begun.get(t.id), said[t.id]) for t in found
    ]
