"""§2 Set-up."""

from itertools import permutations
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fairground.games.festival.box import FestivalBox
from fairground.games.festival.patterns import COLOURS
from fairground.games.festival.printed import printed_values
from fairground.games.festival.rules.festival import KINDS, PLEASERS, START, Festival

RANDOM: Final = "random"
ORDERS: Final = tuple("-".join(order) for order in permutations(COLOURS))


def deal(state: Festival, box: FestivalBox) -> None:
    """Shuffle and lay out cards and tiles, and give each seat its board."""
    state.prepare(printed_values(box))
    state.piles = vec[i64](_shuffled(state, list(range(START))))  # §2
    state.showing = vec[i64]([2 * tile + state.rng.below(2) for tile in range(PLEASERS)])  # §2
    state.board = vec[i64](_boards(state))  # §2
    tiles = [box.tiles_behind(COLOURS[colour]) for colour in state.board]
    state.stacks = vec[i64]([tile for behind in tiles for tile in _shuffled(state, behind)])


def _boards(state: Festival) -> list[int]:
    """§2 Draw the colours of the boards, or take the first ones of the chosen order."""
    chosen = state.options["boards"]
    if chosen == RANDOM:
        return _shuffled(state, list(range(KINDS)))[: state.seats]
    return [COLOURS.index(colour) for colour in chosen.split("-")][: state.seats]


def _shuffled(state: Festival, items: list[int]) -> list[int]:
    state.rng.shuffle(items)
    return items
