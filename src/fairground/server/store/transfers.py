"""Links that take a passport to another device, in the database: each can be used once, and not for long."""

from sqlalchemy import delete, insert, select

from fairground.server.store import people_schema
from fairground.server.store.sql import SqlStore

_table = people_schema.transfers


class TransferStore:
    """The sealed keys behind such links. Every method raises StoreError if it fails."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store

    async def put(self, token_hash: str, passport: str, sealed: str, expires: float) -> None:
        """Keep a sealed key, in place of any other of the same passport."""
        await self.delete_passport(passport)
        row = {"id": token_hash, "passport": passport, "sealed": sealed, "expires": expires}
        await self.store.change(insert(_table), row)

    async def take(self, token_hash: str, date: float) -> str | None:
        """Return a sealed key that has not expired, to the first who asks."""
        mine = _table.c.id == token_hash
        found = await self.store.read(select(_table.c.sealed).where(mine, _table.c.expires > date))
        if not found or await self.store.change(delete(_table).where(mine)) != 1:
            return None
        return str(found[0].sealed)

    async def delete_passport(self, passport: str) -> None:
        await self.store.change(delete(_table).where(_table.c.passport == passport))

    async def delete_expired(self, date: float) -> None:
        old = _table.c.expires <= date
        if await self.store.read(select(_table.c.id).where(old).limit(1)):
            await self.store.change(delete(_table).where(old))
