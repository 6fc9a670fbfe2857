"""Whether luck is fair: the mean luck of every seat over many matches should be 0."""

from dataclasses import dataclass

from fairground.analysis.luck import Appraiser, appraise_move, split_effect
from fairground.analysis.measurements.matches import play_match
from fairground.analysis.review import Reviewer


@dataclass(frozen=True)
class LuckTask:
    """A match whose luck is measured; few walks are enough, because their errors cancel out."""

    game: str
    seats: int
    level: str
    seed: str
    walks: int
    worlds: int


def measure_luck(task: LuckTask) -> list[float]:
    """Return the luck of every seat in a match."""
    match = play_match(task.game, task.seats, task.level, task.seed)
    reviewer = Reviewer(match)
    appraiser = Appraiser(reviewer.judge, task.walks, task.worlds, match.seed)
    totals = [0.0] * task.seats
    for at, made in enumerate(match.made):
        if made.final:
            appraisal = appraise_move(at, reviewer.positions[at], made, reviewer.positions[at + 1], appraiser)
            luck = split_effect(appraisal.shares, appraisal).luck
            totals = [total + part for total, part in zip(totals, luck, strict=True)]
    return totals
