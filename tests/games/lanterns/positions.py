"""Positions as data."""

import msgspec

from lanterns.box import LanternsBox
from lanterns.rules import Lanterns


class LanternsPosition(msgspec.Struct, forbid_unknown_fields=True):
    hands: list[list[int]]
    sealed: list[int]
    shown: list[list[int]]
    points: list[int]
    actor: int
    revealed: int


def pack(state: Lanterns) -> LanternsPosition:
    return LanternsPosition(
        state.hands, state.sealed, state.shown, state.points, int(state.actor), int(state.revealed)
    )


def unpack(state: Lanterns, raw: bytes, box: LanternsBox) -> None:
    position = msgspec.json.decode(raw, type=LanternsPosition)
    state.cards = box.deck.cards
    state.hands, state.sealed = position.hands, position.sealed
    state.shown, state.points = position.shown, position.points
    state.actor, state.revealed = position.actor, position.revealed
