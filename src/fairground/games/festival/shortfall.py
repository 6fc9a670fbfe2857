"""What a board lacks of a card: the placement that the fewest tiles would complete."""

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from fairground.games.festival.rules.festival import BOARD, HEIGHT_BITS, KINDS, SPACES, Festival
from fairground.games.festival.rules.printed import FestivalPrinted


class WantedTile(msgspec.Struct, frozen=True):
    """What the visible tile of a space must be; None means that it does not matter."""

    space: int
    colour: int | None
    type: int | None
    level: int


class Shortfall(msgspec.Struct, frozen=True):
    """A placement of a card: the spaces that show it, what is missing, and how many tiles that takes."""

    met: list[int]
    missing: list[WantedTile]
    tiles: int


def find_shortfall(state: Festival, seat: int, card: int) -> Shortfall:
    """Return the placement that needs the fewest tiles; none if the board fulfils the card."""
    board = int(state.colours[seat]), int(state.types[seat])
    return _find(state.printed, card, board, int(state.heights[seat]))


@lru_cache(maxsize=4096)  # a move changes one board, and everybody looks at all of them
def _find(printed: FestivalPrinted, card: int, board: tuple[int, int], heights: int) -> Shortfall:
    nearest: tuple[int, int] = (0, 0)
    fewest = 10**6
    for colours, types in _placements(printed, card):
        lacking = _spaces_of(colours & ~board[0], types & ~board[1])
        if lacking.bit_count() < fewest:  # each of them needs at least one tile
            tiles = sum(_tiles_to_lay(wanted, heights) for wanted in _wanted((colours, types), lacking))
            if tiles < fewest:
                fewest, nearest = tiles, (colours, types)
    return _shortfall(nearest, board, fewest)


def _placements(printed: FestivalPrinted, card: int) -> Iterator[tuple[int, int]]:
    for at in range(printed.first_placement[card], printed.first_placement[card + 1]):
        yield int(printed.placement_colours[at]), int(printed.placement_types[at])


def _shortfall(placement: tuple[int, int], board: tuple[int, int], tiles: int) -> Shortfall:
    lacking = _spaces_of(placement[0] & ~board[0], placement[1] & ~board[1])
    met = _spaces_of(*placement) & ~lacking
    return Shortfall(_members(met), list(_wanted(placement, lacking)), tiles)


def _spaces_of(colours: int, types: int) -> int:
    """Return the spaces that bits of colours, types and levels are about, as nine bits."""
    bits = colours | types
    bits |= bits >> 4 * SPACES
    bits |= bits >> 2 * SPACES
    bits |= bits >> SPACES
    return bits & BOARD


def _members(spaces: int) -> list[int]:
    return [space for space in range(SPACES) if spaces >> space & 1]


def _wanted(placement: tuple[int, int], spaces: int) -> Iterator[WantedTile]:
    """Yield what a placement asks for on some of its spaces."""
    colours, types = placement
    for space in _members(spaces):
        level = _first(colours, 4, 7, space)
        yield WantedTile(
            space,
            colour=_first(colours, 0, KINDS, space),
            type=_first(types, 0, KINDS, space),
            level=level + 1 if level is not None else 4 + (_first(types, 4, 7, space) or 0),
        )


def _first(bits: int, start: int, end: int, space: int) -> int | None:
    """Return which of the groups of nine bits from `start` has the bit of a space, counted from there."""
    return next((at - start for at in range(start, end) if bits >> SPACES * at + space & 1), None)


def _tiles_to_lay(wanted: WantedTile, heights: int) -> int:
    return max(1, wanted.level - (heights >> HEIGHT_BITS * wanted.space & 63))


# What a tile would complete


def completing_spaces(state: Festival, seat: int, tile: int, cards: list[int]) -> list[int]:
    """Return the spaces where laying a tile would complete one of the cards."""
    return [space for space in range(SPACES) if _completes(state, seat, space, tile, cards)]


def _completes(state: Festival, seat: int, space: int, tile: int, cards: list[int]) -> bool:
    after = state.copy()
    after.cover(seat, space, tile)
    return any(after.fulfils(seat, card) for card in cards)
