"""What a seat may know: its own cards and what has been shown."""

import msgspec

from lanterns.rules import Lanterns


class LanternsView(msgspec.Struct, frozen=True):
    hand: list[int]
    chosen: list[bool]
    own: int
    shown: list[list[int]]
    points: list[int]


def view(state: Lanterns, seat: int | None) -> LanternsView:
    return LanternsView(
        hand=[] if seat is None else sorted(state.hands[seat]),
        chosen=[card >= 0 for card in state.sealed],
        own=-1 if seat is None else state.sealed[seat],
        shown=state.shown,
        points=state.points,
    )
