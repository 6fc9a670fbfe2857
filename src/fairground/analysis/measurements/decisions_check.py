"""How decisions are judged: beside ten times the budget, with planted blunders, for players of each level."""

from dataclasses import dataclass

import msgspec

from fairground.analysis.decisions import JudgedDecision, judge_decision
from fairground.analysis.labels import label
from fairground.analysis.measurements.matches import play_match
from fairground.analysis.review import Reviewer, losses_of, review_match
from fairground.bots import bot
from fairground.engine.rng import seeded
from fairground.engine.state import State

MORE = 10  # times the budget, for the truth
PLANTED = 0.10  # what a planted blunder loses at least
NEAR = 0.01  # a move that loses less than this is as good as the best
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


def check_decision(task: DecisionTask) -> CheckedDecision:
    """Judge one random decision with the budget, and its best move with ten times as much."""
    reviewer, at = draw_decision(task)
    found = judge_at(reviewer, at, reviewer.match.made[at].move, task.budget, "found")
    truth = judge_at(reviewer, at, found.best, MORE * task.budget, "truth")
    planted = draw_blunder(reviewer, at, truth, task)
    if planted is None:
        return CheckedDecision(truth.loss < NEAR, None)
    judged = judge_at(reviewer, at, planted, task.budget, "planted")
    return CheckedDecision(truth.loss < NEAR, label(judged) in FLAGGED)


def draw_blunder(
    reviewer: Reviewer[State, object], at: int, truth: JudgedDecision, task: DecisionTask
) -> int | None:
    """Draw a move that loses enough, also when it is judged as the move made; None if it does not."""
    bad = [each.move for each in truth.moves if truth.moves[0].value - each.value >= PLANTED]
    if not bad:
        return None
    drawn = bad[seeded(f"blunder of {task.seed}").below(len(bad))]
    sure = judge_at(reviewer, at, drawn, MORE * task.budget, "blunder")
    return drawn if sure.loss >= PLANTED else None


def draw_decision(task: DecisionTask) -> tuple[Reviewer[State, object], int]:
    """Play a match and draw one of its decisions."""
    match = play_match(task.game, task.seats, task.level, task.seed)
    reviewer = Reviewer(match, task.budget)
    open_ = [
        at for at, made in enumerate(match.made) if len(reviewer.positions[at].state.legal(made.seat)) > 1
    ]
    return reviewer, open_[seeded(f"decision of {task.seed}").below(len(open_))]


def judge_at(reviewer: Reviewer[State, object], at: int, move: int, budget: int, seed: str) -> JudgedDecision:
    """Judge a decision as if `move` had been made."""
    state = reviewer.positions[at].state
    mind = reviewer.game.mind(state, reviewer.match.made[at].seat, seeded(f"{seed} {at}"))
    return judge_decision(mind, reviewer.judge, move, budget)


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

    This is for players that think for long.
    """
    reviewer, at = draw_decision(DecisionTask(task.game, task.seats, "expert", task.seed, task.budget))
    made = reviewer.match.made[at]
    mind = reviewer.game.mind(reviewer.positions[at].state, made.seat, seeded(f"player of {task.seed}"))
    judged = judge_at(reviewer, at, bot(task.level).choose(mind), task.budget, "found")
    return LevelLoss([judged.loss], int(label(judged) in FLAGGED))
