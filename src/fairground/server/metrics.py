"""What operators can watch, for Prometheus: counts and times, never names, keys or moves.

Labels have few values, all known beforehand, so that nobody outside can make more of them.
"""

from prometheus_client import CollectorRegistry, Counter, Histogram

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Meters:
    """What is counted while it happens; `metrics` adds what can be looked up when somebody asks."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commits = self._times("commit", "Writing what some tables changed.")
        self.jobs = self._times("job", "A job of a worker, from the question to the answer.")
        self.answers = self._count("answers", "Answers to requests over HTTP.", "status")
        self.messages = self._count("messages", "Messages over WebSockets.", "way")
        for status in range(1, 6):
            self.answers.labels(f"{status}xx")
        self.heard, self.sent = self.messages.labels("in"), self.messages.labels("out")

    def answered(self, status: int) -> None:
        self.answers.labels(f"{status // 100}xx").inc()

    def _times(self, name: str, what: str) -> Histogram:
        return Histogram(f"fairground_{name}_seconds", what, registry=self.registry, buckets=SECONDS)

    def _count(self, name: str, what: str, label: str) -> Counter:
        return Counter(f"fairground_{name}", what, [label], registry=self.registry)
