"""What all tables of a server share."""

from dataclasses import dataclass
from functools import cached_property

from fairground.server.delay import RecentDelay
from fairground.server.http.rate_limits import AddressLimits
from fairground.server.metrics import Metrics
from fairground.server.people.events import EventFeed
from fairground.server.people.passports import PassportRegistry
from fairground.server.settings import ServerSettings
from fairground.server.store.chat import ChatStore
from fairground.server.store.passports import PassportStore
from fairground.server.store.sql import SqlStore
from fairground.server.store.store import Store
from fairground.server.store.writer import Writer
from fairground.server.tables.quota import TableQuota
from fairground.server.time_source import TimeSource
from fairground.server.uptime import Uptime
from fairground.server.workers.pool import JobExecutor


@dataclass(frozen=True)
class Services:
    """The store and its writer, workers, settings, time, limits by address, and metrics.

    `chat` is what people say at tables, None where the store keeps none.
    """

    store: Store
    writer: Writer
    executor: JobExecutor
    settings: ServerSettings
    time: TimeSource
    address_limits: AddressLimits
    metrics: Metrics
    chat: ChatStore | None = None

    @cached_property
    def uptime(self) -> Uptime:
        """The time by which the clocks of matches run."""
        return Uptime(self.time)

    @cached_property
    def delay(self) -> RecentDelay:
        """How long people wait at the tables of this server."""
        return RecentDelay(self.time.now)

    @cached_property
    def quota(self) -> TableQuota:
        """How many tables each address may make."""
        return TableQuota(self.store, self.settings.limits, self.address_limits)

    @cached_property
    def events(self) -> EventFeed:
        """What happens to people at tables."""
        return EventFeed(self.writer)

    @cached_property
    def people(self) -> PassportRegistry:
        """The people who have a passport."""
        assert isinstance(self.store, SqlStore), "passports need a database"
        return PassportRegistry(PassportStore(self.store), self.address_limits, self.time, self.settings)
