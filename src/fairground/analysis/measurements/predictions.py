"""Predicted shares against results, in matches that the scale was not fitted to."""

from dataclasses import dataclass

from fairground.analysis.luck import Appraiser
from fairground.analysis.measurements.matches import play_match
from fairground.analysis.review import Effort, Reviewer
from fairground.engine.rng import seeded


@dataclass(frozen=True)
class PredictionTask:
    """A match to be played, of which every `step`-th moment is predicted."""

    game: str
    seats: int
    level: str
    seed: str
    budget: int
    step: int


def predict_match(task: PredictionTask) -> list[tuple[float, float]]:
    """Return each seat's predicted share at some moments of a match, with its result."""
    match = play_match(task.game, task.seats, task.level, task.seed)
    reviewer = Reviewer(match, task.budget)
    effort = Effort.of(task.budget)
    appraiser = Appraiser(reviewer.judge, effort.walks, effort.worlds)
    result = reviewer.judge.result(match.state)
    first = seeded(f"first moment of {task.seed}").below(task.step)
    pairs: list[tuple[float, float]] = []
    for at in range(first, len(match.made), task.step):
        shares = appraiser.appraise(reviewer.moments[at], seeded(f"shares at {at}"))
        pairs += zip(shares, result, strict=True)
    return pairs
