"""Names for what a decision was: only where its loss is clearly more than its error."""

from typing import Final

from fairground.analysis.decisions import JudgedDecision

SURE: Final = 2.0  # standard errors that a loss must exceed to be named
INACCURACY: Final = 0.03  # of a share of the win
MISTAKE: Final = 0.07
BLUNDER: Final = 0.15
ONLY: Final = 0.10  # what every other move loses if one is the only move
LABELS: Final = ("brilliant", "good", "inaccuracy", "mistake", "blunder")


def label(decision: JudgedDecision) -> str:
    """Return the label of a decision; a forced move is no decision and has none."""
    if decision.loss - SURE * decision.error > 0.0:
        return name_loss(decision.loss)
    return "brilliant" if is_only_move(decision) else "good"


def name_loss(loss: float) -> str:
    if loss >= BLUNDER:
        return "blunder"
    if loss >= MISTAKE:
        return "mistake"
    return "inaccuracy" if loss >= INACCURACY else "good"


def is_only_move(decision: JudgedDecision) -> bool:
    """Whether the move made is the best and every other move clearly loses much."""
    first, *others = decision.moves
    return first.move == decision.made and all(
        first.value - other.value - SURE * other.error >= ONLY for other in others
    )
