"""Which faults a schedule has, and how often. Most schedules have only some of them."""

from collections import Counter
from random import Random

# How often each fault happens where it can, per mille.
STORE = {"full disk": 80, "unreadable": 60, "unreachable": 200, "unknown outcome": 120}
NETWORK = {"break": 100, "slow reader": 150}
WORKERS = {"bot fails": 120, "bot hangs": 50, "bot errs": 120}
# What happens to whole servers, in times per simulated minute.
EVENTS = {"crash": 8.0, "restart": 4.0, "lost session": 8.0, "lost channel": 8.0, "clock jump": 8.0}


class Faults:
    """The faults of one schedule. None happens before they are turned on or after they are turned off."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.active = False
        self.counts: Counter[str] = Counter()
        self.delay = rng.choice([0.0005, 0.005, 0.05, 0.3])
        self.rates = {name: rate for kind in (STORE, NETWORK, WORKERS) for name, rate in self._some(kind)}
        self.events = dict(self._some(EVENTS))
        self.stall = rng.choice([0.0, 0.0, 0.0, 0.02])

    def _some(self, kind: dict[str, float] | dict[str, int]) -> list[tuple[str, float]]:
        return [(name, float(rate)) for name, rate in kind.items() if self.rng.random() < 0.4]

    def happens(self, name: str) -> bool:
        """Return whether a fault happens now."""
        found = self.active and self.rng.random() * 1000 < self.rates.get(name, 0)
        self.counts[name] += found
        return found

    def latency(self) -> float:
        """Return how long something takes that leaves the process."""
        if not self.active:
            return 0.001
        delay = self.rng.expovariate(1 / self.delay)
        return delay * 30 if self.rng.random() < 0.01 else delay

    def next_event(self, name: str) -> float | None:
        """Return after how many seconds something happens to a server; None if never."""
        rate = self.events.get(name)
        return None if rate is None else self.rng.expovariate(rate / 60)
