"""What operators can monitor with Prometheus: counts and durations, never names, keys or moves.

Labels take few values, all known in advance, so nobody outside can create new ones.
"""

from typing import NamedTuple

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class LaneMetrics(NamedTuple):
    """The metrics of one lane of workers."""

    seconds: Histogram
    waiting: Gauge
    running: Gauge
    killed: Counter
    refused: Counter


class Metrics:
    """Counters and histograms that are updated as things happen.

    `http/metrics_endpoint` adds gauges that are read only when somebody asks for them.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commits = self._histogram("commit", "Time to write the changes of some tables.")
        self.job_seconds = self._histogram("job", "Time from asking a worker to its answer.", "lane")
        self.jobs = self._gauge("jobs", "Jobs that wait for a worker or are with one.", "lane", "state")
        self.failures = self._counter(
            "job_failures",
            "Workers that jobs ended, and jobs that were refused.",
            "lane",
            "how",
        )
        self.answers = self._counter("answers", "Answers to HTTP requests.", "status")
        self.messages = self._counter("messages", "Messages over WebSockets.", "way")
        for status in range(1, 6):
            self.answers.labels(f"{status}xx")
        self.received, self.sent = self.messages.labels("in"), self.messages.labels("out")

    def count_answer(self, status: int) -> None:
        self.answers.labels(f"{status // 100}xx").inc()

    def lane(self, name: str) -> LaneMetrics:
        """Return the metrics of a lane."""
        return LaneMetrics(
            seconds=self.job_seconds.labels(name),
            waiting=self.jobs.labels(name, "waiting"),
            running=self.jobs.labels(name, "running"),
            killed=self.failures.labels(name, "killed"),
            refused=self.failures.labels(name, "refused"),
        )

    def _histogram(self, name: str, what: str, *labels: str) -> Histogram:
        return Histogram(f"fairground_{name}_seconds", what, labels, registry=self.registry, buckets=SECONDS)

    def _counter(self, name: str, what: str, *labels: str) -> Counter:
        return Counter(f"fairground_{name}", what, labels, registry=self.registry)

    def _gauge(self, name: str, what: str, *labels: str) -> Gauge:
        return Gauge(f"fairground_{name}", what, labels, registry=self.registry)
