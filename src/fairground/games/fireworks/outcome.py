"""The ranking, the points by heading, and why a match ended."""

from fairground.engine.outcome import Outcome, decide
from fairground.engine.state import OVER
from fairground.games.fireworks.positions import ENDINGS
from fairground.games.fireworks.rules.score import HEADINGS, tally
from fairground.games.fireworks.rules.turn import Fireworks

HEADING_NAMES = ("big fireworks", "saturns", "kaleidoscopes", "flowers", "special", "character")


def points_by_heading(state: Fireworks) -> dict[str, list[int]]:
    """§5 Return each seat's points by heading."""
    state.arrange_stale_boards()
    tallies = [tally(state, seat).points for seat in range(state.seats)]
    return {HEADING_NAMES[at]: [int(points[at]) for points in tallies] for at in range(HEADINGS)}


def reason(state: Fireworks) -> str | None:
    return ENDINGS[state.ending] if state.actor == OVER else None


def outcome(state: Fireworks) -> Outcome:
    """§5.6 The most points win; a tie is shared."""
    return decide({"points": state.scores()}, points_by_heading(state), reason(state))
