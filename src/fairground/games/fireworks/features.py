"""The view as numbers for learning. The seat's own values come first, then the others clockwise."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fairground.engine.feature_writer import FeatureWriter
from fairground.engine.modules import Block
from fairground.games.fireworks.box import (
    SPECIAL_NAMES,
    FireworksBox,
    basic_counts,
    counts,
    sky_slots,
)
from fairground.games.fireworks.rules.printed import ZONE_BITS
from fairground.games.fireworks.rules.score import HEADINGS, BoardTally, count
from fairground.games.fireworks.rules.table import BOARD, CHOOSE, DOWN, FINISHED, GONE, NONE, OUT_DOWN, UP
from fairground.games.fireworks.rules.tiles import (
    BASIC,
    COLOUR,
    COLOURS,
    DIRECTIONS,
    EMPTY,
    EXTRA,
    FACES,
    FUNCTION,
    SHAPE,
    SHAPES,
    SPACES,
    SPECIAL,
    START_TILES,
)
from fairground.games.fireworks.rules.turn import Fireworks

ZONES: Final = 9
PHASES: Final = FINISHED + 1
MOST_PAWS: Final = 3
HAND: Final = 24  # a typical number of cards in a pile

# A face in numbers: its colour, petal, extra, picture and function, one number each that is 1.
OF_SHAPE: Final = COLOURS
OF_EXTRA: Final = OF_SHAPE + SHAPES
OF_PICTURE: Final = OF_EXTRA + 3
OF_FUNCTION: Final = OF_PICTURE + FUNCTION - SPECIAL
FACE: Final = OF_FUNCTION + FACES - FUNCTION
ON_BOARD: Final = OF_FUNCTION + DIRECTIONS  # no function lies on a board; the petal's direction follows
SIDES: Final = 2
LYING: Final = 4  # x, y, rank, whether it waits


def marks(face: int) -> tuple[int, int, int]:
    """Return which numbers of a face are 1; the first one stands for those that it does not have."""
    if face >= FUNCTION:
        first = OF_FUNCTION + face - FUNCTION
    else:
        first = OF_PICTURE + face - SPECIAL if face >= SPECIAL else int(COLOUR[face])
    shape = OF_SHAPE + int(SHAPE[face]) if SHAPE[face] >= 0 else first
    extra = OF_EXTRA + int(EXTRA[face]) - 1 if EXTRA[face] else first
    return first, shape, extra


FIRST_MARK: Final = vec[i64]([marks(face)[0] for face in range(FACES)])
SHAPE_MARK: Final = vec[i64]([marks(face)[1] for face in range(FACES)])
EXTRA_MARK: Final = vec[i64]([marks(face)[2] for face in range(FACES)])

OMITTED: Final = {
    "latest": "the last move: what it did is seen",
    "path": "how the die flew: where the tiles lie now is what counts",
    "discards": "their order: they are shuffled before they are drawn again",
}


def layout(seats: int, box: FireworksBox) -> list[Block]:
    tile = "its colour, petal, half or flower, picture and function"
    slots, people, cards = sky_slots(box), len(box.characters), len(box.cards.every())
    alike = max(20, *basic_counts(box), *counts(box.special, SPECIAL_NAMES))
    return [
        Block(
            "tiles",
            (slots + START_TILES) * (SIDES + seats + FACE + LYING),
            "for each tile, as numbered in moves: 1 if it lies face up in the box, if it fell out, and for "
            f"the seat on whose board it lies; 1 for {tile}, if anybody has seen it; x and y in the box, "
            "divided by its size, or the space on the board + 1, divided by 24; the rank, "
            f"divided by {slots - 1}; 1 if it waits for the end of the turn",
            things=tuple([f"tile:{tile}" for tile in range(slots + START_TILES)]),
        ),
        Block(
            "boards",
            seats * SPACES * ON_BOARD,
            "for each seat and space: 1 for the tile's colour, petal, half or flower, and picture; 1 for the "
            "direction of its petal",
        ),
        Block("kinds", seats * FACES, "for each seat: how many tiles of each face lie on its board", most=23),
        Block("points", seats * HEADINGS, "points of each seat by heading, divided by 10", most=10),
        Block("characters", seats * people, "for each seat: 1 for its character"),
        Block("tile counts", seats, "tiles on each board, divided by 23"),
        Block(
            "seats",
            seats * 6,
            "for each seat: to act, active, helping, has chosen, tiles taken, arranging moves left / 48",
            most=23,
        ),
        Block("choice", slots, "1 for the tile that the seat has chosen to give"),
        Block("open", FACES, "how many tiles of each face lie face up in the box", alike),
        Block("known", FACES, "how many face-down tiles in the box are known to have each face", alike),
        Block(
            "zones", 2 * ZONES, "for each zone of the box: tiles face down and face up, divided by 20", most=6
        ),
        Block("phase", PHASES, "1 for what is being decided"),
        Block("card", cards, "1 for the action card in force, in the order of the box"),
        Block("cards", cards, "1 for each action card in the piles"),
        Block("first pile", cards, "1 for each card of the first pile, if it is known which cards are there"),
        Block("piles", 2, "cards in each pile, divided by 24", max(3, cards / HAND)),
        Block("die", MOST_PAWS + 1, "1 for the side of the die; the symbol comes first"),
        Block(
            "turn",
            9,
            "turn / 100, strength and scatter / 100, gathered, second launch, bonus by the symbol and by a "
            "tile used, another turn follows, last round",
            most=10,
        ),
    ]


def encode(state: Fireworks, seat: i64, writer: FeatureWriter) -> None:
    state.arrange_stale_boards()
    seats = state.seats
    _tiles(state, seat, writer)
    _boards(state, seat, writer)
    counted = BoardTally()
    for turn in range(seats):
        count(state, (seat + turn) % seats, counted)
        writer.parts(counted.points, 0, HEADINGS, 10)
    for turn in range(seats):
        writer.hot(state.character[(seat + turn) % seats], len(state.printed.bonus))
    writer.clockwise(state.tiles, seat, 1, SPACES)
    _seats(state, seat, writer)
    writer.hot(state.sealed[seat], state.printed.slots)
    _box(state, writer)
    writer.hot(state.phase, PHASES)
    _cards(state, writer)
    writer.hot(state.die, MOST_PAWS + 1)
    _turn(state, writer)


def _tiles(state: Fireworks, seat: i64, writer: FeatureWriter) -> None:
    """Write where each tile is and what is known of its face."""
    seats, cells = state.seats, writer.cells
    place, seen, face = state.place, state.seen, state.face
    firsts, shapes, extras = FIRST_MARK, SHAPE_MARK, EXTRA_MARK
    width = SIDES + seats + FACE + LYING
    start = writer.room(len(place) * width)
    at = start
    for tile in range(i64(len(place))):
        side = i64(place[tile])
        if side >= BOARD and side < GONE:
            cells[at + SIDES + (side - BOARD - seat) % seats] = 1.0
        elif side == UP:
            cells[at] = 1.0
        elif side != DOWN and side != GONE:
            cells[at + 1] = 1.0
        if seen[tile] and side != GONE:
            looks, own = at + SIDES + seats, i64(face[tile])
            cells[looks + firsts[own]] = 1.0
            cells[looks + shapes[own]] = 1.0
            cells[looks + extras[own]] = 1.0
        at += width
    _lying(state, start + SIDES + seats + FACE, width, writer)


def _lying(state: Fireworks, first: i64, width: i64, writer: FeatureWriter) -> None:
    """Write where in the box or on a board each tile lies, its rank, and whether it waits."""
    cells, place, x, y, rank, board = writer.cells, state.place, state.x, state.y, state.rank, state.board
    size, slots = float(state.printed.size), state.printed.slots
    last_rank = float(slots - 1)
    at = first
    for tile in range(slots):
        if place[tile] < OUT_DOWN:
            cells[at] = float(i64(x[tile])) / size
            cells[at + 1] = float(i64(y[tile])) / size
        cells[at + 2] = float(i64(rank[tile])) / last_rank
        at += width
    for space in range(i64(len(board))):
        if board[space] != EMPTY:
            cells[first + board[space] * width] = float(space % SPACES + 1) / (SPACES + 1)
    for late in state.waiting:
        cells[first + late * width + 3] = 1.0


def _boards(state: Fireworks, seat: i64, writer: FeatureWriter) -> None:
    """Write what lies on each board, then how many tiles of each face."""
    board, face, facing, cells = state.board, state.face, state.facing, writer.cells
    firsts, shapes, extras = FIRST_MARK, SHAPE_MARK, EXTRA_MARK
    to = writer.room(state.seats * SPACES * ON_BOARD)
    kinds = writer.room(state.seats * FACES)
    for turn in range(state.seats):
        first = SPACES * ((seat + turn) % state.seats)
        for at in range(first, first + SPACES):
            tile = board[at]
            if tile != EMPTY:
                own = i64(face[tile])
                cells[to + firsts[own]] = 1.0
                cells[to + shapes[own]] = 1.0
                cells[to + extras[own]] = 1.0
                if BASIC <= own < SPECIAL:
                    cells[to + OF_FUNCTION + i64(facing[tile])] = 1.0
                cells[kinds + own] += 1.0
            to += ON_BOARD
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
    for zone in range(i64(ZONES)):
        writer.part(down >> ZONE_BITS * zone & 127, 20)
        writer.part(up >> ZONE_BITS * zone & 127, 20)


def _cards(state: Fireworks, writer: FeatureWriter) -> None:
    """Write the card in force, and what is left in the piles."""
    cells, cards = writer.cells, len(state.printed.strength)
    writer.hot(state.card, cards)
    piled, first = writer.room(cards), writer.room(cards)
    for card in state.first_pile:
        cells[piled + card] = 1.0
        if state.sorted_piles:
            cells[first + card] = 1.0
    for card in state.second_pile:
        cells[piled + card] = 1.0
    writer.part(len(state.first_pile), HAND)
    writer.part(len(state.second_pile), HAND)


def _turn(state: Fireworks, writer: FeatureWriter) -> None:
    card, printed = state.card, state.printed
    writer.part(state.turns, 100)
    writer.part(i64(0) if card == NONE else printed.strength[card], 100)
    writer.part(i64(0) if card == NONE else printed.scatter[card], 100)
    writer.put(float(state.gathered))
    writer.put(float(state.second))
    writer.put(float(state.symbol_used))
    writer.put(float(state.tile_used))
    writer.put(float(state.again))
    writer.put(float(state.ending))
