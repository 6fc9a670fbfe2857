"""§4 Lays a seat's tiles out as the best plan for them says.

The result depends only on which tiles there are, not on how they lay before, so a board can be arranged as
late as somebody looks at it.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fairground.games.fireworks.arranger.layouts import RING, Layout, at_links
from fairground.games.fireworks.arranger.plan import (
    CLASS,
    FULL_SHAPES,
    KIND_SHAPES,
    KINDS,
    NO_GOAL,
    WITHOUT_HALF,
    BoardPlan,
)
from fairground.games.fireworks.arranger.planner import Planner
from fairground.games.fireworks.rules.outline import direction_to
from fairground.games.fireworks.rules.score import POPULATION, TYPE_BIT
from fairground.games.fireworks.rules.table import BOARD, NONE, FireworksTable
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
    SHAPE,
    SHAPES,
    SPACES,
    SPECIAL,
    opposite,
)

EXACT_SINCE: Final = 2  # the version of the rules


def arrange(table: FireworksTable, seat: i64) -> None:
    """Lay the tiles of a seat out so that they score the most, or as the first rules did."""
    arranger = IDLE.pop() if IDLE else Arranger()
    arranger.planner.exact = table.rules >= EXACT_SINCE
    arranger.run(table, seat)
    IDLE.append(arranger)


def _kind_of(face: int) -> int:
    """Return the planner's number for a basic face without its shape, NONE for any other."""
    if not BASIC <= face < SPECIAL:
        return NONE
    kind = int(COLOUR[face] * KIND_SHAPES)
    return kind if EXTRA[face] == FLOWER else kind + WITHOUT_HALF * int(EXTRA[face])


KIND: Final = vec[i64]([_kind_of(face) for face in range(FACES)])


class Arranger:
    """Lays out one seat's tiles. Making an arranger is slow, so a few are kept and used again."""

    def __init__(self) -> None:
        self.table = FireworksTable()
        self.seat: i64 = 0
        self.planner = Planner()
        self.count: i64 = 0
        # All tiles except the cores, ascending: the kind of each, the ring it is for, and whether it is laid.
        self.tiles: vec[i64] = vec[i64]([0] * SPACES)
        self.kind: vec[i64] = vec[i64]([0] * SPACES)
        self.ring: vec[i64] = vec[i64]([0] * SPACES)
        self.laid: vec[i64] = vec[i64]([0] * SPACES)
        self.shape: vec[i64] = vec[i64]([0] * SHAPES)  # what the planner calls each shape
        self.cores: vec[i64] = vec[i64]([0, 0])
        self.left: vec[i64] = vec[i64]([0] * COLOURS)  # halves of each colour not yet laid

    def run(self, table: FireworksTable, seat: i64) -> None:
        """Arrange the board of a seat."""
        self.table = table
        self.seat = seat
        self._describe_tiles()
        plan = self.planner.search()
        for space in range(i64(SPACES)):
            table.board[seat * SPACES + space] = EMPTY
        self._assign_rings(plan)
        self._lay(plan)
        self._lay_rest()

    # What the planner needs to know

    def _describe_tiles(self) -> None:
        """Sort the tiles, and tell the planner how many of each kind there are and what they can earn."""
        table, planner = self.table, self.planner
        face, here, kinds = table.face, u8(BOARD + self.seat), planner.kinds
        planner.clear()
        self._sort_shapes()
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
                if kind != NONE:
                    kind += self.shape[SHAPE[own]]
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
        planner.set_values(table.printed, table.character[self.seat], flowers, POPULATION[special])

    def _sort_shapes(self) -> None:
        """Number the shapes for the planner. Of many, only those that can fill a ring count."""
        table, sorted_shape = self.table, self.shape
        if len(table.printed.shapes) <= FULL_SHAPES:
            for at in range(i64(len(table.printed.shapes))):
                sorted_shape[table.printed.shapes[at]] = at
            return
        for shape in range(i64(SHAPES)):
            sorted_shape[shape] = 0
        for tile in table.board[self.seat * SPACES : (self.seat + 1) * SPACES]:
            if tile != EMPTY and BASIC <= table.face[tile] < SPECIAL:
                sorted_shape[SHAPE[i64(table.face[tile])]] += 1
        full: i64 = 0
        for shape in range(i64(SHAPES)):
            if sorted_shape[shape] >= RING:
                sorted_shape[shape] = full
                full += 1
            else:
                sorted_shape[shape] = FULL_SHAPES

    # Laying the tiles out

    def _assign_rings(self, plan: BoardPlan) -> None:
        """Decide which tile goes into which ring."""
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

    def _layout(self, plan: BoardPlan, wide: i64) -> Layout:
        """Return the layout for the rings and links of a plan, so many of them of the wide ring."""
        layouts = self.table.printed.layouts
        if plan.goals[0] == NO_GOAL and plan.goals[1] == NO_GOAL:
            return layouts.no_ring
        if plan.goals[0] == NO_GOAL or plan.goals[1] == NO_GOAL:
            return layouts.one_ring[wide]
        return layouts.two_rings[at_links(wide, plan.links - wide, plan.joints)]

    def _lay(self, plan: BoardPlan) -> None:
        wide: i64 = 0
        for link in range(plan.links):
            if plan.link[3 * link] == plan.wide:
                wide += 1
        layout = self._layout(plan, wide)
        first = plan.wide
        self._put(layout.cores[0], self.cores[first], 0)
        self._put(layout.cores[1], self.cores[1 - first], 0)
        self._lay_links(plan, layout, first, 0)
        self._lay_links(plan, layout, 1 - first, wide)
        if plan.joints:
            one, other = self._pick(0, plan.joint[0]), self._pick(1, plan.joint[1])
            self._put_pair(layout.joint[first], one, layout.joint[1 - first], other)
        for core in range(i64(2)):
            if plan.goals[core] != NO_GOAL:
                self._lay_ring(layout.cores[0 if core == first else 1], core)
        self._lay_pairs(plan, layout)

    def _lay_links(self, plan: BoardPlan, layout: Layout, core: i64, at: i64) -> None:
        """Lay the links of a ring from this place of the layout on."""
        for link in range(plan.links):
            if plan.link[3 * link] == core:
                inner, outer = layout.links[2 * at], layout.links[2 * at + 1]
                one = self._pick(core, plan.link[3 * link + 1])
                other = self._pick(NONE, plan.link[3 * link + 2])
                self._put_pair(inner, one, outer, other)
                at += 1

    def _lay_ring(self, space: i64, core: i64) -> None:
        """Lay the other tiles of a ring, their petals pointing at the core."""
        near = self.table.printed.outline.next
        for direction in range(i64(DIRECTIONS)):
            around = near[space * DIRECTIONS + direction]
            if self.table.board[self.seat * SPACES + around] == EMPTY:
                for at in range(self.count):
                    if self.ring[at] == core and not self.laid[at]:
                        self._put(around, self.tiles[at], opposite(direction))
                        self.laid[at] = 1
                        break

    def _lay_pairs(self, plan: BoardPlan, layout: Layout) -> None:
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
        """Return the classes of the next good pair: two of one colour, or of the two most common colours."""
        left = self.left
        for colour in range(i64(COLOURS)):
            left[colour] = 0
        for at in range(self.count):
            kind = self.kind[at]
            if (
                kind >= WITHOUT_HALF
                and not self.laid[at]
                and self.ring[at] == NONE
                and CLASS[kind] // COLOURS == sort
            ):
                left[CLASS[kind] % COLOURS] += 1
        first = _most(left, NONE)
        second = _most(left, first)
        if left[second] == 0 or (same and left[first] >= 2):
            second = first
        return sort * COLOURS + first, sort * COLOURS + second

    def _pick(self, ring: i64, wanted: i64) -> i64:
        """Return the first tile of a class that is for this ring, or with NONE for no ring."""
        for at in range(self.count):
            kind = self.kind[at]
            if kind >= WITHOUT_HALF and not self.laid[at] and self.ring[at] == ring and CLASS[kind] == wanted:
                self.laid[at] = 1
                return self.tiles[at]
        raise ValueError("the plan needs a tile that the seat does not have")

    def _put_pair(self, space: i64, tile: i64, beside: i64, other: i64) -> None:
        """Lay two tiles with their halves facing each other, so that their petals point away."""
        direction = direction_to(self.table.printed.outline, space, beside)
        self._put(space, tile, opposite(direction))
        self._put(beside, other, direction)

    def _put(self, space: i64, tile: i64, direction: i64) -> None:
        self.table.board[self.seat * SPACES + space] = tile
        self.table.facing[tile] = u8(direction)

    def _lay_rest(self) -> None:
        """Fill the free spaces in reading order with the tiles that the plan does not use."""
        board, base = self.table.board, self.seat * SPACES
        space: i64 = 0
        for at in range(self.count):
            if not self.laid[at]:
                while board[base + space] != EMPTY:
                    space += 1
                self._put(space, self.tiles[at], 0)


def _most(counts: vec[i64], but: i64) -> i64:
    """Return the colour with the highest count, other than `but`; the first of equals."""
    best: i64 = NONE
    for colour in range(i64(COLOURS)):
        if colour != but and (best == NONE or counts[colour] > counts[best]):
            best = colour
    return best


IDLE: Final[list[Arranger]] = []
