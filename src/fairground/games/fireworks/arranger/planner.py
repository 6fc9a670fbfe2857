"""§4 The planner: finds the best plan for a set of tiles, beginning with the tiles of the rings.

It tries every ring that the tiles allow, with every choice of tiles for it that could make a difference, and
lets the link search complete each of them.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fairground.games.fireworks.arranger.layouts import RING, USUAL_LAYOUTS
from fairground.games.fireworks.arranger.links import LinkSearch
from fairground.games.fireworks.arranger.pairs import CharacterBonus, PairCounts
from fairground.games.fireworks.arranger.plain import PlainTiles, put_plain, remove_plain
from fairground.games.fireworks.arranger.plan import (
    CLASSES,
    FULL_SHAPES,
    KIND_SHAPES,
    KINDS,
    NO_GOAL,
    WITHOUT_HALF,
    BoardPlan,
    DraftPlan,
    least,
)
from fairground.games.fireworks.rules.printed import FireworksPrinted

GOALS: Final = 8  # none, one of three shapes, one colour, both with one of three shapes
ONE_COLOUR: Final = 4
BOTH: Final = 5
HIGHEST_FIRST: Final = vec[i64]([5, 6, 7, 1, 2, 3, 4, 0])  # goals by their points
LEFT: Final = KINDS + 1  # a place for each choice, and one behind them
OF_SATURN: Final = vec[i64]([int(16 <= kind < 32) for kind in range(KINDS)])
OF_KALEIDOSCOPE: Final = vec[i64]([int(kind >= 32) for kind in range(KINDS)])
KIND_COLOUR: Final = vec[i64]([kind % 16 // KIND_SHAPES for kind in range(KINDS)])
KIND_SHAPE: Final = vec[i64]([kind % KIND_SHAPES for kind in range(KINDS)])


class Planner:
    """Finds the plan for so many tiles of each of the `kinds`, around cores of these `colours`.

    If it is not `exact`, it repeats the choices of the first rules, whose bounds sometimes leave out the best
    plan: tiles without a half go into the rings whenever they fit, and saturns count as dearer than
    kaleidoscopes.
    """

    def __init__(self) -> None:
        self.exact = True
        self.printed = FireworksPrinted()
        self.draft = DraftPlan()
        self.draft.use(USUAL_LAYOUTS)
        self.pairs = PairCounts()
        self.bonus = CharacterBonus()
        self.plain = PlainTiles()
        self.links = LinkSearch(self.draft, self.pairs, self.bonus)
        self.kinds: vec[i64] = vec[i64]([0] * KINDS)
        self.colours: vec[i64] = vec[i64]([0, 0])
        self.of_sort: vec[i64] = vec[i64]([0, 0])  # halves
        self.most_good: vec[i64] = vec[i64]([0, 0])  # pairs
        self.supply: vec[i64] = vec[i64]([0] * (2 * GOALS))  # tiles that fit each goal of each core
        self.fits: vec[i64] = vec[i64]([0] * (2 * KINDS))  # which kinds may lie in each ring
        self.choice: vec[i64] = vec[i64]([0] * LEFT)  # the kinds that may lie in any ring, then KINDS
        self.left: vec[i64] = vec[i64]([0] * (3 * LEFT))  # tiles from each choice on: for each ring, for any

    def clear(self) -> None:
        """Forget the tiles and the best plan."""
        self.links.best.value = -1
        kinds = self.kinds
        for kind in range(i64(KINDS)):
            kinds[kind] = 0

    def set_values(self, printed: FireworksPrinted, character: i64, flowers: i64, types: i64) -> None:
        """Set what things are worth to a character with so many flowers and types of special tiles."""
        self.printed = printed
        if self.draft.layouts is not printed.layouts:
            self.draft.use(printed.layouts)
        self.pairs.set_points(printed)
        if self.exact:
            self.pairs.sort_by_points()
        self.bonus.set_character(printed, character, flowers, types)

    def search(self) -> BoardPlan:
        """Return the best plan, after trying all goals of both cores that the tiles allow."""
        self._count_halves()
        self.pairs.count(self.draft.free)
        self.most_good[0] = self.pairs.good[0]
        self.most_good[1] = self.pairs.good[1]
        self._count_supply()
        for first in HIGHEST_FIRST:
            if self.supply[first] >= RING or first == NO_GOAL:
                for second in HIGHEST_FIRST:
                    if self.supply[GOALS + second] >= RING or second == NO_GOAL:
                        self._try_goals(first, second)
        return self.links.best

    def _count_halves(self) -> None:
        """Count the halves of each class and sort. Without rings all of them are free."""
        halves, kinds, free = self.links.halves, self.kinds, self.draft.free
        for place in range(i64(CLASSES)):
            kind = WITHOUT_HALF + KIND_SHAPES * place
            halves[place] = kinds[kind] + kinds[kind + 1] + kinds[kind + 2] + kinds[kind + 3]
            free[place] = halves[place]
        self.of_sort[0] = halves[0] + halves[1] + halves[2] + halves[3]
        self.of_sort[1] = halves[4] + halves[5] + halves[6] + halves[7]

    def _count_supply(self) -> None:
        """Count the tiles that fit each goal of each core."""
        supply, kinds = self.supply, self.kinds
        for goal in range(i64(2 * GOALS)):
            supply[goal] = 0
        for kind in range(i64(WITHOUT_HALF)):
            count = kinds[kind] + kinds[WITHOUT_HALF + kind] + kinds[2 * WITHOUT_HALF + kind]
            if count:
                shape, colour = KIND_SHAPE[kind], KIND_COLOUR[kind]
                full = shape < FULL_SHAPES
                if full:
                    supply[1 + shape] += count
                    supply[GOALS + 1 + shape] += count
                if colour == self.colours[0]:
                    supply[ONE_COLOUR] += count
                    if full:
                        supply[BOTH + shape] = count
                if colour == self.colours[1]:
                    supply[GOALS + ONE_COLOUR] += count
                    if full:
                        supply[GOALS + BOTH + shape] = count

    def _try_goals(self, first: i64, second: i64) -> None:
        """Search the plans with these goals, unless none of them can be better than the best so far."""
        if first < second < ONE_COLOUR:
            return  # shapes are the same around either core
        draft = self.draft
        draft.start(first, second, self._goal_points(first) + self._goal_points(second))
        if self._bound(0, 0) > self.links.best.value:
            if draft.rings:
                self._find_choices()
            if self.exact and (draft.rings == 2 or (draft.rings and draft.layouts.may_be_stuck_beside)):
                self._fill_rings(alike=first == second < ONE_COLOUR)
            else:
                self._choose(0, RING if first else 0, RING if second else 0, 0, 0)

    def _goal_points(self, goal: i64) -> i64:
        printed = self.printed
        if goal == NO_GOAL:
            return printed.incomplete
        if goal < ONE_COLOUR:
            return printed.one_shape
        return printed.one_colour if goal == ONE_COLOUR else printed.both

    def _bound(self, saturns: i64, kaleidoscopes: i64) -> i64:
        """Return points that no plan with so many halves of each sort inside its rings exceeds."""
        draft, pairs = self.draft, self.pairs
        of_saturns = self._most_pairs(0, saturns)
        of_kaleidoscopes = self._most_pairs(1, kaleidoscopes)
        pairs.expect(0, self.most_good[0], of_saturns)
        pairs.expect(1, self.most_good[1], of_kaleidoscopes)
        bonus = self.bonus.earned_by(draft.rings, of_saturns, of_kaleidoscopes)
        return draft.points + pairs.points_in(draft.most_pairs) + bonus

    def _most_pairs(self, sort: i64, inside: i64) -> i64:
        """Return how many pairs of a sort there can be.

        One half of each must lie outside the rings, unless the rings have a joint.
        """
        outside = self.of_sort[sort] - inside
        linked = least(least(inside, self.draft.most_links), outside)
        most = linked + ((outside - linked) >> 1)
        if self.draft.has_joints and self.draft.rings == 2:
            return self._most_pairs_with_joint(sort, inside, most)
        return most

    def _most_pairs_with_joint(self, sort: i64, inside: i64, most: i64) -> i64:
        """Return how many pairs of a sort there can be, if there are so many without a joint."""
        inside = inside if inside > 2 else i64(2)
        outside = self.of_sort[sort] - inside
        if outside < 0:
            return most
        linked = least(least(inside - 2, self.draft.most_links), outside)
        joined = 1 + linked + ((outside - linked) >> 1)
        return joined if joined > most else most

    # The tiles of the rings

    def _may_lie(self, core: i64, kind: i64) -> bool:
        """Return whether a kind of tile may lie in the ring of a core."""
        goal = self.draft.goals[core]
        if goal == NO_GOAL:
            return False
        if goal >= ONE_COLOUR and KIND_COLOUR[kind] != self.colours[core]:
            return False
        return goal == ONE_COLOUR or KIND_SHAPE[kind] == (goal - 1) & 3

    def _find_choices(self) -> None:
        """List kinds that fit a ring; count the tiles from each on that fit the first, the second, any."""
        fits, left = self.fits, self.left
        choices: i64 = 0
        for kind in range(i64(KINDS)):
            if self.kinds[kind]:
                fits[kind] = 1 if self._may_lie(0, kind) else 0
                fits[KINDS + kind] = 1 if self._may_lie(1, kind) else 0
                if fits[kind] or fits[KINDS + kind]:
                    self.choice[choices] = kind
                    choices += 1
        self.choice[choices] = KINDS
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

    def _fill_rings(self, alike: bool) -> None:
        """Try every number of tiles without a half in each ring that may be best, and halves for the rest.

        If two rings are alike, it makes no difference which of them has more.
        """
        draft = self.draft
        if self.left[2 * LEFT] < draft.rings * RING:
            return
        most_first: i64 = RING if draft.goals[0] else 0
        most_second: i64 = RING if draft.goals[1] else 0
        kinds, fits, ring, plain = self.kinds, self.fits, draft.ring, self.plain
        plain.count(kinds, fits)
        bound = self._bound(0, 0)
        halves: i64 = 0
        while self.choice[halves] < WITHOUT_HALF:
            halves += 1
        for first in range(most_first, i64(-1), -1):
            for second in range(first if alike else most_second, i64(-1), -1):
                if self.links.best.value >= bound:
                    return
                if plain.are_worth_trying(draft.rings, first, second, draft.layouts):
                    put_plain(0, first, kinds, fits, ring)
                    put_plain(1, second, kinds, fits, ring)
                    self._choose(halves, most_first - first, most_second - second, 0, 0)
                    remove_plain(ring)

    def _choose(self, at: i64, first: i64, second: i64, saturns: i64, kaleidoscopes: i64) -> None:
        """Give tiles of this choice and those after it to the rings, which still need `first` and `second`.

        `saturns` and `kaleidoscopes` count the halves that are inside the rings already.
        """
        if first == 0 and second == 0:
            self.links.complete()
            return
        left = self.left
        if first > left[at] or second > left[LEFT + at] or first + second > left[2 * LEFT + at]:
            return
        fits, ring, kind = self.fits, self.draft.ring, self.choice[at]
        while not ((first > 0 and fits[kind]) or (second > 0 and fits[KINDS + kind])):
            at += 1
            kind = self.choice[at]
        if self._bound(saturns, kaleidoscopes) <= self.links.best.value:
            return
        count = self.kinds[kind]
        most = least(count, first) * fits[kind]
        other = least(count, second) * fits[KINDS + kind]
        for x in range(most + 1):
            last = least(count - x, other)
            # A tile without a half is of no use outside: as many as possible go into the ring.
            y = last if kind < WITHOUT_HALF else i64(0)
            if kind < WITHOUT_HALF and x + y < least(count, most + other):
                continue
            while y <= last:
                ring[kind] = x
                ring[KINDS + kind] = y
                self._choose(
                    at + 1,
                    first - x,
                    second - y,
                    saturns + (x + y) * OF_SATURN[kind],
                    kaleidoscopes + (x + y) * OF_KALEIDOSCOPE[kind],
                )
                y += 1
        ring[kind] = 0
        ring[KINDS + kind] = 0
