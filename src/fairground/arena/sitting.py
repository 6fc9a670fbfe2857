"""One match between bots, to its end or to the forfeit of the one that is at fault."""

import operator
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Protocol, TypeVar

import msgspec

from fairground.arena.fixtures import Fixture, Plan
from fairground.bots import Bot, bot, close
from fairground.engine.errors import FairgroundError
from fairground.engine.match import Match
from fairground.engine.outcome import Outcome
from fairground.engine.rng import seeded
from fairground.engine.state import State

T = TypeVar("T")
FORFEIT = "forfeit"
TOO_LONG = "too long"
INVITING = -1  # the length of a match before the bots are made


class Played(msgspec.Struct, frozen=True):
    """How a match went.

    `shares` is who won, together 1; `branching` the mean number of legal moves; `leads` how often the lead
    went to another seat; `kept` what each seat had in the end; `record` its text and, once kept, where.
    """

    number: int
    players: tuple[str, ...]
    seed: str
    points: list[int]
    places: list[int]
    shares: list[float]
    headings: dict[str, list[int]]
    moves: int
    reason: str
    decided: str
    branching: float
    leads: int
    kept: dict[str, list[list[str]]]
    record: str
    at_fault: int | None = None
    fault: str | None = None


class Fault(Exception):
    """A seat's bot did what no player may."""

    def __init__(self, seat: int, what: str) -> None:
        super().__init__(what)
        self.seat = seat


class Doom(msgspec.Struct, frozen=True):
    """The seat is known to fail once the match has this length, so that it is not asked again."""

    seat: int
    at: int
    what: str


class Watch(Protocol):
    """Is told who is thinking, and when nobody is."""

    def thinks(self, seat: int, at: int) -> None: ...

    def rests(self) -> None: ...


class Unwatched:
    """Nobody looks."""

    def thinks(self, seat: int, at: int) -> None: ...

    def rests(self) -> None: ...


class Sitting:
    """One match of a plan."""

    def __init__(
        self, plan: Plan, fixture: Fixture, watch: Watch | None = None, doom: Doom | None = None
    ) -> None:
        game, box = plan.open()
        self.fixture = fixture
        self.watch = watch or Unwatched()
        self.doom = doom
        self.match: Match[State, object] = Match(game, plan.seats, fixture.seed, plan.options, box)
        self.match.players = dict(enumerate(fixture.players))
        self.order = seeded(f"{fixture.seed} order")
        self.bots: list[Bot] = []
        self.choices = 0
        self.leads = 0
        self.leader: int | None = None

    def run(self) -> Played:
        """Play it; nothing that a bot raises comes out."""
        try:
            self._play()
        except Fault as fault:
            return self._told(fault)
        finally:
            self._part()
        return self._told(None)

    def _play(self) -> None:
        if self.doom and self.doom.at == INVITING:
            raise Fault(self.doom.seat, self.doom.what)
        self._invite()
        while not self.match.over and len(self.match.made) < self.match.game.longest:
            self._move(int(self.match.state.someone(self.order)))
        if self.doom:  # it failed where it would not fail now: it did fail
            raise Fault(self.doom.seat, self.doom.what)

    def _invite(self) -> None:
        for seat, spec in enumerate(self.fixture.players):
            self.bots.append(self._ask(seat, INVITING, partial(bot, spec)))

    def _move(self, seat: int) -> None:
        at = len(self.match.made)
        legal = self.match.state.legal(seat)
        mind = self.match.mind(seat, seeded(f"{self.fixture.seed} bot {seat} at {at}"))
        move = self._ask(seat, at, lambda: _checked(self.bots[seat].choose(mind), legal))
        self.match.play(seat, move)
        self.choices += len(legal)
        self._note_lead()

    def _ask(self, seat: int, at: int, question: Callable[[], T]) -> T:
        """What the seat's bot says; whatever it raises is its fault."""
        if self.doom and self.doom.seat == seat and at >= self.doom.at:
            raise Fault(seat, self.doom.what)
        self.watch.thinks(seat, at)
        try:
            return question()
        except Fault as fault:
            raise Fault(seat, str(fault)) from None
        except (Exception, SystemExit) as error:
            raise Fault(seat, _sentence(error)) from None
        finally:
            self.watch.rests()

    def _part(self) -> None:
        """Let the bots go; what they still do wrong harms nobody, unless they never let go."""
        for seat, each in enumerate(self.bots):
            self.watch.thinks(seat, len(self.match.made))
            with suppress(Exception, SystemExit):
                close(each)
            self.watch.rests()

    def _note_lead(self) -> None:
        points = self.match.state.scores()
        best = max(points)
        if points.count(best) == 1 and points.index(best) != self.leader:
            self.leads += self.leader is not None
            self.leader = points.index(best)

    # What is told afterwards

    def _told(self, fault: Fault | None) -> Played:
        outcome, made = self.match.outcome(), len(self.match.made)
        ranking = forfeited(outcome, fault.seat) if fault else outcome.ranking
        ended = outcome.reason or TOO_LONG
        return Played(
            number=self.fixture.number,
            players=self.fixture.players,
            seed=self.fixture.seed,
            points=[int(points) for points in outcome.points],
            places=msgspec.structs.replace(outcome, ranking=ranking).places,
            shares=[float(seat in ranking[0]) / len(ranking[0]) for seat in range(len(outcome.points))],
            headings=outcome.headings,
            moves=made,
            reason=FORFEIT if fault else ended,
            decided=FORFEIT if fault else outcome.decided,
            branching=self.choices / made if made else 0.0,
            leads=self.leads,
            kept=self.match.game.holdings(self.match.state),
            record=str(self.match.record()),
            at_fault=fault.seat if fault else None,
            fault=str(fault) if fault else None,
        )


def forfeited(outcome: Outcome, seat: int) -> list[list[int]]:
    """The ranking once a seat has forfeited: it is last, and all others share the win."""
    return [[other for other in range(len(outcome.points)) if other != seat], [seat]]


def _checked(answer: object, legal: list[int]) -> int:
    """The move, if it is one."""
    try:
        move = operator.index(answer)  # type: ignore[arg-type]  # a stranger's bot may answer anything
    except TypeError:
        move = None
    if move is None or move not in legal:
        raise Fault(-1, f"answered {_short(repr(answer))}, which is none of its {len(legal)} legal moves")
    return move


def _sentence(error: BaseException) -> str:
    if isinstance(error, FairgroundError):
        return _short(str(error))
    return _short(f"crashed with {type(error).__name__}: {error}".rstrip(": "))


def _short(text: str) -> str:
    """The text on one line, and not endless."""
    line = " ".join(text.split())
    return line if len(line) <= 200 else line[:197] + "..."
