"""The printed values that the rules read, as plain numbers for one number of seats."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

TOWER: Final = 4  # the space after the four of a dock
NO_SPACE: Final = -1

# What the lowest card does, in the order of the box's KINDS.
TO_GATE: Final = 0
SPRINT: Final = 1
NEAREST: Final = 2
RACE: Final = 3
HARVEST: Final = 4
TO_TOWER: Final = 5
KEEP: Final = 6

# Where a harvest counts Banners: the first of the box's AREAS; the other one is the Region.
IN_QUADRANT: Final = 0


class BannerPrinted:
    """What the rules need from a box. It never changes, so copies of a state share it.

    Race spaces count from 0. A dock space has the index 5 * quadrant + space, where space 4 is the Tower.
    """

    def __init__(self) -> None:
        self.ring: vec[i64] = vec[i64]()  # the quadrant beside each race space
        self.watercraft: i64 = 0
        self.gate: i64 = 0
        self.numbers: i64 = 0  # of each suit in the box
        self.cards: i64 = 0  # all cards in play, as a set
        self.bouts: i64 = 0  # in a round with the most cards that any number of seats is dealt
        self.hand: i64 = 0
        self.dummies: i64 = 0
        self.pool: i64 = 0
        self.banners: i64 = 0
        self.neutral: i64 = 0  # the dock spaces with a neutral Banner: bit 4 * quadrant + space
        self.least: i64 = 0  # Banners that a seat needs to be rewarded in a Region
        self.rewards: vec[i64] = vec[i64]()  # Profit by level, filled up with 0
        self.characters: vec[i64] = vec[i64]()  # Profit of the last of n revealed cards
        self.last: i64 = 0  # how many Character cards a seat has
        self.stunts: vec[i64] = vec[i64]()  # at (last + 1) * seat + n revealed cards: a space or NO_SPACE
        self.fits: vec[i64] = vec[i64]()  # at CARDS * quadrant + card: the dock spaces it matches, four bits
        self.matches: vec[i64] = vec[i64]()  # what a dock space asks for: a suit, EVEN or ODD
        self.more: vec[i64] = vec[i64]()  # bonus Banners of a dock space
        self.fruit: vec[i64] = vec[i64]()  # bonus Fruit of a dock space
        self.kind: vec[i64] = vec[i64]()  # of the ability of each number
        self.fruit_gain: vec[i64] = vec[i64]()
        self.steps: vec[i64] = vec[i64]()  # in all, or for each Banner
        self.area: vec[i64] = vec[i64]()
        self.least_gain: vec[i64] = vec[i64]()
        self.most_gain: vec[i64] = vec[i64]()
        self.tower_banners: vec[i64] = vec[i64]()
        self.colours: list[str] = []
        self.profit: i64 = 0  # of a kept card
