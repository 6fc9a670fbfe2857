"""What a request does to a table, or why not. A refusal changes nothing."""

from collections.abc import Callable
from typing import Any

from fairground.bots.registry import list_bots
from fairground.engine.errors import FairgroundError
from fairground.server import keys, wire
from fairground.server.errors import Refusal, Stale
from fairground.server.live import LiveTable
from fairground.server.store import Change, Kept, Live, Seated
from fairground.server.times import fresh

STALE = "that was chosen before something else happened; this is how the table stands now"


class Ruling:
    """One request of one who sits in `seat` (None: nowhere) and may be the host."""

    def __init__(self, live: LiveTable, seat: int | None, host: bool, date: float, stand_in: str) -> None:
        self.live = live
        self.seat = seat
        self.host = host
        self.date = date
        self.stand_in = stand_in

    def on(self, request: wire.Request) -> list[Change]:
        """Carry the request out and say what to store; Refusal if it may not be."""
        by_kind: dict[type, Callable[[Any], list[Change]]] = {
            wire.Play: self.play,
            wire.Undo: self.undo,
            wire.Rename: self.rename,
            wire.Resign: self.resign,
            wire.Return: self.come_back,
            wire.Leave: self.leave,
            wire.SeatBot: self.seat_bot,
            wire.Start: self.start,
            wire.Rematch: self.rematch,
        }
        return by_kind[type(request)](request)

    # The match

    def play(self, request: wire.Play) -> list[Change]:
        seat = self.own_seat()
        self.need_playing()
        self.need_own_hand(seat)
        if request.at < self.live.asked[seat] or request.at > self.live.kept.number:
            raise Stale(STALE)
        try:
            return [self.live.play(seat, request.move, self.date)]
        except FairgroundError as error:
            raise Stale(str(error)) from None

    def undo(self, request: wire.Undo) -> list[Change]:
        seat = self.own_seat()
        self.need_playing()
        self.need_own_hand(seat)
        made = self.live.undoable(seat)
        if not max(made or 0, self.live.kept.live.undone) <= request.at <= self.live.kept.number:
            raise Stale(STALE)
        if made is None:
            raise Stale("nothing can be taken back: others have acted, or something new was seen")
        return [self.live.undo(seat)]

    # Chairs

    def rename(self, request: wire.Rename) -> list[Change]:
        self.live.chairs[self.own_seat()].name = tidy(request.name)
        return self.changed()

    def resign(self, request: wire.Resign) -> list[Change]:
        chair = self.live.chairs[self.own_seat()]
        self.need_playing()
        if chair.bot and chair.resigned:
            raise Refusal("a bot plays in your chair already")
        chair.bot, chair.resigned = self.stand_in, True
        return self.changed(self.seat)

    def come_back(self, request: wire.Return) -> list[Change]:
        chair = self.live.chairs[self.own_seat()]
        if not chair.bot:
            raise Refusal("you sit in your chair already")
        chair.bot, chair.resigned = None, False
        return self.changed(self.seat)

    def leave(self, request: wire.Leave) -> list[Change]:
        seat = self.own_seat()
        bot = self.stand_in if self.live.kept.phase == "playing" else None
        self.live.chairs[seat] = Seated(keys.hashed(keys.new_key()), bot=bot)  # nobody has this key
        return self.changed(seat)

    def seat_bot(self, request: wire.SeatBot) -> list[Change]:
        if not self.host:
            raise Refusal("only the host of the table seats bots", 403)
        if request.seat >= self.live.kept.seats:
            raise Refusal(f"expected a seat below {self.live.kept.seats}, got {request.seat}", 400)
        if request.level is not None:
            need_level(request.level)
        if self.live.kept.phase == "over":
            raise Refusal("the match is over")
        chair = self.live.chairs[request.seat]
        if chair.person and not chair.bot and self.live.kept.phase == "waiting":
            raise Refusal(f"{chair.name or 'a person'} sits in that chair")
        if chair.person and not (chair.bot and request.level):
            raise Refusal("that chair is a person's: a bot plays there only while its person is away")
        chair.bot = request.level
        return self.changed(request.seat)

    # Matches

    def start(self, request: wire.Start) -> list[Change]:
        if not self.host and self.seat is None:
            raise Refusal("only those who sit at the table can start the match", 403)
        if self.live.kept.phase != "waiting":
            raise Refusal("the match has begun already")
        free = [seat for seat, chair in enumerate(self.live.chairs) if not chair.person and not chair.bot]
        if free:
            told = ", ".join(str(seat) for seat in free)
            raise Refusal(
                f"expected somebody in every chair, but nobody sits in {told}: invite people or bots"
            )
        self.live.kept.phase = "playing"
        self.live.begin()
        return self.changed()

    def rematch(self, request: wire.Rematch) -> list[Change]:
        self.own_seat()
        kept = self.live.kept
        if kept.phase != "over":
            raise Refusal("the match is not over yet")
        if kept.live.next:
            raise Stale("the next match is set up already")
        again = next_match(kept, self.date)
        kept.live.next = again.id
        return [Change(again, new=True), *self.changed()]

    # What a request may need

    def own_seat(self) -> int:
        if self.seat is None:
            raise Refusal("you only watch: take a chair first", 403)
        return self.seat

    def need_playing(self) -> None:
        phase = self.live.kept.phase
        if phase != "playing":
            raise Refusal("the match is over" if phase == "over" else "the match has not begun yet")

    def need_own_hand(self, seat: int) -> None:
        if seat in self.live.late:
            raise Stale("your time is up: a bot makes this move")
        if self.live.chairs[seat].bot:
            raise Refusal("a bot plays in your chair: take it back first")

    def changed(self, seat: int | None = None) -> list[Change]:
        """The table has changed otherwise than by a move; `seat` is asked afresh."""
        self.live.kept.number += 1
        if seat is not None:
            self.live.ask([seat])
        return [Change(self.live.kept)]


def need_level(level: str) -> None:
    if level not in list_bots():
        raise Refusal(f"there is no bot {level!r}; the bots are {', '.join(list_bots())}", 400)


def tidy(name: str) -> str:
    """A name that fits on one line, whatever was typed."""
    shown = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(shown.split())


def next_match(kept: Kept, date: float) -> Kept:
    """The table of the rematch: everybody moves on by one chair and keeps the key."""
    chairs = [Seated(c.hash, c.person, c.name, None if c.person else c.bot) for c in kept.live.chairs]
    live = Live(chairs[-1:] + chairs[:-1], fresh(kept.clock, kept.seats))
    return Kept(
        id=keys.new_name(),
        game=kept.game,
        rules=kept.rules,
        seats=kept.seats,
        options=kept.options,
        box=kept.box,
        box_text=kept.box_text,
        listed=kept.listed,
        clock=kept.clock,
        away=kept.away,
        seed=keys.new_seed(),
        host=kept.host,
        created=date,
        phase="waiting",
        number=1,
        live=live,
        changed=date,
    )
