"""What must be possible with a box: every price can be earned, every bonus reached, and launches succeed."""

from collections.abc import Iterator, Sequence
from typing import Final

from fairground.engine.misprints import Misprint, Path
from fairground.engine.rng import seeded
from fairground.games.fireworks.arranger.layout_search import layouts_of
from fairground.games.fireworks.arranger.layouts import COUNTS, OUTSIDE_ONE, OUTSIDE_TWO, RING, at_links
from fairground.games.fireworks.box import (
    COLOUR_NAMES,
    HEIGHT_NAMES,
    SHAPE_NAMES,
    SPECIAL_NAMES,
    Character,
    FireworksBox,
    Launch,
    Score,
    counts,
    tiles_of,
)
from fairground.games.fireworks.rules.launch import HEIGHTS, drop_die, gather, is_success
from fairground.games.fireworks.rules.outline import Outline
from fairground.games.fireworks.rules.score import MOST_TYPES
from fairground.games.fireworks.rules.tiles import SPACES
from fairground.games.fireworks.rules.turn import ZONES, Fireworks
from fairground.games.fireworks.setup import deal

CORES: Final = 2  # of a seat
EXTRAS: Final = {"saturn": 1, "kaleidoscope": 2}
FLOWER: Final = 3
LAUNCHES: Final = 20  # that are tried with each aim
SUCCESSES: Final = 10  # of them that some aim must have
NEEDS: Final = ("special_types", "kaleidoscopes", "saturns", "flowers", "big_fireworks")


def check_playable(box: FireworksBox) -> None:
    """Raise Misprint for a box with which something printed can never happen."""
    _check_names(box)
    _check_basic_tiles(box)
    _check_special_tiles(box)
    _check_prices(box.score)
    for at, character in enumerate(box.characters):
        _check_character(box, at, character)
    _expect(any(box.die.faces), ("die", "faces"), "a side with paws, got only the fireworks symbol")
    _check_box(box.launch)
    _check_strengths(box)
    _check_success(box)


def _expect(holds: bool, path: Path, expected: str) -> None:
    if not holds:
        raise Misprint(path, f"expected {expected}")


def _check_names(box: FireworksBox) -> None:
    """Refuse characters and cities that cannot be told apart."""
    people = [character.name for character in box.characters]
    for path, names in ((("characters",), people), (("cities", "names"), box.cities.names)):
        _expect(len(set(names)) == len(names), path, "different names, got one of them twice")


# §5 Tiles and prices


def _check_basic_tiles(box: FireworksBox) -> None:
    """§5.1, §5.2 Refuse tiles with which some ring or pair that has a price is impossible."""
    for colour in COLOUR_NAMES:
        many = sum(sum(tiles_of(box, colour, shape)) for shape in SHAPE_NAMES)
        _expect(
            many >= RING, ("basic", colour), f"at least {RING} tiles, for a ring of one colour, got {many}"
        )
    alike = max(sum(tiles_of(box, colour, shape)) for colour in COLOUR_NAMES for shape in SHAPE_NAMES)
    expected = f"{RING} tiles of some colour and shape, for a ring of both"
    _expect(alike >= RING, ("basic",), f"{expected}, got at most {alike}")
    mixed = any(len(_shapes_in(box, colour)) > 1 for colour in COLOUR_NAMES)
    _expect(mixed, ("basic",), "a colour with several shapes, for a ring of one colour but not of one shape")
    for name, extra in EXTRAS.items():
        halves = _by_colour(box, extra)
        same = max(halves) >= 2
        _expect(same, ("basic",), f"two {name} halves of some colour, for a pair of one colour")
        _expect(sum(map(bool, halves)) >= 2, ("basic",), f"{name} halves of two colours, for a pair of both")
    _expect(sum(_by_colour(box, FLOWER)) > 0, ("basic",), "a tile with a small flower, got none")


def _shapes_in(box: FireworksBox, colour: str) -> list[str]:
    return [shape for shape in SHAPE_NAMES if any(tiles_of(box, colour, shape))]


def _by_colour(box: FireworksBox, extra: int) -> list[int]:
    """Return how many tiles of each colour have an extra."""
    return [sum(tiles_of(box, colour, shape)[extra] for shape in SHAPE_NAMES) for colour in COLOUR_NAMES]


def _types(box: FireworksBox) -> int:
    return sum(map(bool, counts(box.special, SPECIAL_NAMES)))


def _check_special_tiles(box: FireworksBox) -> None:
    """§5.4 Refuse too few types for the list of prices, and prices that fall."""
    expected = f"at least {MOST_TYPES} types, since so many have a price, got {_types(box)}"
    _expect(_types(box) >= MOST_TYPES, ("special",), expected)
    _check_rising(("score", "specials"), box.score.specials)
    for at, character in enumerate(box.characters):
        if character.specials is not None:
            _check_rising(("characters", at, "specials"), character.specials)


def _check_rising(path: Path, points: Sequence[int]) -> None:
    _expect(sorted(points) == list(points), path, f"points that do not fall with more types, got {points}")


def _check_prices(score: Score) -> None:
    """§5.1 Refuse a complete ring that is worth no more than none."""
    for name in ("big_shape", "big_colour"):
        points, none = int(getattr(score, name)), score.big_incomplete
        _expect(points > none, ("score", name), f"more than the {none} of an incomplete ring, got {points}")


# §5.5 Characters


def _check_character(box: FireworksBox, at: int, character: Character) -> None:
    """Refuse a bonus for nothing, nothing for a need, and needs that no board can meet."""
    needs = dict(zip(NEEDS, counts(character, NEEDS), strict=True))
    path: Path = ("characters", at)
    _expect(bool(character.bonus) <= any(needs.values()), (*path, "bonus"), "something to need for the bonus")
    _expect(
        any(needs.values()) <= bool(character.bonus), (*path, "bonus"), "a bonus for what is needed, got 0"
    )
    for name, most in _supplies(box).items():
        _expect(
            needs[name] <= most, (*path, name), f"at most {most}, as many as there can be, got {needs[name]}"
        )
    expected = "needs that fit on one board together"
    _expect(any(_fits(needs, room) for room in _rooms(box, needs["big_fireworks"])), path, expected)


def _supplies(box: FireworksBox) -> dict[str, int]:
    """Return how many things of each sort the tiles and the cores of a seat allow."""
    return {
        "special_types": _types(box),
        "kaleidoscopes": sum(_by_colour(box, EXTRAS["kaleidoscope"])) // 2,
        "saturns": sum(_by_colour(box, EXTRAS["saturn"])) // 2,
        "flowers": sum(_by_colour(box, FLOWER)),
        "big_fireworks": CORES,
    }


def _fits(needs: dict[str, int], room: tuple[int, int, int]) -> bool:
    """Return whether a board has room for the needs beside its rings.

    The room is: pairs with one tile in a ring, pairs outside the rings, and spaces outside the rings.
    """
    linked, pairs, outside = room
    wanted = needs["kaleidoscopes"] + needs["saturns"]
    inside = min(linked, wanted)
    taken = inside + 2 * (wanted - inside)
    everything = 2 * wanted + needs["special_types"] + needs["flowers"]
    return (
        wanted <= linked + pairs
        and taken + needs["special_types"] <= outside
        and everything <= SPACES - CORES
    )


def _rooms(box: FireworksBox, rings: int) -> Iterator[tuple[int, int, int]]:
    """Yield what fits beside so many rings, for every number of pairs that reach into them."""
    layouts = layouts_of(Outline(box.city.rows))
    if rings == 0:
        yield 0, int(layouts.pairs_alone), SPACES - CORES
    elif rings == 1:
        for links in range(len(layouts.one_ring)):
            yield links, int(layouts.beside[links]), OUTSIDE_ONE
    else:
        places = [
            (one, other, joint) for one in range(COUNTS) for other in range(COUNTS) for joint in range(2)
        ]
        for one, other, joint in places:
            pairs = int(layouts.between[at_links(one, other, joint)])
            if pairs >= 0:  # a joint takes no space outside, which makes room for another tile there
                yield one + other + joint, pairs, OUTSIDE_TWO + joint


# §7 The launch


def _check_box(launch: Launch) -> None:
    """Refuse targets outside the zones that they are called after, and directions that lead nowhere."""
    for third, centre in enumerate(launch.zones):
        least, most = launch.size * third // 3, launch.size * (third + 1) // 3
        expected = f"{least} to {most}, in the third that it is the target of, got {centre}"
        _expect(least <= centre <= most, ("launch", "zones", third), expected)
    for at, way in enumerate(launch.ways):
        _expect(any(way), ("launch", "ways", at), "a direction, got [0, 0]")


def _check_strengths(box: FireworksBox) -> None:
    """Refuse launches so weak that the die never strikes, and heights from which nothing ever turns over."""
    rest, heights = box.launch.rest, [100, *(height.strength for height in box.launch.heights.every())]
    weakest = min(heights)
    for name in ("one", "two", "two_to_four"):
        for at, card in enumerate(getattr(box.cards, name)):
            strength = card.strength * (weakest if card.barrel else 100) // 100
            _expect_strike(("cards", name, at, "strength"), strength, rest)
    _expect_strike(("launch", "barrel_strength"), box.launch.barrel_strength * weakest // 100, rest)
    for name, height in zip(HEIGHT_NAMES, box.launch.heights.every(), strict=True):
        chance = box.launch.flip * height.flip // 100
        _expect(chance > 0, ("launch", "heights", name, "flip"), "a chance to turn tiles over, got none")


def _expect_strike(path: Path, strength: int, rest: int) -> None:
    expected = f"a strength of at least {rest} from every height, or the die stops before it strikes"
    _expect(strength >= rest, path, f"{expected}, got {strength}")


def _check_success(box: FireworksBox) -> None:
    """Refuse a box in which even the best launches mostly turn nothing up: try them all on gathered tiles."""
    table = Fireworks()
    table.rules, table.seats = 2, 2
    table.options = {"variant": "standard", "arrange": "end"}
    table.rng = seeded("playability")
    deal(table, box)
    gather(table)
    aims = [(zone, height) for zone in range(ZONES) for height in range(HEIGHTS)]
    most = max(_successes(table, zone, height) for zone, height in aims)
    expected = f"launches of which {SUCCESSES} in {LAUNCHES} turn a tile up, got at most {most}"
    _expect(most >= SUCCESSES, ("launch",), expected)


def _successes(table: Fireworks, zone: int, height: int) -> int:
    """Return how many launches at a zone from a height turn a tile up."""
    found = 0
    for _ in range(LAUNCHES):
        trial = table.copy()
        trial.rng = table.rng  # go on with it, so that no two launches are alike
        drop_die(trial, zone, height)
        found += is_success(trial)
    return found
