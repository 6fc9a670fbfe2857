"""Whom a table waits for, and since when: people who are gone, and anybody at all."""

from collections.abc import Collection

from fairground.server.tables.state import LiveTable


class Vigil:
    """`waits` has the seats that owe a decision and are away, and since when others wait for them.

    `quiet` is when the table last had something to do.
    """

    def __init__(self, live: LiveTable, idle: float, now: float) -> None:
        self.live = live
        self.idle = idle
        self.quiet = now
        self.waits: dict[int, float] = {}

    def look(self, here: Collection[int | None], busy: bool, now: float) -> None:
        """See who is there, and whether anything goes on."""
        away = [seat for seat in self.live.actors() if self._is_away(seat, here)]
        self.waits = {seat: self.waits.get(seat, now) for seat in away}
        if busy:
            self.quiet = now

    def _is_away(self, seat: int, here: Collection[int | None]) -> bool:
        chair = self.live.chairs[seat]
        someone_waits = any(other not in (None, seat) for other in here)
        deciding = self.live.kept.phase == "playing" and seat not in self.live.late
        return deciding and chair.person and not chair.bot and seat not in here and someone_waits

    def overdue(self, now: float) -> list[int]:
        """The seats for which others have waited long enough."""
        away = self.live.kept.away
        return [] if away is None else [seat for seat, since in self.waits.items() if now >= since + away]

    def asleep(self, now: float) -> bool:
        """Whether nobody came and nothing happened for so long that the table need not stay in memory."""
        return now >= self.quiet + self.idle

    def rest(self, busy: bool, now: float) -> float | None:
        """Seconds until something is due; None if nothing is."""
        away = self.live.kept.away
        due = [since + away for since in self.waits.values()] if away is not None else []
        if not busy:
            due.append(self.quiet + self.idle)
        return min(due) - now if due else None
