"""Turns the box into the plain numbers that the rules need."""

from collections.abc import Sequence

from librt.vecs import vec
from mypy_extensions import i64

from fairground.engine.box import once
from fairground.games.fireworks.arranger.layout_search import layouts_of
from fairground.games.fireworks.box import (
    COLOUR_NAMES,
    FUNCTION_NAMES,
    SPECIAL_NAMES,
    FireworksBox,
    Height,
    basic_counts,
    counts,
    sky_slots,
)
from fairground.games.fireworks.rules.outline import Outline
from fairground.games.fireworks.rules.printed import ZONE_BITS, FireworksPrinted
from fairground.games.fireworks.rules.table import SPEED
from fairground.games.fireworks.rules.tiles import BASIC, FUNCTION, SHAPE, SHAPES, SPECIAL

VARIANTS = ("standard", "advanced", "speed")


@once
def printed_values(box: FireworksBox, variant: int) -> FireworksPrinted:
    """Return the printed values of a box for a variant."""
    values = FireworksPrinted()
    values.outline = Outline(box.city.rows)
    values.layouts = layouts_of(values.outline)
    values.slots = sky_slots(box)
    values.sky = numbers(_sky_faces(box, variant))
    values.shapes = numbers(sorted({int(SHAPE[face]) for face in values.sky if face < SPECIAL}))
    values.goals = numbers([*values.shapes, SHAPES])
    values.starts = numbers(_repeat(range(4), counts(box.start, COLOUR_NAMES)))
    values.die = numbers(box.die.faces)
    _print_cards(values, box, variant)
    _print_characters(values, box)
    _print_score(values, box)
    _print_launch(values, box)
    return values


def numbers(values: Sequence[int]) -> vec[i64]:
    return vec[i64](list(values))


def _repeat(faces: Sequence[int], many: Sequence[int]) -> list[int]:
    return [face for face, count in zip(faces, many, strict=True) for _ in range(count)]


def _sky_faces(box: FireworksBox, variant: int) -> list[int]:
    faces = _repeat(range(BASIC, SPECIAL), basic_counts(box))
    faces += _repeat(range(SPECIAL, FUNCTION), counts(box.special, SPECIAL_NAMES))
    functions = _repeat(range(FUNCTION, FUNCTION + 3), counts(box.function, FUNCTION_NAMES))
    return faces if variant == SPEED else faces + functions


def _print_cards(values: FireworksPrinted, box: FireworksBox, variant: int) -> None:
    cards = box.cards.every()
    values.titles = [card.name for card, _, _ in cards]
    values.barrel = numbers([int(card.barrel) for card, _, _ in cards])
    values.least = numbers([least for _, least, _ in cards])
    values.most = numbers([most for _, _, most in cards])
    values.strength = numbers([card.strength for card, _, _ in cards])
    values.scatter = numbers([card.scatter for card, _, _ in cards])
    # §2 the standard game is played without the cards marked 1
    played = [number for number, (_, _, most) in enumerate(cards) if most or VARIANTS[variant] == "advanced"]
    values.cards = numbers([] if variant == SPEED else played)


def _print_characters(values: FireworksPrinted, box: FireworksBox) -> None:
    characters, score = box.characters, box.score
    values.cities = box.cities.names
    values.people = [each.name for each in characters]
    values.bonus = numbers([each.bonus for each in characters])
    values.flower = numbers([score.flower if each.flower is None else each.flower for each in characters])
    tables = [each.specials or score.specials for each in characters]
    values.special = numbers([points for table in tables for points in (0, *table)])
    needs = ("special_types", "kaleidoscopes", "saturns", "flowers", "big_fireworks")
    values.needs = numbers([need for each in characters for need in counts(each, needs)])


def _print_score(values: FireworksPrinted, box: FireworksBox) -> None:
    score = box.score
    values.both, values.one_shape = score.big_both, score.big_shape
    values.one_colour, values.incomplete = score.big_colour, score.big_incomplete
    values.saturn_same, values.saturn_different = score.saturn_same, score.saturn_different
    values.kaleidoscope_same = score.kaleidoscope_same
    values.kaleidoscope_different = score.kaleidoscope_different


def _print_launch(values: FireworksPrinted, box: FireworksBox) -> None:
    launch = box.launch
    values.size = launch.size
    thirds = [at // (launch.size // 3 + 1) for at in range(launch.size + 1)]
    values.column = numbers([1 << ZONE_BITS * third for third in thirds])
    values.row = numbers([1 << 3 * ZONE_BITS * third for third in thirds])
    values.zones = numbers(launch.zones)
    values.barrel_strength, values.barrel_scatter = launch.barrel_strength, launch.barrel_scatter
    values.radius_least, values.radius_tenths = launch.radius_least, launch.radius_tenths
    values.nearest = launch.nearest
    values.push = launch.push
    heights = [*launch.heights.every(), Height()]  # the last is for launches without a height
    values.higher = numbers([height.strength for height in heights])
    values.wider = numbers([height.scatter for height in heights])
    values.flips = numbers([launch.flip * height.flip // 100 for height in heights])
    values.leaps = numbers([launch.leap * height.leap // 100 for height in heights])
    values.likelier_flip = numbers([height.flip for height in heights])
    values.likelier_leap = numbers([height.leap for height in heights])
    values.bounce_tenths, values.fade_twentieths = launch.bounce_tenths, launch.fade_twentieths
    values.rest = launch.rest
    values.mound, values.mound_part = launch.mound, launch.mound_part
    values.ways = numbers([number for way in launch.ways for number in way])
