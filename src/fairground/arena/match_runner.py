"""Play one match between bots, to its end or until a bot forfeits."""

import operator
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Protocol, TypeVar

import msgspec

from fairground.arena.schedule import Plan, ScheduledMatch
from fairground.bots import Bot, bot, close
from fairground.bots.parallel_search import MoveTally
from fairground.bots.search_bot import SearchBot
from fairground.engine.errors import FairgroundError
from fairground.engine.match import Match
from fairground.engine.outcome import Outcome
from fairground.engine.rng import seeded
from fairground.engine.state import State

T = TypeVar("T")
FORFEIT = "forfeit"
TOO_LONG = "too long"
BEFORE_START = -1  # stands for the number of moves while the bots are being made


class MatchResult(msgspec.Struct, frozen=True):
    """How a match went.

    `shares` says who won and adds up to 1; `decided` is what decided a tie; `branching` is the mean number
    of legal moves; `leads` is how often the lead went to another seat; `kept` lists what each seat had in the
    end, by kind; `record` is the text of the record or, once it is stored, its file. After a forfeit
    `at_fault` is the seat and `fault` the reason. `searches` has an entry for each move if they were wanted.
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
    searches: list[MoveTally | None] | None = None


class SeatFault(Exception):
    """The bot of a seat broke the rules of the arena and forfeits."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(reason)
        self.seat = seat


class KnownFault(msgspec.Struct, frozen=True):
    """A seat is known to fail once `moves` moves are made, so its bot is not asked again."""

    seat: int
    moves: int
    reason: str


class ThinkingMonitor(Protocol):
    """Is told which seat is thinking, so that a watchdog can tell which bot hangs."""

    def start_thinking(self, seat: int, moves: int) -> None: ...

    def stop_thinking(self) -> None: ...


class NoMonitor:
    """A monitor that does nothing."""

    def start_thinking(self, seat: int, moves: int) -> None: ...

    def stop_thinking(self) -> None: ...


class MatchRunner:
    """Plays one scheduled match of a plan in this process.

    ```python
    result = MatchRunner(plan, next(schedule_matches(plan))).run()
    ```
    """

    def __init__(
        self,
        plan: Plan,
        scheduled: ScheduledMatch,
        monitor: ThinkingMonitor | None = None,
        known_fault: KnownFault | None = None,
    ) -> None:
        game, box = plan.open()
        self.scheduled = scheduled
        self.monitor = monitor or NoMonitor()
        self.known_fault = known_fault
        self.match: Match[State, object] = Match(game, plan.seats, scheduled.seed, plan.options, box)
        self.match.players = dict(enumerate(scheduled.players))
        self.order = seeded(f"{scheduled.seed} order")
        self.bots: list[Bot] = []
        self.searches: list[MoveTally | None] = []
        self.choices = 0
        self.leads = 0
        self.leader: int | None = None

    def run(self) -> MatchResult:
        """Play the match; nothing that a bot raises gets out."""
        try:
            self._play()
        except SeatFault as fault:
            return self._result(fault)
        finally:
            self._close_bots()
        return self._result(None)

    def _play(self) -> None:
        known = self.known_fault
        if known and known.moves == BEFORE_START:
            raise SeatFault(known.seat, known.reason)
        self._make_bots()
        while not self.match.over and len(self.match.made) < self.match.game.longest:
            self._make_move(int(self.match.state.someone(self.order)))
        if known:  # the bot did fail, even if the match now ended before that
            raise SeatFault(known.seat, known.reason)

    def _make_bots(self) -> None:
        for seat, spec in enumerate(self.scheduled.players):
            self.bots.append(self._ask(seat, BEFORE_START, partial(bot, spec)))

    def _make_move(self, seat: int) -> None:
        moves = len(self.match.made)
        legal = self.match.state.legal(seat)
        mind = self.match.mind(seat, seeded(f"{self.scheduled.seed} bot {seat} at {moves}"))
        move = self._ask(seat, moves, lambda: _check_answer(self.bots[seat].choose(mind), legal))
        self.match.play(seat, move)
        if self.scheduled.searches:
            player = self.bots[seat]
            self.searches.append(player.searched if isinstance(player, SearchBot) else None)
        self.choices += len(legal)
        self._note_lead()

    def _ask(self, seat: int, moves: int, question: Callable[[], T]) -> T:
        """Return what the seat's bot answers; anything it raises is its fault."""
        known = self.known_fault
        if known and known.seat == seat and moves >= known.moves:
            raise SeatFault(seat, known.reason)
        self.monitor.start_thinking(seat, moves)
        try:
            return question()
        except SeatFault as fault:
            raise SeatFault(seat, str(fault)) from None
        except (Exception, SystemExit) as error:
            raise SeatFault(seat, _describe(error)) from None
        finally:
            self.monitor.stop_thinking()

    def _close_bots(self) -> None:
        """Close the bots. Their errors no longer matter, but the monitor still notices one that hangs."""
        for seat, each in enumerate(self.bots):
            self.monitor.start_thinking(seat, len(self.match.made))
            with suppress(Exception, SystemExit):
                close(each)
            self.monitor.stop_thinking()

    def _note_lead(self) -> None:
        points = self.match.state.scores()
        best = max(points)
        if points.count(best) == 1 and points.index(best) != self.leader:
            self.leads += self.leader is not None
            self.leader = points.index(best)

    def _result(self, fault: SeatFault | None) -> MatchResult:
        outcome, moves = self.match.outcome(), len(self.match.made)
        ranking = rank_forfeit(outcome, fault.seat) if fault else outcome.ranking
        reason = outcome.reason or TOO_LONG
        return MatchResult(
            number=self.scheduled.number,
            players=self.scheduled.players,
            seed=self.scheduled.seed,
            points=[int(points) for points in outcome.points],
            places=msgspec.structs.replace(outcome, ranking=ranking).places,
            shares=[float(seat in ranking[0]) / len(ranking[0]) for seat in range(len(outcome.points))],
            headings=outcome.headings,
            moves=moves,
            reason=FORFEIT if fault else reason,
            decided=FORFEIT if fault else outcome.decided,
            branching=self.choices / moves if moves else 0.0,
            leads=self.leads,
            kept=self.match.game.holdings(self.match.state),
            record=str(self.match.record()),
            at_fault=fault.seat if fault else None,
            fault=str(fault) if fault else None,
            searches=self.searches if self.scheduled.searches else None,
        )


def rank_forfeit(outcome: Outcome, seat: int) -> list[list[int]]:
    """Return the ranking after a forfeit: the seat is last, and all others share the win."""
    return [[other for other in range(len(outcome.points)) if other != seat], [seat]]


def _check_answer(answer: object, legal: list[int]) -> int:
    """Return the move if it is legal."""
    try:
        move = operator.index(answer)  # type: ignore[arg-type]  # a foreign bot may answer anything
    except TypeError:
        move = None
    if move is None or move not in legal:
        raise SeatFault(
            -1, f"answered {_shorten(repr(answer))}, which is none of its {len(legal)} legal moves"
        )
    return move


def _describe(error: BaseException) -> str:
    if isinstance(error, FairgroundError):
        return _shorten(str(error))
    return _shorten(f"crashed with {type(error).__name__}: {error}".rstrip(": "))


def _shorten(text: str) -> str:
    """Return the text on one line of at most 200 characters."""
    line = " ".join(text.split())
    return line if len(line) <= 200 else line[:197] + "..."
