"""What is printed, as numbers for one number of seats. It never changes, so copies of a state share it."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

TOWER: Final = 4  # the space after the four of a dock
NO_SPACE: Final = -1

# What the lowest card does: the order of the box's KINDS.
TO_GATE: Final = 0
SPRINT: Final = 1
NEAREST: Final = 2
RACE: Final = 3
HARVEST: Final = 4
TO_TOWER: Final = 5
KEEP: Final = 6

# Where a harvest counts Banners: the order of the box's AREAS.
IN_QUADRANT: Final = 0
IN_REGION: Final = 1


class BannerPrinted:
    """Race spaces count from 0 here. A dock space has the index 5 * quadrant + space, the Tower last."""

    def __init__(self) -> None:
        self.ring: vec[i64] = vec[i64]()  # the quadrant beside each race space
        self.watercraft: i64 = 0
        self.gate: i64 = 0
        self.cards: i64 = 0  # all that are in play, as a set
        self.hand: i64 = 0
        self.dummies: i64 = 0
        self.pool: i64 = 0
        self.banners: i64 = 0
        self.neutral: i64 = 0  # the dock spaces with a neutral Banner: bit 4 * quadrant + space
        self.least: i64 = 0  # Banners without which a Region rewards nobody
        self.rewards: vec[i64] = vec[i64]()  # Profit by rank, then nothing
        self.characters: vec[i64] = vec[i64]()  # Profit of the last of n revealed cards
        self.stunts: vec[i64] = vec[i64]()  # 8 * seat + n revealed cards: a race space or NO_SPACE
        self.fits: vec[i64] = vec[i64]()  # 40 * quadrant + card: the dock spaces it matches, four bits
        self.matches: vec[i64] = vec[i64]()  # what a dock space asks for: a suit, EVEN or ODD
        self.more: vec[i64] = vec[i64]()  # Banners that a dock space gives
        self.fruit: vec[i64] = vec[i64]()  # Fruit that a dock space gives
        self.kind: vec[i64] = vec[i64]()  # of the ability of each number
        self.fruit_gain: vec[i64] = vec[i64]()
        self.steps: vec[i64] = vec[i64]()  # or steps a Banner
        self.area: vec[i64] = vec[i64]()
        self.least_gain: vec[i64] = vec[i64]()
        self.most_gain: vec[i64] = vec[i64]()
        self.tower_banners: vec[i64] = vec[i64]()
        self.colours: list[str] = []
        self.profit: i64 = 0  # of a kept card
