"""Jobs in the background: they begin when a processor is free, and otherwise only now and then."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fairground.server.time_source import TimeSource

HOLD = 1.0  # seconds that a job in the background waits at most for a free processor


def count_processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class BackgroundGate:
    """Lets jobs in the background begin as long as there are more processors than jobs.

    When bots are busy on all of them, a single job may begin `HOLD` seconds after the last one began, so that
    what is in the background goes on for ever, but slowly. `watchers` are called when a job has ended.
    """

    def __init__(self, time: TimeSource, processors: int | None = None) -> None:
        self.time = time
        self.processors = processors or count_processors()
        self.live = 0
        self.background = 0
        self.began = 0.0
        self.watchers: list[Callable[[], None]] = []

    @contextmanager
    def pass_live(self) -> Iterator[None]:
        """Count a job that does not wait for the gate."""
        self.live += 1
        try:
            yield
        finally:
            self.live -= 1
            self._notify()

    def begin(self) -> None:
        """Count a job in the background that begins."""
        self.background += 1
        self.began = self.time.now()

    def end(self) -> None:
        self.background -= 1
        self._notify()

    def seconds_to_wait(self) -> float:
        """Return how long the next job in the background waits at most; 0.0 if it may begin."""
        if self.live + self.background < self.processors:
            return 0.0
        if self.background:
            return HOLD
        return max(0.0, self.began + HOLD - self.time.now())

    def _notify(self) -> None:
        for watch in self.watchers:
            watch()
