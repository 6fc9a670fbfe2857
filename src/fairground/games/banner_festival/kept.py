"""What each seat has won, for studies."""

from fairground.games.banner_festival.notation import names
from fairground.games.banner_festival.rules.festival import BannerFestival


def kept(state: BannerFestival) -> dict[str, list[list[str]]]:
    """The nines kept, the Character cards revealed and the Towers flown of each seat."""
    seats = range(state.seats)
    return {
        "nine": [names(state.kept[seat]) for seat in seats],
        "character": [[f"character {n}" for n in range(1, state.shown[seat] + 1)] for seat in seats],
    }
