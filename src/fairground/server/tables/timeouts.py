"""What happens when a clock runs out or a person is away for too long: a bot decides, or plays on."""

from collections.abc import Iterator, Sequence

from fairground.engine.story import Entry
from fairground.server.store.store import Change
from fairground.server.tables.contest import has_departed
from fairground.server.tables.request_context import RequestContext


class TimeoutHandler:
    """Lets bots decide for people of a table whose time is up, and play for those who are away."""

    def __init__(self, context: RequestContext) -> None:
        self.context, self.state = context, context.state

    def handle(self, now: float) -> list[Change]:
        """Return what to store of the clocks and absences at a moment."""
        self.state.clocks.settle(now)
        expired, absent = self.state.clocks.expired_seats(), self.context.idle.overdue_seats(now)
        if self.state.stored.progress.contest:
            return self._let_depart([*dict.fromkeys([*expired, *absent])])
        self.state.out_of_time.update(expired)
        for seat in absent:
            self.state.chairs[seat].bot = self.context.stand_in
        told = [*self._tell_absent(absent), *self._tell_expired(expired)]
        return [self.state.note_change(told=told)] if expired or absent else []

    def _let_depart(self, seats: Sequence[int]) -> list[Change]:
        """Let bots play on for people in a match that counts: they come last."""
        gone = [seat for seat in seats if not has_departed(self.state.stored, seat)]
        self.state.out_of_time.difference_update(gone)
        return self.context.depart(gone).changes if gone else []

    def _tell_absent(self, seats: Sequence[int]) -> list[Entry]:
        return [self.context.tell("table.absent", seat) for seat in seats]

    def _tell_expired(self, seats: Sequence[int]) -> Iterator[Entry]:
        """Tell that a bot decides for a seat: this time, or from now on if the seat gets no more time."""
        clock = self.state.stored.clock
        ends = clock.kind == "bank" and not clock.increment
        for seat in seats:
            if not self._is_out_for_good(seat):
                yield self.context.tell("table.time_up" if ends else "table.late", seat)

    def _is_out_for_good(self, seat: int) -> bool:
        """Return whether everybody was told that a seat gets no more time."""
        notes = self.state.stored.progress.notes
        return any(note.key == "table.time_up" and note.values.get("chair") == seat for note in notes)
