"""What every table of a server shares."""

from collections.abc import Callable
from dataclasses import dataclass, field

from fairground.server.metrics import Meters
from fairground.server.settings import Settings
from fairground.server.store.store import Store
from fairground.server.store.writer import Writer
from fairground.server.time_source import RealWatch, Watch
from fairground.server.workers.pool import Workers


def _ignore(address: str) -> None:
    pass


@dataclass
class Services:
    """Store and writer, workers, settings, time, meters; `bad_key` hears of keys that open nothing."""

    store: Store
    writer: Writer
    workers: Workers
    settings: Settings
    watch: Watch = field(default_factory=RealWatch)
    meters: Meters = field(default_factory=Meters)
    bad_key: Callable[[str], None] = _ignore
