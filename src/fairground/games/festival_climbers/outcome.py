"""The outcome: the ranking with its tie-breaks, points by level, and why the match ended."""

from fairground.engine.outcome import Outcome, decide
from fairground.games.festival_climbers.rules import PLAYING, STUCK, SUMMIT, Climbers

CRITERIA = ("points", "highest level", "last move")  # the parts of a seat's `standing`

REASONS = {PLAYING: None, SUMMIT: "summit", STUCK: "no moves"}


def outcome(state: Climbers) -> Outcome:
    """§5 Rank the seats by points, then by their highest level, then by who moved last."""
    seats = range(state.seats)
    standings = zip(*(state.standing(seat) for seat in seats), strict=True)
    by_level = zip(*(state.points_by_level(seat) for seat in seats), strict=True)
    headings = {f"level {level}": points for level, points in enumerate(by_level, 1)}
    return decide(dict(zip(CRITERIA, standings, strict=True)), headings, REASONS[state.ending])
