"""The clocks of one table: how long each seat may still think, and whose clock is running."""

from collections.abc import Collection, Sequence

from fairground.server import wire


class Clocks:
    """The seconds that each seat has left."""

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
        self.left[seat] = self._after_move(self.left[seat])

    def _after_move(self, left: float) -> float:
        """Return what is left after a move that was made with `left` seconds on the clock."""
        if self.clock.kind == "move":
            return float(self.clock.seconds)
        return left + self.clock.increment if self.clock.kind == "bank" else left

    def time_before(self, seat: int, moves: Sequence[float | None]) -> float:
        """Return what the seat would have if it took moves back, given the time it had before each of them.

        That is the time it had before the first of them, without what it has used since. So nobody gains time
        by an undo. Moves of earlier versions do not know their time; they count as made at once.
        """
        left, used = self.left[seat], 0.0
        for before in reversed(moves):
            if before is None:
                before = left - self.clock.increment if self.clock.kind == "bank" else left
            used += max(0.0, self._after_move(before) - left)
            left = before
        return left - used

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
