"""A table as it stands in memory: what is stored about it, its match, and what follows from both."""

from collections.abc import Sequence

from fairground.engine.errors import FairgroundError
from fairground.engine.game import Game
from fairground.engine.match import Match
from fairground.engine.state import State
from fairground.engine.story import Entry, entries_for
from fairground.games import load
from fairground.server import keys, wire
from fairground.server.errors import Refusal
from fairground.server.store import Change, Kept, KeptMove, Seated
from fairground.server.times import Clocks

AnyGame = Game[State, object]


class LiveTable:
    """The present of one table.

    `numbers[i]` is the number of the update that brought move i, `tales[i]` what was told of it.
    `asked[seat]` is the number since which the seat owes the decision it owes. `late` are the seats
    whose time is up, so that a bot decides for them this once.
    """

    def __init__(self, kept: Kept, moves: Sequence[KeptMove] = ()) -> None:
        self.kept = kept
        self.game = edition(kept)
        self.clocks = Clocks(kept.clock, kept.live.banks)
        self.match: Match[State, object] | None = None
        self.numbers: list[int] = []
        self.tales: list[list[Entry]] = []
        self.asked = [0] * kept.seats
        self.late: set[int] = set()
        if kept.phase != "waiting":
            self._replay(moves)

    def _replay(self, moves: Sequence[KeptMove]) -> None:
        self.begin()
        for move in moves:
            self._play(move.seat, move.words, move.number)
        self.asked = [max(asked, self.kept.live.undone) for asked in self.asked]

    # What is true of it now

    @property
    def chairs(self) -> list[Seated]:
        return self.kept.live.chairs

    def actors(self) -> list[int]:
        """The seats that owe a decision."""
        return self.match.state.actors() if self.match else []

    def bot(self, seat: int, stand_in: str) -> str | None:
        """The level that decides for a seat now; None where a person does."""
        return stand_in if seat in self.late else self.chairs[seat].bot

    def bots(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.bot]

    def undoable(self, seat: int) -> int | None:
        """The number of the update with the seat's last decision, None if that cannot be taken back."""
        if self.match is None or self.kept.phase != "playing" or self.chairs[seat].bot or seat in self.late:
            return None
        at = self.match.undoable(seat, self.bots())
        return None if at is None else self.numbers[at]

    def known_until(self, number: int) -> int:
        """How many of the moves somebody knows who has the update of that number."""
        at = len(self.numbers)
        while at and self.numbers[at - 1] > number:
            at -= 1
        return at

    def heard(self, seat: int | None, first: int, last: int | None = None) -> list[Entry]:
        """What a seat is told of the moves from `first` on."""
        return [entry for tale in self.tales[first:last] for entry in entries_for(tale, seat)]

    # What can happen to it; `rulings` checks whether it may

    def begin(self) -> None:
        kept = self.kept
        self.match = Match(self.game, kept.seats, kept.seed, kept.options, kept.box_text)

    def play(self, seat: int, move: int | str, date: float) -> Change:
        """Make a move and say what to store of it."""
        self._play(seat, move, self.kept.number + 1)
        self.kept.number += 1
        self.clocks.decided(seat)
        at = len(self.numbers) - 1
        words = self.game.write(self._match().made[-1].move)
        if self._match().over:
            self.kept.phase = "over"
            self.kept.live.points = self._match().outcome().points
        return Change(self.kept, made=[KeptMove(at, self.kept.number, seat, words, date)])

    def undo(self, seat: int) -> Change:
        """Take back the seat's last decision, and what bots did since."""
        match = self._match()
        match.undo(seat, self.bots())
        at = len(match.made)
        del self.numbers[at:], self.tales[at:]
        self.late.clear()
        self.kept.number += 1
        self.kept.live.undone = self.kept.number
        self.ask(range(self.kept.seats))
        return Change(self.kept, cut=at)

    def ask(self, seats: Sequence[int]) -> None:
        """From now on these seats owe another decision than before."""
        for seat in seats:
            self.asked[seat] = self.kept.number

    def _play(self, seat: int, move: int | str, number: int) -> None:
        before = self.actors()
        self.tales.append(self._match().play(seat, move))
        self.numbers.append(number)
        self.late.discard(seat)
        for actor in self.actors():
            if actor == seat or actor not in before:
                self.asked[actor] = number

    def _match(self) -> Match[State, object]:
        assert self.match is not None, "the match has not begun"
        return self.match

    # Told to others

    def players(self) -> dict[int, str]:
        """Who sits where, for the record."""
        named = {seat: chair.name or chair.bot for seat, chair in enumerate(self.chairs)}
        return {seat: name for seat, name in named.items() if name}

    def record(self) -> str:
        """The text of the record, with the seed: never to leave the server before the end."""
        match = self._match()
        match.players = self.players()
        return str(match.record())

    def seat_of(self, key: str | None) -> int | None:
        """The chair that a key opens."""
        place = keys.which(key, [chair.hash for chair in self.chairs])
        return place if place is not None and self.chairs[place].person else None


def edition(kept: Kept) -> AnyGame:
    """The game in the rules version under which the table was set up; a Refusal if it is not here."""
    try:
        return load(kept.game, kept.rules)
    except FairgroundError as error:
        raise Refusal(f"this table cannot be played here: {error}", 409) from None


def facts(kept: Kept) -> wire.Facts:
    """What is fixed about a table, for anybody."""
    try:
        title = edition(kept).title
    except Refusal:
        title = kept.game
    return wire.Facts(
        id=kept.id,
        game=kept.game,
        title=title,
        rules=kept.rules,
        seats=kept.seats,
        options=kept.options,
        box=kept.box,
        own_box=kept.box_text is not None,
        listed=kept.listed,
        clock=kept.clock,
        away=kept.away,
        seal=keys.seal(kept.seed),
        created=kept.created,
    )


def chairs(kept: Kept) -> list[wire.Chair]:
    """Who sits where, for anybody."""
    return [wire.Chair(chair.person, chair.name, chair.bot) for chair in kept.live.chairs]
