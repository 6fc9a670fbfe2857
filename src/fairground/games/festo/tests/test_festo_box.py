"""§1 The box: its values, and what a box file may not hold."""

import pytest

from fairground import Match
from fairground.engine.errors import BoxError
from fairground.engine.laws import check_match
from fairground.games.festo.reach import Stand, can_collect, can_collect_every_colour
from fairground.games.festo.tests.tables import GAME

TEXT = GAME.document("box.toml")


def test_1_the_box_holds_the_numbers_of_the_rules() -> None:
    box = GAME.box().values
    assert len(box.events) == 14
    assert (box.supplies.cubes, box.pieces.helpers, box.pieces.discs) == (14, 6, 2)
    assert 4 * box.tiles.small + 2 * box.tiles.large == 34
    assert box.sets.points == [1, 3, 6, 10, 15, 21]


def test_1_1_small_dishes_cost_two_colours_and_large_ones_six_cubes() -> None:
    box = GAME.box().values
    small = {"drink": (2, 1), "dessert": (2, 2), "starter": (3, 2), "side": (3, 3)}
    assert {sort: tuple(getattr(box.prices.small, sort)) for sort in small} == small
    assert (box.prices.large.roast, 6 * box.prices.large.main) == (6, 6)
    points = {"drink": 5, "dessert": 7, "starter": 10, "side": 13, "roast": 15, "main": 16}
    assert {sort: getattr(box.points, sort) for sort in points} == points


def test_1_every_printed_value_has_a_source() -> None:
    printed = list(GAME.box().printed_values())
    assert all(source in "RFIC" and source for _, _, source in printed)
    assert {source for _, _, source in printed} == {"R", "F", "I", "C"}
    assert len(printed) > 50


@pytest.mark.parametrize(
    ("old", "new", "line", "expected"),
    [
        ("cubes = 14 ", "cubes = 3 ", "cubes = 3", "expected 8 to 99 cubes of each colour, got 3"),
        ("cubes = 14 ", 'cubes = "many" ', "cubes =", "[Ee]xpected int, got str"),
        ("helpers = 6", "helpers = 0", "helpers = 0", "expected 1 to 12 helpers for each seat, got 0"),
        ("refill = 3 ", "refill = 6 ", "refill = 6", "expected 1 to 5 cubes a round, got 6"),
        ("dice = 3 ", "dice = 6 ", "dice = 6", "expected 0 to 5 dice, got 6"),
        ("large = 5", "large = 0", "large = 0", "expected 1 to 99 roasts and mains"),
        ('"honey", "spice"', '"honey", "cake"', "small = [", "expected one of meat, honey.*, got 'cake'"),
        ("side = [3, 3]", "side = [3, 9]", "side = [3, 9]", "expected 1 to 7 cubes, got 9"),
        ("side = [3, 3]", "side = [3]", "side = [3]", "of length 2, got 1"),
        ("main = 1 ", "main = 2 ", "main = 2", "expected 1 to 1 cube of each colour, got 2"),
        ("drink = 5", "drink = -5", "drink = -5", "expected 0 to 99 points, got -5"),
        ("15, 21]", "15, 16]", "points = [1,", "expected steps that never shrink"),
        (", 21]", "]", "points = [1,", "expected points for one to six sorts, got 5"),
        ('"banquet"', '"dance"', '"dance"', "expected one of rich harvest, .*, got 'dance'"),
        ('"banquet"', '"regulars"', None, "expected 1, as on the other card of this event, got 2"),
        ("amount = 2         # points", "#", None, "expected an amount for 'banquet', got none"),
        ('name = "market day"', 'name = "market day"\namount = 1', "amount", "expected no amount"),
        ("[dwarf]", "[giant]", None, "expected a value 'dwarf', got none|expected no value 'giant'"),
    ],
)
def test_1_a_bad_box_is_refused_with_its_line(old: str, new: str, line: str | None, expected: str) -> None:
    assert old in TEXT
    bad = TEXT.replace(old, new, 1)
    with pytest.raises(BoxError, match=expected) as refusal:
        GAME.box(bad, "mine.toml")
    assert str(refusal.value).startswith("mine.toml, line ")
    if line is not None:
        number = int(str(refusal.value).split("line ")[1].split()[0].rstrip(":"))
        assert line in bad.splitlines()[number - 1]


def test_1_a_box_of_your_own_keeps_all_laws() -> None:
    other = TEXT
    for old, new in (
        ("cubes = 14 ", "cubes = 9 "),
        ("helpers = 6", "helpers = 9"),
        ("discs = 2", "discs = 4"),
        ("dice = 3 ", "dice = 5 "),
        ("salt = 1 ", "salt = 4 "),
        ("side = [3, 3]", "side = [4, 2]"),
        ("roast = 6", "roast = 4"),
        ("most = 3", "most = 5"),
    ):
        assert old in other
        other = other.replace(old, new, 1)
    box = GAME.box(other)
    for seats in (2, 5):
        check_match(GAME, seats, {"magic": "on"}, "another box", box, every=40)
    assert Match(GAME, 2, "a", {}, box).state.printed.own[4] == 4


MEAGRE = {  # one cube a round in each market, none at the grocery, one helper, no disc
    "refill = 3 ": "refill = 1 ",
    "refill = 1         # cubes a round for each row": "refill = 0",
    "helpers = 6": "helpers = 1",
    "discs = 2": "discs = 0",
}


def with_changes(changes: dict[str, str]) -> str:
    text = TEXT
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new, 1)
    return text


@pytest.mark.parametrize(
    ("changes", "line", "expected"),
    [
        (MEAGRE | {"most = 5 ": "most = 4 "}, "helpers = 1", "got a cube of every colour for a main"),
        (MEAGRE | {"side = [3, 3]": "side = [6, 6]"}, "side = [6, 6]", "match of 2, got 6 \\+ 6 cubes"),
        (MEAGRE | {"roast = 6": "roast = 9"}, "roast = 9", "match of 2, got 9 cubes"),
        (
            {"refill = 3 ": "refill = 1 ", "helpers = 6": "helpers = 2", "side = [3, 3]": "side = [7, 7]"}
            | {"discs = 2": "discs = 0", "refill = 1         # cubes a round for each row": "refill = 0"},
            "side = [7, 7]",
            "got 7 \\+ 7 cubes",
        ),
    ],
)
def test_1_a_box_with_a_dish_that_nobody_can_cook_is_refused(
    changes: dict[str, str], line: str, expected: str
) -> None:
    text = with_changes(changes)
    with pytest.raises(BoxError, match=expected) as refusal:
        GAME.box(text, "mine.toml")
    number = int(str(refusal.value).split("line ")[1].split()[0].rstrip(":"))
    assert line in text.splitlines()[number - 1]


@pytest.mark.parametrize(
    "changes",
    [
        MEAGRE | {"discs = 0": "discs = 2"},  # the Dwarf's discs help out
        {"helpers = 6": "helpers = 1", "discs = 2": "discs = 0"},  # three cubes, and the Elf three times
        {"refill = 3 ": "refill = 1 ", "roast = 6": "roast = 9"},
        {"side = [3, 3]": "side = [7, 7]", "cubes = 14 ": "cubes = 9 "},
    ],
)
def test_1_a_meagre_box_with_dishes_that_can_be_cooked_is_taken(changes: dict[str, str]) -> None:
    assert GAME.box(with_changes(changes)).digest != GAME.box().digest


@pytest.mark.parametrize(
    ("refill", "most", "cookable"), [(3, 5, True), (2, 2, True), (1, 1, False), (1, 9, False)]
)
def test_1_one_helper_collects_every_colour_with_the_elf(refill: int, most: int, cookable: bool) -> None:
    """With three cubes in the first market the Elf, three times, brings the other five colours."""
    stand = Stand(14, 3, refill, most, 0, 1, helpers=1, discs=0)
    assert can_collect_every_colour(stand) is cookable


@pytest.mark.parametrize(("price", "payable"), [((4, 4), True), ((5, 5), False)])
def test_1_two_helpers_collect_what_two_markets_give(price: tuple[int, int], payable: bool) -> None:
    """Without salt: one cube a round in each of two markets, and the Elf only instead of a market."""
    stand = Stand(14, 0, 1, 1, 0, 1, helpers=2, discs=0)
    assert can_collect(stand, *price) is payable
