"""What a seat may know, as numbers."""

from fairground.engine.feature_writer import FeatureWriter
from fairground.engine.modules import Block
from lanterns.rules import Lanterns


def layout(seats: int) -> list[Block]:
    return [Block("hand", 3, "own cards"), Block("points", seats, "points of each seat")]


def encode(state: Lanterns, seat: int, writer: FeatureWriter) -> None:
    hand = sorted(state.hands[seat]) + [0] * (3 - len(state.hands[seat]))
    for number in (*hand, *state.points):
        writer.put(float(number))
