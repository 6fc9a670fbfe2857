"""§6 The best plan for a set of tiles: which of them go into rings, and which halves are paired.

Only counts matter here. A *kind* is half * 12 + colour * 3 + shape (half 0 none, 1 saturn,
2 kaleidoscope), a *class* is the same without the shape: (half - 1) * 4 + colour. The search tries
every ring that the tiles allow, with every choice of tiles for it that could make a difference.
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
from fairground.games.fireworks.rules.printed import Printed
from fairground.games.fireworks.rules.tiles import COLOURS, SHAPES

KINDS: Final = 36
WITHOUT_HALF: Final = 12
CLASSES: Final = 8
RING: Final = 6
NO_GOAL: Final = 0
ONE_COLOUR: Final = 4
BOTH: Final = 5
GOALS: Final = 8  # none, one of three shapes, one colour, both with one of three shapes


def class_of(kind: i64) -> i64:
    return (kind // 12 - 1) * 4 + kind % 12 // 3


class Plan:
    """The best found so far: goals and tiles of both rings, links, and pairs of each sort."""

    def __init__(self) -> None:
        self.value: i64 = -1
        self.goals: vec[i64] = vec[i64]([0, 0])
        self.ring: vec[i64] = vec[i64]([0] * (2 * KINDS))
        self.links: i64 = 0
        self.link: vec[i64] = vec[i64]([0] * (3 * MOST_LINKS))  # ring, class, class of the partner
        self.saturns: i64 = 0
        self.kaleidoscopes: i64 = 0
        self.wide: i64 = 0  # which ring has the room for links


class Planner:
    """Finds the plan. `bonus` is paid for `needs` kaleidoscopes, saturns and big fireworks."""

    def __init__(self, printed: Printed, kinds: vec[i64], colours: vec[i64]) -> None:
        self.printed = printed
        self.kinds = kinds
        self.colours = colours  # of the two cores
        self.bonus: i64 = 0
        self.need_kaleidoscopes: i64 = 0
        self.need_saturns: i64 = 0
        self.need_big: i64 = 0
        self.best = Plan()
        # The plan being tried.
        self.goals: vec[i64] = vec[i64]([0, 0])
        self.ring: vec[i64] = vec[i64]([0] * (2 * KINDS))
        self.supply: vec[i64] = vec[i64]([0] * (2 * KINDS + 2))
        self.halves: vec[i64] = vec[i64]([0] * CLASSES)  # all of each class
        self.free: vec[i64] = vec[i64]([0] * CLASSES)
        self.inside: vec[i64] = vec[i64]([0] * (2 * CLASSES))
        self.links: i64 = 0
        self.link: vec[i64] = vec[i64]([0] * (3 * MOST_LINKS))
        self.linked: vec[i64] = vec[i64]([0, 0])
        self.wide: i64 = 0
        self.rings: i64 = 0
        self.points: i64 = 0
        self.limit: i64 = 0
        # Pairs that the free halves make: good and lesser ones of each sort.
        self.good: vec[i64] = vec[i64]([0, 0])
        self.lesser: vec[i64] = vec[i64]([0, 0])
        self.better: vec[i64] = vec[i64]([0, 0])
        self.worse: vec[i64] = vec[i64]([0, 0])
        self.prefer_same: vec[i64] = vec[i64]([0, 0])
        self._value_pairs()

    def _value_pairs(self) -> None:
        """What a pair of each sort is worth at its best and else."""
        p = self.printed
        same = vec[i64]([p.saturn_same, p.kaleidoscope_same])
        different = vec[i64]([p.saturn_different, p.kaleidoscope_different])
        for sort in range(i64(2)):
            likes_same = same[sort] >= different[sort]
            self.prefer_same[sort] = 1 if likes_same else 0
            self.better[sort] = same[sort] if likes_same else different[sort]
            self.worse[sort] = different[sort] if likes_same else same[sort]

    def search(self) -> Plan:
        """Try no ring, then all goals of both cores."""
        for kind in range(i64(WITHOUT_HALF), i64(KINDS)):
            self.halves[class_of(kind)] += self.kinds[kind]
        for first in range(i64(GOALS)):
            if first == NO_GOAL or self._supply_of(0, first) >= RING:
                for second in range(i64(GOALS)):
                    if second == NO_GOAL or self._supply_of(1, second) >= RING:
                        self._try(first, second)
        return self.best

    def _try(self, first: i64, second: i64) -> None:
        """The best plan with these goals, unless even the best hope for it is no better."""
        self.goals[0] = first
        self.goals[1] = second
        self.rings = (1 if first else 0) + (1 if second else 0)
        self.points = self._goal_points(first) + self._goal_points(second)
        most = PAIRS_ALONE
        if self.rings == 1:
            most = PAIRS_BESIDE[3] + 3
        elif self.rings == 2:
            most = PAIRS_BETWEEN + NARROW_LINKS
        self.limit = most
        if self._hope() > self.best.value:
            self._supplies(0, first)
            self._supplies(1, second)
            self._choose(0, RING if first else 0, RING if second else 0)

    def _goal_points(self, goal: i64) -> i64:
        p = self.printed
        if goal == NO_GOAL:
            return p.incomplete
        if goal < ONE_COLOUR:
            return p.one_shape
        return p.one_colour if goal == ONE_COLOUR else p.both

    def _hope(self) -> i64:
        """More than any plan with these goals is worth: every half free, the bonus paid."""
        self.free = self.halves[:]
        self._count_pairs()
        room = self.limit
        return self.points + self.bonus + self._pairs_worth(room)

    def _pairs_worth(self, room: i64) -> i64:
        """The most that so many pairs of the free halves are worth."""
        worth: i64 = 0
        for sort in range(i64(2)):
            good = self.good[sort] if self.good[sort] < room else room
            worth += good * self.better[sort]
            room -= good
        for sort in range(i64(2)):
            lesser = self.lesser[sort] if self.lesser[sort] < room else room
            worth += lesser * self.worse[sort]
            room -= lesser
        return worth

    # Rings

    def _fits(self, core: i64, goal: i64, kind: i64) -> bool:
        """Whether a kind of tile may lie in the ring of a core that has this goal."""
        if goal == NO_GOAL:
            return False
        if goal >= ONE_COLOUR and kind % 12 // SHAPES != self.colours[core]:
            return False
        return goal == ONE_COLOUR or kind % SHAPES == (goal - 1) % ONE_COLOUR

    def _supply_of(self, core: i64, goal: i64) -> i64:
        supply: i64 = 0
        for kind in range(i64(KINDS)):
            if self.kinds[kind] and self._fits(core, goal, kind):
                supply += self.kinds[kind]
        return supply

    def _supplies(self, core: i64, goal: i64) -> None:
        """How many tiles of each kind and the kinds after it fit the goal."""
        base = core * (KINDS + 1)
        left: i64 = 0
        self.supply[base + KINDS] = 0
        for back in range(i64(KINDS)):
            kind = KINDS - 1 - back
            if self._fits(core, goal, kind):
                left += self.kinds[kind]
            self.supply[base + kind] = left

    def _choose(self, kind: i64, first: i64, second: i64) -> None:
        """Give tiles of this kind, then of the others, to rings that still need so many."""
        if first == 0 and second == 0:
            self._leaf()
            return
        if first > self.supply[kind] or second > self.supply[KINDS + 1 + kind]:
            return
        while not (self.kinds[kind] and self._wanted(kind, first, second)):
            kind += 1
            if kind == KINDS:
                return
        count = self.kinds[kind]
        most = self._least(count, first) if self._fits(0, self.goals[0], kind) else 0
        other = self._least(count, second) if self._fits(1, self.goals[1], kind) else 0
        for x in range(most + 1):
            left = self._least(count - x, other)
            # A tile without a half is of no use elsewhere: as many as possible go into the rings.
            y = left if kind < WITHOUT_HALF else 0
            if kind < WITHOUT_HALF and x + y < self._least(count, most + other):
                continue
            while y <= left:
                self.ring[kind] = x
                self.ring[KINDS + kind] = y
                self._choose(kind + 1, first - x, second - y)
                y += 1
        self.ring[kind] = 0
        self.ring[KINDS + kind] = 0

    def _wanted(self, kind: i64, first: i64, second: i64) -> bool:
        return (first > 0 and self._fits(0, self.goals[0], kind)) or (
            second > 0 and self._fits(1, self.goals[1], kind)
        )

    def _least(self, a: i64, b: i64) -> i64:
        return a if a < b else b

    # Links

    def _leaf(self) -> None:
        """The rings are chosen: count the halves inside and outside, and join them."""
        self.free = self.halves[:]
        for place in range(i64(2 * CLASSES)):
            self.inside[place] = 0
        if self.rings:
            for kind in range(i64(WITHOUT_HALF), i64(KINDS)):
                for core in range(i64(2)):
                    used = self.ring[core * KINDS + kind]
                    if used:
                        self.inside[core * CLASSES + class_of(kind)] += used
                        self.free[class_of(kind)] -= used
        self.links = 0
        self.linked[0] = 0
        self.linked[1] = 0
        self.wide = 0 if self.goals[0] else 1
        self._join(0, 0, 0, 0)
        if self.rings == 2:
            self.wide = 1
            self._join(0, 0, 0, 0)

    def _room(self) -> i64:
        """How many pairs fit outside the rings beside the links."""
        wide = self.linked[self.wide]
        if self.rings == 1:
            return PAIRS_BESIDE[wide]
        if self.rings == 0:
            return PAIRS_ALONE
        return PAIRS_BETWEEN - wide

    def _may_link(self, core: i64) -> bool:
        if self.rings == 1:
            return self.linked[core] < MOST_LINKS
        return self.linked[core] < (WIDE_LINKS if core == self.wide else NARROW_LINKS)

    def _join(self, place: i64, worth: i64, saturns: i64, kaleidoscopes: i64) -> None:
        """Link the halves inside the rings from this place on in every way worth trying."""
        while place < 2 * CLASSES and (self.inside[place] == 0 or not self._may_link(place // CLASSES)):
            place += 1
        if place == 2 * CLASSES:
            self._finish(worth, saturns, kaleidoscopes)
            return
        own = place % CLASSES
        sort = own // COLOURS
        self.inside[place] -= 1
        same_first = self.prefer_same[sort] == 1
        colour = own % COLOURS
        others = self._others(sort, colour)
        if self.free[own] and (same_first or not others):
            points = self.better[sort] if same_first else self.worse[sort]
            self._link(place, own, worth + points, saturns, kaleidoscopes)
        elif others:
            points = self.worse[sort] if same_first else self.better[sort]
            for partner in range(sort * COLOURS, sort * COLOURS + COLOURS):
                if partner != own and self.free[partner]:
                    self._link(place, partner, worth + points, saturns, kaleidoscopes)
        self.inside[place] += 1
        self._skip(place, worth, saturns, kaleidoscopes)

    def _skip(self, place: i64, worth: i64, saturns: i64, kaleidoscopes: i64) -> None:
        """Leave the halves of this class inside the ring alone."""
        kept = self.inside[place]
        self.inside[place] = 0
        self._join(place + 1, worth, saturns, kaleidoscopes)
        self.inside[place] = kept

    def _others(self, sort: i64, colour: i64) -> bool:
        return any(other != colour and self.free[sort * COLOURS + other] for other in range(i64(COLOURS)))

    def _link(self, place: i64, partner: i64, worth: i64, saturns: i64, kaleidoscopes: i64) -> None:
        core = place // CLASSES
        at = 3 * self.links
        self.link[at] = core
        self.link[at + 1] = place % CLASSES
        self.link[at + 2] = partner
        self.links += 1
        self.linked[core] += 1
        self.free[partner] -= 1
        if partner < COLOURS:
            self._join(place, worth, saturns + 1, kaleidoscopes)
        else:
            self._join(place, worth, saturns, kaleidoscopes + 1)
        self.free[partner] += 1
        self.linked[core] -= 1
        self.links -= 1

    # Pairs

    def _count_pairs(self) -> None:
        """How many good and how many lesser pairs the free halves make."""
        for sort in range(i64(2)):
            total: i64 = 0
            most: i64 = 0
            alike: i64 = 0
            for colour in range(i64(COLOURS)):
                count = self.free[sort * COLOURS + colour]
                total += count
                alike += count // 2
                if count > most:
                    most = count
            if self.prefer_same[sort]:
                self.good[sort] = alike
                self.lesser[sort] = total // 2 - alike
            else:
                mixed = total - most if most > total - most else total // 2
                self.good[sort] = mixed
                self.lesser[sort] = total // 2 - mixed

    def _finish(self, worth: i64, saturns: i64, kaleidoscopes: i64) -> None:
        """Pair the free halves in the room there is; keep the plan if it is the best."""
        room = self._room()
        self._count_pairs()
        hope = self.points + worth + self.bonus + self._pairs_worth(room)
        if hope <= self.best.value:
            return
        of_saturns = self.good[0] + self.lesser[0]
        of_kaleidoscopes = self.good[1] + self.lesser[1]
        for count in range(self._least(of_saturns, room) + 1):
            others = self._least(of_kaleidoscopes, room - count)
            value = self.points + worth + self._sort_worth(0, count) + self._sort_worth(1, others)
            if (
                saturns + count >= self.need_saturns
                and kaleidoscopes + others >= self.need_kaleidoscopes
                and self.rings >= self.need_big
            ):
                value += self.bonus
            if value > self.best.value:
                self._keep(value, count, others)

    def _sort_worth(self, sort: i64, count: i64) -> i64:
        good = self._least(self.good[sort], count)
        return good * self.better[sort] + (count - good) * self.worse[sort]

    def _keep(self, value: i64, saturns: i64, kaleidoscopes: i64) -> None:
        best = self.best
        best.value = value
        best.goals = self.goals[:]
        best.ring = self.ring[:]
        best.links = self.links
        best.link = self.link[:]
        best.saturns = saturns
        best.kaleidoscopes = kaleidoscopes
        best.wide = self.wide
