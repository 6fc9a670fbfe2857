"""How a match stands or ended."""

from fairground.engine.outcome import Outcome, decide
from fairground.engine.state import OVER
from fairground.games.festival.positions import ENDINGS
from fairground.games.festival.rules.festival import Festival

HEADINGS = ("objectives", "crowd-pleasers", "colour", "type")


def reason(state: Festival) -> str | None:
    return ENDINGS[state.ending] if state.actor == OVER else None


def outcome(state: Festival) -> Outcome:
    """§5 Points, then crowd-pleaser tiles."""
    seats = range(state.seats)
    owners = list(state.owner)
    criteria = {"points": state.scores(), "crowd-pleasers": [owners.count(seat) for seat in seats]}
    by_heading = zip(*(state.points(seat) for seat in seats), strict=True)
    return decide(criteria, dict(zip(HEADINGS, by_heading, strict=True)), reason(state))
