"""Passports in the database."""

from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec
from sqlalchemy import Row, Select, delete, exists, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from fairground.server.errors import StoreError
from fairground.server.people_wire import Language, Picture, Setting
from fairground.server.store import people_schema
from fairground.server.store.sql import SqlStore

BATCH = 200
_table = people_schema.passports
_write = msgspec.json.Encoder().encode
_read_settings: Callable[[str], dict[str, Setting]] = msgspec.json.Decoder(dict[str, Setting]).decode


class StoredPassport(msgspec.Struct):
    """A passport as it is stored. `id` is public, `key_hash` the hash of its key, `used` when it last was."""

    id: str
    key_hash: str
    name: str
    picture: Picture
    language: Language
    created: float
    used: float
    settings: dict[str, Setting] = {}


class PassportStore:
    """The passports in the database of a store. Every method raises StoreError if it fails."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store

    async def add(self, passport: StoredPassport) -> bool:
        """Store a new passport; return False if there is one with its key already."""
        try:
            await self.store.change(insert(_table), _row(passport))
        except StoreError as error:
            if isinstance(error.__cause__, IntegrityError):
                return False
            raise
        return True

    async def find(self, key_hash: str) -> StoredPassport | None:
        found = await self.store.read(select(_table).where(_table.c.key_hash == key_hash))
        return _passport(found[0]) if found else None

    async def people(self, ids: list[str]) -> list[StoredPassport]:
        """Return those of the passports that there are."""
        return await self.people_where(select(_table).where(_table.c.id.in_(ids)))

    async def people_where(self, wanted: Select[*tuple[Any, ...]]) -> list[StoredPassport]:
        """Return the passports of some rows."""
        return [_passport(row) for row in await self.store.read(wanted)]

    async def list_unused(self, before: float, empty_before: float, limit: int) -> list[StoredPassport]:
        """Return some that were last used so long ago; `empty_before` is for those without any chair."""
        seated = exists().where(people_schema.seatings.c.passport == _table.c.id)
        old = or_(_table.c.used < before, (_table.c.used < empty_before) & ~seated)
        return await self.people_where(select(_table).where(old).limit(limit))

    async def all(self) -> AsyncIterator[StoredPassport]:
        """Yield every passport, reading some at a time."""
        after = ""
        while True:
            wanted = select(_table).where(_table.c.id > after).order_by(_table.c.id).limit(BATCH)
            found = await self.people_where(wanted)
            for passport in found:
                yield passport
            if not found:
                return
            after = found[-1].id

    async def replace(self, passport: StoredPassport) -> bool:
        """Store a passport that was changed; return False if it is gone."""
        mine = update(_table).where(_table.c.id == passport.id)
        return await self.store.change(mine.values(_row(passport))) == 1

    async def note_use(self, name: str, date: float) -> None:
        await self.store.change(update(_table).where(_table.c.id == name).values(used=date))

    async def delete(self, name: str) -> None:
        await self.store.change(delete(_table).where(_table.c.id == name))


def _row(passport: StoredPassport) -> dict[str, object]:
    return {**msgspec.structs.asdict(passport), "settings": _write(passport.settings).decode()}


def _passport(row: Row[*tuple[object, ...]]) -> StoredPassport:
    return StoredPassport(**{**row._asdict(), "settings": _read_settings(row.settings)})
