"""A game: its facts, and everything that can be asked about its states."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import resources
from itertools import product
from operator import index
from typing import Generic, SupportsIndex, TypeAlias, TypeVar, cast, get_type_hints

import msgspec
import numpy as np
from numpy.typing import NDArray

from fairground.engine.box import Box, read_box
from fairground.engine.errors import BadSetting, BoxError, IllegalMove, NotationError, PositionError
from fairground.engine.feature_writer import FeatureWriter
from fairground.engine.judge import Judge
from fairground.engine.mind import Mind, Senses
from fairground.engine.modules import Block, Modules
from fairground.engine.obstacle import Obstacle, check_turn, tell_obstacle
from fairground.engine.outcome import Outcome
from fairground.engine.rng import Rng, restore_rng, seeded
from fairground.engine.state import State
from fairground.engine.story import Entry
from fairground.engine.text import shorten
from fairground.engine.values import GameProvenance, GameSenses, find_game

S = TypeVar("S", bound=State)
B = TypeVar("B")
Position: TypeAlias = dict[str, object]
Features: TypeAlias = NDArray[np.float32]
Mask: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True)
class Option:
    """A choice made before the match.

    `study` is the default where no people play. The benchmark has a row for each choice in `measured`.
    """

    name: str
    choices: tuple[str, ...]
    default: str
    meaning: str
    study: str | None = None
    measured: tuple[str, ...] = ()


class DumpedPosition(msgspec.Struct, forbid_unknown_fields=True):
    """A position as it is written. Only `game`, `seats` and `state` are required."""

    game: str
    seats: int
    state: msgspec.Raw
    rules: int | None = None
    options: dict[str, str] = {}
    box: str | None = None
    rng: list[int | str] | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Generic[S, B]):
    """Everything that the rest of Fairground knows about a game: its facts and its modules.

    `rules` is the version of the rules, and `box_file` the box that belongs to it. `environment` is the
    version of what learners get; it rises with the rules, and when the features change. `hidden` says
    whether a seat can ever know less than another, unless one of `open_options` is chosen. `reasons` and
    `deciders` list every way a match can end and be decided. `longest` bounds the moves of a match, `draws`
    its random draws and `widest` the outcomes of one draw (0: there is no chance).
    """

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
    box_file: str = "box.toml"
    environment: int = 1
    options: tuple[Option, ...] = ()
    open_options: tuple[tuple[str, str], ...] = ()
    longest: int = 10_000
    widest: int = 0
    draws: int = 0

    state: type[S]
    box_type: type[B]
    modules: Modules[S, B]
    _boxes: dict[str, Box[B]] = field(default_factory=dict, repr=False)

    def former(self, rules: int, **changes: object) -> "Game[S, B]":
        """Return an earlier edition: this game with another rules version, and what else was different."""
        return replace(self, rules=rules, _boxes={}, **changes)  # type: ignore[arg-type]

    @cached_property
    def _senses(self) -> Senses:
        return GameSenses(cast("Game[State, object]", self))

    @cached_property
    def _all_moves(self) -> NDArray[np.int64]:
        return np.array(self.moves, dtype=np.int64)

    # Before the match

    def setup(
        self,
        seats: int,
        rng: Rng,
        options: Mapping[str, str] | None = None,
        box: Box[B] | None = None,
    ) -> S:
        """Return the position at the start of a match."""
        state = self._blank(seats, options or {}, box or self.box())
        state.rng = rng
        self.modules.setup.deal(state, (box or self.box()).values)
        return state

    def box(self, text: str | None = None, name: str = "the box") -> Box[B]:
        """Return the box that the game comes with, or read the text of another one."""
        if text is None:
            return self._shipped(self.box_file)
        box = self.modules.box
        return read_box(text, self.box_type, (box.check, box.check_playable), name)

    def kept_box(self, text: str, name: str = "the box") -> Box[B]:
        """Read the box of a match that has begun. It may be one that is not accepted any longer."""
        return read_box(text, self.box_type, (self.modules.box.check,), name)

    def shipped_box(self, digest: str | None) -> Box[B]:
        """Return the box with this digest that the game comes with, or once came with; else BoxError.

        Without a digest, it is the present box. Former boxes are in the folder `former_boxes`, each in a file
        that has the digest for its name.
        """
        if digest is None or digest == self.box().digest:
            return self.box()
        if digest not in self._former_boxes():
            raise BoxError(
                f"{self.title} never came with the box {shorten(digest)}; the file of that box is needed"
            )
        return self._shipped(f"former_boxes/{digest}.toml")

    def _former_boxes(self) -> set[str]:
        folder = resources.files(self.package).joinpath("former_boxes")
        return {file.name.removesuffix(".toml") for file in folder.iterdir()} if folder.is_dir() else set()

    def _shipped(self, file: str) -> Box[B]:
        if file not in self._boxes:
            self._boxes[file] = self.box(self.document(file), f"the box of {self.title}")
        return self._boxes[file]

    def document(self, name: str) -> str:
        """Return the text of a file in the game's folder."""
        return resources.files(self.package).joinpath(name).read_text(encoding="utf-8")

    @property
    def languages(self) -> list[str]:
        """The languages in which the rules of the game are written."""
        names = (file.name for file in resources.files(self.package).iterdir())
        return sorted(name[6:-3] for name in names if name.startswith("rules.") and name.endswith(".md"))

    def settle_options(self, options: Mapping[str, str], study: bool = False) -> dict[str, str]:
        """Return a value for every option: the given ones, checked, and defaults for the rest."""
        if not isinstance(options, Mapping):
            raise BadSetting(f"expected options as a dict such as {{'name': 'value'}}, got {options!r}")
        chosen = {o.name: o.study if study and o.study else o.default for o in self.options}
        for name, value in options.items():
            self._check_option(name, value)
            chosen[name] = value
        return chosen

    def options_to_measure(self, options: Mapping[str, str]) -> list[dict[str, str]]:
        """Return the settings that the benchmark should measure when these options are given."""
        settled = self.settle_options(options, study=True)
        open_ = [o for o in self.options if o.measured and o.name not in options]
        rows = product(*([(o.name, choice) for choice in o.measured] for o in open_))
        return [{**settled, **dict(row)} for row in rows]

    def combinations(self) -> list[dict[str, str]]:
        """Return every combination of option values."""
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
            listed = ", ".join(known) or "none"
            raise BadSetting(f"{self.title} has no option {name!r}; its options: {listed}")
        if value not in known[name]:
            raise BadSetting(f"option {name} takes {' or '.join(known[name])}, not {value!r}")

    def _blank(self, seats: int, options: Mapping[str, str], box: Box[B]) -> S:
        if type(seats) is not int or seats not in self.seats:
            raise BadSetting(f"{self.title} is for {self.seats[0]}-{self.seats[-1]} seats, not {seats!r}")
        state = self.state()
        state.rules = self.rules
        state.seats = seats
        state.options = self.settle_options(options)
        state.box = box.digest
        state.provenance = GameProvenance(cast("Game[State, object]", self), cast("Box[object]", box))
        return state

    # Moves

    @property
    def moves(self) -> Sequence[int]:
        """Every move that can ever be legal with the box that the game comes with, ascending."""
        return self.modules.notation.MOVES

    def moves_with(self, box: Box[B] | None = None) -> Sequence[int]:
        """Return every move that can ever be legal with a box, ascending: the actions of an environment.

        A box that prints more than the game's own may allow more moves. The notation then has `moves_with`.
        """
        named = getattr(self.modules.notation, "moves_with", None)
        if named is None or box is None or box.digest == self.box().digest:
            return self.moves
        moves: Sequence[int] = named(box.values)
        return moves

    @property
    def every_move(self) -> Sequence[int]:
        """Every move that can ever be legal with any box."""
        moves: Sequence[int] = getattr(self.modules.notation, "EVERY_MOVE", self.moves)
        return moves

    @property
    def never(self) -> Sequence[int]:
        """Moves that people may try although they are never legal, so that they can be told why."""
        never: Sequence[int] = getattr(self.modules.notation, "NEVER", ())
        return never

    def write(self, move: int) -> str:
        """Return the words of a move."""
        return self.modules.notation.write(move)

    def read(self, words: str) -> int:
        """Return the move that the words describe; NotationError says what is wrong with them."""
        return self.modules.notation.read(words)

    def path(self, move: int) -> list[str]:
        """Return the ids of the things on the board to click for a move, in order."""
        return self.modules.notation.path(move)

    def why(self, state: S, seat: int, move: int) -> Obstacle:
        """Say why a move is not legal now."""
        return check_turn(state, seat) or self.modules.notation.why(state, seat, move)

    @property
    def obstacles(self) -> Mapping[str, str]:
        """The English sentence for each key of an obstacle, the most telling one first."""
        return self.modules.notation.OBSTACLES

    def tell_obstacle(self, obstacle: Obstacle) -> str:
        """Return the English words for an obstacle."""
        return tell_obstacle(obstacle, self.obstacles, self.seats[-1])

    def legal_move(self, state: S, seat: int, move: SupportsIndex | str) -> int:
        """Return the number of a move that is legal now; IllegalMove says why it is not."""
        actors = state.actors()
        if not actors:
            raise IllegalMove("the match is over")
        if seat not in actors:
            listed = " and ".join(str(actor) for actor in actors)
            raise IllegalMove(f"seat {seat} is not to move, seat {listed} is")
        number = self.read(move) if isinstance(move, str) else _take_number(move)
        if number not in state.legal(seat):
            why = self.tell_obstacle(self.why(state, seat, number))
            raise IllegalMove(f"{self._words(number)} is not possible: {why}")
        return number

    def _words(self, move: int) -> str:
        try:
            return self.write(move)
        except NotationError:
            return f"move {move}"

    # What people see

    def view(self, state: S, seat: int | None) -> msgspec.Struct:
        """Return what a seat, or a spectator (None), may know."""
        return self.modules.view.view(state, seat)

    def view_type(self) -> type[msgspec.Struct]:
        """Return the type of the game's views."""
        return cast("type[msgspec.Struct]", get_type_hints(self.modules.view.view)["return"])

    def picture(self, view: msgspec.Struct) -> str:
        """Draw a view as text with markup; `engine.picture` explains it."""
        return self.modules.picture.picture(view)

    def close_up(self, view: msgspec.Struct) -> str:
        """Draw what a decision needs in a small terminal; the whole picture where the game draws no such."""
        return self.modules.close_up.close_up(view) if self.modules.close_up else self.picture(view)

    def drawing(self, view: msgspec.Struct) -> str | None:
        """Draw a view as SVG; None if the game has no `drawing.py`."""
        return self.modules.drawing.draw(view) if self.modules.drawing else None

    def story(self, before: S, seat: int, move: int, after: S) -> list[Entry]:
        """Return what a move did, as entries."""
        return self.modules.story.story(before, seat, move, after)

    @property
    def phrases(self) -> Mapping[str, str]:
        """The English sentence for each key of a story entry."""
        return self.modules.story.PHRASES

    def outcome(self, state: S) -> Outcome:
        """Return the ranking, the points by heading and the reason the match ended."""
        return self.modules.outcome.outcome(state)

    # What bots, learners and studies get

    def judge(self) -> Judge:
        """Return a new judge of positions and moves; by points alone if the game has no `bots.py`."""
        return self.modules.bots.judge() if self.modules.bots else Judge()

    def mind(self, state: S, seat: int, rng: Rng) -> Mind:
        """Return what a bot in `seat` is given."""
        world = cast(S, state.imagine(seat, rng))
        return Mind(world, seat, self._senses, rng, self.judge(), self.name)

    def layout(self, seats: int, box: Box[B] | None = None) -> Sequence[Block]:
        """Return the blocks of numbers that the features consist of, in order.

        A box that prints more or less than the one that the game comes with may have other sizes of blocks.
        """
        return self.modules.features.layout(seats, (box or self.box()).values)

    def size(self, seats: int, box: Box[B] | None = None) -> int:
        """Return how many numbers the features are."""
        return sum(block.size for block in self.layout(seats, box))

    def bounds(self, seats: int, box: Box[B] | None = None) -> tuple[Features, Features]:
        """Return the least and the most that each number of the features can be with the game's own boxes."""
        blocks = self.layout(seats, box)
        sizes = [block.size for block in blocks]
        least, most = [block.least for block in blocks], [block.most for block in blocks]
        return np.repeat(least, sizes).astype(np.float32), np.repeat(most, sizes).astype(np.float32)

    @property
    def omitted(self) -> Mapping[str, str]:
        """What a view has and the features leave out, as a path in the view, and why."""
        omitted: Mapping[str, str] = getattr(self.modules.features, "OMITTED", {})
        return omitted

    def features(self, state: S, seat: int) -> Features:
        """Return what a seat may know, as numbers; `layout` says what each of them means."""
        writer = FeatureWriter(self.size(int(state.seats), self.box_of(state)))
        self.modules.features.encode(state, seat, writer)
        return np.frombuffer(memoryview(writer.cells), dtype=np.float64).astype(np.float32)

    def mask(self, state: S, seat: int) -> Mask:
        """Return whether each of the moves that the game has with this box is legal for a seat."""
        moves = self.moves_with(self.box_of(state))
        every = self._all_moves if moves is self.moves else np.array(moves, dtype=np.int64)
        mask = np.zeros(len(every), dtype=np.bool_)
        mask[np.searchsorted(every, state.legal(seat))] = True
        return mask

    def box_of(self, state: S) -> Box[B] | None:
        """Return the box of a state that a game has set up or restored."""
        origin = state.provenance
        return cast("Box[B]", origin.box) if isinstance(origin, GameProvenance) else None

    def holdings(self, state: S) -> dict[str, list[list[str]]]:
        """Return, for each kind of thing, the names of what each seat has; {} if the game does not say."""
        return self.modules.holdings.holdings(state) if self.modules.holdings else {}

    def measures(self, state: S) -> dict[str, float]:
        """Return what the game wants the benchmark to measure besides random play."""
        return self.modules.measures.measures(state) if self.modules.measures else {}

    # Positions

    def check(self, state: S) -> list[str]:
        """Return a sentence for everything that is wrong with a position."""
        return self.modules.invariants.check(state)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by name: the game itself comes with Fairground, or with the folder that it is in."""
        return find_game, (self.package, self.rules, self.environment)

    def dump(self, state: S) -> Position:
        """Return the whole position as plain data, including the random generator."""
        return {
            "game": self.name,
            "rules": self.rules,
            "seats": int(state.seats),
            "options": dict(state.options),
            "box": state.box,
            "rng": state.rng.dump(),
            "state": msgspec.to_builtins(self.modules.positions.pack(state)),
        }

    def restore(self, position: Mapping[str, object], box: Box[B] | None = None) -> S:
        """Return the state that a dumped or hand-written position describes."""
        try:
            dumped = msgspec.json.decode(msgspec.json.encode(position), type=DumpedPosition)
            box = box or self.shipped_box(dumped.box)
            self._check_origin(dumped, box)
            state = self._blank(dumped.seats, dumped.options, box)
            state.rng = seeded("position") if dumped.rng is None else restore_rng(dumped.rng)
            self.modules.positions.unpack(state, bytes(dumped.state), box.values)
        except (msgspec.ValidationError, TypeError, ValueError, IndexError, OverflowError, BoxError) as error:
            raise PositionError(f"invalid position of {self.title}: {error}") from None
        if wrong := self.check(state):
            raise PositionError(f"impossible position of {self.title}: {wrong[0]}")
        return state

    def _check_origin(self, dumped: DumpedPosition, box: Box[B]) -> None:
        if dumped.game != self.name:
            raise ValueError(f"it is one of {dumped.game!r}")
        if dumped.rules not in {None, self.rules}:
            raise ValueError(f"it has rules version {dumped.rules}, these are {self.rules}")
        if dumped.box not in {None, box.digest}:
            raise ValueError(f"it was played with the box {dumped.box}, this one is {box.digest}")


def _take_number(move: SupportsIndex) -> int:
    """Return the number of a move, which may be one of numpy's."""
    try:
        return index(move)
    except TypeError:
        raise IllegalMove(f"expected a move as words or as a number, got {move!r}") from None
