"""Custom boxes, as reference.md describes them, and the errors for bad ones."""

import re
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground import BoxError, Match, seeded
from fairground.engine.laws import check_match
from fairground.games.festival import GAME
from fairground.games.festival.patterns import (
    COLOURS,
    MOST_FREE,
    MOST_USES,
    Same,
    placements_by_tile,
    read_pattern,
)
from fairground.games.festival.reach import is_supplied

TEXT = GAME.document("box.toml")
TYPES = ["palm", "fountain", "rose", "burst"]


class Bad(NamedTuple):
    """A box in which `new` replaces `old`.

    The error names that line, or the `table` line in it or nearest before it; "last ..." means the last such
    line.
    """

    old: str
    new: str
    expected: str
    table: str = ""

    def text(self) -> str:
        assert self.old in TEXT
        return TEXT.replace(self.old, self.new, 1)

    def line(self) -> int:
        at = TEXT.index(self.old)
        if self.table.startswith("last "):
            at = self.text().rindex(self.table.removeprefix("last "))
        elif self.table in self.new:
            at += self.new.index(self.table)
        elif self.table:
            at = self.text().rindex(self.table, 0, at + len(self.table))
        return self.text()[:at].count("\n") + 1


FIRST = """[[objectives]]
source = "C"
name = "A-green"
points = 5
linked = ["green yellow green"]
"""
LAST_PLEASER = """[[crowd_pleasers]]
source = "I"
a = "no gap"
b = "variety"
"""
LINE = 'linked = ["green yellow green"]'
PAIR = 'free = ["green", "green"]'
TEE = 'linked = ["green palm green", ". palm ."]'
ROW = '"green palm", "green fountain", '

BAD = {
    "too wide": Bad(LINE, 'linked = ["red red red red"]', "fits 3 x 3 spaces, got 1 x 4"),
    "too high": Bad(LINE, 'linked = ["red", "red", "red", "red"]', "fits 3 x 3 spaces, got 4 x 1"),
    "an unknown cell": Bad(LINE, 'linked = ["green mauve"]', "got 'mauve'"),
    "too high a level": Bad(LINE, 'linked = ["palm^9"]', "a level from 1 to 6"),
    "no cells": Bad(LINE, "", "a linked layout, free cells, or both", "[[objectives]]"),
    "an empty layout": Bad(LINE, 'linked = [". ."]\nfree = ["red"]', "at least one cell in the layout"),
    "ten cells": Bad(
        LINE, f"linked = {['any any any'] * 3}\nfree = ['red']", "9 cells, got 9 linked and 1 free"
    ),
    "cells that cannot agree": Bad(PAIR, 'free = ["palm", "rose"]', "cells that can share one type"),
    "too many free cells": Bad(PAIR, f"free = {['red'] * 5}", "at most 4 free cells, got 5"),
    "no points": Bad("points = 5", "points = 0", "1 to 99 points, got 0"),
    "points in words": Bad("points = 5", 'points = "five"', "xpected int, got str"),
    "a name twice": Bad('name = "A-yellow"', 'name = "A-green"', "a different name for each objective"),
    "an odd name": Bad('name = "A-green"', 'name = "A green"', "letters, digits and hyphens"),
    "an unknown field": Bad(LINE, LINE + "\nred = 3", "expected no value 'red'", "[[objectives]]"),
    "no source": Bad(
        FIRST, FIRST.replace('source = "C"\n', ""), "a value 'source', got none", "[[objectives]]"
    ),
    "an odd source": Bad('source = "F"', 'source = "X"', "expected a source letter"),
    "a starting layout": Bad(TEE, 'linked = ["red red red red"]', "fits 3 x 3"),
    "a side missing": Bad('side = "b"', 'side = "a"', "sides a and b for the board", "last [[starting]]"),
    "starting points": Bad("a = 7", "a = 100", "1 to 99 points, got 100"),
    "an odd tile": Bad(ROW, '"green palm", "pine", ', "such as green palm, got 'pine'", "green = ["),
    "a type twice": Bad('"fountain", "rose"', '"fountain", "palm"', "4 different names"),
    "a colour as a type": Bad('"fountain", "rose"', '"fountain", "red"', "that is not a colour, any"),
    "and as a type": Bad('"fountain", "rose"', '"fountain", "and"', "anywhere or and, got 'and'"),
    "a board twice": Bad('colour = "red"', 'colour = "blue"', "a board of each colour", "last [[boards]]"),
    "a board's type": Bad('name = "burst"', 'name = "bang"', "got 'bang'"),
    "a type on two boards": Bad('name = "burst"', 'name = "rose"', "type for each board, got 'rose' twice"),
    "a symbol twice": Bad('red = "triangle"', 'red = "star"', "a different symbol for each", "[symbols]"),
    "an odd condition": Bad('a = "values"', 'a = "virtues"', "the name of a condition, got 'virtues'"),
    "more than there can be": Bad("least = 9", "least = 10", "1 to 9, got 10"),
    "a tower of 24": Bad("level = 4", "level = 24", "1 to 23, got 24"),
    "eight towers of 3": Bad("least = 2\nlevel = 3", "least = 8\nlevel = 3", "1 to 2, got 3", "level = 3"),
    "nine towers of 16": Bad("least = 1\nlevel = 4", "least = 9\nlevel = 16", "1 to 2, got 16", "level = 16"),
    "nine of a colour": Bad('"colour"\nleast = 4', '"colour"\nleast = 9', "1 to 8, got 9", "least = 9"),
    "nine of a type": Bad('"type"\nleast = 4', '"type"\nleast = 9', "1 to 8, got 9", "least = 9"),
    "six values of five": Bad('"values"\nleast = 4', '"values"\nleast = 6', "1 to 5, got 6", "least = 6"),
    "seven objectives": Bad("least = 3", "least = 7", "1 to 6, got 7"),
    "five kinds": Bad('"variety"\nleast = 4', '"variety"\nleast = 5', "1 to 4, got 5", "least = 5"),
    "a card of 54 tiles": Bad(
        LINE, f"linked = {['any^6 any^6 any^6'] * 3}", "at most 22 tiles, which a seat can lay"
    ),
    "a card of 23 tiles": Bad(LINE, 'linked = ["any^6 any^6 any^6", "any^5"]', "at most 22 tiles"),
    "a side of 24 tiles": Bad(TEE, 'linked = ["any^6 any^6 any^6", "any^6"]', "at most 23 tiles"),
    "three of one tile": Bad(LINE, "linked = ['red-rose red-rose red-rose']", "stacks have enough tiles"),
    "nine greens": Bad(LINE, f"linked = {['green green green'] * 3}", "stacks have enough tiles"),
    "nine of one type": Bad(LINE, f"linked = {['any any any'] * 3}\nsame = 'type'", "have enough tiles"),
    "a level without stacks": Bad("least = 9", "level = 2\nleast = 9", "1 to 1, got 2"),
    "three pleasers": Bad(LAST_PLEASER, "", "points for each of the 3 crowd-pleasers, got 4", "last a = [2"),
    "no points to please": Bad("a = [2, 2, 3, 3]", "a = [2, 2, 3, 0]", "1 to 99 points, got 0"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_box_is_refused_with_its_line_and_what_was_expected(name: str) -> None:
    bad = BAD[name]
    with pytest.raises(BoxError) as refused:
        GAME.box(bad.text(), "mine.toml")
    assert bad.expected in str(refused.value)
    assert f"mine.toml, line {bad.line()} " in str(refused.value)


def test_objectives_and_starting_sides_need_four_different_values() -> None:
    three = TEXT.replace("points = 3", "points = 4").replace("points = 6", "points = 5")
    with pytest.raises(BoxError, match="at least 4 different points, got 4, 5, 7"):
        GAME.box(three)
    four = TEXT.replace("points = 3", "points = 4")
    assert GAME.box(four).values.objectives[0].points == 5


def test_every_table_has_its_source() -> None:
    sources = {place: source for place, _, source in GAME.box().printed_values()}
    assert set(sources.values()) == {"R", "F", "I", "C"}
    assert sources["starting_points.a"] == "F" and sources["symbols.green"] == "R"
    assert sources["conditions.0.least"] == "R" and sources["crowd_pleasers.0.a"] == "I"
    assert sources["crowd_pleaser_points.a"] == "C" and sources["objectives.0.linked"] == "C"


def custom_box() -> str:
    """Return a box with unusual cards and with other names, points and tiles."""
    text = TEXT.replace("rose", "willow")
    text = text.replace('linked = ["green yellow green"]', 'linked = ["green-palm^3 any", ". red"]')
    text = text.replace(
        'free = ["red", "red"]\nsame = "type"', 'free = ["any^", "any", "red"]\nsame = "colour"'
    )
    text = text.replace(
        'linked = ["green yellow", "blue ."]', 'linked = ["any red"]\nfree = ["palm^", "any"]'
    )
    text = text.replace("a = [2, 2, 3, 3]", "a = [1, 9, 9, 9]").replace("level = 4", "level = 5")
    return text.replace('"red burst",\n]', '"green palm",\n]')  # the same tile twice behind each back


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_custom_box_keeps_every_law(seats: int) -> None:
    box = GAME.box(custom_box())
    assert box.digest != GAME.box().digest
    for number in range(3):
        check_match(GAME, seats, {}, f"own {number}", box, every=5)


def test_the_values_of_a_custom_box_are_used() -> None:
    match = Match(GAME, 2, "own", box=custom_box())
    assert match.state.printed.types == ["palm", "fountain", "willow", "burst"]
    assert "green-palm^3 any / . red" in match.state.printed.layouts
    assert "any^ + any + red anywhere, all of one colour" in match.state.printed.layouts
    assert "any red and palm^ + any anywhere" in match.state.printed.layouts
    usual = GAME.setup(2, seeded("own"))
    assert usual.printed.types[2] == "rose"


# The cards are listed in every way they can be placed, so there is a bound on these.


def box_with(cards: int, layout: str) -> str:
    """Return a box in which so many objectives have this layout."""
    layouts = re.compile(r"^(linked|free) = .*\n(same = .*\n)?", re.MULTILINE)
    return layouts.sub(layout + "\n", TEXT, count=cards)


FOUR_COLOURS = 'free = ["green", "yellow", "blue", "red"]\nsame = "type"'


def test_cards_that_fit_in_too_many_ways_are_refused_before_these_are_listed() -> None:
    two = GAME.setup(2, seeded("two"), box=GAME.box(box_with(2, FOUR_COLOURS)))
    assert len(two.printed.touching_colours) <= MOST_USES
    with pytest.raises(BoxError, match=f"line .*at most {MOST_USES} ways to use a tile .*, got 48384"):
        GAME.box(box_with(28, FOUR_COLOURS))


@pytest.mark.parametrize("same", [None, "type", "colour"])
def test_the_uses_of_tiles_are_counted_without_listing_them(same: Same | None) -> None:
    types = ["palm", "fountain", "rose", "burst"]
    words = ["any", "any^", "any^4", *COLOURS, *types, "red-palm"]
    rng = seeded(str(same))
    for _ in range(20):
        cells = [words[rng.below(len(words))] for _ in range(1 + rng.below(MOST_FREE))]
        free = read_pattern([], cells, same, types)
        assert free.count_uses() == sum(map(len, placements_by_tile(free.spreads())))
        linked = read_pattern([" ".join(cells[:2]), " ".join(cells[2:])], [], same, types)
        listed = sum(map(len, placements_by_tile(linked.spreads())))
        assert listed <= linked.count_uses() <= 4 * listed
        both = read_pattern([" ".join(cells[:2])], cells[2:], same, types)
        assert sum(map(len, placements_by_tile(both.spreads()))) <= both.count_uses()


# Reachability


def test_what_a_seat_can_just_show_is_accepted() -> None:
    """Each value is the largest that the box of the game allows."""
    for old, new in (
        ("level = 4", "level = 23"),
        ("least = 2\nlevel = 3", "least = 7\nlevel = 3"),
        ('"colour"\nleast = 4', '"colour"\nleast = 8'),
        ('"type"\nleast = 4', '"type"\nleast = 8'),
        ('"values"\nleast = 4', '"values"\nleast = 5'),
        ("least = 3", "least = 6"),
        (LINE, "linked = ['red-rose red-rose']"),
        (LINE, "linked = ['any^6 any^6 any^6', 'any^4']"),
        (LINE, "linked = ['green green green', 'green green green', 'green green any']"),
        (TEE, "linked = ['any^6 any^6 any^6', 'any^5']"),
    ):
        assert old in TEXT
        GAME.box(TEXT.replace(old, new, 1))


def test_a_seat_shows_one_side_of_its_starting_objective() -> None:
    """Six values are printed, but nobody completes both sides."""
    six = TEXT.replace("a = 7", "a = 8").replace('"values"\nleast = 4', '"values"\nleast = 6')
    with pytest.raises(BoxError, match="1 to 5, got 6"):
        GAME.box(six)
    GAME.box(six.replace("points = 5", "points = 9", 1))


def test_a_starting_side_needs_its_own_stack_and_a_neighbours() -> None:
    """Two red roses behind blue and green are never beside the red board together."""
    text = TEXT.replace('"red palm", "red fountain", "red rose"', '"red palm", "red fountain", "red palm"')
    blue = text.index("blue = [", text.index("[tiles]"))
    pair = text[:blue] + text[blue:].replace('"blue rose", "blue burst",', '"red rose", "red rose",', 1)
    side = 'linked = ["red burst", "burst red"]'
    roses = 'linked = ["red-rose red-rose"]'
    GAME.box(pair.replace(side, roses))
    spread = pair.replace('"red rose", "red rose",', '"red rose", "red palm",', 1)
    spread = spread.replace('"blue rose", "blue burst",', '"red rose", "red palm",', 1)
    with pytest.raises(BoxError, match=r"starting.*stacks have enough tiles"):
        GAME.box(spread.replace(side, roses))
    GAME.box(spread.replace(LINE, roses))


def fits_by_trying(cells: list[list[int]], tiles: list[int]) -> bool:
    """Tell whether each cell can have a tile of its own, by trying all."""
    if not cells:
        return True
    return any(
        fits_by_trying(cells[1:], tiles[:at] + tiles[at + 1 :])
        for at, tile in enumerate(tiles)
        if tile in cells[0] and tile not in tiles[:at]
    )


@given(
    st.lists(
        st.sampled_from(["any", "red", "palm", "rose", "blue", "red-palm", "blue-rose"]),
        min_size=1,
        max_size=6,
    ),
    st.lists(st.integers(0, 15), min_size=1, max_size=7),
    st.sampled_from([None, "type", "colour"]),
)
def test_tiles_are_matched_with_cells_as_by_trying_all_ways(
    words: list[str], tiles: list[int], same: Same | None
) -> None:
    pattern = read_pattern([" ".join(words[:3]), " ".join(words[3:])], [], same, TYPES)
    variants = [[cell.tiles() for cell in cells] for cells in pattern.agreeing()]
    assert is_supplied(pattern, [tiles]) == any(fits_by_trying(cells, tiles) for cells in variants)


@pytest.mark.parametrize(
    ("cells", "tiles", "fits"),
    [
        ("any red", [12, 0], True),  # the first cell must leave the only red tile to the second
        ("any palm red", [12, 0, 5], True),
        ("any palm red", [12, 12, 5], True),
        ("any palm red", [12, 5, 5], False),
        ("red palm red-palm", [12, 13, 0], True),
    ],
)
def test_a_cell_leaves_a_tile_to_one_that_needs_it(cells: str, tiles: list[int], fits: bool) -> None:
    assert is_supplied(read_pattern([cells], [], None, TYPES), [tiles]) == fits


def name_cards(text: str) -> str:
    """Give each objective a name of its own."""
    names = iter(range(28))
    return re.sub(r'name = "[A-G]-\w+"', lambda _: f'name = "card{next(names)}"', text)


def test_a_board_shows_nine_tiles_however_many_there_are() -> None:
    """Behind every back, blue tiles become red, so that two stacks have sixteen of them."""
    start, end = TEXT.index("[tiles]"), TEXT.index("# A: a line")
    tiles = re.sub(r'"blue (\w+)"', r'"red \1"', TEXT[start:end])
    cards = re.sub(r"\bblue( |\"|\])", r"red\1", TEXT[end : TEXT.index("[starting_points]")])
    rest = TEXT[TEXT.index("[starting_points]") :]
    rest = re.sub(r'linked = \["blue rose.*', 'linked = ["red rose"]', rest)
    with pytest.raises(BoxError, match="1 to 3, got 4"):  # three colours are left
        GAME.box(name_cards(TEXT[:start] + tiles + cards + rest))
    text = name_cards(
        TEXT[:start] + tiles + cards + rest.replace('"variety"\nleast = 4', '"variety"\nleast = 3')
    )
    GAME.box(text.replace('"colour"\nleast = 4', '"colour"\nleast = 9'))
    with pytest.raises(BoxError, match="1 to 9, got 10"):
        GAME.box(text.replace('"colour"\nleast = 4', '"colour"\nleast = 10'))
