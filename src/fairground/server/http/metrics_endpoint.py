"""The route `/metrics` for Prometheus, with gauges that are read when somebody asks for them."""

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
from fairground.server.tables.registry import TableRegistry

Values: TypeAlias = dict[tuple[str, ...], int]
PHASES = ("waiting", "playing", "over")


class TableCollector:
    """Reads the gauges of a table registry."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry

    def collect(self) -> Iterator[Metric]:
        services = self.registry.services
        yield gauge("info", "The version of the server.", {(__version__,): 1}, "version")
        yield gauge("open", "1 until the server begins to close down.", {(): int(not self.registry.closing)})
        yield self._tables()
        yield self._connections()
        yield counter("changes", "Changes to tables that were stored.", services.writer.written)
        yield counter("failures", "Changes to tables that could not be stored.", services.writer.failed)
        yield gauge("queue", "Changes waiting to be stored.", {(): services.writer.waiting.qsize()})

    def _tables(self) -> Metric:
        stored = [table.state.stored for table in self.registry.tables.values()]
        found = Counter[tuple[str, ...]]((table.game, table.phase) for table in stored)
        values: Values = {(game, phase): found[game, phase] for game in list_games() for phase in PHASES}
        return gauge("tables", "Tables in memory.", values, "game", "phase")

    def _connections(self) -> Metric:
        tables = self.registry.tables.values()
        seats = [connection.seat for table in tables for connection in table.connections]
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
    """Return all metrics in the text format of Prometheus."""
    registry = state.backend.registry.services.metrics.registry
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
