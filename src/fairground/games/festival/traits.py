"""What a network is told of a seat: how its points, cards, crowd-pleasers and stacks stand."""

from typing import Final

from mypy_extensions import i64

from fairground.engine.feature_writer import FeatureWriter
from fairground.games.festival.bots import (
    FestivalJudge,
    discount,
    objective_shortfall,
    pleaser_shortfall,
    smallest_stack,
)
from fairground.games.festival.rules.festival import (
    BOARD,
    HEIGHT_BITS,
    NOBODY,
    PLAYING,
    POPULATION,
    SPACES,
    Festival,
    lowest,
    population,
)

JUDGE: Final = FestivalJudge()
FURTHEST: Final = 5
CALM: Final = 4  # with fewer tiles in the smallest stack, the end is near
TRAITS: Final = (
    "points",
    *(f"points of open objectives that lack {lack}" for lack in range(1, FURTHEST + 1)),
    *(f"open objectives that lack {lack}" for lack in range(1, FURTHEST + 1)),
    *(f"points of free crowd-pleasers that lack {lack}" for lack in range(1, FURTHEST + 1)),
    "discounted points of objectives",
    "discounted points of crowd-pleasers",
    "completed objectives",
    "open objectives",
    "tiles laid",
    "height of the highest stack",
    "empty spaces",
    "visible tiles of the own colour",
    "visible tiles of the own type",
    "moves",
    "the end is triggered",
    "tiles in the smallest stack",
    "likelihood of a needed tile",
    "tiles until the end, if few",
)


def write_traits(state: Festival, seat: i64, writer: FeatureWriter) -> None:
    pace = JUDGE.pace(state)
    writer.part(state.total(seat), 10)
    objectives = _objectives(state, seat, pace, writer)
    pleasers = _pleasers(state, seat, pace, writer)
    writer.put(objectives / 5)
    writer.put(pleasers / 5)
    writer.part(population(state.done[seat]), 3)
    writer.part(population(state.held[seat]), 3)
    _board(state, seat, writer)
    writer.flag(state.actor == seat)
    writer.flag(state.ending != PLAYING)
    left = smallest_stack(state)
    writer.part(left, 16)
    writer.put(pace)
    writer.part(min(left, CALM), float(CALM))


def _objectives(state: Festival, seat: i64, pace: float, writer: FeatureWriter) -> float:
    """Write points and numbers by what is lacking; return the discounted points."""
    points = writer.room(FURTHEST)
    numbers = writer.room(FURTHEST)
    worth = 0.0
    cards = state.held[seat]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        lacking = objective_shortfall(state, seat, card)
        place: i64 = max(min(lacking, FURTHEST), 1) - 1
        writer.add(points + place, float(state.printed.points[card]) / 5)
        writer.add(numbers + place, 1.0)
        worth += discount(state.printed.points[card], pace, lacking)
    return worth


def _pleasers(state: Festival, seat: i64, pace: float, writer: FeatureWriter) -> float:
    """Write the points of free crowd-pleasers by what is lacking; return the discounted points."""
    points = writer.room(FURTHEST)
    worth = 0.0
    for pleaser in range(state.printed.pleasers):
        if state.owner[pleaser] == NOBODY:
            side = state.showing[pleaser]
            lacking = pleaser_shortfall(state, seat, side)
            place: i64 = max(min(lacking, FURTHEST), 1) - 1
            writer.add(points + place, float(state.printed.pleaser_points[side]) / 2)
            worth += discount(state.printed.pleaser_points[side], pace, lacking)
    return worth


def _board(state: Festival, seat: i64, writer: FeatureWriter) -> None:
    laid: i64 = 0
    highest: i64 = 0
    empty: i64 = 0
    heights = state.heights[seat]
    for space in range(i64(SPACES)):
        height = heights >> HEIGHT_BITS * space & 63
        laid += height
        highest = max(highest, height)
        if height == 0:
            empty += 1
    writer.part(laid, 9)
    writer.part(highest, 3)
    writer.part(empty, 9)
    colour = state.board[seat]
    own_type = state.printed.board_type[colour]
    writer.part(i64(POPULATION[state.colours[seat] >> SPACES * colour & BOARD]), 3)
    writer.part(i64(POPULATION[state.types[seat] >> SPACES * own_type & BOARD]), 3)
