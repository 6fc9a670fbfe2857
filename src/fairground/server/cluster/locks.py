"""Who may write to a table: one server at a time. A server that is alone owns them all."""

from typing import Protocol


class Owners(Protocol):
    """Decides which server keeps a table."""

    async def claim(self, table: str) -> bool:
        """Whether the table is ours now; it stays so until it is released."""

    def holds(self, table: str) -> bool:
        """Whether it is ours still."""

    async def release(self, table: str) -> None: ...


class Alone:
    """There is no other server."""

    async def claim(self, table: str) -> bool:
        return True

    def holds(self, table: str) -> bool:
        return True

    async def release(self, table: str) -> None:
        pass
