"""The printed values of Festival."""

import re
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

import msgspec

from fairground.engine.box import Name, Source
from fairground.engine.misprints import Misprint, Path
from fairground.games.festival.patterns import COLOURS, MOST_USES, Pattern, Same, read_pattern
from fairground.games.festival.reach import (
    count_tiles,
    is_supplied,
    most_kinds,
    most_laid,
    most_of_a_colour,
    most_of_a_type,
    most_values,
    supplies,
)
from fairground.games.festival.rules.festival import KINDS, MOST, PILES, SPACES, STARTING

Colour: TypeAlias = Literal["green", "yellow", "blue", "red"]
Symbol: TypeAlias = Literal["cross", "star", "circle", "triangle"]
ConditionKind: TypeAlias = Literal["colour", "type", "stacks", "values", "objectives", "covered", "variety"]

MOST_CARDS: Final = 63  # the rules keep sets of cards in the bits of a number
LEAST_OBJECTIVES: Final = PILES  # one for each pile
MOST_OBJECTIVES: Final = MOST_CARDS - STARTING
LEAST_TILES: Final = 4
MOST_TILES: Final = 31  # so that the height of a stack with all tiles beside a seat fits into six bits
LEAST_PLEASERS: Final = 1
MOST_PLEASERS: Final = 8
VALUES_NEEDED: Final = 4
MOST_POINTS: Final = 99
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_TYPE: Final = re.compile(r"[a-z]+")
_RESERVED: Final = (
    *COLOURS,
    "any",
    "anywhere",
    "and",
)  # words with another meaning where cards are described


class SourcedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the box. Each one names the source of its values."""

    source: Source


class Symbols(SourcedTable, frozen=True, forbid_unknown_fields=True):
    green: Symbol
    yellow: Symbol
    blue: Symbol
    red: Symbol


class Types(SourcedTable, frozen=True, forbid_unknown_fields=True):
    names: tuple[Name, ...]


class BoardType(SourcedTable, frozen=True, forbid_unknown_fields=True):
    """The type of a board, where its source is another than the board's."""

    name: str


class Board(SourcedTable, frozen=True, forbid_unknown_fields=True):
    colour: Colour
    type: str | BoardType

    @property
    def type_name(self) -> str:
        return self.type if isinstance(self.type, str) else self.type.name


class FestivalCities(SourcedTable, frozen=True, forbid_unknown_fields=True):
    """The cities on the two sides of each board; they have no effect."""

    green: tuple[Name, Name]
    yellow: tuple[Name, Name]
    blue: tuple[Name, Name]
    red: tuple[Name, Name]


class FestivalTiles(SourcedTable, frozen=True, forbid_unknown_fields=True):
    """The tiles with each back."""

    green: tuple[str, ...]
    yellow: tuple[str, ...]
    blue: tuple[str, ...]
    red: tuple[str, ...]


class Objective(SourcedTable, frozen=True, forbid_unknown_fields=True):
    name: Name
    points: int
    linked: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    same: Same | None = None


class StartingPoints(SourcedTable, frozen=True, forbid_unknown_fields=True):
    a: int
    b: int


class StartingSide(SourcedTable, frozen=True, forbid_unknown_fields=True):
    board: Colour
    side: Literal["a", "b"]
    linked: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    same: Same | None = None


class PleaserCondition(SourcedTable, frozen=True, forbid_unknown_fields=True):
    """What a crowd-pleaser asks for: at least `least` of `asks`. Only stacks have a `level`."""

    name: Name
    asks: ConditionKind
    least: int
    level: int = 1


class Pleaser(SourcedTable, frozen=True, forbid_unknown_fields=True):
    """A crowd-pleaser tile: the names of the conditions on its two sides."""

    a: str
    b: str


class PleaserPoints(SourcedTable, frozen=True, forbid_unknown_fields=True):
    """The points of the tiles in order, for each side."""

    a: tuple[int, ...]
    b: tuple[int, ...]


class FestivalBox(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    symbols: Symbols
    types: Types
    boards: tuple[Board, ...]
    cities: FestivalCities
    tiles: FestivalTiles
    objectives: tuple[Objective, ...]
    starting_points: StartingPoints
    starting: tuple[StartingSide, ...]
    conditions: tuple[PleaserCondition, ...]
    crowd_pleasers: tuple[Pleaser, ...]
    crowd_pleaser_points: PleaserPoints

    def symbol(self, colour: str) -> str:
        return str(getattr(self.symbols, colour))

    def cities_of(self, colour: str) -> list[str]:
        names: tuple[str, str] = getattr(self.cities, colour)
        return list(names)

    def board_type(self, colour: str) -> int:
        """Return the type of the board of a colour."""
        return next(
            self.types.names.index(board.type_name) for board in self.boards if board.colour == colour
        )

    def tiles_behind(self, colour: str) -> list[int]:
        """Return the tiles with one back as numbers."""
        words: tuple[str, ...] = getattr(self.tiles, colour)
        return [tile_number(word, self.types.names) for word in words]

    def stacks(self) -> dict[str, list[int]]:
        """Return the tiles with the back of each colour."""
        return {colour: self.tiles_behind(colour) for colour in COLOURS}

    def side(self, colour: str, side: str) -> StartingSide:
        """Return a side of a colour's starting objective."""
        return next(each for each in self.starting if (each.board, each.side) == (colour, side))

    def cards(self) -> list[tuple[str, int, Pattern]]:
        """Return name, points and pattern of every card, in the order of their numbers in the rules."""
        return [*self._objectives(), *self._starting()]

    def _objectives(self) -> Iterator[tuple[str, int, Pattern]]:
        for card in self.objectives:
            yield card.name, card.points, pattern_of(card, self.types.names)

    def _starting(self) -> Iterator[tuple[str, int, Pattern]]:
        for colour in COLOURS:
            for side, points in (("a", self.starting_points.a), ("b", self.starting_points.b)):
                pattern = pattern_of(self.side(colour, side), self.types.names)
                yield f"start-{colour}-{side}", points, pattern

    def condition(self, name: str) -> PleaserCondition:
        return next(each for each in self.conditions if each.name == name)

    def pleasers(self) -> list[tuple[PleaserCondition, int]]:
        """Return condition and points of each side, in the order of their numbers in the rules."""
        points = zip(self.crowd_pleaser_points.a, self.crowd_pleaser_points.b, strict=True)
        return [
            (self.condition(name), worth)
            for tile, pair in zip(self.crowd_pleasers, points, strict=True)
            for name, worth in zip((tile.a, tile.b), pair, strict=True)
        ]


def pattern_of(card: Objective | StartingSide, types: tuple[str, ...]) -> Pattern:
    return read_pattern(card.linked, card.free, card.same, types)


def tile_number(word: str, types: tuple[str, ...]) -> int:
    """Read a tile such as `red palm`; a ValueError says what was expected."""
    colour, _, kind = word.partition(" ")
    if colour not in COLOURS or kind not in types:
        raise ValueError(f"expected a tile such as {COLOURS[0]} {types[0]}, got {word!r}")
    return KINDS * COLOURS.index(colour) + types.index(kind)


# What a box must hold: see reference.md


def check(box: FestivalBox) -> None:
    """Refuse values that the rules cannot work with."""
    _check_types(box)
    _check_boards(box)
    _check_tiles(box)
    _check_starting(box, _check_objectives(box))
    _check_values(box)
    _check_conditions(box)
    _check_pleasers(box)


def check_playable(box: FestivalBox) -> None:
    """Refuse cards and conditions that no seat can ever show, and things that cannot be told apart."""
    _check_symbols(box)
    _check_board_types(box)
    stacks, count = box.stacks(), len(box.objectives)
    for number, card in enumerate(box.objectives):
        _check_reach(box, card, ("objectives", number), most_laid(stacks, count, taken=1))
    most = most_laid(stacks, count, taken=0)
    for number, side in enumerate(box.starting):
        _check_reach(box, side, ("starting", number), most, side.board)
    _check_limits(box, _most_in_a_match(box), most)


def _expect(holds: bool, path: Path, expected: str) -> None:
    if not holds:
        raise Misprint(path, f"expected {expected}")


def _check_symbols(box: FestivalBox) -> None:
    symbols = [box.symbol(colour) for colour in COLOURS]
    given = ", ".join(symbols)
    _expect(len(set(symbols)) == KINDS, ("symbols",), f"a different symbol for each colour, got {given}")


def _check_types(box: FestivalBox) -> None:
    names = box.types.names
    given = ", ".join(names)
    _expect(len(set(names)) == len(names) == KINDS, ("types", "names"), f"4 different names, got {given}")
    for name in names:
        usable = _TYPE.fullmatch(name) and name not in _RESERVED
        expected = f"a lower-case word that is not a colour, any, anywhere or and, got {name!r}"
        _expect(bool(usable), ("types", "names"), expected)


def _check_boards(box: FestivalBox) -> None:
    colours = sorted(board.colour for board in box.boards)
    given = ", ".join(colours)
    _expect(colours == sorted(COLOURS), ("boards", len(colours) - 1), f"a board of each colour, got {given}")
    types = " or ".join(box.types.names)
    for number, board in enumerate(box.boards):
        name = board.type_name
        path: Path = ("boards", number, "type")
        _expect(name in box.types.names, path, f"{types}, got {name!r}")


def _check_board_types(box: FestivalBox) -> None:
    for number, board in enumerate(box.boards):
        before = [each.type_name for each in box.boards[:number]]
        expected = f"a different type for each board, got {board.type_name!r} twice"
        _expect(board.type_name not in before, ("boards", number, "type"), expected)


def _check_tiles(box: FestivalBox) -> None:
    for colour in COLOURS:
        path: Path = ("tiles", colour)
        try:
            count = len(box.tiles_behind(colour))
        except ValueError as error:
            raise Misprint(path, str(error)) from None
        _check_count(count, LEAST_TILES, MOST_TILES, path, "tiles")


def _check_count(count: int, least: int, most: int, path: Path, what: str) -> None:
    _expect(least <= count <= most, path, f"{least} to {most} {what}, got {count}")


def _check_objectives(box: FestivalBox) -> int:
    """Check the objectives and return how many uses of tiles their placements have."""
    uses = 0
    count = len(box.objectives)
    _check_count(count, LEAST_OBJECTIVES, MOST_OBJECTIVES, ("objectives", count - 1), "objectives")
    names: set[str] = set()
    for number, card in enumerate(box.objectives):
        path: Path = ("objectives", number)
        named = _NAME.fullmatch(card.name) and not card.name.startswith("start-")
        _expect(bool(named), (*path, "name"), f"letters, digits and hyphens, got {card.name!r}")
        _expect(
            card.name not in names,
            (*path, "name"),
            f"a different name for each objective, got {card.name!r} twice",
        )
        names.add(card.name)
        _check_points(card.points, (*path, "points"))
        uses = _check_pattern(box, card, path, uses)
    return uses


def _check_points(points: int, path: Path) -> None:
    _expect(1 <= points <= MOST_POINTS, path, f"1 to {MOST_POINTS} points, got {points}")


def _check_pattern(box: FestivalBox, card: Objective | StartingSide, path: Path, uses: int) -> int:
    """Check a card and return how many uses of tiles its placements add to those of the cards before it."""
    place = _place_of(card, path)
    try:
        own = pattern_of(card, box.types.names).count_uses()
    except ValueError as error:
        raise Misprint(place, str(error)) from None
    _expect(own > 0, place, f"cells that can share one {card.same}")
    expected = f"at most {MOST_USES} ways to use a tile in all cards, got {own} here and {uses} before"
    _expect(uses + own <= MOST_USES, place, expected)
    return uses + own


def _place_of(card: Objective | StartingSide, path: Path) -> Path:
    """Return where the box draws a card."""
    return (*path, "linked") if card.linked else (*path, "free") if card.free else path


def _check_reach(
    box: FestivalBox, card: Objective | StartingSide, path: Path, most: int, board: str | None = None
) -> None:
    """Check that a seat can show the card: any seat, or the one that has the board of a colour."""
    place = _place_of(card, path)
    pattern = pattern_of(card, box.types.names)
    tiles = count_tiles(pattern)
    _expect(tiles <= most, place, f"a card of at most {most} tiles, which a seat can lay, got {tiles}")
    supplied = is_supplied(pattern, supplies(box.stacks(), board))
    _expect(supplied, place, "cells for which two neighbouring stacks have enough tiles")


def _check_starting(box: FestivalBox, uses: int) -> None:
    sides = sorted((each.board, each.side) for each in box.starting)
    wanted = sorted((colour, side) for colour in COLOURS for side in ("a", "b"))
    given = ", ".join(f"{colour} {side}" for colour, side in sides)
    expected = f"sides a and b for the board of each colour, got {given}"
    _expect(sides == wanted, ("starting", len(sides) - 1), expected)
    for number, side in enumerate(box.starting):
        uses = _check_pattern(box, side, ("starting", number), uses)
    _check_points(box.starting_points.a, ("starting_points", "a"))
    _check_points(box.starting_points.b, ("starting_points", "b"))


def _check_values(box: FestivalBox) -> None:
    values = sorted(values_of(box))
    given = ", ".join(map(str, values))
    expected = f"objectives and starting sides with at least {VALUES_NEEDED} different points, got {given}"
    _expect(len(values) >= VALUES_NEEDED, ("objectives", 0, "points"), expected)


def values_of(box: FestivalBox) -> set[int]:
    """Return the different values that completed objectives can have."""
    return _values_of_objectives(box) | {box.starting_points.a, box.starting_points.b}


def _values_of_objectives(box: FestivalBox) -> set[int]:
    return {card.points for card in box.objectives}


def _check_conditions(box: FestivalBox) -> None:
    """Check that conditions ask for what boards and objectives have room for."""
    most: dict[ConditionKind, int] = {
        "colour": SPACES,
        "type": SPACES,
        "stacks": SPACES,
        "values": len(values_of(box)),
        "objectives": MOST,
        "covered": SPACES,
        "variety": KINDS,
    }
    _check_limits(box, most, SPACES * max(map(len, box.stacks().values())))


def _most_in_a_match(box: FestivalBox) -> dict[ConditionKind, int]:
    """Return how many a seat can have of what conditions ask for."""
    stacks = box.stacks()
    starting = {box.starting_points.a, box.starting_points.b}
    return {
        "colour": most_of_a_colour(stacks),
        "type": most_of_a_type(stacks),
        "stacks": SPACES,
        "values": most_values(_values_of_objectives(box), starting),
        "objectives": min(MOST, len(box.objectives) + 1),
        "covered": SPACES,
        "variety": most_kinds(stacks),
    }


def _check_limits(box: FestivalBox, most: dict[ConditionKind, int], tiles: int) -> None:
    """Check that no condition asks for more things, or for more tiles in its stacks."""
    for number, condition in enumerate(box.conditions):
        path: Path = ("conditions", number)
        limit = most[condition.asks]
        _expect(1 <= condition.least <= limit, (*path, "least"), f"1 to {limit}, got {condition.least}")
        highest = tiles // condition.least if condition.asks == "stacks" else 1
        _expect(1 <= condition.level <= highest, (*path, "level"), f"1 to {highest}, got {condition.level}")


def _check_pleasers(box: FestivalBox) -> None:
    names = [condition.name for condition in box.conditions]
    _expect(len(set(names)) == len(names), ("conditions",), "a different name for each condition")
    count = len(box.crowd_pleasers)
    _check_count(count, LEAST_PLEASERS, MOST_PLEASERS, ("crowd_pleasers", count - 1), "tiles")
    for number, tile in enumerate(box.crowd_pleasers):
        for side, name in (("a", tile.a), ("b", tile.b)):
            expected = f"the name of a condition, got {name!r}"
            _expect(name in names, ("crowd_pleasers", number, side), expected)
    for side, points in (("a", box.crowd_pleaser_points.a), ("b", box.crowd_pleaser_points.b)):
        expected = f"points for each of the {count} crowd-pleasers, got {len(points)} numbers"
        _expect(len(points) == count, ("crowd_pleaser_points", side), expected)
        for worth in points:
            _check_points(worth, ("crowd_pleaser_points", side))
