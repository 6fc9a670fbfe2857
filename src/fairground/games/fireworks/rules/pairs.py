"""§6 What a plan for a set of tiles is made of, and the pairs that halves outside the rings make.

Only counts matter here. A *kind* is half * 12 + colour * 3 + shape (half 0 none, 1 saturn,
2 kaleidoscope), a *class* is the same without the shape: (half - 1) * 4 + colour.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fairground.games.fireworks.rules.layouts import MOST_LINKS, PAIRS_ALONE, PAIRS_BESIDE, PAIRS_BETWEEN
from fairground.games.fireworks.rules.printed import NEEDS, FireworksPrinted
from fairground.games.fireworks.rules.tiles import COLOURS

KINDS: Final = 36
CLASSES: Final = 8
NO_GOAL: Final = 0


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


class Pairs:
    """The plan being tried and the best so far. `bonus` is paid for the needed pairs and big fireworks."""

    def __init__(self) -> None:
        self.printed = FireworksPrinted()
        self.bonus: i64 = 0
        self.need_kaleidoscopes: i64 = 0
        self.need_saturns: i64 = 0
        self.need_big: i64 = 0
        self.best = Plan()
        # The plan being tried: rings, links, and what that leaves free.
        self.goals: vec[i64] = vec[i64]([0, 0])
        self.ring: vec[i64] = vec[i64]([0] * (2 * KINDS))
        self.rings: i64 = 0
        self.points: i64 = 0
        self.links: i64 = 0
        self.link: vec[i64] = vec[i64]([0] * (3 * MOST_LINKS))
        self.linked: vec[i64] = vec[i64]([0, 0])
        self.wide: i64 = 0
        self.free: vec[i64] = vec[i64]([0] * CLASSES)
        # Pairs that the free halves make, good and lesser ones of each sort, and what they are worth.
        self.good: vec[i64] = vec[i64]([0, 0])
        self.lesser: vec[i64] = vec[i64]([0, 0])
        self.better: vec[i64] = vec[i64]([0, 0])
        self.worse: vec[i64] = vec[i64]([0, 0])
        self.prefer_same: vec[i64] = vec[i64]([0, 0])

    def pay(self, printed: FireworksPrinted, character: i64, flowers: i64, types: i64) -> None:
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

    def _expect(self, sort: i64, good: i64, pairs: i64) -> None:
        """So many pairs of a sort, at most so many of them good."""
        good = least(good, pairs)
        self.good[sort] = good
        self.lesser[sort] = pairs - good

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

    def _room(self) -> i64:
        """How many pairs fit outside the rings beside the links."""
        wide = self.linked[self.wide]
        if self.rings == 1:
            return PAIRS_BESIDE[wide]
        if self.rings == 0:
            return PAIRS_ALONE
        return PAIRS_BETWEEN - wide

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
