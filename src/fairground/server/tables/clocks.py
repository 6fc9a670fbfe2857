"""The clocks of one table: how long each seat may still think, and whose clock runs."""

from collections.abc import Collection

from fairground.server import wire


class Clocks:
    """Seconds left by seat. They stand whenever nobody counts: also while the server is down."""

    def __init__(self, clock: wire.Clock, left: list[float]) -> None:
        self.clock = clock
        self.left = left
        self.since: dict[int, float] = {}

    @property
    def used(self) -> bool:
        return self.clock.kind != "none"

    def run(self, seats: Collection[int], now: float) -> None:
        """Let the clocks of these seats run from now on, and no others."""
        self.settle(now)
        self.since = dict.fromkeys(seats, now) if self.used else {}

    def settle(self, now: float) -> None:
        """Count what was used until now."""
        for seat, since in self.since.items():
            self.left[seat] = max(0.0, self.left[seat] - (now - since))
            self.since[seat] = now

    def decided(self, seat: int) -> None:
        """The seat has made its decision."""
        if self.clock.kind == "move":
            self.left[seat] = float(self.clock.seconds)
        elif self.clock.kind == "bank":
            self.left[seat] += self.clock.increment

    def late(self) -> list[int]:
        """The seats whose time is up."""
        return [seat for seat in self.since if self.left[seat] <= 0.0]

    def rest(self) -> float | None:
        """Seconds until the next clock runs out; None if none runs."""
        return min((self.left[seat] for seat in self.since), default=None)

    def told(self, now: float) -> wire.Times:
        """The clocks as they are sent."""
        if not self.used:
            return wire.Times([None] * len(self.left), [])
        self.settle(now)
        return wire.Times([round(left, 1) for left in self.left], sorted(self.since))


def fresh(clock: wire.Clock, seats: int) -> list[float]:
    """What is left at the start."""
    return [float(clock.seconds)] * seats
