"""What a request does to a table, or why it is refused. A refused request changes nothing.

Requests come over a table's WebSocket (`wire.Request`) or over REST (`TakeChair`, `Invite`); both are
handled here.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec

from fairground.bots.registry import list_bots
from fairground.engine.errors import FairgroundError
from fairground.engine.story import Entry
from fairground.engine.text import clean_name
from fairground.server import chat_wire, keys, wire
from fairground.server.errors import Refusal, Stale
from fairground.server.people_wire import Person
from fairground.server.ratings.result import Contest
from fairground.server.store.store import Change, StoredChair, StoredTable, TableProgress
from fairground.server.tables.clocks import initial_times
from fairground.server.tables.consent import check_consent, set_consent, void_consent
from fairground.server.tables.contest import (
    DEPARTED,
    FIXED,
    check_rated_bot,
    check_rated_start,
    check_sitter,
    depart,
    has_departed,
    is_fixed,
)
from fairground.server.tables.hints import check_hint
from fairground.server.tables.idle import IdleTracker
from fairground.server.tables.notes import name_in, tell_person
from fairground.server.tables.people import forget_person, keep_chair, new_sitter
from fairground.server.tables.seating import draw_chairs, drawn_order, reorder, tell_draw
from fairground.server.tables.state import TableState
from fairground.server.time_source import TimeSource

ONLY_WATCHING = "you are only watching: take a chair first"
STALE = "the table changed after you chose that; this is its current state"
OCCUPIED = "somebody sits in that chair already"


class TakeChair(msgspec.Struct, tag="take"):
    """Sit down in a free chair; whoever has a passport is a `person`."""

    seat: int
    name: str
    invitation: str | None
    person: Person | None = None


class Invite(msgspec.Struct, tag="invite"):
    """Make a new invitation to a free chair; the host shows their key, or the passport with that id."""

    seat: int
    host: str | None
    passport: str = ""


class KeepSeat(msgspec.Struct, tag="keep"):
    """Hang the chair that a key opens on the passport of a person."""

    key: str
    person: Person


class ForgetPerson(msgspec.Struct, tag="forget"):
    """Delete everything about the person with a passport; a bot plays on for them."""

    passport: str


class EndContest(msgspec.Struct, tag="end"):
    """Let the people with these passports leave a match of a tournament; `late` if its round is over.

    Only a tournament asks for this; nobody can over REST.
    """

    leavers: list[str]
    late: bool


class ContestEnded(msgspec.Struct):
    """The answer to `EndContest`: whether the result of the match is known."""

    table: str
    settled: bool


RestRequest: TypeAlias = TakeChair | Invite | KeepSeat | ForgetPerson | EndContest
RestResult: TypeAlias = wire.Taken | wire.Invitation | wire.Settled | ContestEnded


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


class RequestHandler:
    """Carries out requests at one table. `stand_in` is the bot that plays for absent people."""

    def __init__(self, state: TableState, time: TimeSource, stand_in: str, idle: IdleTracker) -> None:
        self.state = state
        self.time = time
        self.stand_in = stand_in
        self.idle = idle
        self.by_type: dict[type, Callable[[Asker, Any], Handled]] = {
            wire.Play: self.play,
            wire.Undo: self.undo,
            wire.AskHint: self.ask_hint,
            wire.Rename: self.rename,
            wire.Resign: self.resign,
            wire.Return: self.return_to_chair,
            wire.Leave: self.leave,
            wire.SeatBot: self.seat_bot,
            wire.Agree: self.agree,
            wire.Remove: self.remove,
            wire.Start: self.start,
            wire.Rematch: self.rematch,
            chat_wire.OpenChat: self.open_chat,
            TakeChair: self.take_chair,
            Invite: self.invite,
            KeepSeat: self.keep_seat,
            ForgetPerson: self.forget_person,
            EndContest: self.end_contest,
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
            raise Stale(
                "there is nothing to undo: others have acted, something new was revealed, or a clock ran out"
            )
        if self.state.times_before_undo(seat).get(seat, 1.0) <= 0.0:
            raise Refusal("your time for that decision is used up, so it stands")
        return Handled([self.state.undo(seat)])

    def ask_hint(self, asker: Asker, request: wire.AskHint) -> Handled:
        """Note that a hint is taken, once for each decision."""
        seat = asker.own_seat()
        self._check_playing()
        self._check_decides(seat)
        check_hint(self.state, seat)
        return Handled([]) if self._had_hint(seat) else self._note_change(told=self._tell("table.hint", seat))

    def _had_hint(self, seat: int) -> bool:
        moves, notes = self.state.move_count, self.state.stored.progress.notes
        told = (note for note in notes if note.key == "table.hint" and note.values.get("chair") == seat)
        return any(note.moves == moves for note in told)

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
        if self.state.stored.progress.contest:
            return self._depart([seat])
        chair.bot, chair.resigned = self.stand_in, True
        return self._note_change(seat, told=self._tell("table.resigned", seat))

    def return_to_chair(self, asker: Asker, request: wire.Return) -> Handled:
        seat = asker.own_seat()
        chair = self.state.chairs[seat]
        if not chair.bot:
            raise Refusal("no bot plays in your chair")
        if has_departed(self.state.stored, seat):
            raise Refusal(DEPARTED)
        chair.bot, chair.resigned = None, False
        return self._note_change(seat, told=self._tell("table.returned", seat))

    def leave(self, asker: Asker, request: wire.Leave) -> Handled:
        seat = asker.own_seat()
        name = name_in(self.state.chairs, seat)
        if is_fixed(self.state.stored):
            return self._depart([seat])
        self._empty_chair(seat)
        if self.state.stored.phase != "playing":
            return self._note_change(seat)
        self.state.chairs[seat].bot = self.stand_in
        left = Entry("table.left", {"name": name, "chair": seat, "level": self.stand_in})
        return self._note_change(seat, told=left)

    def seat_bot(self, asker: Asker, request: wire.SeatBot) -> Handled:
        if not asker.host:
            raise Refusal("only the host of the table seats bots", 403)
        self._check_seat(request.seat, 400)
        if request.level is not None:
            check_level(request.level)
        self._check_not_over()
        self._check_not_fixed()
        if request.level is not None and self.state.stored.progress.contest:
            check_rated_bot(self.state.stored.game, request.level)
        chair = self.state.chairs[request.seat]
        if chair.person and not chair.bot and self.state.stored.phase == "waiting":
            raise Refusal(f"{chair.name or 'a person'} sits in that chair")
        if chair.person and not (chair.bot and request.level):
            raise Refusal("that is a person's chair: a bot plays there only while the person is away")
        chair.bot, chair.agreed = request.level, []
        return self._note_change(request.seat, told=self._tell_bot(request.seat))

    def agree(self, asker: Asker, request: wire.Agree) -> Handled:
        seat = asker.own_seat()
        self._check_playing()
        self._check_seat(request.seat, 400)
        chair = self.state.chairs[request.seat]
        self._check_not_fixed()
        if chair.person:
            raise Refusal(OCCUPIED)
        set_consent(chair, seat, request.yes)
        key = "table.agreed" if request.yes else "table.withdrew"
        told = Entry(key, {"name": name_in(self.state.chairs, seat), "chair": request.seat})
        return self._note_change(told=told)

    def remove(self, asker: Asker, request: wire.Remove) -> Handled:
        seat = request.seat
        if not asker.host:
            raise Refusal("only the host of the table removes people", 403)
        self._check_seat(seat, 400)
        self._check_not_over()
        if not self.state.chairs[seat].person:
            raise Refusal("nobody sits in that chair")
        if seat == asker.seat:
            raise Refusal("that is your own chair: leave it instead")
        self._check_not_fixed()
        if self.state.stored.phase == "playing":
            return self._hand_over(seat)
        told = Entry("table.removed", {"name": name_in(self.state.chairs, seat), "chair": seat})
        self._empty_chair(seat)
        self.state.chairs[seat].reserved = True  # or the same person could sit down again
        return self._note_change(seat, told=told)

    def _hand_over(self, seat: int) -> Handled:
        """Let a bot play for somebody who has been gone for long; they keep their key and their chair."""
        chair = self.state.chairs[seat]
        if chair.bot:
            raise Refusal("a bot already plays in that chair")
        if not self.idle.is_long_gone(seat, self.time.now()):
            raise Refusal(
                "during the match only somebody who is away for longer than the table waits is replaced"
            )
        chair.bot = self.stand_in
        return self._note_change(seat, told=self._tell("table.handed_over", seat))

    def _empty_chair(self, seat: int) -> None:
        unknown = keys.new_key()  # nobody gets it, so only a new invitation opens the chair
        self.state.chairs[seat] = StoredChair(keys.hash_key(unknown))
        void_consent(self.state.chairs, seat)

    def take_chair(self, asker: Asker, request: TakeChair) -> Handled:
        """Give the chair a new key that only the taker knows, not even the person who invited them."""
        self._check_seat(request.seat, 404)
        chair = self.state.chairs[request.seat]
        if chair.person:
            raise Refusal(OCCUPIED)
        invited = keys.is_key_of(request.invitation, chair.hash)
        if request.invitation is not None and not invited:
            raise Refusal("this invitation is not valid for that chair, or no longer", 403)
        if not invited and (chair.reserved or not self.state.stored.listed):
            raise Refusal("you need an invitation to take this chair", 403)
        if not invited and chair.bot:
            raise Refusal("a bot sits in that chair")
        self._check_not_over()
        check_sitter(self.state.stored, request.person.id if request.person else "")
        check_consent(self.state.stored, request.seat)
        return self._seat_person(request.seat, clean_name(request.name), request.person)

    def _seat_person(self, seat: int, name: str, person: Person | None) -> Handled:
        key, bot = keys.new_key(), self.state.chairs[seat].bot
        self.state.chairs[seat] = new_sitter(keys.hash_key(key), name, person)
        void_consent(self.state.chairs)
        told = Entry("table.took", {"name": name or seat, "chair": seat})
        if bot:
            told = Entry("table.took_from_bot", {**told.values, "level": bot})
        taken = wire.Taken(self.state.stored.id, seat, key)
        return self._note_change(seat, taken, told if self.state.stored.phase == "playing" else None)

    def invite(self, asker: Asker, request: Invite) -> Handled:
        self._check_seat(request.seat, 404)
        if not self.state.is_host(request.host, request.passport):
            raise Refusal("only the host of the table can invite people", 403)
        if self.state.chairs[request.seat].person:
            raise Refusal(OCCUPIED)
        key = keys.new_key()
        self.state.chairs[request.seat].hash = keys.hash_key(key)
        return self._note_change(None, wire.Invitation(self.state.stored.id, request.seat, key))

    # People with passports

    def keep_seat(self, asker: Asker, request: KeepSeat) -> Handled:
        seat = self.state.seat_of(request.key)
        if seat is None:
            raise Refusal("this key opens no chair at this table", 403)
        if not keep_chair(self.state.chairs[seat], request.person):
            return Handled([], wire.Settled(False))
        return self._note_change(None, wire.Settled(True))

    def forget_person(self, asker: Asker, request: ForgetPerson) -> Handled:
        told = forget_person(self.state.stored, request.passport, self.stand_in)
        if told is None:
            return Handled([], wire.Settled(False))
        asked = range(self.state.stored.seats) if self.state.stored.phase == "playing" else ()
        return Handled([self.state.note_change(asked, told=told)], wire.Settled(True))

    # Matches that count

    def _depart(self, seats: Sequence[int]) -> Handled:
        """Let people leave a match that counts: bots play on for them, and they come last."""
        told = []
        for seat in seats:
            depart(self.state.stored, seat, self.stand_in)
            told.append(tell_person(self.state.chairs, "table.departed", seat))
        return Handled([self.state.note_change(seats, told=told)])

    def end_contest(self, asker: Asker, request: EndContest) -> Handled:
        """Let people leave a match of a tournament, or decide it because its round is over."""
        stored = self.state.stored
        contest = stored.progress.contest
        if contest is None or contest.tournament is None:
            raise Refusal("this match belongs to no tournament")
        leavers = [
            seat
            for seat, chair in enumerate(self.state.chairs)
            if chair.passport in request.leavers and chair.person and not has_departed(stored, seat)
        ]
        contest.late = contest.late or request.late
        answer = ContestEnded(stored.id, contest.settled)
        if contest.settled or not (leavers or request.late):
            return Handled([], answer)
        return self._depart(leavers)._replace(result=answer)

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
        check_rated_start(self.state.stored)
        self.state.stored.phase = "playing"
        self.state.stored.creator = None
        self.state.begin()
        return self._draw_seats() if self.state.stored.progress.draw else self._note_change()

    def _draw_seats(self) -> Handled:
        """Move everybody, with their keys, to the chair that they draw."""
        progress, order = self.state.stored.progress, drawn_order(self.state.stored)
        progress.chairs = reorder(progress.chairs, order)
        self.idle.reseat(order)
        return Handled([self.state.note_change(told=tell_draw(progress.chairs, order))], order=order)

    def check_rematch(self, asker: Asker) -> None:
        """Raise a Refusal if the asker cannot set up the next match now."""
        asker.own_seat()
        if self.state.stored.phase != "over":
            raise Refusal("the match is not over yet")
        if self.state.stored.progress.next:
            raise Stale("the next match is set up already")
        contest = self.state.stored.progress.contest
        if contest and contest.tournament:
            raise Refusal("the next match of a tournament is set up by the tournament")

    def rematch(self, asker: Asker, request: wire.Rematch) -> Handled:
        self.check_rematch(asker)
        stored = self.state.stored
        next_table = rematch_table(stored, self.time.date())
        stored.progress.next = next_table.id
        return Handled([Change(next_table, new=True), self.state.note_change()])

    def open_chat(self, asker: Asker, request: chat_wire.OpenChat) -> Handled:
        """Let everybody read what was said. This is no change of the match, so it has no update number."""
        if not asker.host:
            raise Refusal("only the host of the table decides who reads what was said", 403)
        if self.state.stored.phase != "over":
            raise Refusal("during the match, only the people at the table read what is said")
        self.state.stored.progress.chat_open = request.open
        return Handled([Change(self.state.stored)])

    # Checks

    def _check_playing(self) -> None:
        self._check_not_over()
        if self.state.stored.phase != "playing":
            raise Refusal("the match has not begun yet")

    def _check_not_over(self) -> None:
        if self.state.stored.phase == "over":
            raise Refusal("the match is over")

    def _check_not_fixed(self) -> None:
        if is_fixed(self.state.stored):
            raise Refusal(FIXED)

    def _check_decides(self, seat: int) -> None:
        """Raise a Refusal if a bot decides for the seat."""
        if seat in self.state.out_of_time:
            raise Stale("your time is up: a bot makes this move")
        if self.state.chairs[seat].bot:
            raise Refusal("a bot plays in your chair: take it back first")

    def _check_seat(self, seat: int, status: int) -> None:
        if seat >= self.state.stored.seats:
            raise Refusal(f"expected a seat below {self.state.stored.seats}, got {seat}", status)

    # What is stored and told

    def _tell(self, key: str, seat: int) -> Entry:
        return tell_person(self.state.chairs, key, seat)

    def _tell_bot(self, seat: int) -> Entry | None:
        """Return the note about the bot that the host seated or removed during the match."""
        if self.state.stored.phase != "playing":
            return None
        level = self.state.chairs[seat].bot
        if level is None:
            return Entry("table.removed_bot", {"chair": seat})
        return Entry("table.seated_bot", {"chair": seat, "level": level})

    def _note_change(
        self, seat: int | None = None, result: RestResult | None = None, told: Entry | None = None
    ) -> Handled:
        """Return the change of a request other than a move; `seat` is asked again for its decision."""
        asked = [] if seat is None else [seat]
        return Handled([self.state.note_change(asked, told=[told] if told else [])], result)


def check_level(level: str) -> None:
    if level not in list_bots():
        raise Refusal(f"there is no bot {level!r}; the bots are {', '.join(list_bots())}", 400)


def rematch_table(stored: StoredTable, date: float) -> StoredTable:
    """Return the table of the rematch: everybody moves on by one chair and keeps their key.

    If seats were drawn, they are drawn again when the next match begins. One person against bots has nobody
    to wait for, so that match begins at once.
    """
    chairs = [_rematch_chair(chair) for chair in stored.progress.chairs]
    times = initial_times(stored.clock, stored.seats)
    former = stored.progress
    progress = TableProgress(
        chairs[-1:] + chairs[:-1],
        times,
        draw=former.draw,
        free_text=former.free_text,
        host_passport=former.host_passport,
        contest=Contest(rated=True) if former.contest else None,
    )
    alone = sum(chair.person for chair in chairs) == 1 and all(chair.person or chair.bot for chair in chairs)
    following = msgspec.structs.replace(
        stored,
        id=keys.new_name(),
        seed=keys.new_seed(),
        created=date,
        phase="playing" if alone else "waiting",
        update_number=1,
        progress=progress,
        changed=date,
        due=None,
        creator=None,
    )
    if alone and progress.draw:
        draw_chairs(following)
    return following


def _rematch_chair(chair: StoredChair) -> StoredChair:
    """Return the chair of the same person or bot at the next table; it is free if the person is gone."""
    if chair.gone:
        return StoredChair(keys.hash_key(keys.new_key()))
    return StoredChair(
        chair.hash,
        chair.person,
        chair.name,
        None if chair.person else chair.bot,
        passport=chair.passport,
        picture=chair.picture,
        expected=chair.person,
    )
