"""What a good pyrotechnician looks at."""

import math
from typing import Final, cast

from mypy_extensions import i64

from fairground.engine.judge import Judge, split
from fairground.engine.state import State
from fairground.games.festival.rules.festival import (
    BOARD,
    COLOUR,
    COLUMN_HEIGHT,
    COVERED,
    NOBODY,
    PLEASERS,
    POPULATION,
    SPACES,
    STACKS,
    TILES,
    TYPE,
    VARIETY,
    Festival,
    kinds,
    lowest,
    most_alike,
    population,
)

MOST_NEEDED: Final = 9
TILES_A_CARD: Final = 2  # that an objective asks for, about
LEAST_WEIGHT: Final = 0.01


def judge() -> Judge:
    return FestivalJudge()


class FestivalJudge(Judge):
    """Points, and how near the objectives and crowd-pleasers are that may still bring some."""

    def __init__(self) -> None:
        super().__init__()
        self.horizon = 0
        self.curiosity = 0.3
        self.swing = 4.0
        self.objectives = 0.5  # a point of an objective, as far as it may be hoped for
        self.pleasers = 1.0  # the same of a crowd-pleaser
        self.slow = 6.0  # with so many tiles left in a stack, half of what is needed will come
        self.keen = 0.5  # how much a search prefers what looks best one move ahead

    def terms(self) -> list[str]:
        return ["swing", "objectives", "pleasers", "slow", "keen"]

    def worth(self, state: State, seat: i64) -> float:
        festival = cast(Festival, state)
        points = festival.points(seat)
        pace = self.pace(festival)
        hope = self.objectives * nearness(festival, seat, pace) + self.pleasers * favour(festival, seat, pace)
        return float(points[0] + points[1] + points[2] + points[3]) + hope

    def pace(self, festival: Festival) -> float:
        """How likely a tile that is needed still comes, by the stack that will end the match."""
        left: i64 = TILES
        for stack in range(festival.seats):
            left = min(left, festival.stack_size[stack])
        return float(left) / (float(left) + self.slow)

    def weights(self, state: State, seat: i64, moves: list[int]) -> list[float]:
        """One move ahead: what the seat's own position is worth right after it."""
        worths: list[float] = []
        for move in moves:
            after = state.copy()
            after.play(seat, move)
            worths.append(self.worth(after, seat))
        best = max(worths)
        return [LEAST_WEIGHT + math.exp((worth - best) * self.keen) for worth in worths]

    def result(self, state: State) -> list[float]:
        """§5 Points, then crowd-pleasers."""
        festival = cast(Festival, state)
        keys = [PLEASERS * 2 * points for points in festival.scores()]
        for pleaser in range(PLEASERS):
            owner = festival.owner[pleaser]
            if owner != NOBODY:
                keys[owner] += 1
        return split(keys)


def nearness(festival: Festival, seat: i64, pace: float) -> float:
    """The points of the seat's incomplete objectives, each discounted for what it still needs."""
    hope = 0.0
    cards = festival.held[seat]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        hope += discounted(festival.printed.points[card], pace, needed(festival, seat, card))
    return hope


def favour(festival: Festival, seat: i64, pace: float) -> float:
    """The points of the crowd-pleasers that nobody has, each discounted for what it still needs."""
    hope = 0.0
    for pleaser in range(PLEASERS):
        if festival.owner[pleaser] == NOBODY:
            side = festival.showing[pleaser]
            hope += discounted(festival.printed.pleaser_points[side], pace, missing(festival, seat, side))
    return hope


def discounted(points: i64, pace: float, tiles: i64) -> float:
    """What points are worth that so many tiles must come for."""
    hope = float(points)
    for _ in range(tiles):
        hope *= pace
    return hope


def needed(festival: Festival, seat: i64, card: i64) -> i64:
    """How much the nearest placement of a card still lacks: colours, types and tiles to stand on."""
    printed = festival.printed
    colours = ~festival.colours[seat]
    types = ~festival.types[seat]
    empty = colours >> 36
    least: i64 = MOST_NEEDED
    for at in range(printed.whole[card], printed.whole[card + 1]):
        of_colour = printed.whole_colours[at] & colours
        of_type = printed.whole_types[at] & types
        raised = folded(of_colour >> 45 | of_type >> 36)
        wrong = folded(of_colour)
        odd = folded(of_type)
        lacking = i64(POPULATION[wrong]) + i64(POPULATION[odd])
        if raised:
            lacking += i64(POPULATION[raised & (empty | ~(wrong | odd))])
        if lacking < least:
            least = lacking
    return least


def folded(mask: i64) -> i64:
    """The spaces of a mask of colours, or of types."""
    return (mask | mask >> 9 | mask >> 18 | mask >> 27) & BOARD


def missing(festival: Festival, seat: i64, side: i64) -> i64:
    """How many tiles a crowd-pleaser's condition asks for yet, about."""
    printed = festival.printed
    asks = printed.asks[side]
    least = printed.least[side]
    if asks == COLOUR:
        return max(least - most_alike(festival.colours[seat]), 0)
    if asks == TYPE:
        return max(least - most_alike(festival.types[seat]), 0)
    if asks == STACKS:
        return unstacked(festival.heights[seat], least, printed.level[side])
    if asks == COVERED:
        return max(least - i64(POPULATION[festival.colours[seat] >> 36 & BOARD]), 0)
    if asks == VARIETY:
        return max(least - min(kinds(festival.colours[seat]), kinds(festival.types[seat])), 0)
    return max(TILES_A_CARD * (least - population(festival.done[seat])), 0)


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
