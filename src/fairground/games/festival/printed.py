"""The numbers and words that a state needs from a box, computed once for each box."""

from functools import lru_cache
from itertools import accumulate
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fairground.games.festival.box import FestivalBox, PleaserCondition, values_of
from fairground.games.festival.patterns import COLOURS, Placement, describe, placements_by_tile
from fairground.games.festival.rules.festival import (
    COLOUR,
    COVERED,
    FACES,
    OBJECTIVES,
    PILES,
    SPACES,
    STACKS,
    TYPE,
    VALUES,
    VARIETY,
)
from fairground.games.festival.rules.printed import FestivalPrinted

ASKS: Final = {
    "colour": COLOUR,
    "type": TYPE,
    "stacks": STACKS,
    "values": VALUES,
    "objectives": OBJECTIVES,
    "covered": COVERED,
    "variety": VARIETY,
}
ASKED: Final = {number: name for name, number in ASKS.items()}
DESCRIPTIONS: Final = {
    "colour": "{least} or more visible tiles share a colour",
    "type": "{least} or more visible tiles share a type",
    "stacks": "{least} or more stacks of {level} or more tiles",
    "values": "completed objectives of {least} or more different values",
    "objectives": "{least} or more completed objectives",
    "covered": "tiles on {least} or more spaces",
    "variety": "{least} or more colours and as many types visible",
}


@lru_cache(maxsize=8)
def printed_values(box: FestivalBox) -> FestivalPrinted:
    printed = FestivalPrinted()
    _add_cards(printed, box)
    _add_placements(printed, box)
    _add_pleasers(printed, box)
    printed.tiles = [sorted(box.tiles_behind(colour)) for colour in COLOURS]
    printed.supply = vec[i64]([len(tiles) for tiles in printed.tiles])
    printed.room = max(printed.supply)
    printed.board_type = vec[i64]([box.board_type(colour) for colour in COLOURS])
    printed.colours = list(COLOURS)
    printed.symbols = [box.symbol(colour) for colour in COLOURS]
    printed.cities = [box.cities_of(colour) for colour in COLOURS]
    printed.types = list(box.types.names)
    return printed


def _add_cards(printed: FestivalPrinted, box: FestivalBox) -> None:
    values = sorted(values_of(box))
    printed.objectives = len(box.objectives)
    printed.depth = -(-len(box.objectives) // PILES)
    cards = box.cards()
    printed.cards = [name for name, _, _ in cards]
    printed.layouts = [describe(pattern, box.types.names) for _, _, pattern in cards]
    printed.points = vec[i64]([points for _, points, _ in cards])
    printed.rank = vec[i64]([values.index(points) for _, points, _ in cards])


def _add_placements(printed: FestivalPrinted, box: FestivalBox) -> None:
    spreads = [pattern.spreads() for _, _, pattern in box.cards()]
    placements = [[placement for each in group for placement in each.spaces] for group in spreads]
    touching = [each for group in spreads for each in placements_by_tile(group)]
    printed.first_placement, printed.placement_colours, printed.placement_types = _flatten(placements)
    printed.first_touching, printed.touching_colours, printed.touching_types = _flatten(touching)
    places = SPACES * FACES
    printed.cards_served = vec[i64](
        [
            sum(2**card for card in range(len(placements)) if touching[places * card + at])
            for at in range(places)
        ]
    )


def _flatten(groups: list[list[Placement]]) -> tuple[vec[i64], vec[i64], vec[i64]]:
    """Return where each group starts, and the colours and types of all groups in a row."""
    starts = accumulate((len(group) for group in groups), initial=0)
    joined = [placement for group in groups for placement in group]
    return vec[i64](list(starts)), vec[i64]([c for c, _ in joined]), vec[i64]([t for _, t in joined])


def _add_pleasers(printed: FestivalPrinted, box: FestivalBox) -> None:
    sides = box.pleasers()
    printed.pleasers = len(box.crowd_pleasers)
    printed.asks = vec[i64]([ASKS[condition.asks] for condition, _ in sides])
    printed.least = vec[i64]([condition.least for condition, _ in sides])
    printed.level = vec[i64]([condition.level for condition, _ in sides])
    printed.pleaser_points = vec[i64]([points for _, points in sides])
    printed.conditions = [describe_condition(condition) for condition, _ in sides]


def describe_condition(condition: PleaserCondition) -> str:
    return DESCRIPTIONS[condition.asks].format(least=condition.least, level=condition.level)
