"""Timeouts of people: for whom a table waits and since when, and how long nothing has happened at all."""

from collections.abc import Collection, Sequence

from fairground.server.tables.state import TableState


class IdleTracker:
    """Tracks absent people and an idle table.

    `absent` has the seats that owe a decision while their person is away and others wait, and since when.
    `gone` has all seats without a connection, and since when they had none while the table was loaded.
    `last_active` is when the table last had something to do.
    """

    def __init__(self, state: TableState, idle: float, now: float) -> None:
        self.state = state
        self.idle = idle
        self.last_active = now
        self.absent: dict[int, float] = {}
        self.gone = dict.fromkeys(range(state.stored.seats), now)

    def observe(self, present: Collection[int | None], busy: bool, now: float) -> None:
        """Note who is connected (None: a spectator) and whether the table is busy."""
        absent = [seat for seat in self.state.actors() if self._is_absent(seat, present)]
        self.absent = {seat: self.absent.get(seat, now) for seat in absent}
        gone = [seat for seat in range(self.state.stored.seats) if seat not in present]
        self.gone = {seat: self.gone.get(seat, now) for seat in gone}
        if busy:
            self.last_active = now

    def reseat(self, order: Sequence[int]) -> None:
        """Move everybody to another chair, where order[seat] is the former one of whoever sits there now."""
        self.gone = {seat: self.gone[former] for seat, former in enumerate(order) if former in self.gone}

    def _is_absent(self, seat: int, present: Collection[int | None]) -> bool:
        chair = self.state.chairs[seat]
        someone_waits = any(other not in (None, seat) for other in present)
        deciding = self.state.stored.phase == "playing" and seat not in self.state.out_of_time
        return deciding and chair.person and not chair.bot and seat not in present and someone_waits

    def overdue_seats(self, now: float) -> list[int]:
        """Return the seats for which the others have waited long enough."""
        away = self.state.stored.away
        return [] if away is None else [seat for seat, since in self.absent.items() if now >= since + away]

    def is_long_gone(self, seat: int, now: float) -> bool:
        """Return whether a person has been gone for longer than the table waits for people."""
        away = self.state.stored.away
        return away is not None and seat in self.gone and now >= self.gone[seat] + away

    def is_idle(self, now: float) -> bool:
        """Return whether nothing has happened for so long that the table can be unloaded."""
        return now >= self.last_active + self.idle

    def seconds_to_timeout(self, busy: bool, now: float) -> float | None:
        """Return the seconds until the next timeout; None if none is running."""
        away = self.state.stored.away
        due = [since + away for since in self.absent.values()] if away is not None else []
        if not busy:
            due.append(self.last_active + self.idle)
        return min(due) - now if due else None
