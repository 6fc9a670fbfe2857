"""The judge of Fireworks: it estimates what the tiles of a board can become, however they lie now."""

import math
from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from fairground.engine.judge import Judge
from fairground.engine.rng import Rng
from fairground.engine.state import State
from fairground.games.fireworks.arranger.layouts import RING
from fairground.games.fireworks.rules.boards import (
    AIM,
    AIM_FROM,
    ARRANGE,
    DONE,
    GATHER,
    GIVE_TILE,
    TAKE,
    TURN_TILE,
)
from fairground.games.fireworks.rules.launch import HEIGHTS, HIGH, LOW, MIDDLE
from fairground.games.fireworks.rules.printed import NEEDS
from fairground.games.fireworks.rules.score import MOST_TYPES, tally
from fairground.games.fireworks.rules.table import (
    CHOOSE,
    DOWN,
    GIVE,
    GRAB,
    HAND,
    HELPERS,
    LAST,
    LAUNCH,
    NOT_YET,
    PLACE,
    RETURN,
    SPEED,
    FireworksTable,
)
from fairground.games.fireworks.rules.tiles import (
    BASIC,
    COLOUR,
    COLOURS,
    EMPTY,
    EXTRA,
    FLOWER,
    SATURN,
    SHAPE,
    SHAPES,
    SPACES,
    SPECIAL,
)
from fairground.games.fireworks.rules.turn import MOST_ARRANGING, ZONES, Fireworks

# Where `Display.counts` counts tiles: by colour and shape, shape, colour, halves by class, types, flowers.
SHAPES_AT: Final = 24
COLOURS_AT: Final = 30
HALVES_AT: Final = 34
TYPES_AT: Final = 42
FLOWERS_AT: Final = 50
COUNTS: Final = 51

ONE_COLOUR: Final = SHAPES  # the goal of a ring: a shape, or the colour of its core
LEFT: Final = SPACES - 2 + 1  # possible numbers of tiles to come
LOOKS: Final = 8  # how many tiles a playout compares
REACH: Final = 30  # how far from the centre of a zone a tile still counts for it
CROWDED: Final = 85  # tiles face down from which on playouts launch from high up
SPARSE: Final = 70  # and below which they launch from low down
GATHERING: Final = 50.0
ARRANGER: Final = 50.0
BY_HAND: Final = 0.01

# What the goals of a second core have to do with the tiles of a display; reused by every judgement.
FIT_SECOND: Final = vec[i64]([0] * (SHAPES + 1))
GAIN_SECOND: Final = vec[float]([0.0] * (SHAPES + 1))


def chances(fits: float) -> vec[float]:
    """Return a table: at missing * LEFT + left, the chance that `missing` of `left` tiles to come fit."""
    table = vec[float]([1.0] * LEFT + [0.0] * (RING * LEFT))
    for missing in range(i64(1), i64(RING + 1)):
        for left in range(i64(1), i64(LEFT)):
            at = missing * LEFT + left
            table[at] = fits * table[at - LEFT - 1] + (1.0 - fits) * table[at - 1]
    return table


class Outlook:
    """How likely a tile to come serves each purpose. Measured in play, where a seat chooses among several."""

    def __init__(self, shape: float, colour: float, half: float, special: float, flower: float) -> None:
        self.shape = chances(shape)
        self.colour = chances(colour)
        self.half = chances(half)
        self.special = chances(special)
        self.flower = chances(flower)


LAUNCHED: Final = Outlook(0.50, 0.38, 0.12, 0.08, 0.20)  # with few shapes
VARIED: Final = Outlook(0.38, 0.38, 0.12, 0.08, 0.20)  # with more shapes than colours
GRABBED: Final = Outlook(0.90, 0.90, 0.90, 0.80, 0.80)  # §9.2 everything lies open


class Display:
    """Counts of a seat's tiles by what matters about them."""

    def __init__(self, table: FireworksTable, seat: i64) -> None:
        self.counts: vec[i64] = vec[i64]([0] * COUNTS)
        self.types: i64 = 0
        self.first: i64 = -1  # the colours of the cores
        self.second: i64 = -1
        for tile in table.board[seat * SPACES : (seat + 1) * SPACES]:
            if tile != EMPTY:
                self.put(i64(table.face[tile]), 1)

    def put(self, face: i64, by: i64) -> None:
        """Add a tile, or with -1 remove one."""
        counts = self.counts
        if face < BASIC:
            self.first, self.second = face, self.first
        elif face < SPECIAL:
            colour, shape, extra = COLOUR[face], SHAPE[face], EXTRA[face]
            counts[SHAPES * colour + shape] += by
            counts[SHAPES_AT + shape] += by
            counts[COLOURS_AT + colour] += by
            if extra == FLOWER:
                counts[FLOWERS_AT] += by
            elif extra:
                counts[HALVES_AT + (extra - SATURN) * COLOURS + colour] += by
        else:
            at = TYPES_AT + face - SPECIAL
            before = counts[at]
            counts[at] = before + by
            if before == 0 or before + by == 0:
                self.types += by

    def have(self, goal: i64, core: i64) -> i64:
        """Return how many tiles fit a goal of a core of this colour."""
        return self.counts[SHAPES_AT + goal] if goal < SHAPES else self.counts[COLOURS_AT + core]

    def common(self, goal: i64, other: i64) -> i64:
        """Return how many tiles fit both the first core's goal and the second's."""
        if goal < SHAPES:
            if other < SHAPES:
                return self.counts[SHAPES_AT + goal] if goal == other else 0
            return self.counts[SHAPES * self.second + goal]
        return self.counts[SHAPES * self.first + other] if other < SHAPES else 0


def tiles_to_come(table: Fireworks, seat: i64) -> i64:
    """Estimate how many tiles the seat will still get; the first full board ends the match."""
    room = SPACES - table.tiles[seat]
    if table.ending != NOT_YET:
        again = seat > table.active or (seat == table.active and table.phase <= CHOOSE)
        return min(room, 2) if again else 0
    for other in range(table.seats):
        room = min(room, SPACES - table.tiles[other] + 1)
    return room


def count_face_down(table: Fireworks) -> vec[i64]:
    """Count the face-down tiles within reach of the centre of each zone."""
    zones, xs, ys = table.printed.zones, table.x, table.y
    around = vec[i64]([0] * ZONES)
    tile: i64 = -1
    for place in table.place[: table.printed.slots]:
        tile += 1
        if place == DOWN:
            column = third_near(zones, i64(xs[tile]))
            row = third_near(zones, i64(ys[tile]))
            if column >= 0 and row >= 0:
                around[3 * row + column] += 1
    return around


def zone_of(move: i64) -> i64:
    """Return the zone that a launch aims at."""
    return (move - AIM_FROM) // HEIGHTS if move >= AIM_FROM else move - AIM


def third_near(zones: vec[i64], at: i64) -> i64:
    """Return the third of the box whose centre is within reach, -1 if there is none."""
    for third in range(i64(3)):
        if -REACH <= at - zones[third] <= REACH:
            return third
    return -1


def judge() -> Judge:
    return FireworksJudge()


class FireworksJudge(Judge):
    """Estimates the points that the arranger could make of a board now, and later."""

    def __init__(self) -> None:
        super().__init__()
        self.horizon = 2
        self.curiosity = 0.4
        self.swing = 6.0
        # The lowest insights make the most difference.
        self.lessons = [(2, 0.0), (4, 0.0), (20, 0.01), (40, 0.15)]
        self.launched = LAUNCHED
        self.varied = VARIED
        self.grabbed = GRABBED
        self.rings: float = 1.0  # big fireworks that are not complete yet
        self.pairs: float = 0.6  # halves without a partner
        self.bonus: float = 1.0  # the character's bonus, not yet earned
        self.tiles: float = 0.6  # each tile: more of them give more choice
        self.crowd: float = 0.2  # the share of pairs for which two rings leave no room
        self.laid: float = 0.5  # points that a board arranged by hand does not score yet

    def terms(self) -> list[str]:
        return ["swing", "rings", "pairs", "bonus", "tiles", "crowd", "laid"]

    def worth(self, state: State, seat: i64) -> float:
        table = cast(Fireworks, state)
        display = Display(table, seat)
        worth = self.value(table, seat, display, tiles_to_come(table, seat))
        worth += self.tiles * float(table.tiles[seat])
        if table.arranging == HAND:
            possible = self.value(table, seat, display, 0)
            worth -= self.laid * max(possible - float(tally(table, seat).total()), 0.0)
        return worth

    def progress(self, state: State) -> float:
        most: i64 = 0
        for tiles in cast(Fireworks, state).tiles:
            most = max(most, tiles)
        return float(most) / float(SPACES)

    def value(self, table: Fireworks, seat: i64, display: Display, left: i64) -> float:
        """Return what a display is worth with so many tiles to come."""
        outlook = self.outlook(table)
        pairs = self.pair_points(table, display, outlook, left)
        return (
            pairs
            + self.big_points(table, seat, display, outlook, left, pairs)
            + self.collection_points(table, seat, display)
            + self.bonus_points(table, seat, display, outlook, left)
        )

    def outlook(self, table: Fireworks) -> Outlook:
        if table.variant == SPEED:
            return self.grabbed
        return self.varied if len(table.printed.shapes) > COLOURS else self.launched

    # §5.1

    def big_points(
        self, table: Fireworks, seat: i64, display: Display, outlook: Outlook, left: i64, pairs: float
    ) -> float:
        """Return the points of the two goals that promise the most together; a tile counts for one only."""
        printed, who = table.printed, table.character[seat]
        both = -self.crowd * pairs
        if printed.needs[who * NEEDS + 4]:
            both += float(printed.bonus[who])
        goals, fit, gains = printed.goals, FIT_SECOND, GAIN_SECOND
        for at in range(i64(len(goals))):  # what does not depend on the first core's goal
            fit[at] = display.have(goals[at], display.second)
            gains[at] = float(self.gain(table, display, goals[at], display.second))
        best = 0.0
        for goal in goals:
            fitting = display.have(goal, display.first)
            have = min(fitting, RING)
            chance = self.chance(outlook, goal, RING - have, left)
            first = chance * float(self.gain(table, display, goal, display.first))
            weight, later = both * chance, left - RING + have
            for at in range(i64(len(goals))):
                other = goals[at]
                spare = fitting - display.common(goal, other) + fit[at] - have
                missing = RING - min(min(fit[at], spare), RING)
                also = self.chance(outlook, other, missing, later)
                best = max(best, first + also * gains[at] + weight * also)
        return best + 2.0 * float(printed.incomplete)

    def chance(self, outlook: Outlook, goal: i64, missing: i64, left: i64) -> float:
        if missing == 0:
            return 1.0
        if left <= 0:
            return 0.0
        table = outlook.shape if goal < SHAPES else outlook.colour
        return self.rings * table[missing * LEFT + left]

    def gain(self, table: Fireworks, display: Display, goal: i64, core: i64) -> i64:
        """Return how much more a complete ring is worth than an incomplete one."""
        printed = table.printed
        if goal == ONE_COLOUR:
            return printed.one_colour - printed.incomplete
        full = printed.both if display.counts[SHAPES * core + goal] >= RING else printed.one_shape
        return full - printed.incomplete

    # §5.2

    def pair_points(self, table: Fireworks, display: Display, outlook: Outlook, left: i64) -> float:
        """Return the points of saturns and kaleidoscopes, and of the chance to pair a leftover half."""
        p = table.printed
        hope = self.pairs * outlook.half[LEFT + left]
        saturns = self.points_of_sort(display, HALVES_AT, p.saturn_same, p.saturn_different, hope)
        others = HALVES_AT + COLOURS
        return saturns + self.points_of_sort(
            display, others, p.kaleidoscope_same, p.kaleidoscope_different, hope
        )

    def points_of_sort(self, display: Display, at: i64, same: i64, different: i64, hope: float) -> float:
        """Return the points of one sort of pairs."""
        total: i64 = 0
        most: i64 = 0
        alike: i64 = 0
        for place in range(at, at + COLOURS):
            count = display.counts[place]
            total += count
            alike += count // 2
            most = max(most, count)
        pairs = total // 2
        good = alike if same >= different else min(pairs, total - most)
        better = max(same, different)
        points = float(good * better + (pairs - good) * min(same, different))
        return points + hope * float(better) if total & 1 else points

    # §5.3, §5.4

    def collection_points(self, table: Fireworks, seat: i64, display: Display) -> float:
        """Return the points of flowers and special types. Counting types to come gained nothing in tests."""
        printed, who = table.printed, table.character[seat]
        at = who * (MOST_TYPES + 1) + min(display.types, MOST_TYPES)
        return float(display.counts[FLOWERS_AT] * printed.flower[who] + printed.special[at])

    # §5.5

    def bonus_points(
        self, table: Fireworks, seat: i64, display: Display, outlook: Outlook, left: i64
    ) -> float:
        """Return the expected bonus of the character. A bonus for big fireworks is counted with them."""
        printed, who = table.printed, table.character[seat]
        needs = who * NEEDS
        if not printed.bonus[who] or printed.needs[needs + 4]:
            return 0.0
        missing = max(printed.needs[needs] - display.types, 0)
        flowers = max(printed.needs[needs + 3] - display.counts[FLOWERS_AT], 0)
        chance = self.hope(outlook.special, missing, left) * self.hope(outlook.flower, flowers, left)
        for sort in range(i64(2)):
            halves = 2 * printed.needs[needs + 2 - sort]
            for place in range(HALVES_AT + sort * COLOURS, HALVES_AT + (sort + 1) * COLOURS):
                halves -= display.counts[place]
            chance *= self.hope(outlook.half, max(halves, 0), left)
        return chance * float(printed.bonus[who])

    def hope(self, table: vec[float], missing: i64, left: i64) -> float:
        if missing == 0:
            return 1.0
        return self.bonus * table[min(missing, RING) * LEFT + left]

    # Moves

    def weights(self, state: State, seat: i64, moves: list[int]) -> list[float]:
        """Weigh tiles by their worth and zones by their tiles; prefer the arranger to arranging by hand."""
        table = cast(Fireworks, state)
        phase = table.phase
        if phase == LAUNCH:
            around = count_face_down(table)
            return [GATHERING if move == GATHER else 1.0 + float(around[zone_of(move)]) for move in moves]
        if phase == HELPERS:
            return [1.0] * len(moves)
        display = Display(table, seat)
        left = tiles_to_come(table, seat)
        value = self.value(table, seat, display, left)
        return [self.weight(table, seat, display, move, left, value) for move in moves]

    def hints(self, weights: list[float], insight: float) -> list[float]:
        """Weights are ratios, so a part of one is a power: with half the insight, 50 to 1 is 7 to 1."""
        return [weight**insight for weight in weights]

    def weight(
        self, table: Fireworks, seat: i64, display: Display, move: i64, left: i64, value: float
    ) -> float:
        """Weigh a move by how it changes the value of the display."""
        if DONE <= move <= ARRANGE:
            return ARRANGER if (move == ARRANGE) == (table.busy[seat] == MOST_ARRANGING) else 1.0
        if move >= TURN_TILE:
            return BY_HAND
        return math.exp(self.value_after(table, seat, display, move, left) - value)

    def pick(self, state: State, seat: i64, moves: list[int], rng: Rng) -> i64:
        """Gather, aim at the most tiles, take the best, give the worst; let the arranger work at the end."""
        table = cast(Fireworks, state)
        phase = table.phase
        if phase == LAUNCH:
            return self.aim(table, moves, rng)
        if phase == GRAB and table.arranging == HAND:
            return self.best_tile(table, seat, table.open_tiles(TAKE), rng)
        if phase in (CHOOSE, GIVE, RETURN, GRAB):
            return self.best_tile(table, seat, moves, rng)
        if phase == LAST and table.busy[seat] == MOST_ARRANGING:
            return ARRANGE
        return DONE if phase in (PLACE, LAST) else moves[rng.below(len(moves))]

    def aim(self, table: Fireworks, moves: list[int], rng: Rng) -> i64:
        """Gather, then aim where the most tiles lie face down."""
        if moves[0] == GATHER:
            return GATHER
        around = count_face_down(table)
        first = rng.below(ZONES)
        best = first
        for step in range(i64(1), i64(ZONES)):
            zone = (first + step) % ZONES
            if around[zone] > around[best]:
                best = zone
        if not table.chooses_height():
            return AIM + best
        return AIM_FROM + HEIGHTS * best + self.height(table)

    def height(self, table: Fireworks) -> i64:
        """Launch from high up while the box is full: even a wide scatter hits tiles then."""
        down: i64 = 0
        for place in table.place[: table.printed.slots]:
            if place == DOWN:
                down += 1
        if down >= CROWDED:
            return HIGH
        return MIDDLE if down >= SPARSE else LOW

    def best_tile(self, table: Fireworks, seat: i64, moves: list[int], rng: Rng) -> i64:
        display = Display(table, seat)
        left = tiles_to_come(table, seat)
        number = len(moves)
        at = rng.below(number)
        best: i64 = moves[at]
        highest = -1e9
        for look in range(min(number, LOOKS)):
            move: i64 = moves[(at + look) % number]
            gain = self.value_after(table, seat, display, move, left)
            if gain > highest:
                highest = gain
                best = move
        return best

    def value_after(self, table: Fireworks, seat: i64, display: Display, move: i64, left: i64) -> float:
        """Return what the display is worth after a tile is taken or given."""
        taken = move < GIVE_TILE
        face = i64(table.face[move - TAKE if taken else move - GIVE_TILE])
        by: i64 = 1 if taken else -1
        display.put(face, by)
        value = self.value(table, seat, display, max(left - by, 0))
        display.put(face, -by)
        return value
