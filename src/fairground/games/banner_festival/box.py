"""The printed values of Banner Festival."""

from itertools import pairwise
from typing import Literal, TypeAlias

import msgspec

from fairground.engine.box import Misprint, Path, Source
from fairground.games.banner_festival.rules.cards import NUMBERS, SPACES, SUITS

Suit: TypeAlias = Literal["teal", "purple", "orange", "yellow"]
Match: TypeAlias = Literal["even", "odd", "teal", "purple", "orange", "yellow"]
CHARACTERS = 7
STUNTS = 4
SEATS = ("for_two", "for_three", "for_four", "for_five")


class Ring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    quadrants: list[Suit]
    source: Source


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    watercraft: int
    gate: int
    source: Source


class Counts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number for each number of seats."""

    for_two: int
    for_three: int
    for_four: int
    for_five: int
    source: Source

    def at(self, seats: int) -> int:
        return (self.for_two, self.for_three, self.for_four, self.for_five)[seats - 2]


class Banners(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    each: int
    bonus: int
    source: Source


class Majorities(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The Profit of each rank for each number of seats."""

    for_two: list[int]
    for_three: list[int]
    for_four: list[int]
    for_five: list[int]
    source: Source

    def at(self, seats: int) -> list[int]:
        return (self.for_two, self.for_three, self.for_four, self.for_five)[seats - 2]


class Characters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    profit: list[int]
    source: Source


class Dock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    quadrant: Suit
    spaces: list[Match]
    fruit: list[int]
    source: Source


class Colour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    stunts: list[int]
    source: Source


class ToGate(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="gate"):
    number: int
    source: Source


class Sprint(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="sprint"):
    number: int
    fruit: int
    steps: int
    source: Source


class Nearest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="nearest"):
    number: int
    source: Source


class Race(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="race"):
    number: int
    steps: int
    least: int
    source: Source


class Harvest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="harvest"):
    number: int
    area: Literal["quadrant", "region"]
    least: int
    most: int
    source: Source


class Tower(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="tower"):
    number: int
    banners: int
    source: Source


class Keep(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="keep"):
    number: int
    profit: int
    source: Source


Ability: TypeAlias = ToGate | Sprint | Nearest | Race | Harvest | Tower | Keep


class BannerBox(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ring: Ring
    start: Start
    hands: Counts
    pool: Counts
    banners: Banners
    majorities: Majorities
    characters: Characters
    docks: list[Dock]
    colours: list[Colour]
    abilities: list[Ability]


def check(box: BannerBox) -> None:
    """§11 Refuse what the rules cannot be played with."""
    _check_ring(box.ring.quadrants)
    _check_start(box)
    _check_counts(box)
    _check_profits(box)
    _check_docks(box.docks)
    _check_colours(box.colours)
    _check_abilities(box.abilities)


def cards_needed(seats: int, hand: int) -> int:
    """A round's hands and dummies, with every kept card away."""
    dummies = max(0, 4 - seats)
    return (seats + dummies) * hand + len(SUITS)


def _check_ring(quadrants: list[Suit]) -> None:
    """§11 Two consecutive spaces a quadrant, clockwise in the order of suits."""
    path = ("ring", "quadrants")
    _demand(len(quadrants) == SPACES, path, f"{SPACES} quadrants", len(quadrants))
    for suit in SUITS:
        count = quadrants.count(suit)
        _demand(count == 2, path, f"two {suit} spaces", count)
    for one, other in pairwise([*quadrants, quadrants[0]]):
        following = SUITS[(SUITS.index(one) + 1) % len(SUITS)]
        _demand(
            other in {one, following},
            path,
            f"{one} or {following} clockwise of {one} (two spaces a quadrant, side by side)",
            other,
        )


def _check_start(box: BannerBox) -> None:
    _range(("start", "watercraft"), box.start.watercraft, 1, SPACES, "a race space")
    _range(("start", "gate"), box.start.gate, 1, SPACES, "a race space")


def _check_counts(box: BannerBox) -> None:
    for seats, name in enumerate(SEATS, 2):
        cards = len(SUITS) * (NUMBERS if seats == 5 else NUMBERS - 1)
        most = max(hand for hand in range(1, cards) if cards_needed(seats, hand) <= cards)
        _range(("hands", name), box.hands.at(seats), 2, most, "cards a hand")
        _range(("pool", name), box.pool.at(seats), 1, 99, "Fruit")
    _range(("banners", "each"), box.banners.each, 1, 99, "Banners")
    _range(("banners", "bonus"), box.banners.bonus, 0, 9, "Banners")


def _check_profits(box: BannerBox) -> None:
    for seats, name in enumerate(SEATS, 2):
        _check_list(("majorities", name), box.majorities.at(seats), 3, 99)
    _check_list(("characters", "profit"), box.characters.profit, CHARACTERS, 99)


def _check_docks(docks: list[Dock]) -> None:
    """§11 A dock a quadrant: one Even, one Odd and two different suits."""
    _demand(len(docks) == len(SUITS), ("docks",), f"{len(SUITS)} docks", len(docks))
    for index, dock in enumerate(docks):
        earlier = [other.quadrant for other in docks[:index]]
        _demand(dock.quadrant not in earlier, ("docks", index, "quadrant"), "another quadrant", dock.quadrant)
        suits = {space for space in dock.spaces if space in SUITS}
        complete = len(dock.spaces) == 4 and {"even", "odd"} < set(dock.spaces) and len(suits) == 2
        told = ", ".join(dock.spaces)
        _demand(complete, ("docks", index, "spaces"), "one even, one odd and two different suits", told)
        _check_list(("docks", index, "fruit"), dock.fruit, 2, 9)


def _check_colours(colours: list[Colour]) -> None:
    _demand(len(colours) == 5, ("colours",), "5 colours", len(colours))
    for index, colour in enumerate(colours):
        _check_list(("colours", index, "stunts"), colour.stunts, STUNTS, SPACES, least=1)


def _check_abilities(abilities: list[Ability]) -> None:
    numbers = sorted(ability.number for ability in abilities)
    _demand(numbers == list(range(NUMBERS)), ("abilities",), "the numbers 0 to 9 once each", numbers)
    keeps = [index for index, ability in enumerate(abilities) if isinstance(ability, Keep)]
    if len(keeps) > 1:
        _demand(False, ("abilities", keeps[1], "kind"), "at most one number that is kept", len(keeps))
    for index, ability in enumerate(abilities):
        for name in ("fruit", "steps", "least", "most", "banners", "profit"):
            value: int = getattr(ability, name, 1)
            least = 1 if name in {"steps", "banners"} else 0
            _range(("abilities", index, name), value, least, 99, name)
        if isinstance(ability, Harvest):
            _range(("abilities", index, "most"), ability.most, ability.least, 99, "Fruit at most")
        if isinstance(ability, Race):
            _range(("abilities", index, "least"), ability.least, 1, 99, "steps at least")


def _check_list(path: Path, values: list[int], length: int, most: int, least: int = 0) -> None:
    _demand(len(values) == length, path, f"{length} numbers", len(values))
    for value in values:
        _range(path, value, least, most, "each")


def _range(path: Path, value: int, least: int, most: int, what: str) -> None:
    _demand(least <= value <= most, path, f"{what} from {least} to {most}", value)


def _demand(holds: bool, path: Path, expected: str, came: object) -> None:
    if not holds:
        raise Misprint(path, f"expected {expected}, got {came}")
