"""What a seat may know, as numbers."""

from fairground.engine.feature_writer import NOWHERE, FeatureWriter
from fairground.engine.modules import Block
from lanterns.box import LanternsBox
from lanterns.invariants import HAND
from lanterns.rules import Lanterns

CARDS = 9


def layout(seats: int, box: LanternsBox) -> list[Block]:
    return [
        Block("hand", CARDS, "1 for each own card"),
        Block("choice", CARDS, "1 for the chosen card"),
        Block("chosen", seats, "1 for each seat that has chosen"),
        Block("shown", HAND * seats * CARDS, "for each round and seat: 1 for the card that was shown"),
        Block("points", seats, "points of each seat", most=9),
    ]


def encode(state: Lanterns, seat: int, writer: FeatureWriter) -> None:
    around = [(seat + turn) % state.seats for turn in range(state.seats)]
    for card in range(CARDS):
        writer.flag(card in state.hands[seat])
    writer.hot(state.sealed[seat], CARDS)
    for each in around:
        writer.flag(state.sealed[each] >= 0)
    for turn in range(HAND):
        for each in around:
            writer.hot(state.shown[turn][each] if turn < len(state.shown) else NOWHERE, CARDS)
    for each in around:
        writer.put(float(state.points[each]))
