"""What each seat holds, for balance studies: kept nines and Character cards."""

from fairground.games.banner_festival.notation import names
from fairground.games.banner_festival.rules.festival import BannerFestival


def holdings(state: BannerFestival) -> dict[str, list[list[str]]]:
    """List the nines that each seat has kept, and its revealed Character cards by their Profit."""
    return {
        "nine": [names(cards) for cards in state.kept],
        "character": [
            [f"character {profit}" for profit in _revealed(state, seat)] for seat in range(state.seats)
        ],
    }


def _revealed(state: BannerFestival, seat: int) -> list[int]:
    return [state.printed.characters[card] for card in range(1, state.shown[seat] + 1)]
