"""One match of a game: checks every move and keeps the record."""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Generic, SupportsIndex, cast

from fairground.engine.box import Box
from fairground.engine.errors import (
    BadSetting,
    BoxError,
    FairgroundError,
    IllegalMove,
    PositionError,
    RecordError,
)
from fairground.engine.game import B, Game, S
from fairground.engine.mind import Mind
from fairground.engine.outcome import Outcome
from fairground.engine.record import Record
from fairground.engine.rng import Rng, keyed, seeded
from fairground.engine.start_position import StartPosition
from fairground.engine.state import OVER
from fairground.engine.story import Entry
from fairground.engine.text import shorten

UNPLAYABLE = "the match begins at a position from which nobody can play"
CHECKPOINT = 20  # moves between two states that a match remembers, so that undo never replays more than that


@dataclass(frozen=True)
class Made:
    """A move that was made. It is `final` if it drew at random or revealed something hidden."""

    seat: int
    move: int
    final: bool


class Match(Generic[S, B]):
    """One match of a game.

    The seed is text or a whole number for the fast generator, or 32 secret bytes for the keyed one. Without a
    seed, the match gets a random text. With `start`, the match begins at that position; all chance comes
    from its own seed.
    """

    def __init__(
        self,
        game: Game[S, B],
        seats: int | None = None,
        seed: str | bytes | int | None = None,
        options: Mapping[str, str] | None = None,
        box: Box[B] | str | None = None,
        start: StartPosition | None = None,
    ) -> None:
        self.game = check_game(game)
        self.start = start
        self.box = _take_box(game, box)
        self.seed = secrets.token_hex(8) if seed is None else check_seed(seed)
        self.players: dict[int, str] = {}
        self.made: list[Made] = []
        self.story: list[Entry] = []
        self._checkpoints: list[tuple[S, int]] = []  # the state and the length of the story
        rng = generator(self.seed)
        if start:
            self.state: S = begin_at(game, start, seats, options, self.box)
            self.state.rng = rng
        else:
            self.state = game.setup(game.seats[0] if seats is None else seats, rng, options, self.box)

    def __repr__(self) -> str:
        seats = int(self.state.seats)
        return f"Match({self.game.name!r}, seats={seats}, seed={self.seed!r}, at={len(self.made)})"

    # Matches are values

    def __eq__(self, other: object) -> bool:
        """Return whether both have the same record: the same seed, players and moves."""
        return isinstance(other, Match) and self.record() == other.record()

    def __hash__(self) -> int:
        """Return a hash of the record as it is now; do not play on with a match that is in a set."""
        return hash(str(self.record()))

    def __copy__(self) -> "Match[S, B]":
        return self.at(len(self.made))

    def __deepcopy__(self, memo: object) -> "Match[S, B]":
        return self.at(len(self.made))

    def __reduce__(self) -> tuple[object, ...]:
        own = None if self.box.digest == self.game.box().digest else self.box
        return replay_text, (self.game, str(self.record()), own)

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.state.actor == OVER

    def play(self, seat: int, move: SupportsIndex | str) -> list[Entry]:
        """Make a move, given in words or as a number, and return what happened."""
        number = self.game.legal_move(self.state, seat, move)
        before = cast(S, self.state.copy())
        self.state.play(seat, number)
        if len(self.made) % CHECKPOINT == 0:
            self._checkpoints = [*self._checkpoints, (before, len(self.story))]  # copies share the old list
        after = self.state
        final = before.revealed != after.revealed or before.rng.dump() != after.rng.dump()
        self.made.append(Made(seat, number, final))
        entries = self.game.story(before, seat, number, after)
        self.story += entries
        return entries

    def outcome(self) -> Outcome:
        """Return the ranking and the points, during the match too."""
        return self.game.outcome(self.state)

    def mind(self, seat: int, rng: Rng) -> Mind:
        """Return what a bot in `seat` gets."""
        return self.game.mind(self.state, seat, rng)

    # Undo

    def undoable(self, seat: int, patient: Collection[int] = ()) -> int | None:
        """Return how many moves would be left if the seat took back its last decision, or None if it cannot.

        A decision stands after a random draw, after something hidden was revealed, and after another seat
        has moved, except for the seats in `patient`.
        """
        for at in range(len(self.made) - 1, -1, -1):
            made = self.made[at]
            if made.final or (made.seat != seat and made.seat not in patient):
                return None
            if made.seat == seat:
                return at
        return None

    def undo(self, seat: int, patient: Collection[int] = ()) -> None:
        """Take back the seat's last decision."""
        at = self.undoable(seat, patient)
        if at is None:
            raise IllegalMove("nothing can be taken back: others have acted, or something new was seen")
        earlier = self.at(at)
        self.state, self.made, self.story = earlier.state, earlier.made, earlier.story
        self._checkpoints = earlier._checkpoints

    def at(self, length: int) -> "Match[S, B]":
        """Return the same match after its first `length` moves."""
        earlier: Match[S, B] = object.__new__(type(self))
        earlier.__dict__.update(self.__dict__)
        earlier.players = dict(self.players)
        if length >= len(self.made):
            earlier.state, kept, told = cast(S, self.state.copy()), len(self.made), len(self.story)
        else:
            state, told = self._checkpoints[length // CHECKPOINT]
            earlier.state, kept = cast(S, state.copy()), length // CHECKPOINT * CHECKPOINT
        earlier.made, earlier.story = self.made[:kept], self.story[:told]
        earlier._checkpoints = self._checkpoints[: -(-kept // CHECKPOINT)]
        for made in self.made[kept:length]:
            earlier.play(made.seat, made.move)
        return earlier

    # Records

    def record(self) -> Record:
        """Return the record of the match so far."""
        return Record(
            game=self.game.name,
            rules=self.game.rules,
            seats=int(self.state.seats),
            seed=self.seed,
            options=dict(self.state.options),
            box=self.box.digest,
            players=dict(self.players),
            moves=[(made.seat, self.game.write(made.move)) for made in self.made],
            outcome=self.outcome().points if self.over else None,
            start=self.start,
        )

    @classmethod
    def begin(cls, game: Game[S, B], record: Record, box: Box[B] | None = None) -> "Match[S, B]":
        """Return the match that a record describes before its first move."""
        box = box or _shipped_box(check_game(game), record)
        _check_origin(game, record, box)
        try:
            match = cls(game, record.seats, record.seed, record.options, box, record.start)
        except (BadSetting, PositionError) as error:
            raise RecordError(shorten(str(error))) from None
        match.players = dict(record.players)
        return match

    @classmethod
    def replay(cls, game: Game[S, B], record: Record, box: Box[B] | None = None) -> "Match[S, B]":
        """Return the match that a record describes; RecordError names the line that is wrong."""
        match = cls.begin(game, record, box)
        for number, (seat, words) in enumerate(record.moves):
            try:
                match.play(seat, words)
            except FairgroundError as error:
                raise RecordError(f"line {record.line(number)}: {shorten(str(error))}") from None
            except (ArithmeticError, LookupError, TypeError, ValueError) as error:
                if record.start is None:
                    raise
                raise RecordError(f"line {record.line(number)}: {UNPLAYABLE}") from error
        _check_outcome(match, record)
        return match


def check_game(game: Game[S, B]) -> Game[S, B]:
    """Return the game; BadSetting if it is only the name of one, or anything else."""
    if not isinstance(game, Game):
        raise BadSetting(f"expected a game, as `fairground.load(NAME)` returns it, got {game!r}")
    return game


def check_seed(seed: str | bytes | int) -> str | bytes:
    """Return a seed as records hold it: text or bytes."""
    if isinstance(seed, str | bytes):
        return seed
    if type(seed) is int:  # `True` is none
        return str(seed)
    raise BadSetting(f"expected a seed that is text, a whole number or 32 bytes, got {seed!r}")


def _take_box(game: Game[S, B], box: Box[B] | str | None) -> Box[B]:
    if box is None:
        return game.box()
    if isinstance(box, str):
        return game.box(box)
    if isinstance(box, Box):
        return box
    raise BadSetting(f"expected a box, as `game.box(text)` returns it, or the text of one, got {box!r}")


def replay_text(game: Game[S, B], text: str, box: Box[B] | None) -> Match[S, B]:
    """Return the match that was pickled."""
    return Match.replay(game, Record.parse(text), box)


def begin_at(
    game: Game[S, B], start: StartPosition, seats: int | None, options: Mapping[str, str] | None, box: Box[B]
) -> S:
    """Return the state of a start position; PositionError if a match with this setting cannot begin there."""
    if "rng" in start.position:
        raise PositionError("expected a position without a generator: chance comes from the seed")
    try:
        state = game.restore(start.position, box)
        actors = state.actors()
    except (ArithmeticError, LookupError) as error:  # a game's own check may stumble over what it finds
        raise PositionError(UNPLAYABLE) from error
    if seats not in {None, int(state.seats)}:
        raise PositionError(f"expected a position for {seats} seats, got one for {state.seats}")
    if options is not None and game.settle_options(options) != dict(state.options):
        raise PositionError("expected a position with the options of the match, got others")
    if not actors:
        raise PositionError("expected a position in which somebody is to move, got the end of a match")
    return state


def generator(seed: str | bytes) -> Rng:
    """Return the generator for a seed."""
    if isinstance(seed, bytes):
        return keyed(seed)
    if not seed.strip() or seed != seed.strip() or not seed.isprintable():
        raise BadSetting(f"a seed is a line of text without blanks around it, not {seed!r}")
    return seeded(seed)


def _shipped_box(game: Game[S, B], record: Record) -> Box[B]:
    try:
        return game.shipped_box(record.box)
    except BoxError as error:
        raise RecordError(str(error)) from None


def _check_origin(game: Game[S, B], record: Record, box: Box[B]) -> None:
    if (record.game, record.rules) != (game.name, game.rules):
        raise RecordError(
            f"the record is of {record.game} with rules version {record.rules},"
            f" not of {game.name} with {game.rules}"
        )
    if record.box not in {None, box.digest}:
        raise RecordError(f"the record was played with the box {record.box}, this one is {box.digest}")


def _check_outcome(match: Match[S, B], record: Record) -> None:
    if record.outcome is None:
        return
    if not match.over:
        raise RecordError("the record has an outcome, but its moves do not end the match")
    points = match.outcome().points
    if points != record.outcome:
        raise RecordError(f"the record's outcome is {record.outcome}, replaying gives {points}")
