"""What people have said at tables, in the database."""

import hashlib
import hmac

from sqlalchemy import delete, func, insert, select

from fairground.server.store import people_schema
from fairground.server.store.rows import chat_line, chat_row
from fairground.server.store.sql import SqlStore
from fairground.server.store.store import StoredLine

_lines = people_schema.chat_lines


class ChatStore:
    """The chat lines in the database of a store. Every method raises StoreError if it fails."""

    section = "chat"

    def __init__(self, store: SqlStore) -> None:
        self.store = store
        self.secret = b""

    async def speaker(self, person: str) -> str:
        """Return what stands for a person in public; only this store can tell who it is."""
        self.secret = self.secret or await self.store.secret()
        return hmac.new(self.secret, f"speaker {person}".encode(), hashlib.sha256).hexdigest()[:16]

    async def add(self, table: str, line: StoredLine) -> None:
        await self.store.change(insert(_lines), chat_row(table, line))

    async def latest(self, table: str, most: int) -> list[StoredLine]:
        """Return the latest lines of a table, the oldest of them first."""
        wanted = select(_lines).where(_lines.c.table_id == table).order_by(_lines.c.number.desc()).limit(most)
        return [chat_line(row) for row in reversed(await self.store.read(wanted))]

    async def count(self, table: str) -> tuple[int, int]:
        """Return how many lines a table has, and the number of its last one."""
        wanted = select(func.count(), func.max(_lines.c.number)).where(_lines.c.table_id == table)
        many, last = (await self.store.read(wanted))[0]
        return int(many), int(last or 0)

    async def delete(self, table: str, number: int, author: str, passport: str = "") -> bool:
        """Delete a line if its author asks for it; return whether there was one."""
        theirs = _lines.c.author == author
        if passport:
            theirs |= _lines.c.passport == passport
        line = (_lines.c.table_id == table) & (_lines.c.number == number)
        return await self.store.change(delete(_lines).where(line, theirs)) == 1

    # What belongs to a passport

    async def delete_passport(self, passport: str) -> None:
        """Delete everything that a person has said at any table."""
        await self.store.change(delete(_lines).where(_lines.c.passport == passport))

    async def export_passport(self, passport: str) -> list[dict[str, object]]:
        """Return everything that a person has said at any table, the oldest first."""
        wanted = select(_lines).where(_lines.c.passport == passport).order_by(_lines.c.said, _lines.c.number)
        told = ("number", "name", "said", "moves", "phrase", "text")
        rows = await self.store.read(wanted)
        return [{"table": row.table_id, **{name: getattr(row, name) for name in told}} for row in rows]
