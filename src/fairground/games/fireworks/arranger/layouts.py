"""§4 Where the parts of an arrangement lie on the board: cores, rings, and pairs of halves.

The half of a tile in a ring points away from its core, so only the tile beyond it can complete the pair: a
*link*, or a *joint* if that tile lies in the other ring. All other pairs lie on spaces outside the rings. How
many of them fit beside a number of links depends on the outline of the board. The tables of the usual outline
are stored here; `layout_search` makes those of any other.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fairground.games.fireworks.rules.tiles import EMPTY, SPACES, space_names

RING: Final = 6  # tiles around a core
MOST_LINKS: Final = RING
COUNTS: Final = MOST_LINKS + 1  # possible numbers of links of a ring
OUTSIDE_ONE: Final = SPACES - RING - 2  # spaces besides the cores and one ring
OUTSIDE_TWO: Final = SPACES - 2 * RING - 2


class Layout:
    """The spaces of the cores, of the links (first the one in the ring), of the pairs and of the joint."""

    def __init__(self, cores: list[int], links: list[int], pairs: list[int], joint: list[int]) -> None:
        self.cores: vec[i64] = vec[i64](cores)
        self.links: vec[i64] = vec[i64](links)
        self.pairs: vec[i64] = vec[i64](pairs)
        self.joint: vec[i64] = vec[i64](joint)


def at_links(first: i64, second: i64, joints: i64) -> i64:
    """Return the place in the tables for two rings with so many links, the first one's and the second's."""
    return (first * COUNTS + second) * 2 + joints


class Layouts:
    """What fits on a board of one outline, and where.

    With two rings the first of a table is the one that a plan calls *wide*. If the tables treat both alike, a
    plan need not try which ring is the wide one.
    """

    def __init__(self, no_ring: Layout) -> None:
        self.no_ring = no_ring
        self.pairs_alone: i64 = len(no_ring.pairs) // 2
        # One ring, by the number of its links: the layout, and the pairs that fit outside.
        self.one_ring: list[Layout] = []
        self.beside: vec[i64] = vec[i64]([EMPTY] * COUNTS)
        self.links_beside: i64 = 0  # the most links
        self.pairs_beside: i64 = 0  # the most pairs, links included
        # Two rings, by `at_links`.
        self.two_rings: list[Layout] = [no_ring] * (2 * COUNTS * COUNTS)
        self.between: vec[i64] = vec[i64]([EMPTY] * (2 * COUNTS * COUNTS))
        self.links_between: i64 = 0
        self.pairs_between: i64 = 0
        self.limits: vec[i64] = vec[i64]([EMPTY] * (4 * COUNTS))  # links of a ring: see `find_limits`
        self.alike = True
        self.has_joints = False
        # Whether a half in a ring may be worth more than a plain tile in its place, if the ring has so many
        # halves: with one ring, for either ring of two, and for both at once (COUNTS numbers each).
        self.stuck_beside: vec[i64] = vec[i64]([0] * COUNTS)
        self.stuck_between: vec[i64] = vec[i64]([0] * COUNTS)
        self.stuck_both: vec[i64] = vec[i64]([0] * (COUNTS * COUNTS))
        self.may_be_stuck_beside = False

    def add_one_ring(self, layout: Layout) -> None:
        """Add a layout with one ring; it has one link more than the one before."""
        links, pairs = len(self.one_ring), len(layout.pairs) // 2
        self.one_ring.append(layout)
        self.beside[links] = pairs
        self.links_beside = links
        self.pairs_beside = max(self.pairs_beside, links + pairs)

    def add_two_rings(self, first: int, second: int, joints: int, layout: Layout) -> None:
        """Add a layout whose two rings have so many links."""
        pairs = len(layout.pairs) // 2
        self.two_rings[at_links(first, second, joints)] = layout
        self.between[at_links(first, second, joints)] = pairs
        self.links_between = max(self.links_between, first + second)
        self.pairs_between = max(self.pairs_between, first + second + joints + pairs)
        self.has_joints = self.has_joints or joints > 0

    def finish(self) -> None:
        """Derive the other tables from the layouts."""
        self._find_limits()
        self._find_stuck_beside()
        for first in range(COUNTS):
            for second in range(COUNTS):
                for joints in range(2):
                    self._find_stuck_between(first, second, joints)

    def _find_limits(self) -> None:
        """Find the most links of a ring by whether it is the second, the joints, and the other's links."""
        for first in range(COUNTS):
            for second in range(COUNTS):
                for joints in range(2):
                    if self.between[at_links(first, second, joints)] != EMPTY:
                        one, other = joints * COUNTS + second, (2 + joints) * COUNTS + first
                        self.limits[one] = max(self.limits[one], first)
                        self.limits[other] = max(self.limits[other], second)

    # While a plain tile that fits a ring lies outside, it could change places with a half in the ring. That
    # costs nothing if the half is not in a pair, or if its pair finds room elsewhere.

    def _find_stuck_beside(self) -> None:
        for links in range(1, len(self.one_ring)):
            pairs = min(int(self.beside[links]), (OUTSIDE_ONE - links - 1) // 2)
            if pairs + 1 > self.beside[links - 1]:
                self.stuck_beside[links] = 1
                self.may_be_stuck_beside = True

    def _find_stuck_between(self, first: int, second: int, joints: int) -> None:
        pairs = min(
            int(self.between[at_links(first, second, joints)]), (OUTSIDE_TWO - first - second - 1) // 2
        )
        if pairs < 0:
            return
        one = self._is_stuck(first, second, joints, pairs, True)
        other = self._is_stuck(second, first, joints, pairs, False)
        if one:
            self.stuck_between[first + joints] = 1
        if other:
            self.stuck_between[second + joints] = 1
        if one and other:
            self.stuck_both[(first + joints) * COUNTS + second + joints] = 1

    def _is_stuck(self, own: int, other: int, joints: int, pairs: int, first: bool) -> bool:
        """Return whether no half of a ring can leave it without the loss of a pair, if all are in pairs."""
        if own and self._room(own - 1, other, joints, first) > pairs:
            return False
        if joints and self._room(own, other + 1, 0, first) >= pairs:
            return False
        return own + joints > 0

    def _room(self, own: int, other: int, joints: int, first: bool) -> int:
        if other > MOST_LINKS:
            return EMPTY
        return int(self.between[at_links(own, other, joints) if first else at_links(other, own, joints)])


# The usual outline


def _spaces(words: str) -> list[int]:
    names = space_names()
    return [names.index(word) for word in words.replace("-", " ").split()]


def _layout(cores: str, links: str, pairs: str) -> Layout:
    return Layout(_spaces(cores), _spaces(links), _spaces(pairs), [])


NO_RING: Final = _layout("A1 A2", "", "B1-B2 B3-C4 C1-C2 C3-D3 D1-D2 D4-D5 E1-E2 E3-E4 F1-F2 F3-G2")

# By the number of links; the ring lies around the first core.
ONE_RING: Final = [
    _layout("D3 A1", "", "G1-G2 F2-F3 E1-F1 D5-E4 C1-D1 B3-C4 B1-B2"),
    _layout("D3 A1", "E3-F3", "G1-G2 F1-F2 D5-E4 D1-E1 B3-C4 B1-C1 A2-B2"),
    _layout("D3 A1", "E2-F1 E3-F3", "G1-G2 D5-E4 D1-E1 B3-C4 B1-C1 A2-B2"),
    _layout("D4 A1", "C3-B2 D3-D2 E3-F2", "F3-G2 F1-G1 E1-E2 C1-D1 B1-C2 A2-B3"),
    _layout("D3 A1", "C2-B1 D2-D1 E2-F1 E3-F3", "G1-G2 D5-E4 B3-C4 A2-B2"),
    _layout("D3 A1", "C3-B3 C2-B1 D2-D1 E2-F1 E3-F3", "G1-G2 D5-E4 A2-B2"),
    _layout("D3 A1", "D4-D5 C3-B3 C2-B1 D2-D1 E2-F1 E3-F3", "G1-G2 A2-B2"),
]

# By the number of links of the wide ring, which lies around the first core: without a link of the narrow
# ring, and with one, which comes last. The wide ring has up to 3 links, and each costs one of 4 pairs.
TWO_RINGS: Final = [
    _layout("E2 B2", "", "G1-G2 E4-F3 D4-D5 C1-D1"),
    _layout("E2 B2", "F2-G2", "E4-F3 D4-D5 C1-D1"),
    _layout("E2 B2", "D2-C1 F2-G2", "E4-F3 D4-D5"),
    _layout("E2 B2", "E3-E4 D2-C1 F2-G2", "D4-D5"),
]
TWO_RINGS_JOINED: Final = [
    _layout("E2 B2", "C3-D4", "G1-G2 E4-F3 C4-D5 C1-D1"),
    _layout("E2 B2", "F2-G2 C3-D4", "E4-F3 C4-D5 C1-D1"),
    _layout("E2 B2", "D2-C1 F2-G2 C3-D4", "E4-F3 C4-D5"),
    _layout("E2 B2", "E3-E4 D2-C1 F2-G2 C3-D4", "C4-D5"),
]


def _usual_layouts() -> Layouts:
    layouts = Layouts(NO_RING)
    layouts.alike = False
    for layout in ONE_RING:
        layouts.add_one_ring(layout)
    for links, layout in enumerate(TWO_RINGS):
        layouts.add_two_rings(links, 0, 0, layout)
    for links, layout in enumerate(TWO_RINGS_JOINED):
        layouts.add_two_rings(links, 1, 0, layout)
    layouts.finish()
    return layouts


USUAL_LAYOUTS: Final = _usual_layouts()
