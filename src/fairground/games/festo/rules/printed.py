"""The printed values that the rules need, as plain numbers."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64


class FestoPrinted:
    """Filled from the box by `printed_values`; every copy of a match shares it."""

    def __init__(self) -> None:
        self.own: vec[i64] = vec[i64]()  # by sort: cubes of the first colour, for a main of each
        self.other: vec[i64] = vec[i64]()  # by sort: cubes of the second colour
        self.points: vec[i64] = vec[i64]()
        self.sets: vec[i64] = vec[i64]()  # by the number of different sorts, from 0
        self.backs: vec[i64] = vec[i64]()  # the bonus of each small sort
        self.tiles: i64 = 0  # of each small sort
        self.colours: vec[i64] = vec[i64]()  # of these tiles, ascending
        self.large: i64 = 0  # roasts in a match, and mains
        self.cards: vec[i64] = vec[i64]()  # the events in the box, each as often as it is there
        self.amounts: vec[i64] = vec[i64]()  # by event
        self.cubes: i64 = 0
        self.salt: i64 = 0
        self.helpers: i64 = 0
        self.discs: i64 = 0
        self.dice: i64 = 0
        self.market_refill: i64 = 0
        self.market_most: i64 = 0
        self.row_refill: i64 = 0
        self.row_most: i64 = 0
        self.dwarf_points: i64 = 0


NOTHING_PRINTED: Final = FestoPrinted()
