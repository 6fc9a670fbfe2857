"""The printed values of Fireworks, and what a box file may hold."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

from fairground.engine.box import Name, Source
from fairground.engine.misprints import Misprint, Path
from fairground.games.fireworks.rules.launch import MOST_NEAREST
from fairground.games.fireworks.rules.outline import Outline
from fairground.games.fireworks.rules.tiles import MOST_CARDS, MOST_SKY, SPACES, USUAL_SKY

COLOUR_NAMES = ("red", "yellow", "green", "blue")
SHAPE_NAMES = ("peony", "chrysanthemum", "willow", "palm", "dahlia", "crossette")
SPECIAL_NAMES = ("butterfly", "heart", "star", "smile", "cat", "fish", "paw", "ribbon")
FUNCTION_NAMES = ("gale", "heavy_rain", "fireworks")
HEIGHT_NAMES = ("low", "middle", "high")
EXTRAS = 4  # none, two halves and the flower
LEAST_FIREWORKS = 4 * (SPACES - 3) + 1  # tiles that fill a board even if all seats take equally many
LEAST_CARDS = 2  # one for each pile
LEAST_PEOPLE, MOST_PEOPLE = 4, 20  # one for each seat
MOST_ROWS = 9  # of a city board
LONGEST_ROW = 9
MOST_STRENGTH = 200  # of a launch


class Printing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    source: Source


class City(Printing, frozen=True):
    rows: list[int]


class FireworksCities(Printing, frozen=True):
    names: list[Name]


class Starts(Printing, frozen=True):
    red: int
    yellow: int
    green: int
    blue: int


class Shapes(Printing, frozen=True):
    """Tiles of each shape: plain, with a saturn half, with a kaleidoscope half, with a flower.

    A box may leave shapes out.
    """

    peony: list[int] | None = None
    chrysanthemum: list[int] | None = None
    willow: list[int] | None = None
    palm: list[int] | None = None
    dahlia: list[int] | None = None
    crossette: list[int] | None = None


class Basics(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    red: Shapes
    yellow: Shapes
    green: Shapes
    blue: Shapes


class Specials(Printing, frozen=True):
    butterfly: int
    heart: int
    star: int
    smile: int
    cat: int
    fish: int
    paw: int
    ribbon: int


class Functions(Printing, frozen=True):
    gale: int
    heavy_rain: int
    fireworks: int


class Die(Printing, frozen=True):
    faces: list[int]


class ActionCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    barrel: bool
    strength: int
    scatter: int


class ActionCards(Printing, frozen=True):
    one: list[ActionCard]
    two: list[ActionCard]
    two_to_four: list[ActionCard]

    def every(self) -> list[tuple[ActionCard, int, int]]:
        """Return all cards, each with the fewest and the most helpers it asks for."""
        alone = [(card, 0, 0) for card in self.one]
        pairs = [(card, 1, 1) for card in self.two]
        return [*alone, *pairs, *((card, 1, 3) for card in self.two_to_four)]


class Character(Printing, frozen=True):
    name: Name
    bonus: int = 0
    special_types: int = 0
    kaleidoscopes: int = 0
    saturns: int = 0
    flowers: int = 0
    big_fireworks: int = 0
    flower: int | None = None
    specials: list[int] | None = None


class Score(Printing, frozen=True):
    big_both: int
    big_shape: int
    big_colour: int
    big_incomplete: int
    saturn_same: int
    saturn_different: int
    kaleidoscope_same: int
    kaleidoscope_different: int
    flower: int
    specials: list[int]


class Height(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a launch from a height differs: strength and chances in hundredths, scatter in millimetres."""

    strength: int = 100
    scatter: int = 0
    flip: int = 100
    leap: int = 100


class Heights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    low: Height = Height()
    middle: Height = Height()
    high: Height = Height()

    def every(self) -> list[Height]:
        return [self.low, self.middle, self.high]


class Launch(Printing, frozen=True):
    size: int
    zones: list[int]
    barrel_strength: int
    barrel_scatter: int
    radius_least: int
    radius_tenths: int
    nearest: int
    flip: int
    push: int
    leap: int
    bounce_tenths: int
    fade_twentieths: int
    rest: int
    mound: int
    mound_part: int
    ways: list[list[int]]
    heights: Heights = Heights()


class FireworksBox(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    city: City
    cities: FireworksCities
    start: Starts
    basic: Basics
    special: Specials
    function: Functions
    die: Die
    cards: ActionCards
    characters: list[Character]
    score: Score
    launch: Launch


def counts(table: msgspec.Struct, names: Iterable[str]) -> list[int]:
    """Return the numbers that a table of the box has under these names."""
    return [int(getattr(table, name)) for name in names]


def basic_counts(box: FireworksBox) -> list[int]:
    """Return how many tiles there are of each basic face, by colour, shape and extra."""
    tables = [tiles_of(box, colour, shape) for colour in COLOUR_NAMES for shape in SHAPE_NAMES]
    return [number for table in tables for number in table]


def tiles_of(box: FireworksBox, colour: str, shape: str) -> list[int]:
    """Return how many tiles of a colour and shape are plain, and have each extra."""
    numbers: list[int] | None = getattr(getattr(box.basic, colour), shape)
    return [0] * EXTRAS if numbers is None else numbers


def sky_slots(box: FireworksBox) -> int:
    """Return how many numbers there are for tiles of the sky, whatever the variant."""
    special, function = counts(box.special, SPECIAL_NAMES), counts(box.function, FUNCTION_NAMES)
    return max(USUAL_SKY, sum(basic_counts(box)) + sum(special) + sum(function))


def check(box: FireworksBox) -> None:
    """Refuse values that the rules cannot work with."""
    _check_outline(("city", "rows"), box.city.rows)
    if len(box.cities.names) != 4:
        raise Misprint(("cities", "names"), f"expected 4 cities, got {len(box.cities.names)}")
    _check_tiles(box)
    _check_cards(box.cards)
    _check_characters(box)
    _check_score(box.score)
    _check_launch(box.launch)
    _check_strongest(box)


def check_playable(box: FireworksBox) -> None:
    """Refuse prices that nobody can earn, launches that turn nothing up, and things that look alike."""
    # Imported here because it needs these types, and launches dice with them.
    from fairground.games.fireworks import playability

    playability.check_playable(box)


def _check_outline(path: Path, rows: list[int]) -> None:
    """Refuse rows that are no board, and boards without room for two big fireworks."""
    if not 3 <= len(rows) <= MOST_ROWS:
        raise Misprint(path, f"expected 3 to {MOST_ROWS} rows, got {len(rows)}")
    _check_numbers(path, rows, len(rows), 1, LONGEST_ROW)
    if sum(rows) != SPACES:
        raise Misprint(path, f"expected {SPACES} spaces in all, got {sum(rows)}")
    for row, below in pairwise(rows):
        if (row - below) % 2 == 0:
            raise Misprint(
                path, f"expected neighbouring rows that differ by an odd number, got {row} and {below}"
            )
    if not Outline(rows).cores:
        raise Misprint(path, f"expected room for two big fireworks side by side, got {rows}")


def _check_tiles(box: FireworksBox) -> None:
    for colour in COLOUR_NAMES:
        for shape in SHAPE_NAMES:
            _check_numbers(("basic", colour, shape), tiles_of(box, colour, shape), EXTRAS, 0, MOST_SKY)
    _check_numbers(("start",), counts(box.start, COLOUR_NAMES), 4, 2, 2)
    special, function = counts(box.special, SPECIAL_NAMES), counts(box.function, FUNCTION_NAMES)
    for kind, number in zip(SPECIAL_NAMES, special, strict=True):
        _check_range(("special", kind), number, 0, MOST_SKY)
    for kind, number in zip(FUNCTION_NAMES, function, strict=True):
        _check_range(("function", kind), number, 0, MOST_SKY)
    _check_total(sum(basic_counts(box)) + sum(special), sum(function))
    _check_numbers(("die", "faces"), box.die.faces, 6, 0, 3)


def _check_cards(cards: ActionCards) -> None:
    count = len(cards.every())
    if not LEAST_CARDS <= count <= MOST_CARDS:
        raise Misprint(("cards",), f"expected {LEAST_CARDS} to {MOST_CARDS} cards in all, got {count}")
    if not cards.two and not cards.two_to_four:
        raise Misprint(("cards", "two"), "expected a card with helpers: the standard game has no others")
    for name in ("one", "two", "two_to_four"):
        pile: list[ActionCard] = getattr(cards, name)
        for at, card in enumerate(pile):
            _check_range(("cards", name, at, "strength"), card.strength, 20, MOST_STRENGTH)
            _check_range(("cards", name, at, "scatter"), card.scatter, 0, 100)
    names = [card.name for card, _, _ in cards.every()]
    if len(set(names)) < len(names):
        raise Misprint(("cards",), "expected different names, got one of them twice")


def _check_characters(box: FireworksBox) -> None:
    count = len(box.characters)
    if not LEAST_PEOPLE <= count <= MOST_PEOPLE:
        expected = f"expected {LEAST_PEOPLE} to {MOST_PEOPLE} characters, got {count}"
        raise Misprint(("characters", max(count - 1, 0)), expected)
    for at, character in enumerate(box.characters):
        if character.specials is not None:
            _check_numbers(("characters", at, "specials"), character.specials, 5, 0, 99)
        needs = ("bonus", "special_types", "kaleidoscopes", "saturns", "flowers", "big_fireworks")
        for name, number in zip(needs, counts(character, needs), strict=True):
            _check_range(("characters", at, name), number, 0, 99)
        if character.flower is not None:
            _check_range(("characters", at, "flower"), character.flower, 0, 99)


def _check_score(score: Score) -> None:
    _check_numbers(("score", "specials"), score.specials, 5, 0, 99)
    _check_range(("score", "big_both"), score.big_both, 0, 99)
    _check_order(score, "big_shape", score.big_shape)
    _check_order(score, "big_colour", score.big_colour)
    for name in ("saturn_same", "saturn_different", "kaleidoscope_same", "kaleidoscope_different", "flower"):
        _check_range(("score", name), int(getattr(score, name)), 0, 99)


def _check_order(score: Score, name: str, points: int) -> None:
    if not score.big_both >= points >= score.big_incomplete >= 0:
        given = f"{score.big_both}, {points} and {score.big_incomplete}"
        raise Misprint(("score", name), f"expected big_both >= {name} >= big_incomplete >= 0, got {given}")


def _check_launch(launch: Launch) -> None:
    ranges = {
        "size": (50, 1000),
        "barrel_strength": (20, MOST_STRENGTH),
        "barrel_scatter": (0, 100),
        "radius_least": (1, 40),
        "radius_tenths": (0, 3),
        "nearest": (1, MOST_NEAREST),
        "flip": (1, 1000),
        "push": (1, 1000),
        "leap": (0, 50),
        "bounce_tenths": (0, 10),
        "fade_twentieths": (1, 11),
        "rest": (10, 200),
        "mound": (1, 100),
        "mound_part": (1, 100),
    }
    for name, (least, most) in ranges.items():
        _check_range(("launch", name), int(getattr(launch, name)), least, most)
    _check_numbers(("launch", "zones"), launch.zones, 3, 0, launch.size)
    if not 1 <= len(launch.ways) <= 64:
        raise Misprint(("launch", "ways"), f"expected 1 to 64 directions, got {len(launch.ways)}")
    for way in launch.ways:
        _check_numbers(("launch", "ways"), way, 2, -1000, 1000)
    _check_heights(launch.heights)


def _check_heights(heights: Heights) -> None:
    for name, height in zip(HEIGHT_NAMES, heights.every(), strict=True):
        path = ("launch", "heights", name)
        _check_range((*path, "strength"), height.strength, 10, 200)
        _check_range((*path, "scatter"), height.scatter, -50, 100)
        _check_range((*path, "flip"), height.flip, 0, 1000)
        _check_range((*path, "leap"), height.leap, 0, 1000)


def _check_strongest(box: FireworksBox) -> None:
    """Refuse heights from which some launch would be stronger than the model allows."""
    strongest = max(box.launch.barrel_strength, *(card.strength for card, _, _ in box.cards.every()))
    for name, height in zip(HEIGHT_NAMES, box.launch.heights.every(), strict=True):
        strength = strongest * height.strength // 100
        _check_range(("launch", "heights", name, "strength"), strength, 0, MOST_STRENGTH)


def _check_range(path: Path, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        raise Misprint(path, f"expected {least} to {most}, got {number}")


def _check_numbers(path: Path, numbers: Sequence[int], length: int, least: int, most: int) -> None:
    if len(numbers) != length:
        raise Misprint(path, f"expected {length} numbers, got {len(numbers)}")
    for number in numbers:
        _check_range(path, number, least, most)


def _check_total(fireworks: int, functions: int) -> None:
    """Refuse a sky with which a match of four might not end, or that the moves have no numbers for."""
    if fireworks < LEAST_FIREWORKS:
        expected = f"expected at least {LEAST_FIREWORKS} basic and special tiles in all"
        raise Misprint(("basic",), f"{expected}, got {fireworks}")
    if fireworks + functions > MOST_SKY:
        expected = f"expected at most {MOST_SKY} basic, special and function tiles in all"
        raise Misprint(("basic",), f"{expected}, got {fireworks + functions}")
