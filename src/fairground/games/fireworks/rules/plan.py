"""§6 The best plan for a set of tiles: which of them go into rings, and which halves are paired.

The search tries every ring that the tiles allow, with every choice of tiles for it that could make a
difference.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fairground.games.fireworks.rules.layouts import (
    MOST_LINKS,
    NARROW_LINKS,
    PAIRS_ALONE,
    PAIRS_BESIDE,
    PAIRS_BETWEEN,
    WIDE_LINKS,
)
from fairground.games.fireworks.rules.links import WITHOUT_HALF, Links
from fairground.games.fireworks.rules.pairs import CLASSES, KINDS, NO_GOAL, Plan, least
from fairground.games.fireworks.rules.tiles import SHAPES

LEFT: Final = 37  # a place for each kind, and one behind them
RING: Final = 6
ONE_COLOUR: Final = 4
BOTH: Final = 5
GOALS: Final = 8  # none, one of three shapes, one colour, both with one of three shapes
DEAREST_FIRST: Final = vec[i64]([5, 6, 7, 1, 2, 3, 4, 0])
OF_SATURN: Final = vec[i64]([int(12 <= kind < 24) for kind in range(KINDS)])
OF_KALEIDOSCOPE: Final = vec[i64]([int(kind >= 24) for kind in range(KINDS)])
KIND_COLOUR: Final = vec[i64]([kind % 12 // 3 for kind in range(KINDS)])
KIND_SHAPE: Final = vec[i64]([kind % 3 for kind in range(KINDS)])


class Planner(Links):
    """Finds the plan for so many tiles of each of the `kinds`, around cores of these `colours`."""

    def __init__(self) -> None:
        super().__init__()
        self.kinds: vec[i64] = vec[i64]([0] * KINDS)
        self.colours: vec[i64] = vec[i64]([0, 0])
        self.of_sort: vec[i64] = vec[i64]([0, 0])  # halves
        self.most_good: vec[i64] = vec[i64]([0, 0])  # pairs
        self.most_links: i64 = 0
        self.offered: vec[i64] = vec[i64]([0] * (2 * GOALS))  # tiles that fit each goal
        self.fits: vec[i64] = vec[i64]([0] * (2 * KINDS))  # which kinds may lie in each ring
        self.choice: vec[i64] = vec[i64]([0] * LEFT)  # the kinds that may lie in any
        self.left: vec[i64] = vec[i64]([0] * (3 * LEFT))  # tiles from each choice on

    def clear(self) -> None:
        """No tiles yet, no plan."""
        self.best.value = -1
        kinds = self.kinds
        for kind in range(i64(KINDS)):
            kinds[kind] = 0

    def search(self) -> Plan:
        """Try all goals of both cores that the tiles allow."""
        self._count_halves()
        self._count_pairs()
        self.most_good[0] = self.good[0]
        self.most_good[1] = self.good[1]
        self._count_supplies()
        for first in DEAREST_FIRST:
            if self.offered[first] >= RING or first == NO_GOAL:
                for second in DEAREST_FIRST:
                    if self.offered[GOALS + second] >= RING or second == NO_GOAL:
                        self._try(first, second)
        return self.best

    def _count_halves(self) -> None:
        """All of each class and sort; as long as there are no rings they are free."""
        halves, kinds = self.halves, self.kinds
        for place in range(i64(CLASSES)):
            kind = WITHOUT_HALF + SHAPES * place
            halves[place] = kinds[kind] + kinds[kind + 1] + kinds[kind + 2]
            self.free[place] = halves[place]
        self.of_sort[0] = halves[0] + halves[1] + halves[2] + halves[3]
        self.of_sort[1] = halves[4] + halves[5] + halves[6] + halves[7]

    def _count_supplies(self) -> None:
        """How many tiles fit each goal of the cores."""
        offered, kinds = self.offered, self.kinds
        for goal in range(i64(2 * GOALS)):
            offered[goal] = 0
        for place in range(i64(WITHOUT_HALF)):
            count = kinds[place] + kinds[12 + place] + kinds[24 + place]
            if count:
                shape, colour = KIND_SHAPE[place], KIND_COLOUR[place]
                offered[1 + shape] += count
                offered[GOALS + 1 + shape] += count
                if colour == self.colours[0]:
                    offered[ONE_COLOUR] += count
                    offered[BOTH + shape] = count
                if colour == self.colours[1]:
                    offered[GOALS + ONE_COLOUR] += count
                    offered[GOALS + BOTH + shape] = count

    def _try(self, first: i64, second: i64) -> None:
        """The best plan with these goals, unless even the best hope for it is no better."""
        if first < second < ONE_COLOUR:
            return  # shapes are the same around either core
        self.goals[0] = first
        self.goals[1] = second
        self.rings = (1 if first else 0) + (1 if second else 0)
        self.points = self._goal_points(first) + self._goal_points(second)
        self.limit = PAIRS_ALONE
        self.most_links = 0
        if self.rings == 1:
            self.limit = PAIRS_BESIDE[3] + 3
            self.most_links = MOST_LINKS
        elif self.rings == 2:
            self.limit = PAIRS_BETWEEN + NARROW_LINKS
            self.most_links = NARROW_LINKS + WIDE_LINKS
        if self._hope(0, 0) > self.best.value:
            if self.rings:
                self._find_choices()
            self._choose(0, RING if first else 0, RING if second else 0, 0, 0)

    def _goal_points(self, goal: i64) -> i64:
        p = self.printed
        if goal == NO_GOAL:
            return p.incomplete
        if goal < ONE_COLOUR:
            return p.one_shape
        return p.one_colour if goal == ONE_COLOUR else p.both

    def _hope(self, saturns: i64, kaleidoscopes: i64) -> i64:
        """More than any plan is worth that has so many halves of each sort inside its rings."""
        of_saturns = self._most_pairs(0, saturns)
        of_kaleidoscopes = self._most_pairs(1, kaleidoscopes)
        self._expect(0, self.most_good[0], of_saturns)
        self._expect(1, self.most_good[1], of_kaleidoscopes)
        hope = self.points + self._pairs_worth(self.limit)
        if (
            self.rings >= self.need_big
            and of_saturns >= self.need_saturns
            and of_kaleidoscopes >= self.need_kaleidoscopes
        ):
            hope += self.bonus
        return hope

    def _most_pairs(self, sort: i64, inside: i64) -> i64:
        """How many pairs of a sort there can be: one of its halves must lie outside the rings."""
        outside = self.of_sort[sort] - inside
        linked = least(least(inside, self.most_links), outside)
        return linked + ((outside - linked) >> 1)

    # Rings

    def _may_lie(self, core: i64, kind: i64) -> bool:
        """Whether a kind of tile may lie in the ring of a core."""
        goal = self.goals[core]
        if goal == NO_GOAL:
            return False
        if goal >= ONE_COLOUR and KIND_COLOUR[kind] != self.colours[core]:
            return False
        return goal == ONE_COLOUR or KIND_SHAPE[kind] == (goal - 1) & 3

    def _find_choices(self) -> None:
        """The kinds that fit a ring, and how many tiles from each on fit the first, the second, and any."""
        fits, left = self.fits, self.left
        choices: i64 = 0
        for kind in range(i64(KINDS)):
            if self.kinds[kind]:
                fits[kind] = 1 if self._may_lie(0, kind) else 0
                fits[KINDS + kind] = 1 if self._may_lie(1, kind) else 0
                if fits[kind] or fits[KINDS + kind]:
                    self.choice[choices] = kind
                    choices += 1
        left[choices] = 0
        left[LEFT + choices] = 0
        left[2 * LEFT + choices] = 0
        while choices:
            choices -= 1
            kind = self.choice[choices]
            count = self.kinds[kind]
            left[choices] = left[choices + 1] + count * fits[kind]
            left[LEFT + choices] = left[LEFT + choices + 1] + count * fits[KINDS + kind]
            left[2 * LEFT + choices] = left[2 * LEFT + choices + 1] + count

    def _choose(self, at: i64, first: i64, second: i64, saturns: i64, kaleidoscopes: i64) -> None:
        """Give tiles of this choice, then of the others, to rings that still need so many.

        `saturns` and `kaleidoscopes` count the halves that went into them.
        """
        if first == 0 and second == 0:
            self._leaf()
            return
        left = self.left
        if first > left[at] or second > left[LEFT + at] or first + second > left[2 * LEFT + at]:
            return
        fits, kind = self.fits, self.choice[at]
        while not ((first > 0 and fits[kind]) or (second > 0 and fits[KINDS + kind])):
            at += 1
            kind = self.choice[at]
        if self._hope(saturns, kaleidoscopes) <= self.best.value:
            return
        count = self.kinds[kind]
        most = least(count, first) * fits[kind]
        other = least(count, second) * fits[KINDS + kind]
        for x in range(most + 1):
            last = least(count - x, other)
            # A tile without a half is of no use elsewhere: as many as possible go into the rings.
            y = last if kind < WITHOUT_HALF else i64(0)
            if kind < WITHOUT_HALF and x + y < least(count, most + other):
                continue
            while y <= last:
                self.ring[kind] = x
                self.ring[KINDS + kind] = y
                self._choose(
                    at + 1,
                    first - x,
                    second - y,
                    saturns + (x + y) * OF_SATURN[kind],
                    kaleidoscopes + (x + y) * OF_KALEIDOSCOPE[kind],
                )
                y += 1
        self.ring[kind] = 0
        self.ring[KINDS + kind] = 0
