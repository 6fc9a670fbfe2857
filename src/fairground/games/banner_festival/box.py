"""The printed values of Banner Festival."""

from collections.abc import Sequence
from typing import Final

import msgspec

from fairground.engine.box import Name, Source
from fairground.engine.misprints import Misprint, Path
from fairground.games.banner_festival.rules.cards import MOST_NUMBERS, SPACES, SUITS, card_of

MATCHES: Final = (*SUITS, "even", "odd")
AREAS: Final = ("quadrant", "region")
LEAST_NUMBERS: Final = 4  # of each suit; with fewer there are not enough cards for hands of two
MOST_CHARACTERS: Final = 12
MOST_HAND: Final = 8  # as many as a phone has room for
USUAL_BOUTS: Final = 8  # in a round with the box that the game comes with
LEVELS: Final = 3  # of rewards in a Region
SEATS: Final = ("for_two", "for_three", "for_four", "for_five")
NEEDED: Final = 2  # §6.1 Banners that a seat needs for a reward beside neutral ones
# §4 The kinds of abilities, in the order of their numbers in the rules, and the values each needs.
KINDS: Final[dict[str, tuple[str, ...]]] = {
    "gate": (),
    "sprint": ("fruit", "steps"),
    "nearest": (),
    "race": ("steps", "least"),
    "harvest": ("area", "least", "most"),
    "tower": ("banners",),
    "keep": ("profit",),
}
# The lowest allowed value of each number of an ability.
LEAST: Final = {"fruit": 0, "steps": 1, "least": 0, "most": 0, "banners": 1, "profit": 0}


class Ring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    quadrants: list[str]
    source: Source


class StartSpaces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    watercraft: int
    gate: int
    source: Source


class CountsBySeats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number for each number of seats."""

    for_two: int
    for_three: int
    for_four: int
    for_five: int
    source: Source

    def for_seats(self, seats: int) -> int:
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

    def for_seats(self, seats: int) -> list[int]:
        return (self.for_two, self.for_three, self.for_four, self.for_five)[seats - 2]


class Characters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    profit: list[int]
    source: Source


class Dock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    quadrant: str
    spaces: list[str]
    fruit: list[int]
    source: Source


class Colour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    stunts: list[int]
    source: Source


class Ability(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the lowest card does if it has this number. Which other values it needs depends on `kind`."""

    number: int
    kind: str
    source: Source
    fruit: int | None = None
    steps: int | None = None
    area: str | None = None
    least: int | None = None
    most: int | None = None
    banners: int | None = None
    profit: int | None = None


class BannerBox(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ring: Ring
    start: StartSpaces
    hands: CountsBySeats
    pool: CountsBySeats
    banners: Banners
    majorities: Majorities
    characters: Characters
    docks: list[Dock]
    colours: list[Colour]
    abilities: list[Ability]


def check(box: BannerBox) -> None:
    """Refuse values that the rules cannot work with."""
    _check_ring(box.ring.quadrants)
    _check_start(box)
    _check_abilities(box.abilities)
    _check_counts(box)
    _check_profits(box)
    _check_docks(box.docks)
    _check_colours(box)


def cards_needed(seats: int, hand: int) -> int:
    """Return how many cards a round needs for hands and dummies when all four nines are kept."""
    dummies = max(0, 4 - seats)
    return (seats + dummies) * hand + len(SUITS)


def cards_in_play(box: BannerBox, seats: int) -> list[int]:
    """§2 Return the cards of a match; the zeros are for five seats only."""
    numbers = range(0 if seats == 5 else 1, len(box.abilities))
    return sorted(card_of(suit, number) for suit in range(len(SUITS)) for number in numbers)


def longest_round(box: BannerBox) -> int:
    """Return how many bouts a round can have with any number of seats, but at least as many as usual."""
    return max(USUAL_BOUTS, *(box.hands.for_seats(seats) for seats in range(2, 6)))


def _check_ring(quadrants: list[str]) -> None:
    """Expect two consecutive spaces for each quadrant, clockwise in the order of suits."""
    path = ("ring", "quadrants")
    _expect(len(quadrants) == SPACES, path, f"{SPACES} quadrants", len(quadrants))
    for quadrant in quadrants:
        _check_word(path, quadrant, SUITS)
    clockwise = [suit for suit in SUITS for _ in range(2)]
    turns = [clockwise[turn:] + clockwise[:turn] for turn in range(SPACES)]
    expected = f"two consecutive spaces for each quadrant, clockwise {', '.join(SUITS)}"
    _expect(quadrants in turns, path, expected, ", ".join(quadrants))


def _check_start(box: BannerBox) -> None:
    _check_range(("start", "watercraft"), box.start.watercraft, 1, SPACES, "a race space")
    _check_range(("start", "gate"), box.start.gate, 1, SPACES, "a race space")


def _check_counts(box: BannerBox) -> None:
    for seats, name in enumerate(SEATS, 2):
        cards = len(cards_in_play(box, seats))
        most = max(hand for hand in range(1, MOST_HAND + 1) if cards_needed(seats, hand) <= cards)
        _check_range(("hands", name), box.hands.for_seats(seats), 2, most, "cards in a hand")
        _check_range(("pool", name), box.pool.for_seats(seats), 1, 99, "Fruit")
    _check_range(("banners", "each"), box.banners.each, 1, 99, "Banners")
    _check_range(("banners", "bonus"), box.banners.bonus, 0, 9, "Banners")


def _check_profits(box: BannerBox) -> None:
    for seats, name in enumerate(SEATS, 2):
        _check_list(("majorities", name), box.majorities.for_seats(seats), LEVELS, 99)
    path, profits = ("characters", "profit"), box.characters.profit
    count = len(profits)
    _expect(1 <= count <= MOST_CHARACTERS, path, f"1 to {MOST_CHARACTERS} numbers", count)
    _check_list(path, profits, count, 99)


def _check_docks(docks: list[Dock]) -> None:
    """Expect a dock for each quadrant, with one Even, one Odd and two different suits."""
    _check_length("docks", len(docks), len(SUITS))
    for index, dock in enumerate(docks):
        left = [suit for suit in SUITS if suit not in {other.quadrant for other in docks[:index]}]
        _check_word(("docks", index, "quadrant"), dock.quadrant, left)
        for space in dock.spaces:
            _check_word(("docks", index, "spaces"), space, MATCHES)
        suits = {space for space in dock.spaces if space in SUITS}
        complete = len(dock.spaces) == 4 and {"even", "odd"} < set(dock.spaces) and len(suits) == 2
        given = ", ".join(dock.spaces)
        _expect(complete, ("docks", index, "spaces"), "one even, one odd and two different suits", given)
        _check_list(("docks", index, "fruit"), dock.fruit, 2, 9)


def _check_colours(box: BannerBox) -> None:
    colours, most = box.colours, len(box.characters.profit) - 1
    _check_length("colours", len(colours), len(SEATS) + 1)
    for index, colour in enumerate(colours):
        _expect(bool(colour.name.strip()), ("colours", index, "name"), "a name", repr(colour.name))
        path, stunts = ("colours", index, "stunts"), colour.stunts
        expected = f"at most {most} stunts, on the second Character card and those after it"
        _expect(len(stunts) <= most, path, expected, len(stunts))
        _check_list(path, stunts, len(stunts), SPACES, least=1)


def _check_abilities(abilities: list[Ability]) -> None:
    """§4 Expect each number once. At most one number may be kept, or the deck might run out."""
    count = len(abilities)
    expected = f"{LEAST_NUMBERS} to {MOST_NUMBERS} abilities, one for each number of the cards"
    _expect(LEAST_NUMBERS <= count <= MOST_NUMBERS, ("abilities", max(count - 1, 0)), expected, count)
    for index, ability in enumerate(abilities):
        earlier = abilities[:index]
        path = ("abilities", index)
        _check_range((*path, "number"), ability.number, 0, count - 1, "a number")
        is_new = ability.number not in {other.number for other in earlier}
        _expect(is_new, (*path, "number"), "each number once", f"{ability.number} twice")
        _check_word((*path, "kind"), ability.kind, list(KINDS))
        kept = [other.number for other in earlier if other.kind == ability.kind == "keep"]
        both = " and ".join(str(number) for number in [*kept, ability.number])
        _expect(not kept, (*path, "kind"), "at most one number that is kept", both)
        _check_needs(path, ability)


def _check_needs(path: Path, ability: Ability) -> None:
    needs = KINDS[ability.kind]
    given: dict[str, int | str | None] = {
        name: getattr(ability, name) for name in (*LEAST, "area") if getattr(ability, name) is not None
    }
    expected = f"{', '.join(needs) or 'nothing more'} for the kind {ability.kind}"
    _expect(set(given) == set(needs), path, expected, ", ".join(given) or "nothing")
    for name, value in given.items():
        if isinstance(value, int):
            _check_range((*path, name), value, LEAST[name], 99, name)
        else:
            _check_word((*path, name), str(value), AREAS)
    if ability.kind == "harvest":
        _check_range((*path, "most"), ability.most or 0, ability.least or 0, 99, "most")
    if ability.kind == "race":
        _check_range((*path, "least"), ability.least or 0, 1, 99, "least")


def check_playable(box: BannerBox) -> None:
    """Refuse values that can never matter."""
    _check_supply(box)
    _check_rewards(box)
    _check_names(box.colours)


def _check_supply(box: BannerBox) -> None:
    """Expect that a seat has the Banners for a reward, for every bonus and for every ability."""
    each = box.banners.each
    _check_range(("banners", "each"), each, NEEDED, 99, "Banners")
    _check_range(("banners", "bonus"), box.banners.bonus, 0, min(9, each - 1), "Banners")
    for index, ability in enumerate(box.abilities):
        hung = ability.banners or 0
        _check_range(("abilities", index, "banners"), hung, 0, each, "banners that a seat has,")


def _check_rewards(box: BannerBox) -> None:
    """Expect that more Banners and more laps never bring less, and that every reward can be earned."""
    for seats, name in enumerate(SEATS, 2):
        path, rewards = ("majorities", name), box.majorities.for_seats(seats)
        _expect(rewards == sorted(rewards, reverse=True), path, "no reward above the one before", rewards)
        _expect(not any(rewards[seats:]), path, f"0 for a level that none of {seats} seats reaches", rewards)
    profits = box.characters.profit
    expected = "no Character card below the one before"
    _expect(profits == sorted(profits), ("characters", "profit"), expected, profits)


def _check_names(colours: list[Colour]) -> None:
    """Expect colours that can be told apart."""
    for index, colour in enumerate(colours):
        taken = {other.name for other in colours[:index]}
        _expect(colour.name not in taken, ("colours", index, "name"), "another name", repr(colour.name))


# Expecting


def _check_length(table: str, length: int, expected: int) -> None:
    _expect(length == expected, (table, min(max(length - 1, 0), expected)), f"{expected} {table}", length)


def _check_word(path: Path, word: str, known: Sequence[str]) -> None:
    _expect(word in known, path, " or ".join(known), repr(word))


def _check_list(path: Path, values: list[int], length: int, most: int, least: int = 0) -> None:
    _expect(len(values) == length, path, f"{length} numbers", len(values))
    for value in values:
        _check_range(path, value, least, most, "each number")


def _check_range(path: Path, value: int, least: int, most: int, what: str) -> None:
    _expect(least <= value <= most, path, f"{what} from {least} to {most}", value)


def _expect(holds: bool, path: Path, expected: str, given: object) -> None:
    if not holds:
        raise Misprint(path, f"expected {expected}, got {given}")
