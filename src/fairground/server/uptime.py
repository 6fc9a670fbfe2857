"""The uptime of a store: the seconds that servers have used it in all, by which the clocks of matches run.

It does not grow while no server runs or while the machine sleeps, and does not care what the date is. So a
match that waits in the store loses neither the time of a power cut nor that of a wrong date.
"""

from fairground.server.time_source import TimeSource


class Uptime:
    """Counts on from what the store remembers."""

    def __init__(self, time: TimeSource) -> None:
        self.time = time
        self.reached = 0.0
        self.since = time.now()

    def now(self) -> float:
        return self.reached + self.time.now() - self.since

    def catch_up(self, reached: float) -> None:
        """Note how far other servers, or this one before its restart, have come. Uptime never falls."""
        if reached > self.now():
            self.reached, self.since = reached, self.time.now()
