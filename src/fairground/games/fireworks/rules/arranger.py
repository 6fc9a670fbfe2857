"""§6 The arranger: lays a seat's tiles out as the best plan for them says.

The result depends on the set of tiles only, not on how they lay, so it may be made when somebody looks.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fairground.games.fireworks.rules.layouts import (
    NO_RING,
    ONE_RING,
    TWO_RINGS,
    TWO_RINGS_JOINED,
    Layout,
)
from fairground.games.fireworks.rules.links import CLASS
from fairground.games.fireworks.rules.pairs import KINDS, NO_GOAL, Plan
from fairground.games.fireworks.rules.plan import Planner
from fairground.games.fireworks.rules.score import POPULATION, TYPE_BIT
from fairground.games.fireworks.rules.table import BOARD, NONE, Table
from fairground.games.fireworks.rules.tiles import (
    BASIC,
    COLOUR,
    COLOURS,
    DIRECTIONS,
    EMPTY,
    EXTRA,
    FACES,
    FLOWER,
    FUNCTION,
    NEXT,
    SHAPE,
    SHAPES,
    SPACES,
    SPECIAL,
    towards,
    turned,
)


def arrange(table: Table, seat: i64) -> None:
    """Lay the tiles of a seat out so that they score the most."""
    arranger = IDLE.pop() if IDLE else Arranger()
    arranger.run(table, seat)
    IDLE.append(arranger)


def _kind_of(face: int) -> int:
    """What the planner calls a basic face, NONE for any other."""
    if not BASIC <= face < SPECIAL:
        return NONE
    kind = int(COLOUR[face] * SHAPES + SHAPE[face])
    return kind if EXTRA[face] == FLOWER else kind + 12 * int(EXTRA[face])


KIND: Final = vec[i64]([_kind_of(face) for face in range(FACES)])


class Arranger:
    """One seat's tiles while they are laid out anew. Making one is dear, so it is used again."""

    def __init__(self) -> None:
        self.table = Table()
        self.seat: i64 = 0
        self.planner = Planner()
        self.count: i64 = 0
        # The tiles but for the cores, ascending; each with its kind, the ring it is for, and whether it lies.
        self.tiles: vec[i64] = vec[i64]([0] * SPACES)
        self.kind: vec[i64] = vec[i64]([0] * SPACES)
        self.ring: vec[i64] = vec[i64]([0] * SPACES)
        self.laid: vec[i64] = vec[i64]([0] * SPACES)
        self.cores: vec[i64] = vec[i64]([0, 0])
        self.left: vec[i64] = vec[i64]([0] * COLOURS)  # halves of each colour, while pairs are laid

    def run(self, table: Table, seat: i64) -> None:
        self.table = table
        self.seat = seat
        self._ask()
        plan = self.planner.search()
        for space in range(i64(SPACES)):
            table.board[seat * SPACES + space] = EMPTY
        self._divide(plan)
        self._lay(plan, self._layout(plan))
        self._lay_rest()

    # The question

    def _ask(self) -> None:
        """Sort the tiles out, and tell the planner of them: how many of each kind, and what they may earn."""
        table, planner = self.table, self.planner
        face, here, kinds = table.face, u8(BOARD + self.seat), planner.kinds
        planner.clear()
        count: i64 = 0
        cores: i64 = 0
        flowers: i64 = 0
        special: i64 = 0
        tile: i64 = -1
        for place in table.place:
            tile += 1
            if place == here:
                own = i64(face[tile])
                if own < BASIC:
                    self.cores[cores] = tile
                    planner.colours[cores] = COLOUR[own]
                    cores += 1
                    continue
                kind = KIND[own]
                self.tiles[count] = tile
                self.kind[count] = kind
                self.ring[count] = NONE
                self.laid[count] = 0
                count += 1
                if kind != NONE:
                    kinds[kind] += 1
                    if EXTRA[own] == FLOWER:
                        flowers += 1
                elif own < FUNCTION:
                    special |= TYPE_BIT[own - SPECIAL]
        self.count = count
        planner.pay(table.printed, table.character[self.seat], flowers, POPULATION[special])

    # The answer

    def _divide(self, plan: Plan) -> None:
        """Say which tile is for which ring."""
        if plan.goals[0] == NO_GOAL and plan.goals[1] == NO_GOAL:
            return
        left = plan.ring
        for at in range(self.count):
            kind = self.kind[at]
            if kind != NONE:
                for core in range(i64(2)):
                    if self.ring[at] == NONE and left[core * KINDS + kind]:
                        left[core * KINDS + kind] -= 1
                        self.ring[at] = core

    def _layout(self, plan: Plan) -> Layout:
        wide: i64 = 0
        for link in range(plan.links):
            if plan.link[3 * link] == plan.wide:
                wide += 1
        if plan.goals[0] == NO_GOAL and plan.goals[1] == NO_GOAL:
            return NO_RING
        if plan.goals[0] == NO_GOAL or plan.goals[1] == NO_GOAL:
            return ONE_RING[wide]
        return TWO_RINGS[wide] if wide == plan.links else TWO_RINGS_JOINED[wide]

    def _lay(self, plan: Plan, layout: Layout) -> None:
        first = plan.wide
        self._put(layout.cores[0], self.cores[first], 0)
        self._put(layout.cores[1], self.cores[1 - first], 0)
        self._lay_links(plan, layout, first, 0)
        self._lay_links(plan, layout, 1 - first, -1)
        for core in range(i64(2)):
            if plan.goals[core] != NO_GOAL:
                self._lay_ring(layout.cores[0 if core == first else 1], core)
        self._lay_pairs(plan, layout)

    def _lay_links(self, plan: Plan, layout: Layout, core: i64, at: i64) -> None:
        """The links of a ring; those of the narrow one take the last place of the layout."""
        if at < 0:
            at = len(layout.links) // 2 - 1
        for link in range(plan.links):
            if plan.link[3 * link] == core:
                inner, outer = layout.links[2 * at], layout.links[2 * at + 1]
                one = self._pick(core, plan.link[3 * link + 1])
                other = self._pick(NONE, plan.link[3 * link + 2])
                self._put_pair(inner, one, outer, other)
                at += 1

    def _lay_ring(self, space: i64, core: i64) -> None:
        """The other tiles of a ring, petals to the core."""
        for direction in range(i64(DIRECTIONS)):
            around = NEXT[space * DIRECTIONS + direction]
            if self.table.board[self.seat * SPACES + around] == EMPTY:
                for at in range(self.count):
                    if self.ring[at] == core and not self.laid[at]:
                        self._put(around, self.tiles[at], turned(direction))
                        self.laid[at] = 1
                        break

    def _lay_pairs(self, plan: Plan, layout: Layout) -> None:
        at: i64 = 0
        printed = self.table.printed
        for number in range(plan.saturns + plan.kaleidoscopes):
            sort: i64 = 0 if number < plan.saturns else 1
            same = (
                printed.saturn_same >= printed.saturn_different
                if sort == 0
                else printed.kaleidoscope_same >= printed.kaleidoscope_different
            )
            one, other = self._pair_classes(sort, same)
            self._put_pair(
                layout.pairs[at], self._pick(NONE, one), layout.pairs[at + 1], self._pick(NONE, other)
            )
            at += 2

    def _pair_classes(self, sort: i64, same: bool) -> tuple[i64, i64]:
        """The classes of the next good pair: two of one colour, or of the two commonest colours."""
        left = self.left
        for colour in range(i64(COLOURS)):
            left[colour] = 0
        for at in range(self.count):
            kind = self.kind[at]
            if kind >= 12 and not self.laid[at] and self.ring[at] == NONE and CLASS[kind] // COLOURS == sort:
                left[CLASS[kind] % COLOURS] += 1
        first = _most(left, NONE)
        second = _most(left, first)
        if left[second] == 0 or (same and left[first] >= 2):
            second = first
        return sort * COLOURS + first, sort * COLOURS + second

    def _pick(self, ring: i64, wanted: i64) -> i64:
        """The first tile of a class that is for this ring, or for none."""
        for at in range(self.count):
            kind = self.kind[at]
            if kind >= 12 and not self.laid[at] and self.ring[at] == ring and CLASS[kind] == wanted:
                self.laid[at] = 1
                return self.tiles[at]
        raise ValueError("the plan asks for a tile that is not there")

    def _put_pair(self, space: i64, tile: i64, beside: i64, other: i64) -> None:
        """Halves face each other, so petals point away."""
        direction = towards(space, beside)
        self._put(space, tile, turned(direction))
        self._put(beside, other, direction)

    def _put(self, space: i64, tile: i64, direction: i64) -> None:
        self.table.board[self.seat * SPACES + space] = tile
        self.table.facing[tile] = u8(direction)

    def _lay_rest(self) -> None:
        """What has no part in the plan fills the free spaces in reading order."""
        board, base = self.table.board, self.seat * SPACES
        space: i64 = 0
        for at in range(self.count):
            if not self.laid[at]:
                while board[base + space] != EMPTY:
                    space += 1
                self._put(space, self.tiles[at], 0)


def _most(counts: vec[i64], but: i64) -> i64:
    """The colour with the most, the first of equals."""
    best: i64 = NONE
    for colour in range(i64(COLOURS)):
        if colour != but and (best == NONE or counts[colour] > counts[best]):
            best = colour
    return best


IDLE: Final[list[Arranger]] = []
