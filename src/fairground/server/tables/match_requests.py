"""Requests about the match itself: moves, hints, its beginning, the next one, and who may read the talk."""

from fairground.engine.errors import FairgroundError
from fairground.server import chat_wire, wire
from fairground.server.errors import Refusal, Stale
from fairground.server.store.store import Change
from fairground.server.tables.contest import check_rated_start
from fairground.server.tables.hints import check_hint
from fairground.server.tables.rematch import rematch_table
from fairground.server.tables.request_context import Asker, Handled, Handlers, RequestContext
from fairground.server.tables.seating import drawn_order, reorder, tell_draw

STALE = "the table changed after you chose that; this is its current state"


class MatchRequests:
    """Carries out requests about the match of a table."""

    def __init__(self, context: RequestContext) -> None:
        self.context, self.state = context, context.state
        self.by_type: Handlers = {
            wire.Play: self.play,
            wire.Undo: self.undo,
            wire.AskHint: self.ask_hint,
            wire.Start: self.start,
            wire.Rematch: self.rematch,
            chat_wire.OpenChat: self.open_chat,
        }

    def play(self, asker: Asker, request: wire.Play) -> Handled:
        seat = asker.own_seat()
        self.context.check_playing()
        self.context.check_decides(seat)
        if not self.state.asked_since[seat] <= request.update <= self.state.stored.update_number:
            raise Stale(STALE)
        try:
            return Handled([self.state.play(seat, request.move, self.context.time.date())])
        except FairgroundError as error:
            raise Stale(str(error)) from None

    def undo(self, asker: Asker, request: wire.Undo) -> Handled:
        seat = asker.own_seat()
        self.context.check_playing()
        self.context.check_decides(seat)
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
        self.context.check_playing()
        self.context.check_decides(seat)
        check_hint(self.state, seat)
        return (
            Handled([])
            if self._had_hint(seat)
            else self.context.note_change(told=self.context.tell("table.hint", seat))
        )

    def _had_hint(self, seat: int) -> bool:
        moves, notes = self.state.move_count, self.state.stored.progress.notes
        told = (note for note in notes if note.key == "table.hint" and note.values.get("chair") == seat)
        return any(note.moves == moves for note in told)

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
        return self._draw_seats() if self.state.stored.progress.draw else self.context.note_change()

    def _draw_seats(self) -> Handled:
        """Move everybody, with their keys, to the chair that they draw."""
        progress, order = self.state.stored.progress, drawn_order(self.state.stored)
        progress.chairs = reorder(progress.chairs, order)
        self.context.idle.reseat(order)
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
        next_table = rematch_table(stored, self.context.time.date())
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
