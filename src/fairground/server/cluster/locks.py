"""Locks on tables: only the server that holds a table's lock may load it and write to it."""

from collections.abc import Callable
from typing import Protocol


class TableLocks(Protocol):
    """Decides which server owns a table."""

    async def acquire(self, table: str) -> bool:
        """Return whether this server owns the table now; it does so until it releases the lock."""

    def holds(self, table: str) -> bool:
        """Return whether this server still owns the table."""

    async def release(self, table: str) -> None: ...

    def on_loss(self, callback: Callable[[], None]) -> None:
        """Call back whenever all locks are lost at once."""


class NoLocks:
    """The locks of a server that is the only one on its store: it owns every table."""

    async def acquire(self, table: str) -> bool:
        return True

    def holds(self, table: str) -> bool:
        return True

    async def release(self, table: str) -> None:
        pass

    def on_loss(self, callback: Callable[[], None]) -> None:
        pass
