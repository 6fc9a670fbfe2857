"""How decisions are judged: beside ten times the budget, with planted blunders, for players of each level."""

from dataclasses import dataclass, replace

import msgspec

from fairground.analysis.decisions import (
    JudgedDecision,
    MoveSearch,
    judge_exactly,
    open_search,
    search_decision,
)
from fairground.analysis.exact_search import ExactSearch
from fairground.analysis.labels import label
from fairground.analysis.measurements.matches import play_match
from fairground.analysis.review import Reviewer, losses_of, review_match
from fairground.bots import bot
from fairground.bots.search_bot import SearchBot
from fairground.engine.mind import Mind
from fairground.engine.rng import seeded
from fairground.engine.state import State

MORE = 10  # times the budget, for the truth
PLANTED = 0.10  # what a planted blunder loses at least
NEAR = 0.01  # a move that loses less than this is as good as the best
QUICK = 8  # times less than the budget is a quick look
FLAGGED = ("mistake", "blunder")


@dataclass(frozen=True)
class DecisionTask:
    """One decision of a match between experts, drawn by the seed."""

    game: str
    seats: int
    level: str
    seed: str
    budget: int


class CheckedDecision(msgspec.Struct, frozen=True):
    """What was found at one decision.

    It `agrees` if its best move is the best, or nearly, at ten times the budget. `flagged` says whether a
    planted blunder was; it is None if no move of the decision is bad enough.
    """

    agrees: bool
    flagged: bool | None


class PlantedBlunder(msgspec.Struct, frozen=True):
    """What a planted move loses at ten times the budget and at the budget, and whether it was flagged."""

    truth: float
    loss: float
    flagged: bool


class DrawnDecision:
    """A decision of a match, to be judged as if this or that move had been made."""

    def __init__(self, reviewer: Reviewer[State, object], at: int) -> None:
        self.reviewer = reviewer
        self.state = reviewer.positions[at].state
        self.made = reviewer.match.made[at]
        self.at = at
        self.search: MoveSearch | None = None  # the latest

    def judge(self, move: int, budget: int, seed: str) -> JudgedDecision:
        """Judge the decision as if `move` had been made."""
        self.search = open_search(self.mind(f"{seed} {self.at}"), self.reviewer.judge)
        return search_decision(self.search, move, budget)

    def judge_too(self, move: int, budget: int, seed: str) -> JudgedDecision:
        """Judge another move as deep as the latest search went, if it looked ahead, and otherwise anew."""
        if not isinstance(self.search, ExactSearch):
            return self.judge(move, budget, seed)
        self.search.catch_up(self.search.moves.index(move))
        return judge_exactly(self.search, move)

    def mind(self, seed: str) -> Mind:
        """Return what the seat knew."""
        return self.reviewer.game.mind(self.state, self.made.seat, seeded(seed))


def draw_decision(task: DecisionTask) -> DrawnDecision:
    """Play a match and draw one of its decisions."""
    match = play_match(task.game, task.seats, task.level, task.seed)
    reviewer = Reviewer(match, task.budget)
    open_ = [
        at for at, made in enumerate(match.made) if len(reviewer.positions[at].state.legal(made.seat)) > 1
    ]
    return DrawnDecision(reviewer, open_[seeded(f"decision of {task.seed}").below(len(open_))])


def check_decision(task: DecisionTask) -> CheckedDecision:
    """Judge one random decision with the budget, and its best move with ten times as much."""
    drawn = draw_decision(task)
    found = drawn.judge(drawn.made.move, task.budget, "found")
    truth = drawn.judge(found.best, MORE * task.budget, "truth")
    planted = draw_blunder(drawn, truth, task)
    if planted is None:
        return CheckedDecision(truth.loss < NEAR, None)
    judged = drawn.judge(planted, task.budget, "planted")
    return CheckedDecision(truth.loss < NEAR, label(judged) in FLAGGED)


def draw_blunder(drawn: DrawnDecision, truth: JudgedDecision, task: DecisionTask) -> int | None:
    """Draw a move that loses enough, also when it is judged as the move made; None if it does not."""
    bad = _bad_moves(truth)
    if not bad:
        return None
    move = bad[seeded(f"blunder of {task.seed}").below(len(bad))]
    sure = drawn.judge_too(move, MORE * task.budget, "blunder")
    return move if sure.loss >= PLANTED else None


def _bad_moves(judged: JudgedDecision) -> list[int]:
    return [each.move for each in judged.moves if judged.moves[0].value - each.value >= PLANTED]


# Planted blunders only


def plant_blunder(task: DecisionTask) -> PlantedBlunder | None:
    """Plant a move that seems bad at a quick look in the first decision that has one; None if none is bad."""
    match = play_match(task.game, task.seats, task.level, task.seed)
    reviewer = Reviewer(match, task.budget)
    order = list(range(len(match.made)))
    seeded(f"planting in {task.seed}").shuffle(order)
    for at in order:
        if len(reviewer.positions[at].state.legal(match.made[at].seat)) > 1:
            drawn = DrawnDecision(reviewer, at)
            quick = drawn.judge(drawn.made.move, max(1, task.budget // QUICK), "quick")
            bad = _bad_moves(quick)
            if bad:
                return _try_to_plant(drawn, bad[seeded(task.seed).below(len(bad))], task.budget)
    return None


def _try_to_plant(drawn: DrawnDecision, move: int, budget: int) -> PlantedBlunder | None:
    sure = drawn.judge(move, MORE * budget, "truth")
    if sure.loss < PLANTED:
        return None
    judged = drawn.judge(move, budget, "planted")
    return PlantedBlunder(sure.loss, judged.loss, label(judged) in FLAGGED)


# Levels


class LevelLoss(msgspec.Struct, frozen=True):
    """What the decisions of a player lost in one match, and which part of them was flagged."""

    losses: list[float]
    flagged: int


def measure_level(task: DecisionTask) -> LevelLoss:
    """Review a match of one level against itself."""
    match = play_match(task.game, task.seats, task.level, task.seed)
    review = review_match(match, task.budget)
    losses = [loss for seat in range(task.seats) for loss in losses_of(review.moves, seat)]
    return LevelLoss(losses, sum(move.label in FLAGGED for move in review.moves))


def measure_one_decision(task: DecisionTask) -> LevelLoss:
    """Ask a level for its move in one decision of a match between experts, and judge it.

    This is for players that think for long. They get all their iterations, however busy the machine is.
    """
    drawn = draw_decision(replace(task, level="expert"))
    player = bot(task.level)
    if isinstance(player, SearchBot):
        player.seconds = None
    move = player.choose(drawn.mind(f"player of {task.seed}"))
    judged = drawn.judge(move, task.budget, "found")
    return LevelLoss([judged.loss], int(label(judged) in FLAGGED))
