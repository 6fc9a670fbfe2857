"""The view as numbers, seen from one seat: its own things come first, then clockwise."""

import numpy as np

from fairground.engine.game import Block, Features
from fairground.engine.sheet import Sheet
from fairground.games.fireworks.position import PHASES
from fairground.games.fireworks.rules.score import HEADINGS, tally
from fairground.games.fireworks.rules.table import BOARD, NONE, UP
from fairground.games.fireworks.rules.tiles import EMPTY, FUNCTION, SKY_TILES, SPACES
from fairground.games.fireworks.rules.turn import Fireworks

FACES = FUNCTION + 3
PEOPLE = 7


def layout(seats: int) -> list[Block]:
    return [
        Block(
            "boards",
            seats * SPACES * 2,
            "for each seat and space: the face + 1, divided by 64; the petal + 1, by 8",
        ),
        Block("kinds", seats * FACES, "for each seat: how many tiles of each face lie on its board"),
        Block("points", seats * HEADINGS, "points of each seat by heading, divided by 10"),
        Block("characters", seats * PEOPLE, "for each seat: 1 for its character"),
        Block("tiles", seats, "tiles on each board, divided by 23"),
        Block(
            "seats",
            seats * 6,
            "for each seat: to act, active, helping, has chosen, tiles taken, arranging moves left / 48",
        ),
        Block("open", FACES, "how many tiles of each face lie face up in the box"),
        Block("known", FACES, "how many face-down tiles in the box are known to have each face"),
        Block("zones", 18, "for each zone of the box: tiles face down and face up, divided by 20"),
        Block("phase", len(PHASES), "1 for what is being decided"),
        Block(
            "turn",
            9,
            "turn / 100, strength and scatter / 100, gathered, second launch, die, bonuses used, last round",
        ),
    ]


def features(state: Fireworks, seat: int) -> Features:
    state.settle()
    order = [(seat + turn) % state.seats for turn in range(state.seats)]
    blocks = [
        *(_board(state, each) for each in order),
        *(_kinds(state, each) for each in order),
        *([points / 10 for points in tally(state, each).points] for each in order),
        *([float(state.character[each] == who) for who in range(PEOPLE)] for each in order),
        [state.tiles[each] / SPACES for each in order],
        *(_seat(state, each) for each in order),
        *_sky(state),
        [float(state.phase == phase) for phase in range(len(PHASES))],
        _turn(state),
    ]
    return np.array([number for block in blocks for number in block], dtype=np.float32)


def _board(state: Fireworks, seat: int) -> list[float]:
    numbers: list[float] = []
    for tile in state.board[seat * SPACES : (seat + 1) * SPACES]:
        numbers += [0, 0] if tile == EMPTY else [(state.face[tile] + 1) / 64, (state.facing[tile] + 1) / 8]
    return numbers


def _kinds(state: Fireworks, seat: int) -> list[float]:
    kinds = [0.0] * FACES
    for tile in state.board[seat * SPACES : (seat + 1) * SPACES]:
        if tile != EMPTY:
            kinds[state.face[tile]] += 1
    return kinds


def _seat(state: Fireworks, seat: int) -> list[float]:
    acting, chosen = seat in state.actors(), state.sealed[seat] != NONE
    told = [acting, state.active == seat, bool(state.helping[seat]), chosen]
    return [*map(float, told), float(state.taken[seat]), state.busy[seat] / 48]


def _sky(state: Fireworks) -> list[list[float]]:
    """Faces that lie open, faces that are remembered, and how many tiles lie in each zone."""
    opened, known, zones = [0.0] * FACES, [0.0] * FACES, [0.0] * 18
    third = state.printed.size // 3 + 1
    for tile in range(SKY_TILES):
        place = state.place[tile]
        if place < BOARD and state.seen[tile]:
            (opened if place == UP else known)[state.face[tile]] += 1
        if place <= UP:
            zone = state.y[tile] // third * 3 + state.x[tile] // third
            zones[2 * zone + place] += 0.05
    return [opened, known, zones]


def _turn(state: Fireworks) -> list[float]:
    card = state.card
    strength, scatter = (
        (0, 0) if card == NONE else (state.printed.strength[card], state.printed.scatter[card])
    )
    flags = (state.gathered, state.second, state.die, state.symbol_used, state.tile_used, state.ending)
    return [state.turns / 100, strength / 100, scatter / 100, *(float(flag) for flag in flags)]


def encode(state: Fireworks, seat: int, sheet: Sheet) -> None:
    for number in features(state, seat).tolist():
        sheet.put(number)
