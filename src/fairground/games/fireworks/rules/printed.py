"""The printed values that the rules need, as plain numbers. All copies of a match share them."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fairground.games.fireworks.arranger.layouts import USUAL_LAYOUTS, Layouts
from fairground.games.fireworks.rules.outline import USUAL, Outline
from fairground.games.fireworks.rules.tiles import USUAL_SKY

NEEDS: Final = 5  # numbers that say what a character needs for its bonus
ZONE_BITS: Final = 7  # enough to count all tiles; nine zones fit into one number


class FireworksPrinted:
    """Filled from the box by `printed_values`."""

    def __init__(self) -> None:
        self.outline: Outline = USUAL
        self.layouts: Layouts = USUAL_LAYOUTS
        self.slots: i64 = USUAL_SKY  # numbers for tiles of the sky; a box with fewer tiles leaves some unused
        self.sky: vec[i64] = vec[i64]()  # the faces of the box tiles of this variant, sorted
        self.starts: vec[i64] = vec[i64]()
        self.die: vec[i64] = vec[i64]()  # paws on each side, 0 for the fireworks symbol
        self.shapes: vec[i64] = vec[i64]()  # the petals that some tile of the box has
        self.goals: vec[i64] = vec[i64]()  # what rings can be made of: these shapes, or one colour
        # Action cards.
        self.least: vec[i64] = vec[i64]()
        self.most: vec[i64] = vec[i64]()
        self.strength: vec[i64] = vec[i64]()
        self.scatter: vec[i64] = vec[i64]()
        self.cards: vec[i64] = vec[i64]()  # those that are in this variant
        self.titles: list[str] = []
        self.barrel: vec[i64] = vec[i64]()
        # Characters.
        self.people: list[str] = []
        self.cities: list[str] = []
        self.flower: vec[i64] = vec[i64]()
        self.special: vec[i64] = vec[i64]()  # points for 0-5 types, six numbers a character
        self.bonus: vec[i64] = vec[i64]()
        self.needs: vec[i64] = vec[i64]()  # types, kaleidoscopes, saturns, flowers, big fireworks
        # Score.
        self.both: i64 = 0
        self.one_shape: i64 = 0
        self.one_colour: i64 = 0
        self.incomplete: i64 = 0
        self.saturn_same: i64 = 0
        self.saturn_different: i64 = 0
        self.kaleidoscope_same: i64 = 0
        self.kaleidoscope_different: i64 = 0
        # Launch.
        self.size: i64 = 0
        self.column: vec[i64] = vec[i64]()  # by x: a one in the bits of its column of zones
        self.row: vec[i64] = vec[i64]()
        self.zones: vec[i64] = vec[i64]()
        self.barrel_strength: i64 = 0
        self.barrel_scatter: i64 = 0
        self.higher: vec[i64] = vec[i64]()  # by height: strength in hundredths
        self.wider: vec[i64] = vec[i64]()  # scatter to add
        self.flips: vec[i64] = vec[i64]()  # chances in 10,000, for each unit of strength
        self.leaps: vec[i64] = vec[i64]()
        self.likelier_flip: vec[i64] = vec[i64]()  # by height: chances in hundredths of the usual ones
        self.likelier_leap: vec[i64] = vec[i64]()
        self.radius_least: i64 = 0
        self.radius_tenths: i64 = 0
        self.nearest: i64 = 0
        self.push: i64 = 0
        self.bounce_tenths: i64 = 0
        self.fade_twentieths: i64 = 0
        self.rest: i64 = 0
        self.mound: i64 = 0
        self.mound_part: i64 = 0
        self.ways: vec[i64] = vec[i64]()  # x and y of each direction of a bounce, times 1000


NOTHING_PRINTED: Final = FireworksPrinted()
