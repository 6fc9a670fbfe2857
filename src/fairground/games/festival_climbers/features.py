"""The view as numbers, seen from one seat: its own things come first, then clockwise."""

import numpy as np

from fairground.engine.game import Block, Features
from fairground.games.festival_climbers.rules import BIT, WIDTH, Climbers, temple

SPACES = [space for space in range(63) if temple(WIDTH) & BIT[space]]


def layout(seats: int) -> list[Block]:
    return [
        Block(
            "climbers",
            len(SPACES) * seats,
            "for each seat and space from a1 up: 1 if its climber stands there",
        ),
        Block("hand", seats, "climbers in hand of each seat, divided by 36"),
        Block("turn", seats, "1 for the seat to move"),
    ]


def features(state: Climbers, seat: int) -> Features:
    order = [(seat + turn) % state.seats for turn in range(state.seats)]
    climbers = [bool(state.own[each] & BIT[space]) for each in order for space in SPACES]
    hand = [state.hand[each] / 36 for each in order]
    turn = [state.actor == each for each in order]
    return np.array([*climbers, *hand, *turn], dtype=np.float32)
