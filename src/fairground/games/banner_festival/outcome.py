"""How a match stands or ended."""

from fairground.engine.outcome import Outcome, decide
from fairground.engine.state import OVER
from fairground.games.banner_festival.rules.festival import BannerFestival


def outcome(state: BannerFestival) -> Outcome:
    """§7 Points, then Banners on the board."""
    banners = [int(state.on_board(seat)) for seat in range(state.seats)]
    return decide({"points": state.scores(), "banners": banners}, headings(state), reason(state))


def headings(state: BannerFestival) -> dict[str, list[int]]:
    return {
        "majorities": list(state.majorities),
        "feasts": list(state.feasts),
        "character": [int(state.character(seat)) for seat in range(state.seats)],
        "nines": [int(state.nines(seat)) for seat in range(state.seats)],
    }


def reason(state: BannerFestival) -> str | None:
    return "third round" if state.actor == OVER else None
