"""The printed values that the rules read, as plain numbers."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64


class FestivalPrinted:
    """What the rules need from a box. It never changes, so copies of a state share it.

    A placement is one way to show a card on the board: the bits that `colours` and `types` must have.
    The placements of card n run from `first_placement[n]` to before `first_placement[n + 1]`. Those that
    use a certain tile on a certain space run from `first_touching[at]` to before `first_touching[at + 1]`,
    with at = 144 * card + 16 * space + tile.
    """

    def __init__(self) -> None:
        self.objectives: i64 = 0  # how many there are; the starting objectives follow them
        self.depth: i64 = 0  # cards in the largest pile at the start
        self.room: i64 = 0  # tiles in the largest stack at the start
        self.supply: vec[i64] = vec[i64]()  # tiles in the stack of each colour at the start
        self.pleasers: i64 = 0
        self.points: vec[i64] = vec[i64]()  # of each card
        self.rank: vec[i64] = vec[i64]()  # of its points among the different values, from 0
        self.first_placement: vec[i64] = vec[i64]()
        self.placement_colours: vec[i64] = vec[i64]()
        self.placement_types: vec[i64] = vec[i64]()
        self.first_touching: vec[i64] = vec[i64]()
        self.touching_colours: vec[i64] = vec[i64]()
        self.touching_types: vec[i64] = vec[i64]()
        self.cards_served: vec[i64] = vec[i64]()  # cards that a tile on a space can serve: 16 * space + tile
        self.tiles: list[list[int]] = []  # with the back of each colour, ascending
        self.board_type: vec[i64] = vec[i64]()  # of the board of each colour
        self.asks: vec[i64] = vec[i64]()  # of each crowd-pleaser side: 2 * tile + side
        self.least: vec[i64] = vec[i64]()
        self.level: vec[i64] = vec[i64]()
        self.pleaser_points: vec[i64] = vec[i64]()
        self.cards: list[str] = []  # from here on: names and descriptions
        self.layouts: list[str] = []
        self.colours: list[str] = []
        self.symbols: list[str] = []
        self.cities: list[list[str]] = []
        self.types: list[str] = []
        self.conditions: list[str] = []


NOTHING_PRINTED: Final = FestivalPrinted()
