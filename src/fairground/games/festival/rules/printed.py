"""The printed values that the rules need, as plain numbers."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64


class FestivalPrinted:
    """What the rules need to know of a box, as numbers; never changed, so copies share it.

    A placement is one way to lay a card on the board: the bits it needs in `colours` and in `types`.
    Card n owns placements `whole[n]` to `whole[n + 1]`; those that a tile just laid on a space takes
    part in are `part[at]` to `part[at + 1]` with at = 144 * card + 16 * space + tile.
    """

    def __init__(self) -> None:
        self.points: vec[i64] = vec[i64]()  # of each card
        self.rank: vec[i64] = vec[i64]()  # of its points among the different values
        self.whole: vec[i64] = vec[i64]()
        self.whole_colours: vec[i64] = vec[i64]()
        self.whole_types: vec[i64] = vec[i64]()
        self.part: vec[i64] = vec[i64]()
        self.part_colours: vec[i64] = vec[i64]()
        self.part_types: vec[i64] = vec[i64]()
        self.concerned: vec[i64] = vec[i64]()  # the cards that tile on space can help, at 16 * space + tile
        self.tiles: list[list[int]] = []  # behind the back of each colour, ascending
        self.board_type: vec[i64] = vec[i64]()  # of the board of each colour
        self.asks: vec[i64] = vec[i64]()  # of each crowd-pleaser's side, at 2 * tile + side
        self.least: vec[i64] = vec[i64]()
        self.level: vec[i64] = vec[i64]()
        self.pleaser_points: vec[i64] = vec[i64]()
        self.cards: list[str] = []  # names, and how cards and conditions are told
        self.layouts: list[str] = []
        self.colours: list[str] = []
        self.symbols: list[str] = []
        self.cities: list[list[str]] = []
        self.types: list[str] = []
        self.conditions: list[str] = []


NOTHING_PRINTED: Final = FestivalPrinted()
