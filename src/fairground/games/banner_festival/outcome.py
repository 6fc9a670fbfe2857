"""The outcome: the ranking with its tie-break, points by heading, and why the match ended."""

from fairground.engine.outcome import Outcome, decide
from fairground.engine.state import OVER
from fairground.games.banner_festival.rules.festival import BannerFestival

CRITERIA = ("points", "banners")  # the parts of a seat's `standing`


def outcome(state: BannerFestival) -> Outcome:
    """§7 Rank the seats by points, then by Banners on the board."""
    standings = zip(*(state.standing(seat) for seat in range(state.seats)), strict=True)
    return decide(dict(zip(CRITERIA, standings, strict=True)), headings(state), reason(state))


def headings(state: BannerFestival) -> dict[str, list[int]]:
    """Return the points of all seats by heading."""
    return {
        "majorities": list(state.majorities),
        "feasts": list(state.feasts),
        "character": [int(state.character(seat)) for seat in range(state.seats)],
        "nines": [int(state.nines(seat)) for seat in range(state.seats)],
    }


def reason(state: BannerFestival) -> str | None:
    """Return why the match ended, or None while it goes on."""
    return "third round" if state.actor == OVER else None
