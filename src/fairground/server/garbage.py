"""Python's garbage collection, away from people's moves.

A full collection looks at every object of the server, and everybody waits for it: with a thousand tables
a good part of a second. So what has stayed for a minute is frozen: no collection looks at it again. What
nobody refers to any more is freed at once all the same. Only cycles among frozen objects wait, until
there are so many objects that everything is looked at again.
"""

import gc

from fairground.server.periodic import PeriodicWork
from fairground.server.time_source import TimeSource

MINUTE = 60.0
YOUNG = 10_000  # new objects after which Python looks at the newest ones
MIDDLE = 20  # such looks after which it looks at those that stayed, too
NEVER = 1 << 30
GROWTH = 2.0  # times as many frozen objects as after the last full collection are too many


class GarbageCollector:
    """Collects once a minute what the last minute has left, and freezes what stays."""

    def __init__(self, time: TimeSource) -> None:
        self.periodic = PeriodicWork(self.work, MINUTE, time)
        self.frozen = 0  # after the last full collection
        self.thresholds = gc.get_threshold()

    def start(self) -> None:
        """Take over from Python, which no longer begins full collections by itself."""
        gc.set_threshold(YOUNG, MIDDLE, NEVER)
        self.collect_all()
        self.periodic.start()

    async def stop(self) -> None:
        """Leave it to Python again."""
        await self.periodic.stop()
        gc.unfreeze()
        gc.set_threshold(*self.thresholds)

    async def work(self) -> None:
        if gc.get_freeze_count() > GROWTH * self.frozen:
            self.collect_all()
        else:
            gc.collect()
            gc.freeze()

    def collect_all(self) -> None:
        """Look at everything, then freeze it."""
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self.frozen = gc.get_freeze_count()
