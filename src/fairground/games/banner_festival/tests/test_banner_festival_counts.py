"""Boxes with other numbers of Merchandise cards, Character cards and stunts."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from box_counts import (
    Data,
    box_data,
    entries,
    learn_from,
    look_alike_only_if_alike,
    play_at_every_number_of_seats,
    refusal,
    tables,
)
from fairground import IllegalMove, Match
from fairground.engine.box import canonical
from fairground.games.banner_festival import GAME
from fairground.games.banner_festival.notation import card_name, card_number, names
from fairground.games.banner_festival.rules.cards import CARDS, STRENGTH, card_of, count
from fairground.games.banner_festival.view import BannerView

SEATS = {"for_two": 2, "for_three": 3, "for_four": 4, "for_five": 5}


def most_cards(numbers: int, seats: int) -> int:
    """Return the largest hand: what is left after four kept cards, shared out with the dummies."""
    cards = 4 * (numbers if seats == 5 else numbers - 1)
    return min(8, (cards - 4) // max(seats, 4))


def counts(numbers: int = 10, characters: int = 7, hand: int | None = None) -> Data:
    """Return a box with so many numbers of each suit, so many Character cards, and hands of this size."""
    data = box_data(GAME)
    abilities = entries(data, "abilities")
    data["abilities"] = [{**abilities[n % 9], "number": n} for n in range(numbers - 1)]
    data["abilities"].append({**abilities[9], "number": numbers - 1})  # type: ignore[attr-defined]
    for key, seats in SEATS.items():
        tables(data, "hands")[key] = min(hand or 8, most_cards(numbers, seats))
    tables(data, "characters")["profit"] = [n * (n + 1) // 2 for n in range(1, characters + 1)]
    for colour in entries(data, "colours"):
        colour["stunts"] = [1 + n % 8 for n in range(min(4, characters - 1))]
    return data


LEAST = canonical(counts(4, 1, 2))
MOST = canonical(counts(15, 12, 99))


@pytest.mark.parametrize("text", [LEAST, MOST], ids=["least", "most"])
def test_whole_matches_keep_every_law_at_the_bounds(text: str) -> None:
    play_at_every_number_of_seats(GAME, text, {}, "bounds", every=6)


@given(st.integers(4, 15), st.integers(1, 12), st.integers(2, 13))
@settings(max_examples=3, deadline=None)
def test_whole_matches_keep_every_law_with_any_counts(numbers: int, characters: int, hand: int) -> None:
    play_at_every_number_of_seats(GAME, canonical(counts(numbers, characters, hand)), {}, "any", every=12)


@pytest.mark.parametrize("text", [LEAST, MOST], ids=["least", "most"])
def test_learners_get_observations_of_the_size_that_the_box_needs(text: str) -> None:
    learn_from(GAME, text, {})
    box = GAME.box(text)
    larger = text == MOST
    assert (GAME.size(5, box) > GAME.size(5), len(GAME.moves_with(box)) > len(GAME.moves)) == (larger, larger)


def test_what_a_view_of_a_large_box_tells_is_in_its_features() -> None:
    look_alike_only_if_alike(GAME, MOST, {}, 2)


def test_cards_rank_by_suit_and_then_by_number_however_many_numbers_there_are() -> None:
    ranked = sorted(range(CARDS), key=lambda card: STRENGTH[CARDS * 1 + card], reverse=True)  # in purple
    suits = ["purple", "orange", "yellow", "teal"]
    assert [card_name(card) for card in ranked] == [
        f"{suit}{n}" for suit in suits for n in reversed(range(15))
    ]


@pytest.mark.parametrize("name", ["teal9", "teal10", "purple10", "yellow14"])
def test_cards_above_nine_have_words_like_the_others(name: str) -> None:
    assert card_name(card_number(name)) == name
    assert GAME.write(GAME.read(f"play {name}")) == f"play {name}"
    assert GAME.path(GAME.read(f"play {name}")) == [f"card:{name}"]


def test_a_hand_is_listed_by_suit_and_number() -> None:
    cards = [card_of(suit, number) for suit in range(4) for number in (2, 14, 10, 9)]
    listed = names(sum(2**card for card in cards))
    assert listed[:4] == ["teal2", "teal9", "teal10", "teal14"] and listed[-1] == "yellow14"
    assert count(sum(2**card for card in range(CARDS))) == CARDS


def test_all_cards_of_the_box_are_dealt_and_no_others() -> None:
    match = Match(GAME, 5, "all", box=MOST)
    assert count(match.state.printed.cards) == 60 and len(match.state.legal(0)) == 8
    few = Match(GAME, 2, "few", box=LEAST)
    assert names(few.state.printed.cards) == [
        f"{suit}{n}" for suit in ("teal", "purple", "orange", "yellow") for n in (1, 2, 3)
    ]
    usual = Match(GAME, 2, "usual")
    with pytest.raises(IllegalMove, match="play teal12 is not possible: there is no such move"):
        usual.play(0, "play teal12")


def test_a_single_character_card_is_revealed_by_the_first_lap_and_then_laps_bring_fruit() -> None:
    match = Match(GAME, 2, "laps", box=LEAST)
    while not match.over:
        seat = int(match.state.actor)
        match.play(seat, match.state.legal(seat)[0])
    view = GAME.view(match.state, None)
    assert isinstance(view, BannerView)
    assert view.character_profits == [1] and all(each.characters <= 1 for each in view.seats)
    assert all(each.stunts == [None] for each in view.seats)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (counts(3), "expected 4 to 15 abilities, one for each number of the cards, got 3"),
        (counts(16), "expected 4 to 15 abilities, one for each number of the cards, got 16"),
        (counts(characters=13), "expected 1 to 12 numbers, got 13"),
        (
            {**counts(), "characters": {"source": "C", "profit": []}},
            "expected 1 to 12 numbers, got 0",
        ),
        (
            {**counts(), "characters": {"source": "C", "profit": [1, 3, 6]}},
            "expected at most 2 stunts, on the second Character card and those after it, got 4",
        ),
    ],
)
def test_counts_out_of_bounds_are_refused_in_a_sentence(data: Data, expected: str) -> None:
    assert re.search(rf"^mine.toml, line \d+ .*: {expected}$", refusal(GAME, canonical(data)))
