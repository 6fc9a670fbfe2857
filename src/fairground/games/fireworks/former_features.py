"""The observation of the environments v1 and v2: it counts faces and does not say which tile has which."""

from itertools import accumulate
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fairground.engine.feature_writer import FeatureWriter
from fairground.engine.modules import Block
from fairground.games.fireworks.box import FireworksBox
from fairground.games.fireworks.rules.printed import ZONE_BITS
from fairground.games.fireworks.rules.score import HEADINGS, BoardTally, count
from fairground.games.fireworks.rules.table import BOARD, CHOOSE, DOWN, FINISHED, NONE, UP
from fairground.games.fireworks.rules.tiles import DIRECTIONS, EMPTY, FACES, FUNCTION, SPACES
from fairground.games.fireworks.rules.turn import Fireworks

PEOPLE: Final = 7
ZONES: Final = 9
PHASES: Final = FINISHED + 1
FACE_PART: Final = vec[float]([(face + 1) / 128 for face in range(FACES)])
MOST_IN_ZONE: Final = 127
TWENTIETHS: Final = vec[float](list(accumulate([0.0] + [0.05] * MOST_IN_ZONE)))
PETAL_PART: Final = vec[float]([(direction + 1) / 8 for direction in range(DIRECTIONS)])


def layout(seats: int, box: FireworksBox) -> list[Block]:
    return [
        Block(
            "boards",
            seats * SPACES * 2,
            "for each seat and space: the face + 1, divided by 128; the petal + 1, by 8",
        ),
        Block("kinds", seats * FACES, "for each seat: how many tiles of each face lie on its board", most=23),
        Block("points", seats * HEADINGS, "points of each seat by heading, divided by 10", most=10),
        Block("characters", seats * PEOPLE, "for each seat: 1 for its character"),
        Block("tiles", seats, "tiles on each board, divided by 23"),
        Block(
            "seats",
            seats * 6,
            "for each seat: to act, active, helping, has chosen, tiles taken, arranging moves left / 48",
            most=23,
        ),
        Block("open", FACES, "how many tiles of each face lie face up in the box", most=20),
        Block("known", FACES, "how many face-down tiles in the box are known to have each face", most=20),
        Block(
            "waiting",
            FACES - FUNCTION,
            "how many tiles of each function wait for the end of this turn",
            most=20,
        ),
        Block(
            "zones", 2 * ZONES, "for each zone of the box: tiles face down and face up, divided by 20", most=6
        ),
        Block("phase", PHASES, "1 for what is being decided"),
        Block(
            "turn",
            9,
            "turn / 100, strength and scatter / 100, gathered, second launch, die, bonuses used, last round",
            most=10,
            least=-1,
        ),
    ]


def encode(state: Fireworks, seat: i64, writer: FeatureWriter) -> None:
    state.arrange_stale_boards()
    seats = state.seats
    _boards(state, seat, writer)
    counted = BoardTally()
    for turn in range(seats):
        count(state, (seat + turn) % seats, counted)
        writer.parts(counted.points, 0, HEADINGS, 10)
    for turn in range(seats):
        writer.hot(state.character[(seat + turn) % seats], PEOPLE)
    writer.clockwise(state.tiles, seat, 1, SPACES)
    _seats(state, seat, writer)
    _box(state, writer)
    writer.hot(state.phase, PHASES)
    _turn(state, writer)


def _boards(state: Fireworks, seat: i64, writer: FeatureWriter) -> None:
    """Write what lies on each board, then how many tiles of each face."""
    board, face, facing, cells = state.board, state.face, state.facing, writer.cells
    face_part, petal_part = FACE_PART, PETAL_PART
    to = writer.at
    writer.at += state.seats * SPACES * 2
    kinds = writer.room(state.seats * FACES)
    for turn in range(state.seats):
        first = SPACES * ((seat + turn) % state.seats)
        for at in range(first, first + SPACES):
            tile = board[at]
            if tile == EMPTY:
                cells[to] = 0.0
                cells[to + 1] = 0.0
            else:
                own = i64(face[tile])
                cells[to] = face_part[own]
                cells[to + 1] = petal_part[i64(facing[tile])]
                cells[kinds + own] += 1.0
            to += 2
        kinds += FACES


def _seats(state: Fireworks, seat: i64, writer: FeatureWriter) -> None:
    seats, first = state.seats, writer.at
    for turn in range(seats):
        each = (seat + turn) % seats
        writer.flag(False)
        writer.flag(state.active == each)
        writer.flag(state.helping[each] != 0)
        writer.flag(state.sealed[each] != NONE)
        writer.put(float(state.taken[each]))
        writer.part(state.busy[each], 48)
    if state.phase <= CHOOSE:
        writer.cells[first + 6 * ((state.actor - seat) % seats)] = 1.0
    else:
        for each in state.actors():
            writer.cells[first + 6 * ((each - seat) % seats)] = 1.0


def _box(state: Fireworks, writer: FeatureWriter) -> None:
    """Write the faces that lie open, those that are known, and how many tiles lie in each zone."""
    seen, face, x, y = state.seen, state.face, state.x, state.y
    row, column = state.printed.row, state.printed.column
    cells, opened, known = writer.cells, writer.room(FACES), writer.room(FACES)
    down: i64 = 0  # tiles by zone, `ZONE_BITS` for each
    up: i64 = 0
    tile: i64 = -1
    for side in state.place:
        tile += 1
        if side < BOARD:
            if seen[tile]:
                cells[(opened if side == UP else known) + i64(face[tile])] += 1.0
            if side == DOWN:
                down += row[i64(y[tile])] * column[i64(x[tile])]
            elif side == UP:
                up += row[i64(y[tile])] * column[i64(x[tile])]
    waiting = writer.room(FACES - FUNCTION)
    for late in state.waiting:
        cells[waiting + i64(face[late]) - FUNCTION] += 1.0
    for zone in range(i64(ZONES)):
        writer.put(TWENTIETHS[down >> ZONE_BITS * zone & MOST_IN_ZONE])
        writer.put(TWENTIETHS[up >> ZONE_BITS * zone & MOST_IN_ZONE])


def _turn(state: Fireworks, writer: FeatureWriter) -> None:
    card, printed = state.card, state.printed
    writer.part(state.turns, 100)
    if card == NONE:
        writer.room(2)
    else:
        writer.part(printed.strength[card], 100)
        writer.part(printed.scatter[card], 100)
    writer.put(float(state.gathered))
    writer.put(float(state.second))
    writer.put(float(state.die))
    writer.put(float(state.symbol_used))
    writer.put(float(state.tile_used))
    writer.put(float(state.ending))
