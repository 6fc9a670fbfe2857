"""The box: its values, and what a box file may not hold."""

import pytest

from fairground.engine.errors import BoxError
from fairground.engine.rng import seeded
from fairground.games.fireworks import GAME

TEXT = GAME.document("box.toml")


def test_there_are_50_cards_among_them_two_named_in_the_rulebook() -> None:
    cards = GAME.box().values.cards
    assert (len(cards.one), len(cards.two), len(cards.two_to_four)) == (20, 20, 10)
    assert "Ring of Fire" in {card.name for card in cards.two}
    assert "Many Likes" in {card.name for card in cards.two_to_four}
    for card, _, _ in cards.every():
        assert 70 <= card.strength <= 110 and 15 <= card.scatter <= 40, card.name


def test_every_printed_value_has_a_source() -> None:
    assert all(source in {"R", "F", "I", "C"} for _, _, source in GAME.box().printed_values())


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("cat = 4", "cat = 14", r"basic.*at most 120 basic, special and function tiles in all, got 121"),
        ("peony = [5, 2, 2, 1]", "peony = [5, 2, 2]", r"line \d+ .*4 numbers, got 3"),
        ("gale = 2", "gale = -1", "0 to 120, got -1"),
        ("faces = [1, 2, 2", "faces = [4, 2, 2", "0 to 3, got 4"),
        ("scatter = 15 }", "scatter = 500 }", "0 to 100, got 500"),
        ("big_shape = 7", "big_shape = 70", "big_both >= big_shape"),
        ("rest = 20", "rest = 0", "10 to 200, got 0"),
        ('name = "Maicho"', 'name = "Maicho"\ncolour = "red"', "expected no value 'colour'"),
        ('"Steady Hand"', '"Eyes Closed"', "different names, got one"),
    ],
)
def test_a_bad_box_is_refused_with_its_place_and_what_was_expected(old: str, new: str, message: str) -> None:
    assert old in TEXT
    with pytest.raises(BoxError, match=message):
        GAME.box(TEXT.replace(old, new, 1))


def test_a_match_uses_the_values_of_a_box_of_your_own() -> None:
    box = GAME.box(TEXT.replace("big_incomplete = 1", "big_incomplete = 4"))
    assert GAME.setup(2, seeded("own"), box=box).scores() == [8, 8]
