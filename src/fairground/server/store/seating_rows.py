"""Reading the chairs of people with passports."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, delete, func, or_, select

from fairground.server.store import people_schema, schema
from fairground.server.store.rows import read_table
from fairground.server.store.sql import SqlStore
from fairground.server.store.store import StoredTable

_rows = people_schema.seatings


class Seating(NamedTuple):
    """A chair whose person has a passport, as `people_schema.seatings` has it."""

    table_id: str
    seat: int
    phase: str
    turn: bool
    changed: float


class PlaceInList(NamedTuple):
    """A place in a list of chairs: turns first, then the latest change."""

    turn: bool
    changed: float
    table_id: str
    seat: int


class SeatingStore:
    """The chairs of people with passports in the database. Every method raises StoreError if it fails."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store

    async def page(self, passport: str, over: bool, after: PlaceInList | None, limit: int) -> list[Seating]:
        """Return chairs of somebody, of finished matches or of the others, after a place in their list."""
        wanted = select(_rows).where(_rows.c.passport == passport)
        wanted = wanted.where(_rows.c.phase == "over" if over else _rows.c.phase != "over")
        if after is not None:
            wanted = wanted.where(_follows(after))
        order = (_rows.c.turn.desc(), _rows.c.changed.desc(), _rows.c.table_id, _rows.c.seat)
        return [_seating(row) for row in await self.store.read(wanted.order_by(*order).limit(limit))]

    async def of_passport(self, passport: str) -> list[Seating]:
        """Return all chairs of somebody, the latest change first."""
        wanted = select(_rows).where(_rows.c.passport == passport).order_by(_rows.c.changed.desc())
        return [_seating(row) for row in await self.store.read(wanted)]

    async def count_turns(self, passport: str) -> int:
        """Return at how many tables it is somebody's turn."""
        tables = func.count(func.distinct(_rows.c.table_id))
        wanted = select(tables).where(_rows.c.passport == passport, _rows.c.phase == "playing", _rows.c.turn)
        return int((await self.store.read(wanted))[0][0])

    async def tables(self, names: Sequence[str]) -> dict[str, StoredTable]:
        """Return those of the tables that there are."""
        rows = await self.store.read(select(schema.tables).where(schema.tables.c.id.in_(names)))
        return {row.id: read_table(row) for row in rows}

    async def delete_passport(self, passport: str) -> None:
        await self.store.change(delete(_rows).where(_rows.c.passport == passport))


def _follows(place: PlaceInList) -> ColumnElement[bool]:
    turn, changed, table, seat = _rows.c.turn, _rows.c.changed, _rows.c.table_id, _rows.c.seat
    same_date = and_(
        changed == place.changed,
        or_(table > place.table_id, and_(table == place.table_id, seat > place.seat)),
    )
    later = and_(turn == place.turn, or_(changed < place.changed, same_date))
    return or_(later, turn.is_(False)) if place.turn else later


def _seating(row: object) -> Seating:
    return Seating(*(getattr(row, name) for name in Seating._fields))
