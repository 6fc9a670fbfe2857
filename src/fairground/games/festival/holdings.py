"""What each seat holds, for balance studies: objectives, crowd-pleasers and tiles."""

from fairground.games.festival.positions import card_names, in_order, list_laid_tiles, tile_name
from fairground.games.festival.rules.festival import Festival
from fairground.games.festival.view import pleaser_name


def holdings(state: Festival) -> dict[str, list[list[str]]]:
    """List each seat's objectives, the completed ones again, its crowd-pleasers and its tiles."""
    seats, start = range(state.seats), state.printed.objectives
    taken = [in_order(state, state.held[seat] | state.done[seat]) for seat in seats]
    return {
        "objective": [card_names(state, [card for card in cards if card < start]) for cards in taken],
        "starting objective": [
            card_names(state, [card for card in cards if card >= start]) for cards in taken
        ],
        "completed": [card_names(state, in_order(state, state.done[seat])) for seat in seats],
        "crowd-pleaser": [_pleasers(state, seat) for seat in seats],
        "tile": [_tiles(state, seat) for seat in seats],
    }


def _pleasers(state: Festival, seat: int) -> list[str]:
    pairs = zip(state.showing, state.owner, strict=True)
    return [pleaser_name(side) for side, owner in pairs if owner == seat]


def _tiles(state: Festival, seat: int) -> list[str]:
    """List the seat's tiles in the order they were laid, covered ones included."""
    return [tile_name(state, each.tile) for each in list_laid_tiles(state) if each.seat == seat]
