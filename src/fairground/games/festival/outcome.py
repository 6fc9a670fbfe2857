"""The outcome: the ranking with its tie-break, points by heading, and why the match ended."""

from fairground.engine.outcome import Outcome, decide
from fairground.engine.state import OVER
from fairground.games.festival.positions import ENDINGS
from fairground.games.festival.rules.festival import Festival

CRITERIA = ("points", "crowd-pleasers")  # the parts of a seat's `standing`
HEADINGS = ("objectives", "crowd-pleasers", "colour", "type")


def reason(state: Festival) -> str | None:
    """Return why the match ended, or None while it goes on."""
    return ENDINGS[state.ending] if state.actor == OVER else None


def outcome(state: Festival) -> Outcome:
    """§5 Rank the seats by points, then by the number of crowd-pleasers."""
    seats = range(state.seats)
    standings = zip(*(state.standing(seat) for seat in seats), strict=True)
    by_heading = zip(*(state.points(seat) for seat in seats), strict=True)
    criteria = dict(zip(CRITERIA, standings, strict=True))
    return decide(criteria, dict(zip(HEADINGS, by_heading, strict=True)), reason(state))
