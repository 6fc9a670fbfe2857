"""§9 Custom boxes, and the errors for bad ones."""

import re
from typing import NamedTuple

import pytest

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

TEXT = GAME.document("box.toml")


class Bad(NamedTuple):
    """A box in which `new` replaces `old`.

    The error names that line, or the nearest `table` line before it; "last ..." means the last such line.
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
    "27 objectives": Bad(FIRST, "", "expected 28 objectives, got 27", "last [[objectives]]"),
    "too wide": Bad(LINE, 'linked = ["red red red red"]', "fits 3 x 3 spaces, got 1 x 4"),
    "too high": Bad(LINE, 'linked = ["red", "red", "red", "red"]', "fits 3 x 3 spaces, got 4 x 1"),
    "an unknown cell": Bad(LINE, 'linked = ["green mauve"]', "got 'mauve'"),
    "too high a level": Bad(LINE, 'linked = ["palm^9"]', "a level from 1 to 6"),
    "no cells": Bad(LINE, "", "either a linked layout or free cells", "[[objectives]]"),
    "both layouts": Bad(LINE, LINE + '\nfree = ["red"]', "either a linked layout or free cells"),
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
    "fifteen tiles": Bad(ROW, '"green palm", ', "16 tiles, got 15", "green = ["),
    "an odd tile": Bad(ROW, '"green palm", "pine", ', "such as green palm, got 'pine'", "green = ["),
    "a type twice": Bad('"fountain", "rose"', '"fountain", "palm"', "4 different names"),
    "a colour as a type": Bad('"fountain", "rose"', '"fountain", "red"', "that is not a colour, got 'red'"),
    "a board twice": Bad('colour = "red"', 'colour = "blue"', "a board of each colour", "last [[boards]]"),
    "a board's type": Bad('type = "burst"', 'type = "bang"', "got 'bang'"),
    "an odd condition": Bad('a = "values"', 'a = "virtues"', "the name of a condition, got 'virtues'"),
    "more than there can be": Bad("least = 9", "least = 10", "1 to 9, got 10"),
    "a level without stacks": Bad("least = 9", "level = 2\nleast = 9", "1 to 1, got 2"),
    "three pleasers": Bad(LAST_PLEASER, "", "4 tiles, got 3", "last [[crowd_pleasers]]"),
    "no points to please": Bad("a = [2, 2, 3, 3]", "a = [2, 2, 3, 0]", "1 to 99 points, got 0"),
}


@pytest.mark.parametrize("name", BAD)
def test_9_a_bad_box_is_refused_with_its_line_and_what_was_expected(name: str) -> None:
    bad = BAD[name]
    with pytest.raises(BoxError) as refused:
        GAME.box(bad.text(), "mine.toml")
    assert bad.expected in str(refused.value)
    assert f"mine.toml, line {bad.line()} " in str(refused.value)


def test_9_objectives_and_starting_sides_need_four_different_values() -> None:
    three = TEXT.replace("points = 3", "points = 4").replace("points = 6", "points = 5")
    with pytest.raises(BoxError, match="at least 4 different points, got 4, 5, 7"):
        GAME.box(three)
    four = TEXT.replace("points = 3", "points = 4")
    assert GAME.box(four).values.objectives[0].points == 5


def test_9_every_table_has_its_source() -> None:
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
    text = text.replace("a = [2, 2, 3, 3]", "a = [1, 9, 9, 9]").replace("level = 4", "level = 5")
    return text.replace('"red burst",\n]', '"green palm",\n]')  # the same tile twice behind each back


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_9_a_custom_box_keeps_every_law(seats: int) -> None:
    box = GAME.box(custom_box())
    assert box.digest != GAME.box().digest
    for number in range(3):
        check_match(GAME, seats, {}, f"own {number}", box, every=5)


def test_9_the_values_of_a_custom_box_are_used() -> None:
    match = Match(GAME, 2, "own", box=custom_box())
    assert match.state.printed.types == ["palm", "fountain", "willow", "burst"]
    assert "green-palm^3 any / . red" in match.state.printed.layouts
    assert "any^ + any + red anywhere, all of one colour" in match.state.printed.layouts
    usual = GAME.setup(2, seeded("own"))
    assert usual.printed.types[2] == "rose"


# The cards are listed in every way they can be placed, so there is a bound on these.


def box_with(cards: int, layout: str) -> str:
    """Return a box in which so many objectives have this layout."""
    layouts = re.compile(r"^(linked|free) = .*\n(same = .*\n)?", re.MULTILINE)
    return layouts.sub(layout + "\n", TEXT, count=cards)


FOUR_COLOURS = 'free = ["green", "yellow", "blue", "red"]\nsame = "type"'


def test_9_cards_that_fit_in_too_many_ways_are_refused_before_these_are_listed() -> None:
    two = GAME.setup(2, seeded("two"), box=GAME.box(box_with(2, FOUR_COLOURS)))
    assert len(two.printed.touching_colours) <= MOST_USES
    with pytest.raises(BoxError, match=f"line .*at most {MOST_USES} ways to use a tile .*, got 48384"):
        GAME.box(box_with(28, FOUR_COLOURS))


@pytest.mark.parametrize("same", [None, "type", "colour"])
def test_9_the_uses_of_tiles_are_counted_without_listing_them(same: Same | None) -> None:
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
