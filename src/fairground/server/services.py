"""What every table of a server shares."""

from collections.abc import Callable
from dataclasses import dataclass, field

from fairground.server.clock import RealWatch, Watch
from fairground.server.meters import Meters
from fairground.server.pool import Workers
from fairground.server.settings import Settings
from fairground.server.store import Store
from fairground.server.writer import Writer


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
