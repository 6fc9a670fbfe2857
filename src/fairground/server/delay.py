"""How long people have waited lately before the server got to what they did, the sign of an overload."""

from collections.abc import Callable

HALF_LIFE = 5.0  # seconds after which what happened counts half
MOST_WEIGHT = 1.0  # seconds that one delay stands for at most, so that a single one is no overload
LONGEST = 5.0  # seconds that one delay counts at most


class RecentDelay:
    """The mean delay of the last seconds. It fades while nothing happens."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self.moment = now()
        self.mean = 0.0

    def note(self, seconds: float) -> None:
        """Note that something waited so long."""
        now = self.now()
        passed = now - self.moment
        weight = 1.0 - fading(min(passed, MOST_WEIGHT))
        self.mean = self.mean * fading(passed) + weight * min(seconds, LONGEST)
        self.moment = now

    def seconds(self) -> float:
        """Return the mean as of now."""
        return self.mean * fading(self.now() - self.moment)


def fading(seconds: float) -> float:
    """Return how much of something counts after so many seconds."""
    return float(0.5 ** (seconds / HALF_LIFE))
