"""§4 What the arranger decides about a set of tiles before it lays any of them.

Only counts matter here. A *kind* of tile is half * 16 + colour * 4 + shape. There half is 0 for none, 1 for a
saturn and 2 for a kaleidoscope; shape is 0 to 2, or 3 for all shapes that cannot fill a ring. A *class* of
halves is the same without the shape: (half - 1) * 4 + colour. A *sort* of pairs is 0 for saturns and 1 for
kaleidoscopes. A *link* is a pair with one half inside a ring, a *joint* one with a half in either ring.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fairground.games.fireworks.arranger.layouts import (
    COUNTS,
    MOST_LINKS,
    USUAL_LAYOUTS,
    Layouts,
    at_links,
)

FULL_SHAPES: Final = 3  # no more shapes can fill a ring: a board has room for 21 tiles
KIND_SHAPES: Final = FULL_SHAPES + 1
KINDS: Final = 48
CLASSES: Final = 8
WITHOUT_HALF: Final = 16  # kinds below this have no half
NO_GOAL: Final = 0
CLASS: Final = vec[i64]([(kind // 16 - 1) * 4 + kind % 16 // 4 for kind in range(KINDS)])  # negative: no half


def least(a: i64, b: i64) -> i64:
    return a if a < b else b


class BoardPlan:
    """The best plan found so far: goals and tiles of both rings, links, and pairs of each sort."""

    def __init__(self) -> None:
        self.value: i64 = -1
        self.goals: vec[i64] = vec[i64]([0, 0])
        self.ring: vec[i64] = vec[i64]([0] * (2 * KINDS))
        self.links: i64 = 0
        self.link: vec[i64] = vec[i64]([0] * (3 * MOST_LINKS))  # ring, class, class of the partner
        self.joints: i64 = 0
        self.joint: vec[i64] = vec[i64]([0, 0])  # the class of its half in each ring
        self.saturns: i64 = 0
        self.kaleidoscopes: i64 = 0
        self.wide: i64 = 0  # the ring that has room for several links


class DraftPlan:
    """The plan being tried: rings, links, and the halves that are still free."""

    def __init__(self) -> None:
        self.layouts: Layouts = USUAL_LAYOUTS
        self.alike = False  # what follows is copied from the layouts, because it is needed often
        self.has_joints = False
        self.wide_links: i64 = 0
        self.narrow_links: i64 = 0
        self.goals: vec[i64] = vec[i64]([0, 0])
        self.ring: vec[i64] = vec[i64]([0] * (2 * KINDS))
        self.rings: i64 = 0
        self.points: i64 = 0  # of the big fireworks
        self.most_pairs: i64 = 0  # that fit on the board beside the rings, links included
        self.most_links: i64 = 0
        self.links: i64 = 0
        self.link: vec[i64] = vec[i64]([0] * (3 * MOST_LINKS))
        self.linked: vec[i64] = vec[i64]([0, 0])  # links of each ring
        self.joints: i64 = 0
        self.joint: vec[i64] = vec[i64]([0, 0])
        self.wide: i64 = 0
        self.free: vec[i64] = vec[i64]([0] * CLASSES)

    def use(self, layouts: Layouts) -> None:
        """Plan for a board with these layouts."""
        self.layouts = layouts
        self.alike = layouts.alike
        self.has_joints = layouts.has_joints
        self.wide_links = layouts.limits[0]
        self.narrow_links = layouts.limits[2 * COUNTS]

    def start(self, first: i64, second: i64, points: i64) -> None:
        """Begin a plan with these goals for the two cores."""
        self.goals[0] = first
        self.goals[1] = second
        self.rings = (1 if first else 0) + (1 if second else 0)
        self.points = points
        layouts = self.layouts
        self.most_pairs = layouts.pairs_alone
        self.most_links = 0
        if self.rings == 1:
            self.most_pairs = layouts.pairs_beside
            self.most_links = layouts.links_beside
        elif self.rings == 2:
            self.most_pairs = layouts.pairs_between
            self.most_links = layouts.links_between

    def links_left(self, core: i64) -> i64:
        """Return how many more links the ring of a core may have."""
        if self.rings == 1:
            return self.layouts.links_beside - self.linked[core]
        if not self.alike:  # a wide ring and a narrow one, whose links do not depend on each other
            return (self.wide_links if core == self.wide else self.narrow_links) - self.linked[core]
        side: i64 = self.joints if core == self.wide else self.joints + 2
        return self.layouts.limits[side * COUNTS + self.linked[1 - core]] - self.linked[core]

    def room_for_pairs(self) -> i64:
        """Return how many pairs fit outside the rings beside the links."""
        wide = self.linked[self.wide]
        if self.rings == 1:
            return self.layouts.beside[wide]
        if self.rings == 0:
            return self.layouts.pairs_alone
        return self.layouts.between[at_links(wide, self.linked[1 - self.wide], self.joints)]

    def clear_links(self) -> None:
        self.links = 0
        self.linked[0] = 0
        self.linked[1] = 0

    def add_link(self, core: i64, own: i64, partner: i64) -> None:
        """Join a half of class `own` inside a ring to a free half."""
        at = 3 * self.links
        self.link[at] = core
        self.link[at + 1] = own
        self.link[at + 2] = partner
        self.links += 1
        self.linked[core] += 1
        self.free[partner] -= 1

    def remove_link(self, core: i64, partner: i64) -> None:
        """Undo the latest link."""
        self.free[partner] += 1
        self.linked[core] -= 1
        self.links -= 1

    def save(self, plan: BoardPlan, value: i64, saturns: i64, kaleidoscopes: i64) -> None:
        """Copy this draft, with so many pairs of each sort, into a plan."""
        plan.value = value
        plan.goals[0] = self.goals[0]
        plan.goals[1] = self.goals[1]
        if self.rings:
            plan.ring = self.ring[:]
        plan.links = self.links
        for at in range(3 * self.links):
            plan.link[at] = self.link[at]
        plan.joints = self.joints
        plan.joint[0] = self.joint[0]
        plan.joint[1] = self.joint[1]
        plan.saturns = saturns
        plan.kaleidoscopes = kaleidoscopes
        plan.wide = self.wide
