"""The clocks of one table: how long each seat may still think, and whose clock is running."""

from collections.abc import Collection

from fairground.server import wire


class Clocks:
    """The seconds that each seat has left. Clocks pause while the table is not loaded."""

    def __init__(self, clock: wire.Clock, left: list[float]) -> None:
        self.clock = clock
        self.left = left
        self.since: dict[int, float] = {}

    @property
    def enabled(self) -> bool:
        return self.clock.kind != "none"

    def run(self, seats: Collection[int], now: float) -> None:
        """Let the clocks of these seats run from now on, and stop all others."""
        self.settle(now)
        self.since = dict.fromkeys(seats, now) if self.enabled else {}

    def settle(self, now: float) -> None:
        """Subtract the time that was used until now."""
        for seat, since in self.since.items():
            self.left[seat] = max(0.0, self.left[seat] - (now - since))
            self.since[seat] = now

    def finish_move(self, seat: int) -> None:
        """Give the seat its time for the next decision, or its increment."""
        if self.clock.kind == "move":
            self.left[seat] = float(self.clock.seconds)
        elif self.clock.kind == "bank":
            self.left[seat] += self.clock.increment

    def expired_seats(self) -> list[int]:
        """Return the seats whose clock has run out."""
        return [seat for seat in self.since if self.left[seat] <= 0.0]

    def seconds_to_expiry(self) -> float | None:
        """Return the seconds until the next clock runs out; None if none is running."""
        return min((self.left[seat] for seat in self.since), default=None)

    def times(self, now: float) -> wire.Times:
        """Return the clocks as they are sent to browsers."""
        if not self.enabled:
            return wire.Times([None] * len(self.left), [])
        self.settle(now)
        return wire.Times([round(left, 1) for left in self.left], sorted(self.since))


def initial_times(clock: wire.Clock, seats: int) -> list[float]:
    """Return the seconds that each seat has at the start."""
    return [float(clock.seconds)] * seats
