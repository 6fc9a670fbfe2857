"""The view as numbers, seen from one seat: its own things come first, then clockwise."""

import numpy as np

from fairground.engine.game import Block, Features
from fairground.games.festival.position import pile_left, stack_left
from fairground.games.festival.rules import (
    BIT,
    CARDS,
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


def layout(seats: int) -> list[Block]:
    return [
        Block("boards", seats * SPACES * SPACE, "for each seat and space: colour, type, height / 8"),
        Block("own", seats * 2 * KINDS, "for each seat: the colour and the type of its board"),
        Block("incomplete", seats * CARDS, "for each seat and objective: 1 if it is incomplete there"),
        Block("completed", seats * CARDS, "for each seat and objective: 1 if it is completed there"),
        Block("points", seats, "points of each seat / 50"),
        Block("tops", seats * TILES, "for each stack, the seat's left one first: the tile on top"),
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
    parts: list[list[float]] = [
        *(_space(state, each, space) for each in order for space in range(SPACES)),
        *(_own(state, each) for each in order),
        *(_cards(state.held[each]) for each in order),
        *(_cards(state.done[each]) for each in order),
        [sum(state.points(each)) / 50 for each in order],
        *(_counts(stack_left(state, each)[:1], TILES) for each in order),
        *(_counts(stack_left(state, each)[1:], TILES) for each in order),
        [state.stack_size[each] / TILES for each in order],
        *(_counts(pile_left(state, pile)[:1], START) for pile in range(PILES)),
        [size / 7 for size in state.pile_size],
        _counts([card for pile in range(PILES) for card in pile_left(state, pile)[1:]], START),
        *(_one_hot(side % 2, 2) for side in state.showing),
        [owner == each for owner in state.owner for each in order],
        [state.actor == each for each in order],
        [UNCHOSEN in state.sides, state.ending != PLAYING],
    ]
    return np.array([number for part in parts for number in part], dtype=np.float32)


def _one_hot(number: int, size: int) -> list[float]:
    return [float(each == number) for each in range(size)]


def _counts(items: list[int], size: int) -> list[float]:
    return [float(items.count(each)) for each in range(size)]


def _space(state: Festival, seat: int, space: int) -> list[float]:
    colours = [float(bool(state.colours[seat] & BIT[SPACES * kind + space])) for kind in range(KINDS)]
    types = [float(bool(state.types[seat] & BIT[SPACES * kind + space])) for kind in range(KINDS)]
    return [*colours, *types, state.height(seat, space) / HIGH]


def _own(state: Festival, seat: int) -> list[float]:
    colour = state.board[seat]
    return [*_one_hot(colour, KINDS), *_one_hot(state.prints.board_type[colour], KINDS)]


def _cards(cards: int) -> list[float]:
    return [float(bool(cards & BIT[card])) for card in range(CARDS)]
