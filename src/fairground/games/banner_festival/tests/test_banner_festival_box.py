"""What a box file must contain, and that its values are used."""

import pytest

from fairground import BoxError, Match, seeded
from fairground.engine.game import Game
from fairground.engine.laws import check_match
from fairground.games.banner_festival import GAME, PAST
from fairground.games.banner_festival.bout_log import bouts
from fairground.games.banner_festival.box import BannerBox
from fairground.games.banner_festival.rules.festival import BannerFestival
from fairground.games.banner_festival.view import BannerView

TEXT = GAME.document("box.toml")
RING = '["orange", "orange", "yellow", "yellow", "teal", "teal", "purple", "purple"]'
TEAL_DOCK = '["even", "odd", "purple", "orange"]'
CONSECUTIVE = "expected two consecutive spaces for each quadrant, clockwise teal, purple, orange, yellow"
PINK = 'name = "pink"\nstunts = [3, 6, 2, 7]'


def line(part: str) -> int:
    """Return the line of the box on which a text begins."""
    return TEXT[: TEXT.index(part)].count("\n") + 1


def refusal(old: str, new: str) -> str:
    assert old in TEXT
    with pytest.raises(BoxError) as error:
        GAME.box(TEXT.replace(old, new, 1), "mine.toml")
    return str(error.value)


def test_every_value_has_a_source_letter() -> None:
    printed = list(GAME.box().printed_values())
    assert len(printed) > 60
    assert {source for _, _, source in printed} == {"R", "I", "C"}


def test_a_ring_may_begin_anywhere() -> None:
    GAME.box(
        TEXT.replace(RING, '["orange", "yellow", "yellow", "teal", "teal", "purple", "purple", "orange"]')
    )


@pytest.mark.parametrize(
    ("ring", "expected"),
    [
        ('["orange", "orange"]', "expected 8 quadrants, got 2"),
        (RING.replace("purple", "teal"), CONSECUTIVE),
        (RING.replace("purple", "blue"), "expected teal or purple or orange or yellow, got 'blue'"),
        (
            '["purple", "purple", "teal", "teal", "yellow", "yellow", "orange", "orange"]',
            CONSECUTIVE + ", got purple, purple, teal, teal, yellow, yellow, orange, orange",
        ),
        (
            '["orange", "yellow", "teal", "purple", "orange", "yellow", "teal", "purple"]',
            CONSECUTIVE,
        ),
    ],
)
def test_the_ring_has_two_consecutive_spaces_for_each_quadrant_in_suit_order(
    ring: str, expected: str
) -> None:
    message = refusal(RING, ring)
    assert message.startswith(f"mine.toml, line {line(RING)} (ring.quadrants): ")
    assert expected in message


@pytest.mark.parametrize(
    "spaces",
    [
        '["even", "even", "purple", "orange"]',
        '["even", "odd", "purple", "purple"]',
        '["even", "odd", "purple"]',
        '["even", "odd", "purple", "orange", "yellow"]',
        '["odd", "purple", "orange", "yellow"]',
    ],
)
def test_a_dock_has_one_even_one_odd_and_two_different_suits(spaces: str) -> None:
    message = refusal(TEAL_DOCK, spaces)
    assert message.startswith(f"mine.toml, line {line(TEAL_DOCK)} (docks.0.spaces): ")
    assert "expected one even, one odd and two different suits" in message


@pytest.mark.parametrize("stunt", [0, 9, -1])
def test_stunts_are_race_spaces(stunt: int) -> None:
    message = refusal(PINK, PINK.replace("7", str(stunt)))
    where = f"mine.toml, line {line(PINK) + 1} (colours.0.stunts): "
    assert message == f"{where}expected each number from 1 to 8, got {stunt}"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            PINK,
            PINK.replace(", 7", ", 7, 1, 1, 1"),
            "expected at most 6 stunts, on the second Character card",
        ),
        ("for_two = 8", "for_two = 9", "expected cards in a hand from 2 to 8, got 9"),
        ("for_five = 7", "for_five = 8", "expected cards in a hand from 2 to 7, got 8"),
        ("for_two = 7", "for_two = 0", "expected Fruit from 1 to 99, got 0"),
        ("gate = 4", "gate = 9", "expected a race space from 1 to 8, got 9"),
        (
            "profit = [1, 3, 6, 10, 15, 21, 28]",
            "profit = [1, 3]",
            "expected at most 1 stunts, on the second Character card",
        ),
        ('quadrant = "purple"', 'quadrant = "teal"', "expected purple or orange or yellow, got 'teal'"),
        (
            'kind = "keep"',
            'kind = "eat"',
            "expected gate or sprint or nearest or race or harvest or tower or keep",
        ),
        ("number = 5", "number = 4", "expected each number once, got 4 twice"),
        (
            'kind = "nearest"',
            'kind = "keep"\nprofit = 3',
            "expected at most one number that is kept, got 2 and 9",
        ),
        ("banners = 2", "profit = 2", "expected banners for the kind tower, got profit"),
        ('area = "region"', 'area = "town"', "expected quadrant or region, got 'town'"),
        ("most = 4", "most = 0", "expected most from 1 to 99, got 0"),
        ("each = 14", "each = 1", "expected Banners from 2 to 99, got 1"),
        ("bonus = 1", "bonus = 10", "expected Banners from 0 to 9, got 10"),
        ("banners = 2", "banners = 15", "expected banners that a seat has, from 0 to 14, got 15"),
        ("for_four = [6, 3, 1]", "for_four = [3, 6, 1]", "expected no reward above the one before"),
        ("for_two = [6, 3, 0]", "for_two = [6, 3, 1]", "expected 0 for a level that none of 2 seats reaches"),
        ("15, 21, 28]", "15, 28, 21]", "expected no Character card below the one before"),
        ('name = "green"', 'name = "pink"', "expected another name, got 'pink'"),
        ("each = 14", "", "expected a value 'each', got none"),
        ("each = 14", 'each = "many"', "expected int, got str"),
        ("each = 14", "each = 14\nhats = 3", "expected no value 'hats'"),
    ],
)
def test_unplayable_values_are_refused(old: str, new: str, expected: str) -> None:
    assert expected in refusal(old, new)


def test_a_fifth_dock_and_a_missing_colour_are_refused() -> None:
    dock = TEXT[TEXT.index("[[docks]]") : TEXT.index("[[docks]]", TEXT.index("[[docks]]") + 1)]
    assert "expected 4 docks, got 5" in refusal("[[docks]]", f"{dock}[[docks]]")
    black = TEXT[TEXT.index('[[colours]]\nsource = "C"\nname = "black"') : TEXT.index("# Abilities")]
    assert "expected 5 colours, got 4" in refusal(black, "")


# The values are used


def first_bout(text: str, seed: str = "box") -> BannerFestival:
    match = Match(GAME, 5, seed, box=text)
    for seat in range(5):
        match.play(seat, match.state.legal(seat)[0])
    return match.state


def test_another_box_changes_the_match() -> None:
    text = TEXT.replace("gate = 4", "gate = 7").replace("for_five = 13", "for_five = 20")
    state = first_bout(text)
    assert bouts(state)[0].quadrant == "purple"
    assert state.pool + sum(state.fruit) == 20
    assert state.box != GAME.setup(5, seeded("box")).box


def test_stunts_may_differ_by_colour() -> None:
    text = TEXT.replace(PINK, 'name = "rose"\nstunts = [1, 2, 3, 4]')
    state = Match(GAME, 2, "stunts", box=text).state
    assert list(state.printed.stunts) == [-1, -1, 0, 1, 2, 3, -1, -1, -1, -1, 2, 5, 1, 6, -1, -1]
    assert state.printed.colours == ["rose", "green"]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_laws_hold_with_an_unusual_box(seats: int) -> None:
    text = (
        TEXT.replace("for_two = 8\n", "for_two = 2\n")
        .replace("for_three = 8\n", "for_three = 3\n")
        .replace("each = 14", "each = 3")
        .replace("bonus = 1", "bonus = 2")
        .replace('kind = "nearest"', 'kind = "race"\nsteps = 9\nleast = 30')
        .replace('kind = "tower"\nbanners = 1', 'kind = "tower"\nbanners = 3')
        .replace(TEAL_DOCK, '["teal", "odd", "yellow", "even"]')
        .replace("for_five = 13", "for_five = 1")
    )
    match = check_match(GAME, seats, {}, "strange", GAME.box(text), every=5)
    assert match.over


# The values are shown


def show(text: str, seats: int = 4) -> tuple[BannerView, str]:
    """Return the first seat's view and its picture at the start of a match."""
    view = GAME.view(Match(GAME, seats, "shown", box=text).state, 0)
    assert isinstance(view, BannerView)
    return view, GAME.picture(view)


def test_abilities_are_shown_as_the_box_has_them() -> None:
    """The kept card is worth 77; the numbers of all other abilities are turned around."""
    text = TEXT.replace("profit = 5", "profit = 77")
    for number in range(9):
        text = text.replace(f"\nnumber = {number}\n", f"\nnumber = *{8 - number}\n")
    view, picture = show(text.replace("*", ""))
    assert [ability.kind for ability in view.abilities] == (
        ["tower", "harvest", "race", "tower", "harvest", "race", "nearest", "sprint", "gate", "keep"]
    )
    assert view.abilities[9].profit == 77
    assert (view.abilities[7].fruit, view.abilities[7].steps, view.abilities[7].most) == (1, 2, None)
    numbers = {int(card[-1]) for card in view.hand}
    assert all(f"lowest {number}: " in picture for number in numbers) and {1, 7} & numbers
    assert ("7: 1 Fruit, moves 2" in picture) == (7 in numbers)
    assert ("1: a Fruit for each Banner in the region, 1 to 6" in picture) == (1 in numbers)


def test_rewards_characters_and_stunts_are_shown_as_the_box_has_them() -> None:
    text = TEXT.replace("for_four = [6, 3, 1]", "for_four = [61, 31, 0]").replace("21, 28]", "21, 82]")
    view, picture = show(text.replace(PINK, PINK.replace("6", "5")))
    assert view.rewards == [61, 31, 0] and view.character_profits[-1] == 82
    assert "Profit: 61, 31 in a Region; Characters 1, 3, 6, 10, 15, 21, 82" in picture
    assert view.seats[0].stunts == [None, 3, 5, 2, 7, None, None]
    assert (view.needed, show(text, 3)[0].needed) == (1, 2)


def test_a_seat_has_the_banners_of_every_bonus() -> None:
    text = TEXT.replace("each = 14", "each = 3")
    GAME.box(text.replace("bonus = 1", "bonus = 2"))
    with pytest.raises(BoxError, match="expected Banners from 0 to 2, got 3"):
        GAME.box(text.replace("bonus = 1", "bonus = 3"))


@pytest.mark.parametrize("edition", [GAME, *PAST])
def test_a_match_with_a_box_that_is_now_refused_is_finished(
    edition: Game[BannerFestival, BannerBox],
) -> None:
    text = TEXT.replace("each = 14", "each = 1").replace("15, 21, 28]", "15, 28, 21]")
    kept = edition.kept_box(text)
    match = check_match(edition, 4, {}, "former", kept, every=20)
    assert match.over and Match.replay(edition, match.record(), kept).over
    with pytest.raises(BoxError, match="expected Banners from 2 to 99, got 1"):
        edition.box(text)
