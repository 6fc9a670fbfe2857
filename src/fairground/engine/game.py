"""A game: its facts, and what it can say about its states."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from itertools import product
from typing import Generic, TypeAlias, TypeVar, cast

import msgspec
import numpy as np
from numpy.typing import NDArray

from fairground.engine.box import Box, read_box
from fairground.engine.errors import BadSetting, IllegalMove, NotationError, PositionError
from fairground.engine.judge import Judge
from fairground.engine.mind import Mind
from fairground.engine.outcome import Outcome
from fairground.engine.rng import Rng, restored, seeded
from fairground.engine.sheet import Sheet
from fairground.engine.state import State
from fairground.engine.story import Entry

S = TypeVar("S", bound=State)
B = TypeVar("B")
Position: TypeAlias = dict[str, object]
Features: TypeAlias = NDArray[np.float32]


@dataclass(frozen=True)
class Option:
    """A choice made before the match.

    `study` is its default where no people play; the bench has a row of its own for each of `measured`.
    """

    name: str
    choices: tuple[str, ...]
    default: str
    meaning: str
    study: str | None = None
    measured: tuple[str, ...] = ()


@dataclass(frozen=True)
class Block:
    """A run of `size` numbers in the features, and what they tell."""

    name: str
    size: int
    meaning: str


class Dumped(msgspec.Struct, forbid_unknown_fields=True):
    """A position as it is written: only `game`, `seats` and `state` cannot be left out."""

    game: str
    seats: int
    state: msgspec.Raw
    rules: int | None = None
    options: dict[str, str] = {}
    box: str | None = None
    rng: list[int | str] | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Generic[S, B]):
    """Everything that the rest of Fairground knows about a game."""

    name: str
    title: str
    rules: int
    seats: range
    package: str
    tagline: str
    credits: str
    hidden: bool
    reasons: tuple[str, ...]
    deciders: tuple[str, ...]
    options: tuple[Option, ...] = ()
    open_options: tuple[tuple[str, str], ...] = ()
    longest: int = 10_000
    widest: int = 0
    draws: int = 0

    box_kind: type[B]
    box_check: Callable[[B], None]
    deal: Callable[[S, B], None]
    empty: Callable[[], S]
    view: Callable[[S, int | None], msgspec.Struct]
    moves: Sequence[int]
    write: Callable[[int], str]
    read: Callable[[str], int]
    path: Callable[[int], list[str]]
    story: Callable[[S, int, int, S], list[Entry]]
    phrases: Mapping[str, str]
    why: Callable[[S, int, int], str]
    outcome: Callable[[S], Outcome]
    pack: Callable[[S], msgspec.Struct]
    unpack: Callable[[S, bytes, B], None]
    encode: Callable[[S, int, Sheet], None]
    layout: Callable[[int], Sequence[Block]]
    picture: Callable[[msgspec.Struct], str]
    check: Callable[[S], list[str]]
    judge: Callable[[], Judge] = Judge
    kept: Callable[[S], dict[str, list[list[str]]]] | None = None
    measures: Callable[[S], dict[str, float]] | None = None
    _boxes: dict[str, Box[B]] = field(default_factory=dict, repr=False)

    # Before the match

    def setup(
        self,
        seats: int,
        rng: Rng,
        options: Mapping[str, str] | None = None,
        box: Box[B] | None = None,
    ) -> S:
        """The position at the start."""
        state = self._blank(seats, options or {}, box or self.box())
        state.rng = rng
        self.deal(state, (box or self.box()).values)
        return state

    def box(self, text: str | None = None, name: str = "the box") -> Box[B]:
        """The box the game comes with, or one somebody typed."""
        if text is not None:
            return read_box(text, self.box_kind, self.box_check, name)
        if "" not in self._boxes:
            self._boxes[""] = self.box(self.document("box.toml"), f"the box of {self.title}")
        return self._boxes[""]

    def document(self, name: str) -> str:
        """A text of the game's folder."""
        return resources.files(self.package).joinpath(name).read_text(encoding="utf-8")

    def settled(self, options: Mapping[str, str], study: bool = False) -> dict[str, str]:
        """All options, the given ones checked and the others at their defaults."""
        chosen = {o.name: o.study if study and o.study else o.default for o in self.options}
        for name, value in options.items():
            self._check_option(name, value)
            chosen[name] = value
        return chosen

    def measured(self, options: Mapping[str, str]) -> list[dict[str, str]]:
        """The settings that a bench should measure where these options are asked for."""
        settled = self.settled(options, study=True)
        open_ = [o for o in self.options if o.measured and o.name not in options]
        rows = product(*([(o.name, choice) for choice in o.measured] for o in open_))
        return [{**settled, **dict(row)} for row in rows]

    def combinations(self) -> list[dict[str, str]]:
        """Every combination of option values."""
        names = [option.name for option in self.options]
        return [
            dict(zip(names, values, strict=True)) for values in product(*(o.choices for o in self.options))
        ]

    def hides(self, options: Mapping[str, str]) -> bool:
        """Whether anything is ever hidden with these options."""
        return self.hidden and not any(options.get(name) == value for name, value in self.open_options)

    def _check_option(self, name: str, value: str) -> None:
        known = {option.name: option.choices for option in self.options}
        if name not in known:
            told = ", ".join(known) or "none"
            raise BadSetting(f"{self.title} has no option {name!r}; its options: {told}")
        if value not in known[name]:
            raise BadSetting(f"option {name} takes {' or '.join(known[name])}, not {value!r}")

    def _blank(self, seats: int, options: Mapping[str, str], box: Box[B]) -> S:
        if seats not in self.seats:
            raise BadSetting(f"{self.title} is for {self.seats[0]}-{self.seats[-1]} seats, not {seats}")
        state = self.empty()
        state.seats = seats
        state.options = self.settled(options)
        state.box = box.digest
        return state

    # During the match

    def legal_move(self, state: S, seat: int, move: int | str) -> int:
        """The number of a move that is legal now; IllegalMove says why it is not."""
        actors = state.actors()
        if not actors:
            raise IllegalMove("the match is over")
        if seat not in actors:
            told = " and ".join(str(actor) for actor in actors)
            raise IllegalMove(f"seat {seat} is not to move, seat {told} is")
        number = self.read(move) if isinstance(move, str) else move
        if number not in state.legal(seat):
            raise IllegalMove(f"{self._words(number)} is not possible: {self.why(state, seat, number)}")
        return number

    def mind(self, state: S, seat: int, rng: Rng) -> Mind:
        """What a bot in `seat` is given."""
        world = cast(S, state.imagine(seat, rng))
        return Mind(world, seat, self.view(world, seat), rng, self.judge(), self.write, self.name)

    def _words(self, move: int) -> str:
        try:
            return self.write(move)
        except NotationError:
            return f"move {move}"

    def size(self, seats: int) -> int:
        """How many numbers the features are."""
        return sum(block.size for block in self.layout(seats))

    def features(self, state: S, seat: int) -> Features:
        """What a seat may know, as numbers; `layout` tells what each of them means."""
        sheet = Sheet(self.size(int(state.seats)))
        self.encode(state, seat, sheet)
        return np.frombuffer(memoryview(sheet.cells), dtype=np.float64).astype(np.float32)

    # Positions

    def dump(self, state: S) -> Position:
        """The whole position as plain data, chance included."""
        return {
            "game": self.name,
            "rules": self.rules,
            "seats": int(state.seats),
            "options": dict(state.options),
            "box": state.box,
            "rng": state.rng.dump(),
            "state": msgspec.to_builtins(self.pack(state)),
        }

    def restore(self, position: Mapping[str, object], box: Box[B] | None = None) -> S:
        """The state that `dump` described, or somebody typed."""
        box = box or self.box()
        try:
            dumped = msgspec.json.decode(msgspec.json.encode(position), type=Dumped)
            self._check_origin(dumped, box)
            state = self._blank(dumped.seats, dumped.options, box)
            state.rng = seeded("position") if dumped.rng is None else restored(dumped.rng)
            self.unpack(state, bytes(dumped.state), box.values)
        except (msgspec.ValidationError, TypeError, ValueError, IndexError, OverflowError) as error:
            raise PositionError(f"this is no position of {self.title}: {error}") from None
        if wrong := self.check(state):
            raise PositionError(f"this position of {self.title} cannot be: {wrong[0]}")
        return state

    def _check_origin(self, dumped: Dumped, box: Box[B]) -> None:
        if dumped.game != self.name:
            raise ValueError(f"it is one of {dumped.game!r}")
        if dumped.rules not in {None, self.rules}:
            raise ValueError(f"it has rules version {dumped.rules}, these are {self.rules}")
        if dumped.box not in {None, box.digest}:
            raise ValueError(f"it was played with the box {dumped.box}, this one is {box.digest}")
