"""The view as numbers, seen from one seat: its own things come first, then clockwise."""

import numpy as np
from numpy.typing import NDArray

from fairground.engine.game import Block, Features
from fairground.engine.sheet import Sheet
from fairground.games.festival.position import pile_left, stack_left
from fairground.games.festival.rules import (
    CARDS,
    DEPTH,
    KINDS,
    PILES,
    PLAYING,
    PLEASERS,
    SPACES,
    START,
    TILES,
    UNCHOSEN,
    Festival,
)

SPACE = 2 * KINDS + 1
HIGH = 8
KIND_BITS = np.array([[SPACES * kind + space for kind in range(KINDS)] for space in range(SPACES)])


def layout(seats: int) -> list[Block]:
    return [
        Block("boards", seats * SPACES * SPACE, "for each seat and space: colour, type, height / 8"),
        Block("own", seats * 2 * KINDS, "for each seat: the colour and the type of its board"),
        Block("incomplete", seats * CARDS, "for each seat and objective: 1 if it is incomplete there"),
        Block("completed", seats * CARDS, "for each seat and objective: 1 if it is completed there"),
        Block("points", seats, "points of each seat / 50"),
        Block("tops", seats * TILES, "for each stack, the left one first, the right one last: the top tile"),
        Block("unseen", seats * TILES, "for each stack: how many of each tile lie below the top"),
        Block("sizes", seats, "for each stack: tiles left / 16"),
        Block("piles", PILES * START, "for each pile: the objective on top"),
        Block("depths", PILES, "for each pile: cards left / 7"),
        Block("hidden", START, "for each objective: 1 if it lies below the top of a pile"),
        Block("showing", PLEASERS * 2, "for each crowd-pleaser: the side it shows"),
        Block("owners", PLEASERS * seats, "for each crowd-pleaser and seat: 1 if it is claimed there"),
        Block("turn", seats, "1 for the seat to move"),
        Block("phase", 2, "1 while sides are chosen; 1 once the end has come about"),
    ]


def features(state: Festival, seat: int) -> Features:
    order = [(seat + turn) % int(state.seats) for turn in range(state.seats)]
    stacks = [stack_left(state, each) for each in order]
    piles = [pile_left(state, pile) for pile in range(PILES)]
    parts = [
        _boards(state, order),
        *(_own(state, each) for each in order),
        _bits([state.held[each] for each in order], np.arange(CARDS)),
        _bits([state.done[each] for each in order], np.arange(CARDS)),
        [sum(state.points(each)) / 50 for each in order],
        *(_counts(stack[:1], TILES) for stack in stacks),
        *(_counts(stack[1:], TILES) for stack in stacks),
        [len(stack) / TILES for stack in stacks],
        *(_counts(pile[:1], START) for pile in piles),
        [len(pile) / DEPTH for pile in piles],
        _counts([card for pile in piles for card in pile[1:]], START),
        *(_counts([side % 2], 2) for side in state.showing),
        [owner == each for owner in state.owner for each in order],
        [state.actor == each for each in order],
        [UNCHOSEN in state.sides, state.ending != PLAYING],
    ]
    return np.concatenate([np.asarray(part, dtype=np.float32).ravel() for part in parts])


def _bits(words: list[int], bits: NDArray[np.int64]) -> Features:
    """The chosen bits of each word."""
    shape = (len(words), *(1 for _ in bits.shape))
    return (np.array(words, dtype=np.int64).reshape(shape) >> bits & 1).astype(np.float32)


def _counts(items: list[int], size: int) -> NDArray[np.int64]:
    return np.bincount(np.array(items, dtype=np.int64), minlength=size)


def _boards(state: Festival, order: list[int]) -> Features:
    colours = _bits([state.colours[each] for each in order], KIND_BITS)
    types = _bits([state.types[each] for each in order], KIND_BITS)
    heights = [[[state.height(each, space) / HIGH] for space in range(SPACES)] for each in order]
    return np.concatenate([colours, types, np.array(heights, dtype=np.float32)], axis=2)


def _own(state: Festival, seat: int) -> NDArray[np.int64]:
    colour = state.board[seat]
    return _counts([colour, KINDS + state.prints.board_type[colour]], 2 * KINDS)


def encode(state: Festival, seat: int, sheet: Sheet) -> None:
    for number in features(state, seat).tolist():
        sheet.put(number)
