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
from fairground.games.fireworks.rules.printed import NEEDS, Printed
from fairground.games.fireworks.rules.tiles import COLOURS, SHAPES

KINDS: Final = 36
LEFT: Final = 37
WITHOUT_HALF: Final = 12
CLASSES: Final = 8
RING: Final = 6
NO_GOAL: Final = 0
UNKNOWN: Final = -1
ONE_COLOUR: Final = 4
BOTH: Final = 5
GOALS: Final = 8  # none, one of three shapes, one colour, both with one of three shapes
DEAREST_FIRST: Final = vec[i64]([5, 6, 7, 1, 2, 3, 4, 0])


CLASS: Final = vec[i64]([(kind // 12 - 1) * 4 + kind % 12 // 3 for kind in range(KINDS)])  # negative: no half
OF_SATURN: Final = vec[i64]([int(12 <= kind < 24) for kind in range(KINDS)])
OF_KALEIDOSCOPE: Final = vec[i64]([int(kind >= 24) for kind in range(KINDS)])
KIND_COLOUR: Final = vec[i64]([kind % 12 // 3 for kind in range(KINDS)])
KIND_SHAPE: Final = vec[i64]([kind % 3 for kind in range(KINDS)])


def least(a: i64, b: i64) -> i64:
    return a if a < b else b


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
    """Finds the plan for `kinds`. `bonus` is paid for the needed kaleidoscopes, saturns and big fireworks."""

    def __init__(self) -> None:
        self.printed = Printed()
        self.kinds: vec[i64] = vec[i64]([0] * KINDS)
        self.colours: vec[i64] = vec[i64]([0, 0])  # of the two cores
        self.bonus: i64 = 0
        self.need_kaleidoscopes: i64 = 0
        self.need_saturns: i64 = 0
        self.need_big: i64 = 0
        self.best = Plan()
        # The plan being tried.
        self.goals: vec[i64] = vec[i64]([0, 0])
        self.ring: vec[i64] = vec[i64]([0] * (2 * KINDS))
        self.fits: vec[i64] = vec[i64]([0] * (2 * KINDS))  # which kinds may lie in each ring
        self.choices: i64 = 0
        self.choice: vec[i64] = vec[i64]([0] * LEFT)
        self.left: vec[i64] = vec[i64]([0] * (3 * LEFT))
        self.halves: vec[i64] = vec[i64]([0] * CLASSES)  # all of each class
        self.of_sort: vec[i64] = vec[i64]([0, 0])
        self.free: vec[i64] = vec[i64]([0] * CLASSES)
        self.inside: vec[i64] = vec[i64]([0] * (2 * CLASSES))
        self.links: i64 = 0
        self.link: vec[i64] = vec[i64]([0] * (3 * MOST_LINKS))
        self.linked: vec[i64] = vec[i64]([0, 0])
        self.wide: i64 = 0
        self.rings: i64 = 0
        self.points: i64 = 0
        self.limit: i64 = 0
        self.most_links: i64 = 0
        self.offered: vec[i64] = vec[i64]([0] * (2 * GOALS))
        # Pairs that the free halves make: good and lesser ones of each sort.
        self.good: vec[i64] = vec[i64]([0, 0])
        self.lesser: vec[i64] = vec[i64]([0, 0])
        self.most_good: vec[i64] = vec[i64]([0, 0])
        self.better: vec[i64] = vec[i64]([0, 0])
        self.worse: vec[i64] = vec[i64]([0, 0])
        self.prefer_same: vec[i64] = vec[i64]([0, 0])

    def clear(self) -> None:
        """No tiles yet, no plan."""
        self.best.value = -1
        kinds = self.kinds
        for kind in range(i64(KINDS)):
            kinds[kind] = 0

    def pay(self, printed: Printed, character: i64, flowers: i64, types: i64) -> None:
        """What things are worth to a character that has so many flowers and types of special tiles."""
        self.printed = printed
        self._value_pairs()
        need, needs = printed.needs, character * NEEDS
        if flowers >= need[needs + 3] and types >= need[needs]:
            self.bonus = printed.bonus[character]
            self.need_kaleidoscopes = need[needs + 1]
            self.need_saturns = need[needs + 2]
            self.need_big = need[needs + 4]
        else:
            self.bonus = 0
            self.need_kaleidoscopes = 0
            self.need_saturns = 0
            self.need_big = 0

    def _value_pairs(self) -> None:
        """What a pair of each sort is worth at its best and else."""
        printed = self.printed
        self._value_sort(0, printed.saturn_same, printed.saturn_different)
        self._value_sort(1, printed.kaleidoscope_same, printed.kaleidoscope_different)

    def _value_sort(self, sort: i64, same: i64, different: i64) -> None:
        likes_same = same >= different
        self.prefer_same[sort] = 1 if likes_same else 0
        self.better[sort] = same if likes_same else different
        self.worse[sort] = different if likes_same else same

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

    def _expect(self, sort: i64, good: i64, pairs: i64) -> None:
        """So many pairs of a sort, at most so many of them good."""
        good = least(good, pairs)
        self.good[sort] = good
        self.lesser[sort] = pairs - good

    def _most_pairs(self, sort: i64, inside: i64) -> i64:
        """How many pairs of a sort there can be: one of its halves must lie outside the rings."""
        outside = self.of_sort[sort] - inside
        linked = least(least(inside, self.most_links), outside)
        return linked + ((outside - linked) >> 1)

    def _pairs_worth(self, room: i64) -> i64:
        """The most that so many of the good and lesser pairs are worth."""
        worth: i64 = 0
        for sort in range(i64(2)):
            good = least(self.good[sort], room)
            worth += good * self.better[sort]
            room -= good
        if room:
            for sort in range(i64(2)):
                lesser = least(self.lesser[sort], room)
                worth += lesser * self.worse[sort]
                room -= lesser
        return worth

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
        self.choices = choices
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

    # Links

    def _leaf(self) -> None:
        """The rings are chosen: count the halves inside and outside, and join them."""
        self.links = 0
        self.linked[0] = 0
        self.linked[1] = 0
        self._count_inside()
        if self.rings == 0:
            self.wide = 1
            self._finish(0, 0, 0)
            return
        self.wide = 0 if self.goals[0] else 1
        self._join(0, UNKNOWN, 0, 0, 0)
        if self.rings == 2:
            self.wide = 1
            self._join(0, UNKNOWN, 0, 0, 0)

    def _count_inside(self) -> None:
        """How many halves of each class lie in rings; what is free is what is left."""
        free, inside, ring, halves = self.free, self.inside, self.ring, self.halves
        for place in range(i64(CLASSES)):
            free[place] = halves[place]
            inside[place] = 0
            inside[CLASSES + place] = 0
        if self.rings:
            for kind in range(i64(WITHOUT_HALF), i64(KINDS)):
                first, second = ring[kind], ring[KINDS + kind]
                if first or second:
                    place = CLASS[kind]
                    inside[place] += first
                    inside[CLASSES + place] += second
                    free[place] -= first + second

    def _room(self) -> i64:
        """How many pairs fit outside the rings beside the links."""
        wide = self.linked[self.wide]
        if self.rings == 1:
            return PAIRS_BESIDE[wide]
        if self.rings == 0:
            return PAIRS_ALONE
        return PAIRS_BETWEEN - wide

    def _links_left(self, core: i64) -> i64:
        """How many more links a ring may have."""
        if self.rings == 1:
            return MOST_LINKS - self.linked[core]
        if core == self.wide:
            return WIDE_LINKS - self.linked[core]
        return NARROW_LINKS - self.linked[core]

    def _join(self, place: i64, hope: i64, worth: i64, saturns: i64, kaleidoscopes: i64) -> None:
        """Link the halves inside the rings from this place on in every way worth trying.

        With one ring the first try mostly reaches what is hoped for: the hope before a link serves after it.
        """
        while place < 2 * CLASSES and (self.inside[place] == 0 or self._links_left(place // CLASSES) == 0):
            place += 1
        if place == 2 * CLASSES:
            self._finish(worth, saturns, kaleidoscopes)
            return
        if hope == UNKNOWN:
            hope = self._hope_of_links(place, worth, saturns, kaleidoscopes)
            if hope <= self.best.value:
                return
        later = hope if self.rings == 1 else i64(UNKNOWN)
        own = place % CLASSES
        sort = own // COLOURS
        self.inside[place] -= 1
        same_first = self.prefer_same[sort] == 1
        colour = own % COLOURS
        others = self._others(sort, colour)
        if self.free[own] and (same_first or not others):
            points = self.better[sort] if same_first else self.worse[sort]
            self._link(place, own, later, worth + points, saturns, kaleidoscopes)
        elif others:
            points = self.worse[sort] if same_first else self.better[sort]
            for partner in range(sort * COLOURS, sort * COLOURS + COLOURS):
                if partner != own and self.free[partner] and self.best.value < hope:
                    self._link(place, partner, later, worth + points, saturns, kaleidoscopes)
        self.inside[place] += 1
        if self.best.value < hope:
            self._skip(place, worth, saturns, kaleidoscopes)

    def _hope_of_links(self, place: i64, worth: i64, saturns: i64, kaleidoscopes: i64) -> i64:
        """More than any plan is worth that has these links and others from this place on."""
        first, second = self._links_left(0), self._links_left(1)
        self._expect_links(0, place, first, second)
        self._expect_links(1, place, first, second)
        room = self.limit - self.links
        if self.rings == 2 and not self._narrow_from(place):
            room -= 1
        hope = self.points + worth + self._pairs_worth(room)
        if (
            self.rings >= self.need_big
            and saturns + self.good[0] + self.lesser[0] >= self.need_saturns
            and kaleidoscopes + self.good[1] + self.lesser[1] >= self.need_kaleidoscopes
        ):
            hope += self.bonus
        return hope

    def _narrow_from(self, place: i64) -> bool:
        """Whether the narrow ring has a link, or can still get one."""
        narrow = 1 - self.wide
        if self.linked[narrow]:
            return True
        for own in range(narrow * CLASSES, narrow * CLASSES + CLASSES):
            if own >= place and self.inside[own]:
                return True
        return False

    def _expect_links(self, sort: i64, place: i64, first: i64, second: i64) -> None:
        """At most so many pairs of a sort, with so many more links of each ring, from this place on."""
        free: i64 = 0
        most: i64 = 0
        alike: i64 = 0
        in_first: i64 = 0
        in_second: i64 = 0
        outer, inner = self.free, self.inside
        for own in range(sort * COLOURS, sort * COLOURS + COLOURS):
            outside = outer[own]
            count = outside
            free += outside
            if own >= place:
                inside = least(inner[own], first)
                count += inside
                in_first += inside
            if CLASSES + own >= place:
                inside = least(inner[CLASSES + own], second)
                count += inside
                in_second += inside
            alike += least(count >> 1, outside)
            if count > most:
                most = count
        linked = least(least(in_first, first) + least(in_second, second), free)
        total = free + in_first + in_second
        good = alike if self.prefer_same[sort] else least(total - most, total >> 1)
        self._expect(sort, good, linked + ((free - linked) >> 1))

    def _skip(self, place: i64, worth: i64, saturns: i64, kaleidoscopes: i64) -> None:
        """Leave the halves of this class inside the ring alone."""
        kept = self.inside[place]
        self.inside[place] = 0
        self._join(place + 1, UNKNOWN, worth, saturns, kaleidoscopes)
        self.inside[place] = kept

    def _others(self, sort: i64, colour: i64) -> bool:
        return any(other != colour and self.free[sort * COLOURS + other] for other in range(i64(COLOURS)))

    def _link(
        self, place: i64, partner: i64, hope: i64, worth: i64, saturns: i64, kaleidoscopes: i64
    ) -> None:
        core = place // CLASSES
        at = 3 * self.links
        self.link[at] = core
        self.link[at + 1] = place % CLASSES
        self.link[at + 2] = partner
        self.links += 1
        self.linked[core] += 1
        self.free[partner] -= 1
        if partner < COLOURS:
            self._join(place, hope, worth, saturns + 1, kaleidoscopes)
        else:
            self._join(place, hope, worth, saturns, kaleidoscopes + 1)
        self.free[partner] += 1
        self.linked[core] -= 1
        self.links -= 1

    # Pairs

    def _count_pairs(self) -> None:
        """How many good and how many lesser pairs the free halves make."""
        free = self.free
        for sort in range(i64(2)):
            total: i64 = 0
            most: i64 = 0
            alike: i64 = 0
            for colour in range(i64(COLOURS)):
                count = free[sort * COLOURS + colour]
                total += count
                alike += count >> 1
                if count > most:
                    most = count
            if self.prefer_same[sort]:
                self.good[sort] = alike
                self.lesser[sort] = (total >> 1) - alike
            else:
                mixed = least(total - most, total >> 1)
                self.good[sort] = mixed
                self.lesser[sort] = (total >> 1) - mixed

    def _finish(self, worth: i64, saturns: i64, kaleidoscopes: i64) -> None:
        """Pair the free halves in the room there is; keep the plan if it is the best."""
        room = self._room()
        self._count_pairs()
        hope = self.points + worth + self.bonus + self._pairs_worth(room)
        if hope <= self.best.value:
            return
        of_saturns = self.good[0] + self.lesser[0]
        of_kaleidoscopes = self.good[1] + self.lesser[1]
        for count in range(least(of_saturns, room) + 1):
            others = least(of_kaleidoscopes, room - count)
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
        good = least(self.good[sort], count)
        return good * self.better[sort] + (count - good) * self.worse[sort]

    def _keep(self, value: i64, saturns: i64, kaleidoscopes: i64) -> None:
        best = self.best
        best.value = value
        best.goals[0] = self.goals[0]
        best.goals[1] = self.goals[1]
        if self.rings:
            best.ring = self.ring[:]
        best.links = self.links
        for at in range(3 * self.links):
            best.link[at] = self.link[at]
        best.saturns = saturns
        best.kaleidoscopes = kaleidoscopes
        best.wide = self.wide
