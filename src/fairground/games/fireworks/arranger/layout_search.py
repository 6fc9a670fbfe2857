"""§4 Finds the layouts of any outline, by trying every place of the cores and every choice of links.

The search is exhaustive and small: a board has 23 spaces, of which at most nine lie outside two rings.
"""

from typing import Final

from fairground.games.fireworks.arranger.layouts import COUNTS, USUAL_LAYOUTS, Layout, Layouts
from fairground.games.fireworks.rules.outline import Outline
from fairground.games.fireworks.rules.tiles import DIRECTIONS, EMPTY, NAMED_ROWS, SPACES

EVERYWHERE: Final = (1 << SPACES) - 1
MOST_PAIRS_ALONE: Final = (SPACES - 2) // 2
MOST_CACHED: Final = 32
FOUND: Final[dict[tuple[int, ...], Layouts]] = {}


def layouts_of(outline: Outline) -> Layouts:
    """Return the layouts of an outline. They are searched once."""
    rows = tuple(outline.rows)
    if rows == NAMED_ROWS:
        return USUAL_LAYOUTS
    if rows not in FOUND:
        if len(FOUND) >= MOST_CACHED:
            FOUND.clear()
        FOUND[rows] = search_layouts(outline)
    return FOUND[rows]


def search_layouts(outline: Outline) -> Layouts:
    """Return the layouts of an outline with the most pairs for every number of links."""
    return LayoutSearch(outline).search()


class Placement:
    """The spaces of cores and links, and the free spaces as a set of bits."""

    def __init__(self, pairs: int, cores: list[int], links: list[int], joint: list[int], free: int) -> None:
        self.pairs = pairs
        self.cores = cores
        self.links = links
        self.joint = joint
        self.free = free


class LayoutSearch:
    """Searches the layouts of one outline. A set of spaces is a number with a bit for each of them."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self.near = [_bits(outline.around(space)) for space in range(SPACES)]
        self.counted: dict[int, int] = {0: 0}
        self.best: dict[tuple[int, int, int], Placement] = {}

    def search(self) -> Layouts:
        layouts = Layouts(self._without_rings())
        for core in self.outline.inner_spaces():
            self._try_one_ring(core)
        for links in range(COUNTS):
            if (links, 0, 0) in self.best:
                layouts.add_one_ring(self._layout(self.best[links, 0, 0]))
        self.best = {}
        for one, other in self.outline.cores:
            self._try_two_rings(one, other)
            self._try_two_rings(other, one)
        for (first, second, joints), placement in self.best.items():
            layouts.add_two_rings(first, second, joints, self._layout(placement))
        layouts.finish()
        return layouts

    # Where rings, links and pairs may lie

    def _without_rings(self) -> Layout:
        pairs = self._pairs_in(EVERYWHERE)[: 2 * MOST_PAIRS_ALONE]
        return Layout([space for space in range(SPACES) if space not in pairs][:2], [], pairs, [])

    def _try_one_ring(self, core: int) -> None:
        """Try a ring around this core, with the other core anywhere outside."""
        outside = EVERYWHERE & ~self._whole(core)
        for other in range(SPACES):
            if outside >> other & 1:
                free = outside & ~(1 << other)
                for links in self._choices(core, free):
                    self._keep(len(links) // 2, 0, [core, other], links, [], free & ~_bits(links))

    def _try_two_rings(self, one: int, other: int) -> None:
        outside = EVERYWHERE & ~self._whole(one) & ~self._whole(other)
        joint = self._joint(one, other)
        for links in self._choices(one, outside):
            free = outside & ~_bits(links)
            for more in self._choices(other, free):
                left = free & ~_bits(more)
                counts = len(links) // 2, len(more) // 2
                self._keep(counts[0], counts[1], [one, other], links + more, [], left)
                if joint:
                    self._keep(counts[0], counts[1], [one, other], links + more, joint, left)

    def _keep(
        self, first: int, second: int, cores: list[int], links: list[int], joint: list[int], free: int
    ) -> None:
        """Remember a placement if no earlier one with as many links leaves room for as many pairs."""
        key = first, second, len(joint) // 2
        pairs = self._count(free)
        if key not in self.best or pairs > self.best[key].pairs:
            self.best[key] = Placement(pairs, cores, links, joint, free)

    def _layout(self, placement: Placement) -> Layout:
        return Layout(placement.cores, placement.links, self._pairs_in(placement.free), placement.joint)

    def _whole(self, core: int) -> int:
        return self.near[core] | 1 << core

    def _step(self, space: int, direction: int) -> int:
        return EMPTY if space == EMPTY else int(self.outline.next[space * DIRECTIONS + direction])

    def _choices(self, core: int, free: int) -> list[list[int]]:
        """Return every choice of links to free spaces: of each link the space in the ring and the other."""
        choices: list[list[int]] = [[]]
        for direction in range(DIRECTIONS):
            inner = self._step(core, direction)
            outer = self._step(inner, direction)
            if outer != EMPTY and free >> outer & 1:
                choices += [[*links, inner, outer] for links in choices]
        return choices

    def _joint(self, one: int, other: int) -> list[int]:
        """Return where halves of both rings can meet: if the cores are three steps apart in a line."""
        for direction in range(DIRECTIONS):
            inner = self._step(one, direction)
            outer = self._step(inner, direction)
            if self._step(outer, direction) == other:
                return [inner, outer]
        return []

    # Pairs of neighbours

    def _count(self, free: int) -> int:
        """Return the most pairs of neighbours that free spaces hold."""
        if free in self.counted:
            return self.counted[free]
        space, rest = _take_lowest(free)
        most = self._count(rest)
        partners = self.near[space] & rest
        while partners:
            other, partners = _take_lowest(partners)
            most = max(most, 1 + self._count(rest & ~(1 << other)))
        self.counted[free] = most
        return most

    def _pairs_in(self, free: int) -> list[int]:
        """Return the spaces of the most pairs, in a row."""
        pairs: list[int] = []
        while self._count(free):
            space, rest = _take_lowest(free)
            free = rest
            partners = self.near[space] & rest
            while partners:
                other, partners = _take_lowest(partners)
                left = rest & ~(1 << other)
                if 1 + self._count(left) > self._count(rest):
                    pairs += [space, other]
                    free = left
                    break
        return pairs


def _bits(spaces: list[int]) -> int:
    bits = 0
    for space in spaces:
        if space != EMPTY:
            bits |= 1 << space
    return bits


def _take_lowest(spaces: int) -> tuple[int, int]:
    """Return the first space of a set, and the others."""
    lowest = spaces & -spaces
    return lowest.bit_length() - 1, spaces ^ lowest
