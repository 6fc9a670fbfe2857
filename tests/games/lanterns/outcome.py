"""Who has won: most points; a tie is shared."""

from fairground.engine.outcome import Outcome, decide
from fairground.engine.state import OVER
from lanterns.rules import Lanterns


def outcome(state: Lanterns) -> Outcome:
    points = state.scores()
    return decide({"points": points}, {"cards": points}, "no cards" if state.actor == OVER else None)
