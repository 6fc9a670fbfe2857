"""How a match stands or ended."""

from fairground.engine.outcome import Outcome, decide
from fairground.engine.state import OVER
from fairground.games.festo.rules.festo import Festo

REASON = "fourth round"


def reason(state: Festo) -> str | None:
    return REASON if state.actor == OVER else None


def outcome(state: Festo) -> Outcome:
    """§6 Points, then dishes, then cubes left."""
    seats = range(state.seats)
    cubes = [int(state.cubes(seat)) for seat in seats]
    criteria = {
        "points": state.scores(),
        "dishes": [int(state.dishes(seat)) for seat in seats],
        "cubes": cubes,
    }
    headings = {
        "dishes": [int(state.dish_points(seat)) for seat in seats],
        "sets": [int(state.set_points(seat)) for seat in seats],
        "cubes": cubes,
        "gained": [int(points) for points in state.gained],
    }
    return decide(criteria, headings, reason(state))
