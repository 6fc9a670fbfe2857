"""What each seat holds, for studies of what it is worth."""

from fairground.games.festo.positions import dishes_of
from fairground.games.festo.rules.festo import Festo
from fairground.games.festo.words import EVENTS


def holdings(state: Festo) -> dict[str, list[list[str]]]:
    """Return each seat's dishes, their sorts, and the events so far, which are the same for all."""
    dishes = [dishes_of(state, seat) for seat in range(state.seats)]
    events = [EVENTS[event] for event in state.events[: state.round]]
    return {
        "dish": dishes,
        "sort": [[dish.split()[-1] for dish in own] for own in dishes],
        "event": [list(events) for _ in dishes],
    }
