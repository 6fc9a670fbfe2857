"""A box as the numbers and words that a state needs, worked out once for each box."""

from functools import lru_cache
from itertools import accumulate
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fairground.games.festival.box import Condition, FestivalBox, values_of
from fairground.games.festival.patterns import COLOURS, Placement, parts, tell
from fairground.games.festival.rules import (
    COLOUR,
    COVERED,
    OBJECTIVES,
    SPACES,
    STACKS,
    TILES,
    TYPE,
    VALUES,
    VARIETY,
    Prints,
)

ASKS: Final = {
    "colour": COLOUR,
    "type": TYPE,
    "stacks": STACKS,
    "values": VALUES,
    "objectives": OBJECTIVES,
    "covered": COVERED,
    "variety": VARIETY,
}
TOLD: Final = {
    "colour": "{least} or more visible tiles share a colour",
    "type": "{least} or more visible tiles share a type",
    "stacks": "{least} or more stacks of {level} or more tiles",
    "values": "completed objectives of {least} or more different values",
    "objectives": "{least} or more completed objectives",
    "covered": "tiles on {least} or more spaces",
    "variety": "{least} or more colours and as many types visible",
}


@lru_cache(maxsize=8)
def prints_of(box: FestivalBox) -> Prints:
    prints = Prints()
    _add_cards(prints, box)
    _add_placements(prints, box)
    _add_pleasers(prints, box)
    prints.tiles = [sorted(box.tiles_behind(colour)) for colour in COLOURS]
    prints.board_type = vec[i64]([box.board_type(colour) for colour in COLOURS])
    prints.colours = list(COLOURS)
    prints.symbols = [box.symbol(colour) for colour in COLOURS]
    prints.cities = [box.cities_of(colour) for colour in COLOURS]
    prints.types = list(box.types.names)
    return prints


def _add_cards(prints: Prints, box: FestivalBox) -> None:
    values = sorted(values_of(box))
    cards = box.cards()
    prints.cards = [name for name, _, _ in cards]
    prints.layouts = [tell(pattern, box.types.names) for _, _, pattern in cards]
    prints.points = vec[i64]([points for _, points, _ in cards])
    prints.rank = vec[i64]([values.index(points) for _, points, _ in cards])


def _add_placements(prints: Prints, box: FestivalBox) -> None:
    whole = [pattern.placements() for _, _, pattern in box.cards()]
    part = [each for placements in whole for each in parts(placements)]
    prints.whole, prints.whole_colours, prints.whole_types = _flat(whole)
    prints.part, prints.part_colours, prints.part_types = _flat(part)
    places = SPACES * TILES
    prints.concerned = vec[i64](
        [sum(2**card for card in range(len(whole)) if part[places * card + at]) for at in range(places)]
    )


def _flat(groups: list[list[Placement]]) -> tuple[vec[i64], vec[i64], vec[i64]]:
    """Where each group starts, and all groups in a row: colours and types."""
    starts = accumulate((len(group) for group in groups), initial=0)
    joined = [placement for group in groups for placement in group]
    return vec[i64](list(starts)), vec[i64]([c for c, _ in joined]), vec[i64]([t for _, t in joined])


def _add_pleasers(prints: Prints, box: FestivalBox) -> None:
    sides = box.pleasers()
    prints.asks = vec[i64]([ASKS[condition.asks] for condition, _ in sides])
    prints.least = vec[i64]([condition.least for condition, _ in sides])
    prints.level = vec[i64]([condition.level for condition, _ in sides])
    prints.pleaser_points = vec[i64]([points for _, points in sides])
    prints.conditions = [tell_condition(condition) for condition, _ in sides]


def tell_condition(condition: Condition) -> str:
    return TOLD[condition.asks].format(least=condition.least, level=condition.level)
