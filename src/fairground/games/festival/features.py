"""A seat's observation as numbers: the seat itself first, then the others clockwise."""

from typing import Final

from mypy_extensions import i64

from fairground.engine.feature_writer import NOWHERE, FeatureWriter
from fairground.engine.modules import Block
from fairground.games.festival.box import FestivalBox
from fairground.games.festival.rules.festival import (
    FACES,
    KINDS,
    PILES,
    PLAYING,
    SPACES,
    STARTING,
    UNCHOSEN,
    Festival,
)

SPACE: Final = 2 * KINDS + 1
HIGH: Final = 8
POINTS: Final = 50

OMITTED: Final = {
    "boards.spaces": "which of several equal tiles it is, and what lies under the top one",
    "boards.incomplete": "the order in which the objectives were taken",
    "boards.completed": "the order in which they were completed",
}


def layout(seats: int, box: FestivalBox) -> list[Block]:
    objectives, pleasers = len(box.objectives), len(box.crowd_pleasers)
    cards = objectives + STARTING
    stacks = list(box.stacks().values())
    room = max(map(len, stacks))
    alike = max(tiles.count(tile) for tiles in stacks for tile in tiles)
    return [
        Block("boards", seats * SPACES * SPACE, "for each seat and space: colour, type, height / 8", most=8),
        Block("own", seats * 2 * KINDS, "for each seat: the colour and the type of its board"),
        Block("incomplete", seats * cards, "for each seat and objective: 1 if the seat holds it incomplete"),
        Block("completed", seats * cards, "for each seat and objective: 1 if the seat has completed it"),
        Block("points", seats, "for each seat: points / 50", most=10),
        Block("tops", seats * FACES, "for each stack from the seat's left to its right one: the top tile"),
        Block("unseen", seats * FACES, "for each stack: how many of each tile are below the top", alike),
        Block("sizes", seats, f"for each stack: tiles left / {room}"),
        Block("piles", PILES * objectives, "for each pile: the objective on top"),
        Block("depths", PILES, f"for each pile: cards left / {-(-objectives // PILES)}"),
        Block("hidden", objectives, "for each objective: 1 if it is below the top of a pile"),
        Block("showing", pleasers * 2, "for each crowd-pleaser: the side that is up"),
        Block("owners", pleasers * seats, "for each crowd-pleaser and seat: 1 if the seat has claimed it"),
        Block("turn", seats, "1 for the seat to move"),
        Block("phase", 2, "1 while sides are being chosen; 1 once the end is triggered"),
    ]


def encode(state: Festival, seat: i64, writer: FeatureWriter) -> None:
    seats = state.seats
    for turn in range(seats):
        _board(state, (seat + turn) % seats, writer)
    for turn in range(seats):
        _own(state, (seat + turn) % seats, writer)
    _objectives(state, seat, writer)
    for turn in range(seats):
        writer.part(state.total((seat + turn) % seats), POINTS)
    _stacks(state, seat, writer)
    _piles(state, writer)
    _hidden(state, writer)
    _pleasers(state, seat, writer)
    writer.whose(state.actor, seat, seats)
    writer.flag(UNCHOSEN in state.sides)
    writer.flag(state.ending != PLAYING)


def _board(state: Festival, seat: i64, writer: FeatureWriter) -> None:
    colours, types = state.colours[seat], state.types[seat]
    for space in range(i64(SPACES)):
        _kind(colours >> space, writer)
        _kind(types >> space, writer)
        writer.part(state.height(seat, space), HIGH)


def _kind(shown: i64, writer: FeatureWriter) -> None:
    """Write the colour or the type of the space at the lowest bit."""
    for kind in range(i64(KINDS)):
        writer.flag(shown >> SPACES * kind & 1 != 0)


def _own(state: Festival, seat: i64, writer: FeatureWriter) -> None:
    colour = state.board[seat]
    writer.hot(colour, KINDS)
    writer.hot(state.printed.board_type[colour], KINDS)


def _objectives(state: Festival, seat: i64, writer: FeatureWriter) -> None:
    seats, cards = state.seats, state.printed.objectives + STARTING
    for turn in range(seats):
        writer.bits(state.held[(seat + turn) % seats], cards)
    for turn in range(seats):
        writer.bits(state.done[(seat + turn) % seats], cards)


def _stacks(state: Festival, seat: i64, writer: FeatureWriter) -> None:
    seats, room = state.seats, state.printed.room
    for turn in range(seats):
        stack = (seat + turn) % seats
        size = state.stack_size[stack]
        writer.hot(state.stacks[room * stack + size - 1] if size else NOWHERE, FACES)
    for turn in range(seats):
        _unseen(state, (seat + turn) % seats, writer)
    writer.clockwise(state.stack_size, seat, 1, float(room))


def _unseen(state: Festival, stack: i64, writer: FeatureWriter) -> None:
    stacks, first = state.stacks, writer.room(FACES)
    bottom = state.printed.room * stack
    for at in range(bottom, bottom + state.stack_size[stack] - 1):
        writer.add(first + stacks[at], 1.0)


def _piles(state: Festival, writer: FeatureWriter) -> None:
    depth = state.printed.depth
    for pile in range(i64(PILES)):
        size = state.pile_size[pile]
        writer.hot(state.piles[depth * pile + size - 1] if size else NOWHERE, state.printed.objectives)
    writer.parts(state.pile_size, 0, PILES, float(depth))


def _hidden(state: Festival, writer: FeatureWriter) -> None:
    piles, first, depth = state.piles, writer.room(state.printed.objectives), state.printed.depth
    for pile in range(i64(PILES)):
        for at in range(depth * pile, depth * pile + state.pile_size[pile] - 1):
            writer.add(first + piles[at], 1.0)


def _pleasers(state: Festival, seat: i64, writer: FeatureWriter) -> None:
    for side in state.showing:
        writer.hot(side & 1, 2)
    for owner in state.owner:
        writer.whose(owner, seat, state.seats)
