"""Puzzles: positions of real matches with one move that is clearly best, found by playing and judging.

A puzzle is a record with the number of a move in it, so anybody can check it: judge the decision that the
seat had there, by what it knew.
"""

import datetime
import json
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources

import msgspec

from fairground.analysis.calibration import calibrated_judge
from fairground.analysis.decision_search import DecisionSearch
from fairground.analysis.decisions import JudgedDecision, search_decision
from fairground.analysis.lines import expect_line
from fairground.analysis.reasons import explain
from fairground.analysis.report import LineMove, Reasons, ValuedMove
from fairground.analysis.review import BUDGET
from fairground.bots import LEVELS, bot
from fairground.engine.errors import FairgroundError
from fairground.engine.game import Game
from fairground.engine.match import Match
from fairground.engine.misprints import json_line_of, unfold
from fairground.engine.record import Record
from fairground.engine.rng import seeded
from fairground.engine.start_position import digest_of
from fairground.engine.state import State
from fairground.games import load

FILE = "puzzles.json"
MARGIN = 0.15  # of the win, by which the best move must be better than every other
MORE = 10  # times the budget of a review, to be sure
SIMPLE = "greedy"  # what it finds is no puzzle
LEAST_MOVES = 3  # of a decision that is worth a puzzle
PLAYOUTS = 400  # for the reasons
TRIES = 3  # of each level, to grade a puzzle
SIMPLE_TRIES = 5
UNSOLVED = "nobody"
SOLVERS = LEVELS[:5]  # the levels by which puzzles are graded
GRADES = (*SOLVERS, UNSOLVED)

AnyGame = Game[State, object]
AnyMatch = Match[State, object]


class PuzzleError(FairgroundError):
    """A puzzle that cannot be used; the message says why."""


class Puzzle(msgspec.Struct, frozen=True):
    """The decision of a seat at moment `at` of a record, with what its moves are worth to it.

    `values` lists the moves from the best on, as far as they were judged; those left out are worse. `line` is
    what is expected after the best one. `why` compares it with `plausible`, the move of a simple player.
    `grade` is the lowest level that finds the best move.

    If there is a `goal`, the seat is to arrange what it has so that it brings so many points, the most
    possible. Then `line` is a way to get there, and `grade` says how long that is.
    """

    name: str
    at: int
    seats: int
    seat: int
    grade: str
    line: list[LineMove]
    record: str
    plausible: str = ""
    values: list[ValuedMove] = []
    why: Reasons | None = None
    goal: int | None = None

    @property
    def best(self) -> str:
        return self.values[0].words

    @property
    def solution(self) -> list[LineMove]:
        """The best move and what is expected then, or all moves of the arrangement."""
        return self.line if self.goal is not None else [LineMove(self.seat, self.best), *self.line]

    @property
    def margin(self) -> float:
        return self.values[0].value - self.values[1].value


_read_puzzles = msgspec.json.Decoder(list[Puzzle]).decode


@cache
def read_puzzles(game: AnyGame) -> dict[str, Puzzle]:
    """Return the puzzles of a game by name; none if it has no file of them."""
    file = resources.files(game.package).joinpath(FILE)
    return {puzzle.name: puzzle for puzzle in parse_puzzles(file.read_bytes())} if file.is_file() else {}


def parse_puzzles(text: bytes) -> list[Puzzle]:
    """Read a file of puzzles; PuzzleError says what is wrong with it."""
    try:
        return _read_puzzles(text)
    except msgspec.ValidationError as error:
        message, path = unfold(str(error))
        line = json_line_of(text.decode(), path)
        raise PuzzleError(f"line {line}: expected a list of puzzles: {message}") from None
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise PuzzleError(f"line {_last_line(text)}: expected a list of puzzles: {error}") from None


def _last_line(text: bytes) -> int:
    """Return the line up to which a text is JSON."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.lineno
    except (ValueError, RecursionError):
        return 1
    return 1


def open_puzzle(puzzle: Puzzle) -> AnyMatch:
    """Return the match at the decision; a FairgroundError says why it cannot be replayed."""
    record = Record.parse(puzzle.record)
    if not 0 <= puzzle.at <= len(record.moves):
        raise PuzzleError(f"puzzle {puzzle.name}: the record has no moment {puzzle.at}")
    return Match.replay(load(record.game, record.rules), record).at(puzzle.at)


# Finding


def find_puzzles(game: AnyGame, seats: int, level: str, seed: str, budget: int = BUDGET) -> Iterator[Puzzle]:
    """Play a match between bots of one level and yield the puzzles in it."""
    match = Match(game, seats, seed, game.settle_options({}, study=True))
    match.players = dict.fromkeys(range(seats), level)
    player, simple, rng = bot(level), bot(SIMPLE), seeded(f"bots of {seed}")
    while not match.over:
        seat = match.state.actors()[0]
        move = player.choose(match.mind(seat, rng.fork()))
        plausible = simple.choose(match.mind(seat, rng.fork()))
        if move != plausible and len(match.state.legal(seat)) >= LEAST_MOVES:
            puzzle = make_puzzle(match, seat, plausible, budget)
            if puzzle:
                yield puzzle
        match.play(seat, move)


def make_puzzle(match: AnyMatch, seat: int, plausible: int, budget: int) -> Puzzle | None:
    """Return the puzzle of the decision that a seat has now; None if no move is clearly best."""
    for tries in (budget // MORE, budget):
        _, decision = judge(match, seat, plausible, tries)
        if not is_clear(decision, plausible):
            return None
    search, decision = judge(match, seat, plausible, MORE * budget)
    if not is_clear(decision, plausible) or is_simple(match, seat, decision.best):
        return None
    game, at = match.game, len(match.made)
    return Puzzle(
        name=name_puzzle(match),
        at=at,
        seats=int(match.state.seats),
        seat=seat,
        grade=grade(match, seat, decision.best),
        plausible=game.write(plausible),
        values=[ValuedMove(game.write(each.move), each.value, each.error) for each in decision.moves],
        line=expect_line(game, search, match.state, at, decision.best),
        why=explain(game, search, plausible, decision.best, PLAYOUTS),
        record=str(match.record()),
    )


def name_puzzle(match: AnyMatch) -> str:
    """Return a name that depends on the match so far."""
    return f"{digest_of(str(match.record()))[:6]}-{len(match.made)}"


def judge(match: AnyMatch, seat: int, made: int, budget: int) -> tuple[DecisionSearch, JudgedDecision]:
    """Judge the decision of a seat by what it knows."""
    mind = match.game.mind(match.state, seat, seeded(f"puzzle at {len(match.made)} with {budget}"))
    search = DecisionSearch(mind, calibrated_judge(match.game, int(match.state.seats)))
    return search, search_decision(search, made, budget)


def is_clear(decision: JudgedDecision, plausible: int) -> bool:
    """Whether one move is better than all others by the margin, and not the plausible one.

    Moves that good players mix have no single best one, so sealed choices with a mixture are left out.
    """
    first, second = decision.moves[:2]
    sure = second.error < MARGIN / 3
    return sure and first.move != plausible and first.value - second.value >= MARGIN


def is_simple(match: AnyMatch, seat: int, best: int) -> bool:
    """Whether a simple player finds the best move, in more than one of several worlds that it imagines."""
    return count_found(match, seat, best, SIMPLE, SIMPLE_TRIES) > 1


def count_found(match: AnyMatch, seat: int, best: int, level: str, tries: int) -> int:
    """Return how often a level finds the best move."""
    player = bot(level)
    rngs = [seeded(f"grade {level} {number}") for number in range(tries)]
    return sum(player.choose(match.mind(seat, rng)) == best for rng in rngs)


def grade(match: AnyMatch, seat: int, best: int) -> str:
    """Return the lowest level that finds the best move more often than not."""
    for level in SOLVERS:
        if 2 * count_found(match, seat, best, level, TRIES) > TRIES:
            return level
    return UNSOLVED


# Checking


def check_puzzle(puzzle: Puzzle, budget: int = MORE * BUDGET) -> str:
    """Return what is wrong with a puzzle, "" if nothing is: it is judged anew."""
    match = open_puzzle(puzzle)
    seat = puzzle.seat
    if seat not in match.state.actors():
        return f"seat {seat} is not to move"
    plausible = match.game.legal_move(match.state, seat, puzzle.plausible)
    _, decision = judge(match, seat, plausible, budget)
    best = match.game.write(decision.best)
    if best != puzzle.best:
        return f"the best move is {best}, not {puzzle.best}"
    margin = decision.moves[0].value - decision.moves[1].value
    return "" if margin >= MARGIN else f"the best move is only {100 * margin:.0f} points better than the next"


def spread(puzzles: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """Return so many puzzles, of every grade as evenly as possible, the easy ones first."""
    by_grade = {grade: [each for each in puzzles if each.grade == grade] for grade in GRADES}
    chosen: list[Puzzle] = []
    while len(chosen) < most and any(by_grade.values()):
        for waiting in by_grade.values():
            if waiting and len(chosen) < most:
                chosen.append(waiting.pop(0))
    return sorted(chosen, key=lambda each: GRADES.index(each.grade))


# The puzzle of the day


def daily_puzzle(games: Sequence[AnyGame], day: datetime.date) -> tuple[AnyGame, Puzzle]:
    """Return the puzzle of a day, the same for everybody; PuzzleError if there is none.

    The games take turns; all puzzles of a game come before any comes again.
    """
    known = [game for game in games if read_puzzles(game)]
    if not known:
        raise PuzzleError("there are no puzzles")
    turn, place = divmod(day.toordinal(), len(known))
    game = known[place]
    puzzles = list(read_puzzles(game).values())
    order = list(range(len(puzzles)))
    seeded(f"daily puzzles of {game.name}").shuffle(order)
    return game, puzzles[order[turn % len(puzzles)]]
