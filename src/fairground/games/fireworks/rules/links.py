"""§6 Links: halves inside the rings joined by halves outside, in every way worth trying."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fairground.games.fireworks.rules.layouts import MOST_LINKS, NARROW_LINKS, WIDE_LINKS
from fairground.games.fireworks.rules.pairs import CLASSES, KINDS, Pairs, least
from fairground.games.fireworks.rules.tiles import COLOURS

WITHOUT_HALF: Final = 12
UNKNOWN: Final = -1
CLASS: Final = vec[i64]([(kind // 12 - 1) * 4 + kind % 12 // 3 for kind in range(KINDS)])  # negative: no half


class Links(Pairs):
    """Completes a plan whose rings are chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.limit: i64 = 0  # of pairs in all
        self.halves: vec[i64] = vec[i64]([0] * CLASSES)  # all of each class
        self.inside: vec[i64] = vec[i64]([0] * (2 * CLASSES))

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
