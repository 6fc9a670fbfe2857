"""§2 Set-up."""

from itertools import accumulate, pairwise, permutations
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fairground.games.festival.box import FestivalBox
from fairground.games.festival.patterns import COLOURS
from fairground.games.festival.printed import printed_values
from fairground.games.festival.rules.festival import KINDS, PILES, Festival

RANDOM: Final = "random"
ORDERS: Final = tuple("-".join(order) for order in permutations(COLOURS))


def deal(state: Festival, box: FestivalBox) -> None:
    """Shuffle and lay out cards and tiles, and give each seat its board."""
    printed = printed_values(box)
    state.prepare(printed)
    pile_up(state, share_out(_shuffled(state, list(range(printed.objectives)))))  # §2
    state.showing = vec[i64]([2 * tile + state.rng.below(2) for tile in range(printed.pleasers)])  # §2
    state.board = vec[i64](_boards(state))  # §2
    stack_up(state, [_shuffled(state, box.tiles_behind(COLOURS[colour])) for colour in state.board])


def share_out(cards: list[int]) -> list[list[int]]:
    """§2 Share objectives out among the piles; the first piles get one more if it does not come out even."""
    each, more = divmod(len(cards), PILES)
    ends = list(accumulate((each + (pile < more) for pile in range(PILES)), initial=0))
    return [cards[start:end] for start, end in pairwise(ends)]


def pile_up(state: Festival, piles: list[list[int]]) -> None:
    """Lay out the piles; each lists its cards from the bottom."""
    state.piles = _in_rows(piles, state.printed.depth)
    state.pile_size = vec[i64]([len(cards) for cards in piles])


def stack_up(state: Festival, stacks: list[list[int]]) -> None:
    """Lay out full stacks; each lists its tiles from the bottom."""
    state.stacks = _in_rows(stacks, state.printed.room)
    state.stack_size = vec[i64]([len(tiles) for tiles in stacks])


def _in_rows(rows: list[list[int]], room: int) -> vec[i64]:
    """Return the rows one after another, each filled up with zeros."""
    return vec[i64]([item for row in rows for item in [*row, *[0] * (room - len(row))]])


def _boards(state: Festival) -> list[int]:
    """§2 Draw the colours of the boards, or take the first ones of the chosen order."""
    chosen = state.options["boards"]
    if chosen == RANDOM:
        return _shuffled(state, list(range(KINDS)))[: state.seats]
    return [COLOURS.index(colour) for colour in chosen.split("-")][: state.seats]


def _shuffled(state: Festival, items: list[int]) -> list[int]:
    state.rng.shuffle(items)
    return items
