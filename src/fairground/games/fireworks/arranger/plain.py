"""§4 Tiles without a half around both cores: how many of them each ring takes.

Such a tile earns nothing outside the rings, so it should replace a half inside them. Mostly that costs
nothing: while such a tile lies outside, the pair that was linked finds room outside too. The layouts know the
exceptions, in which a ring is *stuck*. On the usual board there is one with two rings: the link of the narrow
ring is a fifth pair, and only four fit outside. So a ring is short of a plain tile that it could have only if
a single half is left in it.
"""

from librt.vecs import vec
from mypy_extensions import i64

from fairground.games.fireworks.arranger.layouts import COUNTS, RING, Layouts
from fairground.games.fireworks.arranger.plan import KINDS, WITHOUT_HALF, least


class PlainTiles:
    """The tiles without a half that fit the rings."""

    def __init__(self) -> None:
        self.alone: vec[i64] = vec[i64]([0, 0])  # tiles that fit one ring only
        self.shared: i64 = 0

    def count(self, kinds: vec[i64], fits: vec[i64]) -> None:
        """Count the tiles that fit each ring."""
        self.alone[0] = 0
        self.alone[1] = 0
        self.shared = 0
        for kind in range(i64(WITHOUT_HALF)):
            if kinds[kind]:
                if fits[kind] and fits[KINDS + kind]:
                    self.shared += kinds[kind]
                else:
                    self.alone[0] += kinds[kind] * fits[kind]
                    self.alone[1] += kinds[kind] * fits[KINDS + kind]

    def suffice(self, first: i64, second: i64) -> bool:
        """Return whether there are so many tiles for the first ring and so many for the second."""
        lacking: i64 = 0
        if first > self.alone[0]:
            lacking += first - self.alone[0]
        if second > self.alone[1]:
            lacking += second - self.alone[1]
        return lacking <= self.shared

    def are_worth_trying(self, rings: i64, first: i64, second: i64, layouts: Layouts) -> bool:
        """Return whether a best plan may need exactly so many tiles in each ring."""
        if not self.suffice(first, second):
            return False
        first_could = first < RING and self.suffice(first + 1, second)
        second_could = second < RING and self.suffice(first, second + 1)
        stuck = layouts.stuck_beside if rings == 1 else layouts.stuck_between
        if first_could and second_could:
            return layouts.stuck_both[(RING - first) * COUNTS + RING - second] == 1
        if first_could:
            return stuck[RING - first] == 1
        return not second_could or stuck[RING - second] == 1


def put_plain(core: i64, number: i64, kinds: vec[i64], fits: vec[i64], ring: vec[i64]) -> None:
    """Put so many tiles without a half into the ring of a core, those that fit no other ring first."""
    own, other = core * KINDS, (1 - core) * KINDS
    for shared in range(i64(2)):
        for kind in range(i64(WITHOUT_HALF)):
            if number and kinds[kind] and fits[own + kind] and fits[other + kind] == shared:
                ring[own + kind] = least(number, kinds[kind] - ring[other + kind])
                number -= ring[own + kind]


def remove_plain(ring: vec[i64]) -> None:
    """Take the tiles without a half out of both rings."""
    for kind in range(i64(WITHOUT_HALF)):
        ring[kind] = 0
        ring[KINDS + kind] = 0
