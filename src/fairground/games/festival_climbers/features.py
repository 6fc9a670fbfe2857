"""A seat's observation as numbers: the seat itself first, then the others clockwise."""

from mypy_extensions import i64

from fairground.engine.feature_writer import FeatureWriter
from fairground.engine.modules import Block
from fairground.games.festival_climbers.box import ClimbersBox
from fairground.games.festival_climbers.rules import WIDTH, Climbers

SPACES = WIDTH * (WIDTH + 1) // 2


def layout(seats: int, box: ClimbersBox) -> list[Block]:
    return [
        Block(
            "climbers",
            SPACES * seats,
            "for each seat and each space from a1 up: 1 if the seat has a climber there",
        ),
        Block("hand", seats, "for each seat: climbers in hand, divided by 36"),
        Block("turn", seats, "1 for the seat to move"),
    ]


def encode(state: Climbers, seat: i64, writer: FeatureWriter) -> None:
    seats = state.seats
    for turn in range(seats):
        own = state.own[(seat + turn) % seats]
        for level in range(i64(WIDTH)):
            writer.bits(own >> (WIDTH * level), WIDTH - level)
    writer.clockwise(state.hand, seat, 1, 36)
    writer.whose(state.actor, seat, seats)
