"""What a good pyrotechnician looks at."""

from typing import cast

from mypy_extensions import i64

from fairground.engine.judge import Judge, split
from fairground.engine.state import State
from fairground.games.festival.rules import (
    BOARD,
    COLOUR,
    COLUMN_HEIGHT,
    COVERED,
    KINDS,
    NOBODY,
    OBJECTIVES,
    PLEASERS,
    POPULATION,
    SPACES,
    STACKS,
    TYPE,
    VALUES,
    Festival,
    kinds,
    lowest,
    most_alike,
    population,
)

MOST_NEEDED = 9


class FestivalJudge(Judge):
    """Points, and how near the objectives and crowd-pleasers are that may still bring some."""

    def __init__(self) -> None:
        super().__init__()
        self.horizon = 0
        self.swing = 4.0
        self.objectives = 1.0
        self.slow = 6.0
        self.pleasers = 1.0
        self.footing = 0.1
        self.room = 0.1
        self.count = 0.1

    def terms(self) -> list[str]:
        return ["swing", "objectives", "slow", "pleasers", "footing", "room", "count"]

    def worth(self, state: State, seat: i64) -> float:
        festival = cast(Festival, state)
        points = festival.points(seat)
        worth = float(points[0] + points[1] + points[2] + points[3])
        pace = self.pace(festival, seat)
        return (
            worth
            + self.objectives * self.nearness(festival, seat, pace)
            + self.pleasers * self.favour(festival, seat, pace)
            + self.footing * float(footing(festival, seat))
            + self.room * float(population(festival.held[seat]))
            + self.count * float(population(festival.done[seat]))
        )

    def pace(self, festival: Festival, seat: i64) -> float:
        """How likely a tile that is needed still comes."""
        left: i64 = 99
        for stack in range(festival.seats):
            left = min(left, festival.stack_size[stack])
        return float(left) / (float(left) + self.slow)

    def nearness(self, festival: Festival, seat: i64, pace: float) -> float:
        """Points of the incomplete objectives, the fewer the more tiles they need."""
        hope = 0.0
        cards = festival.held[seat]
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            chance = float(festival.prints.points[card])
            for _ in range(needed(festival, seat, card)):
                chance *= pace
            hope += chance
        return hope

    def favour(self, festival: Festival, seat: i64, pace: float) -> float:
        """Points of the crowd-pleasers that nobody has, the fewer the more is missing."""
        hope = 0.0
        for pleaser in range(PLEASERS):
            if festival.owner[pleaser] == NOBODY:
                side = festival.showing[pleaser]
                chance = float(festival.prints.pleaser_points[side])
                for _ in range(missing(festival, seat, side)):
                    chance *= pace
                hope += chance
        return hope

    def result(self, state: State) -> list[float]:
        """§5 Points, then crowd-pleasers."""
        festival = cast(Festival, state)
        keys = [PLEASERS * 2 * points for points in festival.scores()]
        for pleaser in range(PLEASERS):
            owner = festival.owner[pleaser]
            if owner != NOBODY:
                keys[owner] += 1
        return split(keys)


def needed(festival: Festival, seat: i64, card: i64) -> i64:
    """How much the nearest placement of a card still lacks: colours, types and tiles to stand on."""
    prints = festival.prints
    colours = ~festival.colours[seat]
    types = ~festival.types[seat]
    empty = colours >> 36
    least: i64 = MOST_NEEDED
    for at in range(prints.whole[card], prints.whole[card + 1]):
        of_colour = prints.whole_colours[at] & colours
        of_type = prints.whole_types[at] & types
        raised = of_colour >> 45 | of_type >> 36
        wrong = folded(of_colour)
        odd = folded(of_type)
        lacking = i64(POPULATION[wrong]) + i64(POPULATION[odd])
        if raised:
            lacking += i64(POPULATION[raised & (empty | ~(wrong | odd)) & BOARD])
        if lacking < least:
            least = lacking
    return least


def folded(mask: i64) -> i64:
    """The spaces of a mask of colours, or of types."""
    return (mask | mask >> 9 | mask >> 18 | mask >> 27) & BOARD


def missing(festival: Festival, seat: i64, side: i64) -> i64:
    """How many tiles a crowd-pleaser's condition asks for yet, about."""
    prints = festival.prints
    asks = prints.asks[side]
    least = prints.least[side]
    if asks == COLOUR:
        return max(least - most_alike(festival.colours[seat]), 0)
    if asks == TYPE:
        return max(least - most_alike(festival.types[seat]), 0)
    if asks == STACKS:
        return unstacked(festival.heights[seat], least, prints.level[side])
    if asks == COVERED:
        return max(least - i64(POPULATION[festival.colours[seat] >> 36 & BOARD]), 0)
    if asks == OBJECTIVES:
        return max(2 * (least - population(festival.done[seat])), 0)
    if asks == VALUES:
        return max(2 * (least - population(festival.done[seat])), 0)
    return max(least - min(kinds(festival.colours[seat]), kinds(festival.types[seat])), 0)


def unstacked(heights: i64, least: i64, level: i64) -> i64:
    """How many tiles the highest stacks lack until `least` of them are so high."""
    lacking: i64 = 0
    for _ in range(least):
        best: i64 = 0
        where: i64 = 0
        for space in range(SPACES):
            height = heights >> COLUMN_HEIGHT * space & 63
            if height > best:
                best = height
                where = space
        lacking += max(level - best, 0)
        heights -= best << COLUMN_HEIGHT * where
    return lacking


def footing(festival: Festival, seat: i64) -> i64:
    """The heights that a good tile could still be laid upon."""
    colour = festival.board[seat]
    own = festival.colours[seat] >> SPACES * colour
    own |= festival.types[seat] >> SPACES * festival.prints.board_type[colour]
    heights = festival.heights[seat]
    best: i64 = 0
    for space in range(SPACES):
        if not own & 1:
            best = max(best, heights & 63)
        own >>= 1
        heights >>= COLUMN_HEIGHT
    return best
