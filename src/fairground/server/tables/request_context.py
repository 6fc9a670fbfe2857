"""What all requests to a table work on: its state, the time, and who asks."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from fairground.engine.story import Entry
from fairground.server.errors import Refusal, Stale
from fairground.server.store.store import Change
from fairground.server.tables.contest import FIXED, depart, is_fixed
from fairground.server.tables.idle import IdleTracker
from fairground.server.tables.notes import tell_person
from fairground.server.tables.rest_requests import RestResult
from fairground.server.tables.state import TableState
from fairground.server.time_source import TimeSource

ONLY_WATCHING = "you are only watching: take a chair first"


class Asker(NamedTuple):
    """Who makes a request: the seat they sit in (None: nowhere), whether they are the host, their address."""

    seat: int | None = None
    host: bool = False
    address: str = ""

    def own_seat(self) -> int:
        if self.seat is None:
            raise Refusal(ONLY_WATCHING, 403)
        return self.seat


class Handled(NamedTuple):
    """What to store of a request, and the answer to one that came over REST.

    `order` has the former chair of whoever sits in each chair now, if seats were drawn.
    """

    changes: list[Change]
    result: RestResult | None = None
    order: list[int] | None = None


Handlers: TypeAlias = Mapping[type, Callable[[Asker, Any], Handled]]


class RequestContext:
    """A table's state with the checks that several requests share.

    `stand_in` is the bot that plays for absent people.
    """

    def __init__(self, state: TableState, time: TimeSource, stand_in: str, idle: IdleTracker) -> None:
        self.state = state
        self.time = time
        self.stand_in = stand_in
        self.idle = idle

    def check_playing(self) -> None:
        self.check_not_over()
        if self.state.stored.phase != "playing":
            raise Refusal("the match has not begun yet")

    def check_not_over(self) -> None:
        if self.state.stored.phase == "over":
            raise Refusal("the match is over")

    def check_not_fixed(self) -> None:
        if is_fixed(self.state.stored):
            raise Refusal(FIXED)

    def check_decides(self, seat: int) -> None:
        """Raise a Refusal if a bot decides for the seat."""
        if seat in self.state.out_of_time:
            raise Stale("your time is up: a bot makes this move")
        if self.state.chairs[seat].bot:
            raise Refusal("a bot plays in your chair: take it back first")

    def check_seat(self, seat: int, status: int) -> None:
        if seat >= self.state.stored.seats:
            raise Refusal(f"expected a seat below {self.state.stored.seats}, got {seat}", status)

    # What is stored and told

    def tell(self, key: str, seat: int) -> Entry:
        return tell_person(self.state.chairs, key, seat)

    def note_change(
        self, seat: int | None = None, result: RestResult | None = None, told: Entry | None = None
    ) -> Handled:
        """Return the change of a request other than a move; `seat` is asked again for its decision."""
        asked = [] if seat is None else [seat]
        return Handled([self.state.note_change(asked, told=[told] if told else [])], result)

    def depart(self, seats: Sequence[int]) -> Handled:
        """Let people leave a match that counts: bots play on for them, and they come last."""
        told = []
        for seat in seats:
            depart(self.state.stored, seat, self.stand_in)
            told.append(tell_person(self.state.chairs, "table.departed", seat))
        return Handled([self.state.note_change(seats, told=told)])
