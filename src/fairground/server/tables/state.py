"""A table in memory: what is stored about it, its match, and what follows from both."""

import logging
from collections.abc import Iterator, Sequence

from fairground.bots.registry import is_listed
from fairground.engine.box import Box
from fairground.engine.errors import FairgroundError, PositionError
from fairground.engine.game import Game
from fairground.engine.match import Match
from fairground.engine.state import State
from fairground.engine.story import Entry, entries_for
from fairground.games import load
from fairground.server import keys, wire
from fairground.server.errors import Refusal
from fairground.server.logs import log
from fairground.server.ratings.result import ContestResult
from fairground.server.store.store import Change, StoredChair, StoredMove, StoredTable
from fairground.server.tables.clocks import Clocks
from fairground.server.tables.consent import missing_seats
from fairground.server.tables.contest import has_departed, settle_contest
from fairground.server.tables.notes import EXPIRIES, add_notes, move_notes
from fairground.server.tables.start import start_of

AnyGame = Game[State, object]
SLICE = 20  # moves that are replayed before others get their turn


class TableState:
    """The present state of one table.

    `update_numbers[i]` is the number of the update that brought move i, `stories[i]` its story, and
    `lefts[i]` the time its seat had before it. `asked_since[seat]` is the number of the update since which
    the seat owes its current decision. `out_of_time` are the seats whose clock has run out, so that a bot
    makes this one decision for them. `box` is what the match is played with; None for the game's own box.
    `position` is where the match begins; None for the start of the game.
    """

    def __init__(
        self, stored: StoredTable, box: Box[object] | None = None, position: str | None = None
    ) -> None:
        self.stored = stored
        self.start = start_of(stored, position)
        self.game = load_game(stored)
        self.box = box
        self.box_text = box.canonical if box else None
        self.clocks = Clocks(stored.clock, stored.progress.banks)
        self.match: Match[State, object] | None = None
        self.update_numbers: list[int] = []
        self.stories: list[list[Entry]] = []
        self.lefts: list[float | None] = []
        self.asked_since = [0] * stored.seats
        self.out_of_time: set[int] = set()

    def replay(self, moves: Sequence[StoredMove]) -> Iterator[None]:
        """Bring the match to the present; yield after every few moves, so that others get their turn."""
        if self.stored.phase == "waiting":
            return
        self.begin()
        for number, move in enumerate(moves, 1):
            self._apply(move.seat, move.words, move.update_number, move.left)
            if number % SLICE == 0:
                yield
        self.asked_since = [max(since, self.stored.progress.undone) for since in self.asked_since]

    # What is true now

    @property
    def chairs(self) -> list[StoredChair]:
        return self.stored.progress.chairs

    @property
    def move_count(self) -> int:
        return len(self.update_numbers)

    def actors(self) -> list[int]:
        """Return the seats that owe a decision."""
        return self.match.state.actors() if self.match else []

    def deciding_bot(self, seat: int, stand_in: str) -> str | None:
        """Return the level of the bot that decides for a seat now; None if a person does."""
        return stand_in if seat in self.out_of_time else self.chairs[seat].bot

    def deciding_people(self) -> list[int]:
        """Return the seats whose person owes a decision: their clocks run."""
        if self.stored.phase != "playing":
            return []
        return [seat for seat in self.actors() if not self.chairs[seat].bot and seat not in self.out_of_time]

    def bots(self) -> list[int]:
        """Return the seats that bots play."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.bot]

    def undoable_update(self, seat: int) -> int | None:
        """Return the number of the update with the seat's last decision; None if it cannot be undone."""
        decides = not self.chairs[seat].bot and seat not in self.out_of_time
        if self.match is None or self.stored.phase != "playing" or not decides:
            return None
        if self.stored.progress.contest:
            return None  # what counts stands
        ordinal = self.match.undoable(seat, self.bots())
        if ordinal is None or self._ran_out_since(ordinal):
            return None
        return self.update_numbers[ordinal]

    def _ran_out_since(self, ordinal: int) -> bool:
        """Return whether a clock ran out at that decision or later: what a bot decided then stands."""
        notes = self.stored.progress.notes
        return any(note.key in EXPIRIES and note.moves >= ordinal for note in notes)

    def story_for(self, seat: int | None, since: int = 0) -> tuple[int, list[Entry]]:
        """Return how many entries a seat has that knows the update `since`, and those that follow them."""
        kept, fresh = 0, list[Entry]()
        complete = since >= self.stored.progress.trimmed
        for number, story in self._story_parts():
            told = entries_for(story, seat)
            if complete and number <= since:
                kept += len(told)
            else:
                complete = False
                fresh += told
        return kept, fresh

    def _story_parts(self) -> Iterator[tuple[int, Sequence[Entry]]]:
        """Yield the story of each move and each note in order, with the number of the update it came with."""
        moves = list(zip(self.update_numbers, self.stories, strict=True))
        place = 0
        for note in self.stored.progress.notes:
            yield from moves[place : note.moves]
            yield note.update_number, [Entry(note.key, note.values)]
            place = note.moves
        yield from moves[place:]

    def players(self) -> dict[int, str]:
        """Return who sits where, for the record."""
        names = {seat: chair.name or chair.bot for seat, chair in enumerate(self.chairs)}
        return {seat: name for seat, name in names.items() if name}

    def record(self) -> str:
        """Return the text of the record. It has the seed, so it must not leave the server before the end."""
        match = self._match()
        match.players = self.players()
        return str(match.record())

    def seat_of(self, key: str | None) -> int | None:
        """Return the seat that a person's key opens."""
        seat = keys.find_key(key, [chair.hash for chair in self.chairs])
        return seat if seat is not None and self.chairs[seat].person else None

    def seat_of_passport(self, passport: str) -> int | None:
        """Return the seat of the person with this passport; the first one if they have several."""
        chairs = enumerate(self.chairs)
        return next((seat for seat, chair in chairs if passport and chair.passport == passport), None)

    def is_host(self, key: str | None, passport: str) -> bool:
        """Return whether somebody shows the host's key, or the host's passport."""
        if keys.is_key_of(key, self.stored.host):
            return True
        return bool(passport) and self.stored.progress.host_passport == passport

    # What can happen to a table; `requests` checks whether it may

    def begin(self) -> None:
        """Set up the match."""
        stored = self.stored
        box = self.box or self.game.shipped_box(stored.box)
        try:
            self.match = Match(self.game, stored.seats, stored.seed, stored.options, box, self.start)
        except PositionError as error:
            raise Refusal(f"this table cannot be played here: {error}", 409) from None

    def play(self, seat: int, move: int | str, date: float) -> Change:
        """Make a move and return what to store of it."""
        number = self.stored.update_number + 1
        left = self.clocks.left[seat] if self.clocks.enabled else None
        self._apply(seat, move, number, left)
        self.clocks.finish_move(seat)
        match = self._match()
        words = self.game.write(match.made[-1].move)
        if match.over:
            self.stored.phase = "over"
            self.stored.progress.points = match.outcome().points
        return self.note_change(made=[StoredMove(self.move_count - 1, number, seat, words, date, left)])

    def undo(self, seat: int) -> Change:
        """Take back the seat's last decision and what bots did since; return what to store."""
        match = self._match()
        times = self.times_before_undo(seat)
        match.undo(seat, self.bots())
        kept = len(match.made)
        del self.update_numbers[kept:], self.stories[kept:], self.lefts[kept:]
        for cut, left in times.items():
            self.clocks.left[cut] = max(0.0, left)
        self.out_of_time.clear()
        self.stored.progress.undone = self.stored.update_number + 1
        return self.note_change(asked=range(self.stored.seats), cut=kept)

    def times_before_undo(self, seat: int) -> dict[int, float]:
        """Return the time that each seat would have if it lost a move because `seat` undid its decision."""
        match = self._match()
        kept = match.undoable(seat, self.bots())
        if kept is None or not self.clocks.enabled:
            return {}
        moves: dict[int, list[float | None]] = {}
        for made, left in zip(match.made[kept:], self.lefts[kept:], strict=True):
            moves.setdefault(made.seat, []).append(left)
        return {cut: self.clocks.time_before(cut, lefts) for cut, lefts in moves.items()}

    def catch_up(self, uptime: float) -> None:
        """Subtract the time that has passed on running clocks while the table was not loaded."""
        settled = self.stored.progress.settled
        if settled is not None and self.clocks.enabled:
            for seat in self.deciding_people():
                self.clocks.left[seat] = max(0.0, self.clocks.left[seat] - max(0.0, uptime - settled))

    def note_clocks(self, uptime: float) -> None:
        """Note as of when the clocks are right, and when the next one runs out."""
        expiry = self.clocks.seconds_to_expiry()
        self.stored.progress.settled = None if expiry is None else uptime
        self.stored.due = None if expiry is None else uptime + expiry

    def note_change(
        self,
        asked: Sequence[int] = (),
        made: Sequence[StoredMove] = (),
        cut: int | None = None,
        told: Sequence[Entry] = (),
    ) -> Change:
        """Give the table its next update number and return what to store.

        Every change to a table comes through here. The seats in `asked` owe a different decision from now
        on, so moves that were chosen for an earlier update are stale. `told` becomes part of the story.
        """
        self.stored.update_number += 1
        if cut is not None:
            move_notes(self.stored, cut)
        add_notes(self.stored, told, self.move_count)
        for seat in asked:
            self.asked_since[seat] = self.stored.update_number
        self.stored.progress.actors = self.actors()
        return Change(self.stored, cut=cut, made=list(made))

    def settle(self) -> ContestResult | None:
        """Return the result of a match that counts when it is first known, else None."""
        over = self.match is not None and self.match.over
        places = self._match().outcome().places if over else None
        return settle_contest(self.stored, places, self.deciding_people())

    def _apply(self, seat: int, move: int | str, number: int, left: float | None) -> None:
        """Play a move that belongs to the update of that number."""
        before = self.actors()
        self.stories.append(self._match().play(seat, move))
        self.update_numbers.append(number)
        self.lefts.append(left)
        self.out_of_time.discard(seat)
        for actor in self.actors():
            if actor == seat or actor not in before:
                self.asked_since[actor] = number

    def _match(self) -> Match[State, object]:
        assert self.match is not None, "the match has not begun"
        return self.match


def load_game(stored: StoredTable) -> AnyGame:
    """Return the game in the rules version of the table; Refusal if that version is not installed."""
    try:
        return load(stored.game, stored.rules)
    except FairgroundError as error:
        raise Refusal(f"this table cannot be played here: {error}", 409) from None


def load_box(game: AnyGame, text: str, digest: str) -> Box[object]:
    """Return a table's own box from its canonical text; Refusal if it is no longer accepted."""
    try:
        box = game.kept_box(text)
    except FairgroundError as error:
        raise Refusal(f"this table cannot be played here: {error}", 409) from None
    if box.digest != digest:
        raise Refusal("this table cannot be played here: its box is not the one it began with", 409)
    return box


def replace_unknown_bots(stored: StoredTable, stand_in: str) -> None:
    """Let the stand-in play wherever the store names a bot that this server does not run."""
    for seat, chair in enumerate(stored.progress.chairs):
        if chair.bot and not is_listed(chair.bot):
            log("unknown bot replaced", logging.WARNING, table=stored.id, seat=seat)
            chair.bot = stand_in


def facts(stored: StoredTable) -> wire.Facts:
    """Return what is fixed about a table, for everybody."""
    try:
        title = load_game(stored).title
    except Refusal:
        title = stored.game
    return wire.Facts(
        id=stored.id,
        game=stored.game,
        title=title,
        rules=stored.rules,
        seats=stored.seats,
        options=stored.options,
        box=stored.box,
        own_box=stored.own_box is not None,
        listed=stored.listed,
        clock=stored.clock,
        away=stored.away,
        seal=keys.seal(stored.seed),
        created=stored.created,
        draw=stored.progress.draw,
        parent=stored.progress.parent,
        hints=stored.progress.hints,
        free_text=stored.progress.free_text,
        rated=stored.progress.contest is not None and stored.progress.contest.rated,
        tournament=stored.progress.contest.tournament if stored.progress.contest else None,
    )


def chairs(stored: StoredTable) -> list[wire.Chair]:
    """Return who sits where, for everybody."""
    return [
        wire.Chair(
            person=chair.person,
            name=chair.name,
            bot=chair.bot,
            agreed=list(chair.agreed),
            missing=missing_seats(stored, seat),
            reserved=chair.reserved,
            departed=has_departed(stored, seat),
        )
        for seat, chair in enumerate(stored.progress.chairs)
    ]
