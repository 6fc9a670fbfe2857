"""How a match stands or ended."""

from fairground.engine.outcome import Outcome, decide
from fairground.games.festival_climbers.rules import BIT, PLAYING, SPACES, STUCK, SUMMIT, WIDTH, Climbers


def highest(climbers: int) -> int:
    """The highest level in a set of spaces, 0 for none."""
    return max((space // WIDTH + 1 for space in range(SPACES - 1) if climbers & BIT[space]), default=0)


REASONS = {PLAYING: None, SUMMIT: "summit", STUCK: "no moves"}


def outcome(state: Climbers) -> Outcome:
    """§5 Points, then the highest level reached, then who moved last."""
    criteria = {
        "points": state.scores(),
        "highest level": [highest(own) for own in state.own],
        "last move": list(state.moved),
    }
    by_level = zip(*(state.points_by_level(seat) for seat in range(state.seats)), strict=True)
    headings = {f"level {level}": points for level, points in enumerate(by_level, 1)}
    return decide(criteria, headings, REASONS[state.ending])
