"""The modules that make up a game, and what each of them must offer.

A game's folder has one module for each job. The protocols below say which functions a module must have;
mypy holds every game to them, and `Modules` refuses a module that lacks one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import msgspec

from fairground.engine.errors import IncompleteGame
from fairground.engine.feature_writer import FeatureWriter
from fairground.engine.judge import Judge
from fairground.engine.obstacle import Obstacle
from fairground.engine.outcome import Outcome
from fairground.engine.state import State
from fairground.engine.story import Entry

S = TypeVar("S", bound=State)
B = TypeVar("B")
S_contra = TypeVar("S_contra", bound=State, contravariant=True)
B_contra = TypeVar("B_contra", contravariant=True)


@dataclass(frozen=True)
class Block:
    """A run of `size` numbers in the features, and what they mean.

    With the game's own boxes they are from `least` to `most`. If the block describes things that moves name,
    each by the same number of numbers, `things` has their ids in this order, as in `Game.path`.
    """

    name: str
    size: int
    meaning: str
    most: float = 1.0
    least: float = 0.0
    things: tuple[str, ...] = ()


class BoxModule(Protocol[B_contra]):
    """box.py: the types of the values in box.toml."""

    def check(self, box: B_contra, /) -> None:
        """Raise Misprint if the rules cannot work with these values, or if they cost too much."""

    def check_playable(self, box: B_contra, /) -> None:
        """Raise Misprint if something printed can never happen. Only new boxes are held to it."""


class SetupModule(Protocol[S_contra, B_contra]):
    """setup.py: the start of a match."""

    def deal(self, state: S_contra, box: B_contra, /) -> None:
        """Fill an empty state whose seats, options and generator are set."""


class NotationModule(Protocol[S_contra]):
    """notation.py: moves in words and back."""

    @property
    def MOVES(self) -> Sequence[int]:  # noqa: N802 -- a constant of the module
        """Every move that can ever be legal with the box that the game comes with, ascending."""

    @property
    def OBSTACLES(self) -> Mapping[str, str]:  # noqa: N802 -- a constant of the module
        """The English sentence for each key of an obstacle, the most telling one first."""

    def write(self, move: int, /) -> str:
        """Return the words of a move."""

    def read(self, words: str, /) -> int:
        """Return the move that the words describe, or raise NotationError."""

    def path(self, move: int, /) -> list[str]:
        """Return the ids of the things on the board to click for a move, in order."""

    def why(self, state: S_contra, seat: int, move: int, /) -> Obstacle:
        """Say why a move is not legal now for a seat that owes a decision."""


class ViewModule(Protocol[S_contra]):
    """view.py: what a seat may know."""

    def view(self, state: S_contra, seat: int | None, /) -> msgspec.Struct:
        """Return what a seat, or a spectator (None), may know."""


class OutcomeModule(Protocol[S_contra]):
    """outcome.py: who has won, and why."""

    def outcome(self, state: S_contra, /) -> Outcome:
        """Return the ranking, the points by heading and the reason the match ended."""


class StoryModule(Protocol[S_contra]):
    """story.py: what happened, as data that any language can tell."""

    @property
    def PHRASES(self) -> Mapping[str, str]:  # noqa: N802 -- a constant of the module
        """The English sentence for each key of an entry."""

    def story(self, before: S_contra, seat: int, move: int, after: S_contra, /) -> list[Entry]:
        """Return what a move did, as entries."""


class PictureModule(Protocol):
    """picture.py: the board as text."""

    def picture(self, view: msgspec.Struct, /) -> str:
        """Draw a view; `engine.picture` explains the markup."""


class CloseUpModule(Protocol):
    """close_up.py (optional): what a decision needs, in a small terminal."""

    def close_up(self, view: msgspec.Struct, /) -> str:
        """Draw what the seat of a view needs to decide, in 80 columns and 19 lines at most."""


class DrawingModule(Protocol):
    """drawing.py (optional): the board as a drawing."""

    def draw(self, view: msgspec.Struct, /) -> str:
        """Draw a view as SVG; `engine.drawing` has the parts."""


class PositionsModule(Protocol[S_contra, B_contra]):
    """positions.py: positions as data."""

    def pack(self, state: S_contra, /) -> msgspec.Struct:
        """Return the whole position as a Struct."""

    def unpack(self, state: S_contra, raw: bytes, box: B_contra, /) -> None:
        """Fill an empty state from the JSON of such a Struct; raise ValueError if it is wrong."""


class InvariantsModule(Protocol[S_contra]):
    """invariants.py: what is true of every position."""

    def check(self, state: S_contra, /) -> list[str]:
        """Return a sentence for everything that is wrong with a position."""


class FeaturesModule(Protocol[S_contra, B_contra]):
    """features.py: what a seat may know, as numbers."""

    def layout(self, seats: int, box: B_contra, /) -> Sequence[Block]:
        """Return the blocks of numbers that `encode` writes with a box, in order."""

    def encode(self, state: S_contra, seat: int, writer: FeatureWriter, /) -> None:
        """Write the numbers that a seat may know."""


class BotsModule(Protocol):
    """bots.py (optional): what a good player looks at."""

    def judge(self) -> Judge:
        """Return a new judge of positions and moves."""


class TraitsModule(Protocol[S_contra]):
    """traits.py (optional): a few numbers that sum up how a seat stands, for networks that judge quickly."""

    @property
    def TRAITS(self) -> Sequence[str]:  # noqa: N802 -- a constant of the module
        """What each of the numbers is."""

    def write_traits(self, state: S_contra, seat: int, writer: FeatureWriter, /) -> None:
        """Write the numbers for a seat of an imagined world; each seat is summed up in the same way."""


class HoldingsModule(Protocol[S_contra]):
    """holdings.py (optional): what each seat has collected."""

    def holdings(self, state: S_contra, /) -> dict[str, list[list[str]]]:
        """Return, for each kind of thing, the names of what each seat has."""


class ArrangingModule(Protocol[S_contra]):
    """arranging.py (optional): what a seat has can be arranged by hand, move by move, for more points."""

    def by_hand(self, state: S_contra, seat: int, /) -> list[int]:
        """Return the moves with which a seat can arrange by hand now."""

    def solve(self, state: S_contra, seat: int, /) -> list[int]:
        """Return such moves that lead to an arrangement with the most points."""


class MeasuresModule(Protocol[S_contra]):
    """measures.py (optional): what the benchmark measures besides random play."""

    def measures(self, state: S_contra, /) -> dict[str, float]:
        """Measure something that starts at this position and return it by name."""


MEMBERS = {
    "box": ("check", "check_playable"),
    "setup": ("deal",),
    "notation": ("MOVES", "OBSTACLES", "write", "read", "path", "why"),
    "view": ("view",),
    "outcome": ("outcome",),
    "story": ("PHRASES", "story"),
    "picture": ("picture",),
    "close_up": ("close_up",),
    "drawing": ("draw",),
    "positions": ("pack", "unpack"),
    "invariants": ("check",),
    "features": ("layout", "encode"),
    "bots": ("judge",),
    "traits": ("TRAITS", "write_traits"),
    "holdings": ("holdings",),
    "measures": ("measures",),
    "arranging": ("by_hand", "solve"),
}
OPTIONAL = {"bots", "traits", "close_up", "drawing", "holdings", "measures", "arranging"}


@dataclass(frozen=True, kw_only=True)
class Modules(Generic[S, B]):
    """All modules of a game. IncompleteGame names the first file or function that is missing."""

    box: BoxModule[B]
    setup: SetupModule[S, B]
    notation: NotationModule[S]
    view: ViewModule[S]
    outcome: OutcomeModule[S]
    story: StoryModule[S]
    picture: PictureModule
    positions: PositionsModule[S, B]
    invariants: InvariantsModule[S]
    features: FeaturesModule[S, B]
    bots: BotsModule | None = None
    traits: TraitsModule[S] | None = None
    holdings: HoldingsModule[S] | None = None
    measures: MeasuresModule[S] | None = None
    arranging: ArrangingModule[S] | None = None
    close_up: CloseUpModule | None = None
    drawing: DrawingModule | None = None

    def __new__(cls, **given: object) -> "Modules[S, B]":
        """Refuse what is missing before Python does, so that the message names the file."""
        for problem in _problems(given):
            raise IncompleteGame(problem)
        return super().__new__(cls)


def _problems(given: Mapping[str, object]) -> Iterator[str]:
    """One sentence for each module or function that is missing."""
    folder = next((_file(module).parent for module in given.values()), Path())
    for name, members in MEMBERS.items():
        module = given.get(name)
        if module is None:
            if name not in OPTIONAL:
                yield f"{(folder / name).as_posix()}.py is missing from the modules of the game"
            continue
        for member in members:
            if not hasattr(module, member):
                kind = "constant" if member.isupper() else "function"
                yield f"{_file(module).as_posix()} has no {kind} `{member}`"


def _file(module: object) -> Path:
    """The path of a module, from the folder of games on: `games/nim/notation.py`."""
    return Path(*Path(str(getattr(module, "__file__", None) or module)).parts[-3:])
