"""What the web application is built on: the tables and reviews of a server, and a way to find any table."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from fairground.server.studies.registry import StudyRegistry
from fairground.server.tables.registry import TableRegistry
from fairground.server.tables.table import Table

if TYPE_CHECKING:
    from fairground.server.cluster.remote_table import RemoteTable  # needs the libraries for PostgreSQL
    from fairground.server.contests import Contests
    from fairground.server.notifications.service import NotificationService
    from fairground.server.reviews.registry import ReviewRegistry

AnyTable: TypeAlias = "Table | RemoteTable"


class FindTable(Protocol):
    """A function that finds a table for a person at an address who has a key."""

    async def __call__(self, name: str, address: str = "", key: str | None = None, /) -> AnyTable: ...


@dataclass(frozen=True)
class Backend:
    """The registry of this server's tables; `find_table` also finds those that other servers own.

    `studies` are the study rooms, `contests` the ratings and tournaments; they and the
    `notifications` are None where the store keeps none.
    """

    registry: TableRegistry
    find_table: FindTable
    reviews: "ReviewRegistry"
    studies: StudyRegistry | None = None
    contests: "Contests | None" = None
    notifications: "NotificationService | None" = None

    async def close(self) -> None:
        """Give reviews up, close study rooms, and finish what is under way at every table."""
        await self.reviews.close()
        if self.contests:
            await self.contests.close()
        if self.studies:
            await self.studies.close()
        await self.registry.close()
        if self.notifications:
            await self.notifications.close()
