"""What each seat has taken, for studies."""

from fairground.games.festival.position import card_names, in_order, laid, tile_name
from fairground.games.festival.rules import PLEASERS, START, UNCHOSEN, Festival
from fairground.games.festival.view import pleaser_name


def kept(state: Festival) -> dict[str, list[list[str]]]:
    """Objectives taken, those of them completed, starting sides, crowd-pleasers and tiles of each seat."""
    seats = range(state.seats)
    taken = [in_order(state, state.held[seat] | state.done[seat]) for seat in seats]
    return {
        "objective": [card_names(state, [card for card in cards if card < START]) for cards in taken],
        "completed": [card_names(state, in_order(state, state.done[seat])) for seat in seats],
        "starting side": [
            ["" if state.sides[seat] == UNCHOSEN else "ab"[state.sides[seat]]] for seat in seats
        ],
        "crowd-pleaser": [_pleasers(state, seat) for seat in seats],
        "tile": [
            [tile_name(state, each.tile) for each in laid(state) if each.seat == seat] for seat in seats
        ],
    }


def _pleasers(state: Festival, seat: int) -> list[str]:
    return [pleaser_name(state.showing[tile]) for tile in range(PLEASERS) if state.owner[tile] == seat]
