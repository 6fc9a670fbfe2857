"""`/metrics`: how a hall stands, looked up when somebody asks."""

from collections import Counter
from collections.abc import Iterator
from typing import TypeAlias

from litestar import Response, get
from litestar.datastructures import State
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.metrics_core import Metric

from fairground import __version__
from fairground.games import list_games
from fairground.server.hall import Hall

Values: TypeAlias = dict[tuple[str, ...], int]
PHASES = ("waiting", "playing", "over")


class HallCollector:
    """Looks around a hall."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    def collect(self) -> Iterator[Metric]:
        services = self.hall.services
        yield gauge("info", "The version that runs.", {(__version__,): 1}, "version")
        yield gauge("open", "1 until the server begins to close down.", {(): int(not self.hall.closing)})
        yield self._tables()
        yield self._visitors()
        yield counter("changes", "Changes to tables that were stored.", services.writer.written)
        yield counter("failures", "Changes to tables that could not be stored.", services.writer.failed)
        yield gauge("queue", "Changes that wait to be stored.", {(): services.writer.waiting.qsize()})

    def _tables(self) -> Metric:
        kept = [table.live.kept for table in self.hall.tables.values()]
        found = Counter[tuple[str, ...]]((table.game, table.phase) for table in kept)
        values: Values = {(game, phase): found[game, phase] for game in list_games() for phase in PHASES}
        return gauge("tables", "Tables in memory.", values, "game", "phase")

    def _visitors(self) -> Metric:
        seats = [visitor.seat for table in self.hall.tables.values() for visitor in table.visitors]
        watching = seats.count(None)
        values: Values = {("seat",): len(seats) - watching, ("spectator",): watching}
        return gauge("visitors", "Connections to the tables of this server.", values, "role")


def gauge(name: str, what: str, values: Values, *labels: str) -> Metric:
    family = GaugeMetricFamily(f"fairground_{name}", what, labels=labels)
    for labelled, value in values.items():
        family.add_metric(labelled, value)
    return family


def counter(name: str, what: str, value: int) -> Metric:
    return CounterMetricFamily(f"fairground_{name}", what, value=value)


@get("/metrics", sync_to_thread=False, include_in_schema=False)
def metrics(state: State) -> Response[bytes]:
    """For Prometheus."""
    registry = state.hall.services.meters.registry
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
