"""Requests about chairs: who sits where, and bots that play for people."""

from fairground.bots.registry import list_bots
from fairground.engine.story import Entry
from fairground.engine.text import clean_name
from fairground.server import keys, table_wire, wire
from fairground.server.errors import Refusal
from fairground.server.people_wire import Person
from fairground.server.store.store import StoredChair
from fairground.server.tables.consent import check_consent, set_consent, void_consent
from fairground.server.tables.contest import (
    DEPARTED,
    check_rated_bot,
    check_sitter,
    has_departed,
    is_fixed,
)
from fairground.server.tables.notes import name_in
from fairground.server.tables.people import new_sitter
from fairground.server.tables.request_context import Asker, Handled, Handlers, RequestContext
from fairground.server.tables.rest_requests import Invite, TakeChair

OCCUPIED = "somebody sits in that chair already"


class ChairRequests:
    """Carries out requests about the chairs of a table."""

    def __init__(self, context: RequestContext) -> None:
        self.context, self.state = context, context.state
        self.by_type: Handlers = {
            wire.Rename: self.rename,
            wire.Resign: self.resign,
            wire.Return: self.return_to_chair,
            wire.Leave: self.leave,
            wire.SeatBot: self.seat_bot,
            wire.Agree: self.agree,
            wire.Remove: self.remove,
            TakeChair: self.take_chair,
            Invite: self.invite,
        }

    def rename(self, asker: Asker, request: wire.Rename) -> Handled:
        self.state.chairs[asker.own_seat()].name = clean_name(request.name)
        return self.context.note_change()

    def resign(self, asker: Asker, request: wire.Resign) -> Handled:
        seat = asker.own_seat()
        chair = self.state.chairs[seat]
        self.context.check_playing()
        if chair.bot and chair.resigned:
            raise Refusal("a bot already plays in your chair")
        if self.state.stored.progress.contest:
            return self.context.depart([seat])
        chair.bot, chair.resigned = self.context.stand_in, True
        return self.context.note_change(seat, told=self.context.tell("table.resigned", seat))

    def return_to_chair(self, asker: Asker, request: wire.Return) -> Handled:
        seat = asker.own_seat()
        chair = self.state.chairs[seat]
        if not chair.bot:
            raise Refusal("no bot plays in your chair")
        if has_departed(self.state.stored, seat):
            raise Refusal(DEPARTED)
        chair.bot, chair.resigned = None, False
        return self.context.note_change(seat, told=self.context.tell("table.returned", seat))

    def leave(self, asker: Asker, request: wire.Leave) -> Handled:
        seat = asker.own_seat()
        name = name_in(self.state.chairs, seat)
        if is_fixed(self.state.stored):
            return self.context.depart([seat])
        self._empty_chair(seat)
        if self.state.stored.phase != "playing":
            return self.context.note_change(seat)
        self.state.chairs[seat].bot = self.context.stand_in
        left = Entry("table.left", {"name": name, "chair": seat, "level": self.context.stand_in})
        return self.context.note_change(seat, told=left)

    def seat_bot(self, asker: Asker, request: wire.SeatBot) -> Handled:
        if not asker.host:
            raise Refusal("only the host of the table seats bots", 403)
        self.context.check_seat(request.seat, 400)
        if request.level is not None:
            check_level(request.level)
        self.context.check_not_over()
        self.context.check_not_fixed()
        if request.level is not None and self.state.stored.progress.contest:
            check_rated_bot(self.state.stored.game, request.level)
        chair = self.state.chairs[request.seat]
        if chair.person and not chair.bot and self.state.stored.phase == "waiting":
            raise Refusal(f"{chair.name or 'a person'} sits in that chair")
        if chair.person and not (chair.bot and request.level):
            raise Refusal("that is a person's chair: a bot plays there only while the person is away")
        chair.bot, chair.agreed = request.level, []
        return self.context.note_change(request.seat, told=self._tell_bot(request.seat))

    def agree(self, asker: Asker, request: wire.Agree) -> Handled:
        seat = asker.own_seat()
        self.context.check_playing()
        self.context.check_seat(request.seat, 400)
        chair = self.state.chairs[request.seat]
        self.context.check_not_fixed()
        if chair.person:
            raise Refusal(OCCUPIED)
        set_consent(chair, seat, request.yes)
        key = "table.agreed" if request.yes else "table.withdrew"
        told = Entry(key, {"name": name_in(self.state.chairs, seat), "chair": request.seat})
        return self.context.note_change(told=told)

    def remove(self, asker: Asker, request: wire.Remove) -> Handled:
        seat = request.seat
        if not asker.host:
            raise Refusal("only the host of the table removes people", 403)
        self.context.check_seat(seat, 400)
        self.context.check_not_over()
        if not self.state.chairs[seat].person:
            raise Refusal("nobody sits in that chair")
        if seat == asker.seat:
            raise Refusal("that is your own chair: leave it instead")
        self.context.check_not_fixed()
        if self.state.stored.phase == "playing":
            return self._hand_over(seat)
        told = Entry("table.removed", {"name": name_in(self.state.chairs, seat), "chair": seat})
        self._empty_chair(seat)
        self.state.chairs[seat].reserved = True  # or the same person could sit down again
        return self.context.note_change(seat, told=told)

    def _hand_over(self, seat: int) -> Handled:
        """Let a bot play for somebody who has been gone for long; they keep their key and their chair."""
        chair = self.state.chairs[seat]
        if chair.bot:
            raise Refusal("a bot already plays in that chair")
        if not self.context.idle.is_long_gone(seat, self.context.time.now()):
            raise Refusal(
                "during the match only somebody who is away for longer than the table waits is replaced"
            )
        chair.bot = self.context.stand_in
        return self.context.note_change(seat, told=self.context.tell("table.handed_over", seat))

    def _empty_chair(self, seat: int) -> None:
        unknown = keys.new_key()  # nobody gets it, so only a new invitation opens the chair
        self.state.chairs[seat] = StoredChair(keys.hash_key(unknown))
        void_consent(self.state.chairs, seat)

    def take_chair(self, asker: Asker, request: TakeChair) -> Handled:
        """Give the chair a new key that only the taker knows, not even the person who invited them."""
        self.context.check_seat(request.seat, 404)
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
        self.context.check_not_over()
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
        taken = table_wire.Taken(self.state.stored.id, seat, key)
        return self.context.note_change(seat, taken, told if self.state.stored.phase == "playing" else None)

    def invite(self, asker: Asker, request: Invite) -> Handled:
        self.context.check_seat(request.seat, 404)
        if not self.state.is_host(request.host, request.passport):
            raise Refusal("only the host of the table can invite people", 403)
        if self.state.chairs[request.seat].person:
            raise Refusal(OCCUPIED)
        key = keys.new_key()
        self.state.chairs[request.seat].hash = keys.hash_key(key)
        return self.context.note_change(None, table_wire.Invitation(self.state.stored.id, request.seat, key))

    def _tell_bot(self, seat: int) -> Entry | None:
        """Return the note about the bot that the host seated or removed during the match."""
        if self.state.stored.phase != "playing":
            return None
        level = self.state.chairs[seat].bot
        if level is None:
            return Entry("table.removed_bot", {"chair": seat})
        return Entry("table.seated_bot", {"chair": seat, "level": level})


def check_level(level: str) -> None:
    if level not in list_bots():
        raise Refusal(f"there is no bot {level!r}; the bots are {', '.join(list_bots())}", 400)
