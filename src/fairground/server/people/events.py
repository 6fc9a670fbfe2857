"""What happens to people at tables: somebody sits down, a match begins or ends, it is somebody's turn.

Events follow from how a table stood before a commit and how it stands afterwards. Each is told once in a
cluster, by the server that made the commit, after the commit.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from fairground.server.logs import log_failure
from fairground.server.store.seatings import occupancy_of
from fairground.server.store.store import Change, Occupancy, StoredTable
from fairground.server.store.writer import Writer


class SeatTaken(NamedTuple):
    """Somebody sat down at a table that was there already. `passport` is empty if they have none."""

    table: StoredTable
    seat: int
    passport: str


class MatchBegan(NamedTuple):
    """The match of a table began."""

    table: StoredTable


class TurnBegan(NamedTuple):
    """A person owes a decision and did not before. `passport` is empty if they have none."""

    table: StoredTable
    seat: int
    passport: str


class MatchEnded(NamedTuple):
    """The match of a table is over."""

    table: StoredTable


Event: TypeAlias = SeatTaken | MatchBegan | TurnBegan | MatchEnded
Callback: TypeAlias = Callable[[Event], None]


class EventFeed:
    """Tells its subscribers what happened.

    The table of an event is that of its owner, which goes on changing it: take what you need at once. A
    callback must return soon; whatever takes time belongs in a task of its own.
    """

    def __init__(self, writer: Writer) -> None:
        self.callbacks: list[Callback] = []
        writer.watchers.append(self._tell)

    def subscribe(self, callback: Callback) -> None:
        self.callbacks.append(callback)

    def _tell(self, changes: Sequence[Change]) -> None:
        if not self.callbacks:
            return
        for change in changes:
            if change.before or change.new:
                for event in events_between(change.before, change.table):
                    self._call(event)

    def _call(self, event: Event) -> None:
        for callback in self.callbacks:
            try:
                callback(event)
            except Exception:  # what is stored stays stored, and the others must hear of it
                log_failure("subscriber failed", table=event.table.id)


def events_between(before: Occupancy | None, table: StoredTable) -> Iterator[Event]:
    """Yield what happened at a table since it stood as it did `before`, which is None for a new table."""
    now = occupancy_of(table)
    sat = {sitter.holder for sitter in before.sitters if sitter} if before else set()
    owed = {sitter.holder for sitter in before.sitters if sitter and sitter.turn} if before else set()
    people = [(seat, sitter) for seat, sitter in enumerate(now.sitters) if sitter]
    if before:
        for seat, sitter in people:
            if sitter.holder not in sat:
                yield SeatTaken(table, seat, sitter.passport)
    phase = before.phase if before else "waiting"
    if phase == "waiting" and now.phase != "waiting":
        yield MatchBegan(table)
    for seat, sitter in people:
        if sitter.turn and sitter.holder not in owed:
            yield TurnBegan(table, seat, sitter.passport)
    if phase != "over" and now.phase == "over":
        yield MatchEnded(table)
