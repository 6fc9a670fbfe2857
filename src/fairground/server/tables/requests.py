"""What a request does to a table, or why it is refused. A refused request changes nothing.

Requests come over a table's WebSocket (`wire.Request`) or over REST (`TakeChair`, `Invite`); both are
handled here.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import msgspec

from fairground.bots.registry import list_bots
from fairground.engine.errors import FairgroundError
from fairground.server import keys, wire
from fairground.server.errors import Refusal, Stale
from fairground.server.store.store import Change, StoredChair, StoredTable, TableProgress
from fairground.server.tables.clocks import initial_times
from fairground.server.tables.state import TableState
from fairground.server.time_source import TimeSource

STALE = "the table changed after you chose that; this is its current state"
OCCUPIED = "somebody sits in that chair already"


class TakeChair(msgspec.Struct, tag="take"):
    """Sit down in a free chair."""

    seat: int
    name: str
    invitation: str | None


class Invite(msgspec.Struct, tag="invite"):
    """Make a new invitation to a free chair; `host` is the host's key."""

    seat: int
    host: str | None


RestRequest: TypeAlias = TakeChair | Invite
RestResult: TypeAlias = wire.Taken | wire.Invitation


class Asker(NamedTuple):
    """Who makes a request: the seat they sit in (None: nowhere), whether they are the host, their address."""

    seat: int | None = None
    host: bool = False
    address: str = ""

    def own_seat(self) -> int:
        if self.seat is None:
            raise Refusal("you are only watching: take a chair first", 403)
        return self.seat


class Handled(NamedTuple):
    """What to store of a request, and the answer to one that came over REST."""

    changes: list[Change]
    result: RestResult | None = None


class RequestHandler:
    """Carries out requests at one table. `stand_in` is the bot that plays for absent people."""

    def __init__(self, state: TableState, time: TimeSource, stand_in: str) -> None:
        self.state = state
        self.time = time
        self.stand_in = stand_in
        self.by_type: dict[type, Callable[[Asker, Any], Handled]] = {
            wire.Play: self.play,
            wire.Undo: self.undo,
            wire.Rename: self.rename,
            wire.Resign: self.resign,
            wire.Return: self.return_to_chair,
            wire.Leave: self.leave,
            wire.SeatBot: self.seat_bot,
            wire.Start: self.start,
            wire.Rematch: self.rematch,
            TakeChair: self.take_chair,
            Invite: self.invite,
        }

    def handle(self, asker: Asker, request: wire.Request | RestRequest) -> Handled:
        """Carry out the request and return what to store; raise Refusal if it is not allowed."""
        self.state.clocks.settle(self.time.now())
        return self.by_type[type(request)](asker, request)

    # The match

    def play(self, asker: Asker, request: wire.Play) -> Handled:
        seat = asker.own_seat()
        self._check_playing()
        self._check_decides(seat)
        if not self.state.asked_since[seat] <= request.update <= self.state.stored.update_number:
            raise Stale(STALE)
        try:
            return Handled([self.state.play(seat, request.move, self.time.date())])
        except FairgroundError as error:
            raise Stale(str(error)) from None

    def undo(self, asker: Asker, request: wire.Undo) -> Handled:
        seat = asker.own_seat()
        self._check_playing()
        self._check_decides(seat)
        decided = self.state.undoable_update(seat)
        oldest = max(decided or 0, self.state.stored.progress.undone)
        if not oldest <= request.update <= self.state.stored.update_number:
            raise Stale(STALE)
        if decided is None:
            raise Stale("there is nothing to undo: others have acted, or something new was revealed")
        if self.state.times_before_undo(seat).get(seat, 1.0) <= 0.0:
            raise Refusal("your time for that decision is used up, so it stands")
        return Handled([self.state.undo(seat)])

    # Chairs

    def rename(self, asker: Asker, request: wire.Rename) -> Handled:
        self.state.chairs[asker.own_seat()].name = clean_name(request.name)
        return self._note_change()

    def resign(self, asker: Asker, request: wire.Resign) -> Handled:
        seat = asker.own_seat()
        chair = self.state.chairs[seat]
        self._check_playing()
        if chair.bot and chair.resigned:
            raise Refusal("a bot already plays in your chair")
        chair.bot, chair.resigned = self.stand_in, True
        return self._note_change(seat)

    def return_to_chair(self, asker: Asker, request: wire.Return) -> Handled:
        seat = asker.own_seat()
        chair = self.state.chairs[seat]
        if not chair.bot:
            raise Refusal("no bot plays in your chair")
        chair.bot, chair.resigned = None, False
        return self._note_change(seat)

    def leave(self, asker: Asker, request: wire.Leave) -> Handled:
        seat = asker.own_seat()
        bot = self.stand_in if self.state.stored.phase == "playing" else None
        unknown = keys.new_key()  # nobody gets it, so only a new invitation opens the chair
        self.state.chairs[seat] = StoredChair(keys.hash_key(unknown), bot=bot)
        return self._note_change(seat)

    def seat_bot(self, asker: Asker, request: wire.SeatBot) -> Handled:
        if not asker.host:
            raise Refusal("only the host of the table seats bots", 403)
        self._check_seat(request.seat, 400)
        if request.level is not None:
            check_level(request.level)
        self._check_not_over()
        chair = self.state.chairs[request.seat]
        if chair.person and not chair.bot and self.state.stored.phase == "waiting":
            raise Refusal(f"{chair.name or 'a person'} sits in that chair")
        if chair.person and not (chair.bot and request.level):
            raise Refusal("that is a person's chair: a bot plays there only while the person is away")
        chair.bot = request.level
        return self._note_change(request.seat)

    def take_chair(self, asker: Asker, request: TakeChair) -> Handled:
        """Give the chair a new key that only the taker knows, not even the person who invited them."""
        self._check_seat(request.seat, 404)
        chair = self.state.chairs[request.seat]
        if chair.person:
            raise Refusal(OCCUPIED)
        invited = keys.is_key_of(request.invitation, chair.hash)
        if request.invitation is not None and not invited:
            raise Refusal("this invitation is not valid for that chair, or no longer", 403)
        if not invited and not self.state.stored.listed:
            raise Refusal("you need an invitation to take this chair", 403)
        if not invited and chair.bot:
            raise Refusal("a bot sits in that chair")
        self._check_not_over()
        key = keys.new_key()
        name = clean_name(request.name)
        self.state.chairs[request.seat] = StoredChair(keys.hash_key(key), person=True, name=name)
        return self._note_change(request.seat, wire.Taken(self.state.stored.id, request.seat, key))

    def invite(self, asker: Asker, request: Invite) -> Handled:
        self._check_seat(request.seat, 404)
        if not keys.is_key_of(request.host, self.state.stored.host):
            raise Refusal("only the host of the table can invite people", 403)
        if self.state.chairs[request.seat].person:
            raise Refusal(OCCUPIED)
        key = keys.new_key()
        self.state.chairs[request.seat].hash = keys.hash_key(key)
        return self._note_change(None, wire.Invitation(self.state.stored.id, request.seat, key))

    # Matches

    def start(self, asker: Asker, request: wire.Start) -> Handled:
        if not asker.host and asker.seat is None:
            raise Refusal("only people who sit at the table can start the match", 403)
        if self.state.stored.phase != "waiting":
            raise Refusal("the match has begun already")
        free = [seat for seat, chair in enumerate(self.state.chairs) if not chair.person and not chair.bot]
        if free:
            listed = ", ".join(str(seat) for seat in free)
            raise Refusal(
                f"expected somebody in every chair, but nobody sits in {listed}: invite people or bots"
            )
        self.state.stored.phase = "playing"
        self.state.stored.creator = None
        self.state.begin()
        return self._note_change()

    def check_rematch(self, asker: Asker) -> None:
        """Raise a Refusal if the asker cannot set up the next match now."""
        asker.own_seat()
        if self.state.stored.phase != "over":
            raise Refusal("the match is not over yet")
        if self.state.stored.progress.next:
            raise Stale("the next match is set up already")

    def rematch(self, asker: Asker, request: wire.Rematch) -> Handled:
        self.check_rematch(asker)
        stored = self.state.stored
        next_table = rematch_table(stored, self.time.date())
        stored.progress.next = next_table.id
        return Handled([Change(next_table, new=True), self.state.note_change()])

    # Checks

    def _check_playing(self) -> None:
        self._check_not_over()
        if self.state.stored.phase != "playing":
            raise Refusal("the match has not begun yet")

    def _check_not_over(self) -> None:
        if self.state.stored.phase == "over":
            raise Refusal("the match is over")

    def _check_decides(self, seat: int) -> None:
        """Raise a Refusal if a bot decides for the seat."""
        if seat in self.state.out_of_time:
            raise Stale("your time is up: a bot makes this move")
        if self.state.chairs[seat].bot:
            raise Refusal("a bot plays in your chair: take it back first")

    def _check_seat(self, seat: int, status: int) -> None:
        if seat >= self.state.stored.seats:
            raise Refusal(f"expected a seat below {self.state.stored.seats}, got {seat}", status)

    def _note_change(self, seat: int | None = None, result: RestResult | None = None) -> Handled:
        """Return the change of a request other than a move; `seat` is asked again for its decision."""
        return Handled([self.state.note_change([] if seat is None else [seat])], result)


def check_level(level: str) -> None:
    if level not in list_bots():
        raise Refusal(f"there is no bot {level!r}; the bots are {', '.join(list_bots())}", 400)


def clean_name(name: str) -> str:
    """Return a name on one line, without unprintable characters."""
    shown = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(shown.split())


def rematch_table(stored: StoredTable, date: float) -> StoredTable:
    """Return the table of the rematch: everybody moves on by one chair and keeps their key."""
    chairs = [
        StoredChair(chair.hash, chair.person, chair.name, None if chair.person else chair.bot)
        for chair in stored.progress.chairs
    ]
    progress = TableProgress(chairs[-1:] + chairs[:-1], initial_times(stored.clock, stored.seats))
    return msgspec.structs.replace(
        stored,
        id=keys.new_name(),
        seed=keys.new_seed(),
        created=date,
        phase="waiting",
        update_number=1,
        progress=progress,
        changed=date,
        due=None,
        creator=None,
    )
