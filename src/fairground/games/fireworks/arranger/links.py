"""§4 Links and joints: halves inside the rings in pairs, in every way worth trying."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fairground.games.fireworks.arranger.pairs import CharacterBonus, PairCounts
from fairground.games.fireworks.arranger.plan import (
    CLASS,
    CLASSES,
    KINDS,
    WITHOUT_HALF,
    BoardPlan,
    DraftPlan,
    least,
)
from fairground.games.fireworks.rules.tiles import COLOURS

UNKNOWN: Final = -1


class LinkSearch:
    """Completes a draft whose rings are chosen, and keeps the best plan seen.

    A *place* is a class of halves inside a ring: CLASSES * ring + class. A *bound* is a number of points that
    no plan of a branch exceeds; a branch whose bound is no more than the best plan's value is left out.
    """

    def __init__(self, draft: DraftPlan, pairs: PairCounts, bonus: CharacterBonus) -> None:
        self.draft = draft
        self.pairs = pairs
        self.bonus = bonus
        self.best = BoardPlan()
        self.halves: vec[i64] = vec[i64]([0] * CLASSES)  # all of each class
        self.inside: vec[i64] = vec[i64]([0] * (2 * CLASSES))  # those in the rings that can still be linked

    def complete(self) -> None:
        """Add links and pairs to the rings of the draft."""
        draft = self.draft
        draft.clear_links()
        self._count_inside()
        if draft.rings == 0:
            draft.wide = 1
            self._add_pairs(0, 0, 0)
            return
        draft.wide = 0 if draft.goals[0] else 1
        self._join(0, UNKNOWN, 0, 0, 0)
        if draft.rings == 2:
            if not draft.alike:
                draft.wide = 1
                self._join(0, UNKNOWN, 0, 0, 0)
            if draft.has_joints:
                self._join_rings()

    def _count_inside(self) -> None:
        """Count the halves of each class inside the rings, and those left outside."""
        free, inside, ring, halves = self.draft.free, self.inside, self.draft.ring, self.halves
        for place in range(i64(CLASSES)):
            free[place] = halves[place]
            inside[place] = 0
            inside[CLASSES + place] = 0
        if self.draft.rings:
            for kind in range(i64(WITHOUT_HALF), i64(KINDS)):
                first, second = ring[kind], ring[KINDS + kind]
                if first or second:
                    place = CLASS[kind]
                    inside[place] += first
                    inside[CLASSES + place] += second
                    free[place] -= first + second

    def _join_rings(self) -> None:
        """Let a half of one ring meet one of the other, in every way, and link the rest."""
        draft, inside, pairs = self.draft, self.inside, self.pairs
        draft.joints = 1
        for own in range(i64(CLASSES)):
            sort = own // COLOURS
            for other in range(sort * COLOURS, sort * COLOURS + COLOURS):
                if inside[own] and inside[CLASSES + other]:
                    inside[own] -= 1
                    inside[CLASSES + other] -= 1
                    draft.joint[0] = own
                    draft.joint[1] = other
                    good = (own == other) == (pairs.prefer_same[sort] == 1)
                    gain = pairs.better[sort] if good else pairs.worse[sort]
                    self._join(0, UNKNOWN, gain, 1 - sort, sort)
                    inside[own] += 1
                    inside[CLASSES + other] += 1
        draft.joints = 0

    def _join(self, place: i64, bound: i64, points: i64, saturns: i64, kaleidoscopes: i64) -> None:
        """Link the halves inside the rings from this place on, in every way worth trying.

        `points`, `saturns` and `kaleidoscopes` count the links made so far. With one ring the first try
        mostly reaches the bound, so the bound before a link is used after it too.
        """
        draft, pairs = self.draft, self.pairs
        while place < 2 * CLASSES and (self.inside[place] == 0 or draft.links_left(place // CLASSES) == 0):
            place += 1
        if place == 2 * CLASSES:
            self._add_pairs(points, saturns, kaleidoscopes)
            return
        if bound == UNKNOWN:
            bound = self._bound(place, points, saturns, kaleidoscopes)
            if bound <= self.best.value:
                return
        later = bound if draft.rings == 1 else i64(UNKNOWN)
        own = place % CLASSES
        sort = own // COLOURS
        self.inside[place] -= 1
        same_first = pairs.prefer_same[sort] == 1
        others = self._has_other_colour(sort, own % COLOURS)
        if draft.free[own] and (same_first or not others):
            gain = pairs.better[sort] if same_first else pairs.worse[sort]
            self._link(place, own, later, points + gain, saturns, kaleidoscopes)
        elif others:
            gain = pairs.worse[sort] if same_first else pairs.better[sort]
            for partner in range(sort * COLOURS, sort * COLOURS + COLOURS):
                if partner != own and draft.free[partner] and self.best.value < bound:
                    self._link(place, partner, later, points + gain, saturns, kaleidoscopes)
        self.inside[place] += 1
        if self.best.value < bound:
            self._skip(place, points, saturns, kaleidoscopes)

    def _has_other_colour(self, sort: i64, colour: i64) -> bool:
        """Return whether a half of this sort and another colour is free."""
        free = self.draft.free
        return any(other != colour and free[sort * COLOURS + other] for other in range(i64(COLOURS)))

    def _link(
        self, place: i64, partner: i64, bound: i64, points: i64, saturns: i64, kaleidoscopes: i64
    ) -> None:
        """Join one half of this place to a free one, and go on."""
        core = place // CLASSES
        self.draft.add_link(core, place % CLASSES, partner)
        if partner < COLOURS:
            self._join(place, bound, points, saturns + 1, kaleidoscopes)
        else:
            self._join(place, bound, points, saturns, kaleidoscopes + 1)
        self.draft.remove_link(core, partner)

    def _skip(self, place: i64, points: i64, saturns: i64, kaleidoscopes: i64) -> None:
        """Go on without linking the other halves of this place."""
        skipped = self.inside[place]
        self.inside[place] = 0
        self._join(place + 1, UNKNOWN, points, saturns, kaleidoscopes)
        self.inside[place] = skipped

    # The pairs outside the rings

    def _add_pairs(self, points: i64, saturns: i64, kaleidoscopes: i64) -> None:
        """Pair the free halves in the room that is left; keep the plan if it is the best so far."""
        draft, pairs, bonus, best = self.draft, self.pairs, self.bonus, self.best
        room = draft.room_for_pairs()
        pairs.count(draft.free)
        points += draft.points
        if points + bonus.points + pairs.points_in(room) <= best.value:
            return
        of_kaleidoscopes = pairs.number(1)
        for count in range(least(pairs.number(0), room) + 1):
            others = least(of_kaleidoscopes, room - count)
            value = points + pairs.points_of(0, count) + pairs.points_of(1, others)
            value += bonus.earned_by(draft.rings, saturns + count, kaleidoscopes + others)
            if value > best.value:
                draft.save(best, value, count, others)

    # The bound of a branch

    def _bound(self, place: i64, points: i64, saturns: i64, kaleidoscopes: i64) -> i64:
        """Return a bound for the plans that have these links and others from this place on."""
        draft, pairs = self.draft, self.pairs
        first, second = draft.links_left(0), draft.links_left(1)
        self._expect_pairs(0, place, first, second)
        self._expect_pairs(1, place, first, second)
        room = draft.most_pairs - draft.links - draft.joints
        if draft.rings == 2 and not draft.alike and not self._can_link_narrow_ring(place):
            room -= 1
        bonus = self.bonus.earned_by(draft.rings, saturns + pairs.number(0), kaleidoscopes + pairs.number(1))
        return draft.points + points + pairs.points_in(room) + bonus

    def _can_link_narrow_ring(self, place: i64) -> bool:
        """Return whether the narrow ring has a link, or can get one from this place on."""
        narrow = 1 - self.draft.wide
        if self.draft.linked[narrow]:
            return True
        for own in range(narrow * CLASSES, narrow * CLASSES + CLASSES):
            if own >= place and self.inside[own]:
                return True
        return False

    def _expect_pairs(self, sort: i64, place: i64, first: i64, second: i64) -> None:
        """Expect as many pairs of a sort as `first` and `second` more links from this place on allow."""
        free: i64 = 0
        most: i64 = 0
        alike: i64 = 0
        in_first: i64 = 0
        in_second: i64 = 0
        outer, inner = self.draft.free, self.inside
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
        good = alike if self.pairs.prefer_same[sort] else least(total - most, total >> 1)
        self.pairs.expect(sort, good, linked + ((free - linked) >> 1))
