"""The ranking, the points by heading, and why a match ended."""

from fairground.engine.outcome import Outcome, decide
from fairground.engine.state import OVER
from fairground.games.festo.rules.festo import Festo

REASON = "fourth round"
CRITERIA = ("points", "dishes", "cubes")  # §6 what ranks the seats, in the order of `Festo.standing`


def reason(state: Festo) -> str | None:
    return REASON if state.actor == OVER else None


def outcome(state: Festo) -> Outcome:
    """§6 The most points win; on a tie the most dishes, then the most cubes."""
    seats = range(state.seats)
    standings = zip(*(state.standing(seat) for seat in seats), strict=True)
    criteria = dict(zip(CRITERIA, standings, strict=True))
    headings = {
        "dishes": [int(state.dish_points(seat)) for seat in seats],
        "sets": [int(state.set_points(seat)) for seat in seats],
        "cubes": criteria["cubes"],
        "gained": [int(points) for points in state.gained],
    }
    return decide(criteria, headings, reason(state))
