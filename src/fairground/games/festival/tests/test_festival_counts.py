"""Boxes with other numbers of objectives, tiles and crowd-pleasers."""

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
from fairground import Match, seeded
from fairground.engine.box import canonical
from fairground.games.festival import GAME
from fairground.games.festival.patterns import COLOURS
from fairground.games.festival.positions import cards_in_pile
from fairground.games.festival.view import FestivalView

EASY = (
    ["any any"],
    ["any^"],
    ["any any", "any ."],
    ["any^ any"],
)  # of any colours, so whatever tiles there are


def counts(objectives: int = 28, tiles: tuple[int, ...] = (16,) * 4, pleasers: int = 4) -> Data:
    """Return a box with so many objectives, tiles behind each back and crowd-pleasers."""
    data = box_data(GAME)
    cards = entries(data, "objectives")
    data["objectives"] = [cards[n] if n < len(cards) else easy_card(n) for n in range(objectives)]
    behind = tables(data, "tiles")
    for colour, many in zip(COLOURS, tiles, strict=True):
        every = behind[colour]
        assert isinstance(every, list)
        behind[colour] = [
            every[5 * n % 16] for n in range(many)
        ]  # each of the sixteen before any comes twice
    both = entries(data, "crowd_pleasers")
    data["crowd_pleasers"] = [both[n % 4] for n in range(pleasers)]
    points = tables(data, "crowd_pleaser_points")
    points["a"] = points["b"] = [1 + n for n in range(pleasers)]
    return data


def easy_card(number: int) -> Data:
    return {"source": "C", "name": f"X{number}", "points": 1 + number % 9, "linked": EASY[number % len(EASY)]}


def easy(data: Data) -> Data:
    """Replace all patterns by ones that few tiles can show, whatever they are, and ask for little."""
    data["objectives"] = [easy_card(number) for number, _ in enumerate(entries(data, "objectives"))]
    data["starting"] = [{**side, "linked": ["any any"]} for side in entries(data, "starting")]
    asks = {"stacks": 2, "values": 2, "objectives": 2}
    data["conditions"] = [
        {**each, "least": asks.get(str(each["asks"]), 1), **({"level": 2} if "level" in each else {})}
        for each in entries(data, "conditions")
    ]
    return data


LEAST = canonical(easy(counts(4, (4,) * 4, 1)))
MOST = canonical(counts(55, (31,) * 4, 8))
UNEVEN = canonical(easy(counts(29, (4, 31, 10, 17), 5)))


def test_29_objectives_are_dealt_into_piles_as_even_as_possible() -> None:
    match = Match(GAME, 4, "29", box=canonical(counts(29)))
    assert list(match.state.pile_size) == [8, 7, 7, 7]
    piled = [card for pile in range(4) for card in cards_in_pile(match.state, pile)]
    assert sorted(piled) == list(range(29))
    view = GAME.view(match.state, 0)
    assert isinstance(view, FestivalView)
    assert len(view.unseen) == 25 and "X28" in match.state.printed.cards
    rng = seeded("29")
    while not match.over:
        moves = match.state.legal(int(match.state.actor))
        match.play(int(match.state.actor), moves[rng.below(len(moves))])
    taken = sum(len(own) for own in GAME.holdings(match.state)["objective"])
    assert taken + sum(match.state.pile_size) == 29


@pytest.mark.parametrize(
    "text", [LEAST, MOST, UNEVEN, canonical(counts(29))], ids=["least", "most", "uneven", "29"]
)
def test_whole_matches_keep_every_law_at_the_bounds(text: str) -> None:
    play_at_every_number_of_seats(GAME, text, {}, "bounds", every=9)


@given(st.integers(4, 55), st.tuples(*[st.integers(4, 31)] * 4), st.integers(1, 8))
@settings(max_examples=4, deadline=None)
def test_whole_matches_keep_every_law_with_any_counts(
    objectives: int, tiles: tuple[int, ...], pleasers: int
) -> None:
    text = canonical(easy(counts(objectives, tiles, pleasers)))
    play_at_every_number_of_seats(GAME, text, {}, "any", every=20)


@pytest.mark.parametrize("text", [LEAST, MOST, UNEVEN], ids=["least", "most", "uneven"])
def test_learners_get_observations_of_the_size_that_the_box_needs(text: str) -> None:
    learn_from(GAME, text, {})
    assert GAME.size(4, GAME.box(text)) != GAME.size(4)


def test_what_a_view_of_a_large_box_tells_is_in_its_features() -> None:
    look_alike_only_if_alike(GAME, UNEVEN, {}, 2)


def test_a_stack_of_each_back_has_its_own_number_of_tiles() -> None:
    match = Match(GAME, 4, "uneven", {"boards": "green-yellow-blue-red"}, UNEVEN)
    assert list(match.state.stack_size) == [4, 31, 10, 17]
    match.play(0, "side a")
    for seat in (1, 2, 3):
        match.play(seat, "side b")
    match.play(0, "left a1")
    view = GAME.view(match.state, 0)
    assert isinstance(view, FestivalView)
    assert [stack.size for stack in view.stacks] == [3, 31, 10, 17]
    assert view.boards[0].spaces["a1"][0].id == "green1" and view.stacks[0].top
    assert view.stacks[0].top.id == "green2"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (counts(3), "expected 4 to 55 objectives, got 3"),
        (counts(56), "expected 4 to 55 objectives, got 56"),
        (counts(tiles=(3, 16, 16, 16)), "expected 4 to 31 tiles, got 3"),
        (counts(tiles=(16, 16, 16, 32)), "expected 4 to 31 tiles, got 32"),
        (counts(pleasers=9), "expected 1 to 8 tiles, got 9"),
        ({**counts(), "crowd_pleasers": []}, "expected 1 to 8 tiles, got 0"),
        (
            {**counts(), "crowd_pleasers": counts(pleasers=5)["crowd_pleasers"]},
            "expected points for each of the 5 crowd-pleasers, got 4 numbers",
        ),
    ],
)
def test_counts_out_of_bounds_are_refused_in_a_sentence(data: Data, expected: str) -> None:
    assert re.search(rf"^mine.toml, line \d+ .*: {expected}$", refusal(GAME, canonical(data)))


def test_what_few_tiles_can_never_show_is_refused() -> None:
    assert "two neighbouring stacks have enough tiles" in refusal(GAME, canonical(counts(tiles=(4,) * 4)))
    few = easy(counts(objectives=4))
    few["conditions"] = [
        {**each, "least": 6} if each["asks"] == "objectives" else each for each in entries(few, "conditions")
    ]
    assert "expected 1 to 5, got 6" in refusal(GAME, canonical(few))
