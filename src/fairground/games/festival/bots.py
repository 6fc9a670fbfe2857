"""The judge of Festival: how bots value a position."""

import math
from typing import Final, cast

from mypy_extensions import i64

from fairground.engine.judge import Judge, split_by_standing
from fairground.engine.state import State
from fairground.games.festival.rules.festival import (
    BOARD,
    COLOUR,
    COVERED,
    HEIGHT_BITS,
    NOBODY,
    POPULATION,
    SPACES,
    STACKS,
    TYPE,
    VARIETY,
    Festival,
    kinds,
    lowest,
    most_alike,
    population,
)

MOST_SHORTFALL: Final = 9
TILES_A_CARD: Final = 2  # roughly how many tiles it takes to complete an objective
LEAST_WEIGHT: Final = 0.01


def judge() -> Judge:
    return FestivalJudge()


class FestivalJudge(Judge):
    """Count points, and prospects of the objectives and crowd-pleasers still to be won."""

    def __init__(self) -> None:
        super().__init__()
        self.horizon = 0
        self.curiosity = 0.3
        self.swing = 4.0
        self.objectives = 0.5  # each discounted point of an incomplete objective
        self.pleasers = 1.0  # each discounted point of a free crowd-pleaser
        self.slow = 6.0  # with this many tiles left, a needed tile comes half the time
        self.keen = 0.5  # how strongly a search prefers the moves that look best at once

    def terms(self) -> list[str]:
        return ["swing", "objectives", "pleasers", "slow", "keen"]

    def worth(self, state: State, seat: i64) -> float:
        festival = cast(Festival, state)
        pace = self.pace(festival)
        prospects = self.objectives * objective_prospects(festival, seat, pace)
        prospects += self.pleasers * pleaser_prospects(festival, seat, pace)
        return float(festival.total(seat)) + prospects

    def progress(self, state: State) -> float:
        festival = cast(Festival, state)
        return 1.0 - float(smallest_stack(festival)) / float(smallest_stack_at_start(festival))

    def pace(self, festival: Festival) -> float:
        """Estimate how likely a needed tile is to come before the smallest stack runs out."""
        left = float(smallest_stack(festival))
        return left / (left + self.slow)

    def weights(self, state: State, seat: i64, moves: list[int]) -> list[float]:
        """Weigh each move by what the seat's position is worth right after it."""
        worths: list[float] = []
        for move in moves:
            after = state.copy()
            after.play(seat, move)
            worths.append(self.worth(after, seat))
        best = max(worths)
        return [LEAST_WEIGHT + math.exp((worth - best) * self.keen) for worth in worths]

    def result(self, state: State) -> list[float]:
        """Split the win among the seats with the best standing."""
        festival = cast(Festival, state)
        return split_by_standing([festival.standing(seat) for seat in range(festival.seats)])


def objective_prospects(festival: Festival, seat: i64, pace: float) -> float:
    """Add up the seat's incomplete objectives, each discounted by what it still lacks."""
    prospects = 0.0
    cards = festival.held[seat]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        shortfall = objective_shortfall(festival, seat, card)
        prospects += discount(festival.printed.points[card], pace, shortfall)
    return prospects


def pleaser_prospects(festival: Festival, seat: i64, pace: float) -> float:
    """Add up the free crowd-pleasers, each discounted by what the seat still lacks."""
    prospects = 0.0
    for pleaser in range(festival.printed.pleasers):
        if festival.owner[pleaser] == NOBODY:
            side = festival.showing[pleaser]
            shortfall = pleaser_shortfall(festival, seat, side)
            prospects += discount(festival.printed.pleaser_points[side], pace, shortfall)
    return prospects


def discount(points: i64, pace: float, tiles: i64) -> float:
    """Return what points are worth if this many tiles must still come for them."""
    worth = float(points)
    for _ in range(tiles):
        worth *= pace
    return worth


def objective_shortfall(festival: Festival, seat: i64, card: i64) -> i64:
    """Return what the nearest placement of a card still lacks: colours, types and tiles to stand on."""
    printed = festival.printed
    colours = ~festival.colours[seat]
    types = ~festival.types[seat]
    empty = colours >> 36
    least: i64 = MOST_SHORTFALL
    for at in range(printed.first_placement[card], printed.first_placement[card + 1]):
        of_colour = printed.placement_colours[at] & colours
        of_type = printed.placement_types[at] & types
        raised = spaces_of(of_colour >> 45 | of_type >> 36)
        wrong_colour = spaces_of(of_colour)
        wrong_type = spaces_of(of_type)
        lacking = i64(POPULATION[wrong_colour]) + i64(POPULATION[wrong_type])
        if raised:
            lacking += i64(POPULATION[raised & (empty | ~(wrong_colour | wrong_type))])
        if lacking < least:
            least = lacking
    return least


def spaces_of(mask: i64) -> i64:
    """Return the spaces on which a mask of colours, or of types, has any bit."""
    return (mask | mask >> 9 | mask >> 18 | mask >> 27) & BOARD


def pleaser_shortfall(festival: Festival, seat: i64, side: i64) -> i64:
    """Estimate how many more tiles a seat needs to meet a crowd-pleaser's condition."""
    printed = festival.printed
    asks = printed.asks[side]
    least = printed.least[side]
    if asks == COLOUR:
        return max(least - most_alike(festival.colours[seat]), 0)
    if asks == TYPE:
        return max(least - most_alike(festival.types[seat]), 0)
    if asks == STACKS:
        return stack_shortfall(festival.heights[seat], least, printed.level[side])
    if asks == COVERED:
        return max(least - i64(POPULATION[festival.colours[seat] >> 36 & BOARD]), 0)
    if asks == VARIETY:
        return max(least - min(kinds(festival.colours[seat]), kinds(festival.types[seat])), 0)
    return max(TILES_A_CARD * (least - population(festival.done[seat])), 0)


def stack_shortfall(heights: i64, least: i64, level: i64) -> i64:
    """Return how many tiles it takes until `least` stacks are `level` high, filling the highest first."""
    lacking: i64 = 0
    for _ in range(least):
        best: i64 = 0
        where: i64 = 0
        for space in range(SPACES):
            height = heights >> HEIGHT_BITS * space & 63
            if height > best:
                best = height
                where = space
        lacking += max(level - best, 0)
        heights -= best << HEIGHT_BITS * where
    return lacking


def smallest_stack(festival: Festival) -> i64:
    """Return how many tiles the stack has that ends the match if it is used up first."""
    left = festival.stack_size[0]
    for stack in range(festival.seats):
        left = min(left, festival.stack_size[stack])
    return left


def smallest_stack_at_start(festival: Festival) -> i64:
    supply = festival.printed.supply
    tiles = supply[festival.board[0]]
    for colour in festival.board:
        tiles = min(tiles, supply[colour])
    return tiles
