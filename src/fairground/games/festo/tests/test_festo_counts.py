"""Boxes with other numbers of dishes and events."""

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
from fairground.games.festo import GAME
from fairground.games.festo.rules.festo import Festo
from fairground.games.festo.rules.numbers import BIT, DESSERT, DRINK
from fairground.games.festo.rules.serve import own
from fairground.games.festo.view import FestoView
from fairground.games.festo.words import COLOURS

FULL = {"events": "house", "magic": "on"}


def counts(small: int = 6, large: int = 5, events: int = 14) -> Data:
    """Return a box with so many tiles of each small sort, roasts and mains, and events."""
    data = box_data(GAME)
    tables(data, "tiles").update(small=small, large=large)
    tables(data, "colours")["small"] = [COLOURS[n % 6] for n in range(small)]
    cards = entries(data, "events")
    data["events"] = [cards[n % 14] for n in range(events)]
    return data


LEAST = canonical(counts(3, 1, 4))
MOST = canonical(counts(24, 99, 56))


def test_the_options_that_use_every_count_exist() -> None:
    assert GAME.settle_options(FULL)["events"] == "house"


@pytest.mark.parametrize("text", [LEAST, MOST], ids=["least", "most"])
def test_whole_matches_keep_every_law_at_the_bounds(text: str) -> None:
    play_at_every_number_of_seats(GAME, text, FULL, "bounds", every=25)


@given(st.integers(3, 24), st.integers(1, 9), st.integers(4, 56))
@settings(max_examples=2, deadline=None)
def test_whole_matches_keep_every_law_with_any_counts(small: int, large: int, events: int) -> None:
    play_at_every_number_of_seats(GAME, canonical(counts(small, large, events)), FULL, "any", every=60)


@pytest.mark.parametrize("text", [LEAST, MOST], ids=["least", "most"])
def test_learners_get_observations_within_the_bounds_of_the_box(text: str) -> None:
    learn_from(GAME, text, FULL)


def test_what_a_view_of_a_large_box_tells_is_in_its_features() -> None:
    look_alike_only_if_alike(GAME, MOST, FULL, 1)


def test_piles_hold_the_tiles_of_the_box() -> None:
    match = Match(GAME, 5, "piles", FULL, MOST)
    view = GAME.view(match.state, None)
    assert isinstance(view, FestoView)
    assert {sort: len(colours) for sort, colours in view.unseen.items()} == dict.fromkeys(view.unseen, 21)
    lying = [dish.colour for dish in view.buffet if dish.sort == "drink"]
    assert sorted([*lying, *view.unseen["drink"]]) == sorted([*COLOURS] * 4)


def test_equal_dishes_on_a_shelf_can_be_told_apart() -> None:
    position = GAME.dump(Match(GAME, 2, "equal", FULL, MOST).state)
    state_of = position["state"]
    assert isinstance(state_of, dict)
    state_of["shelves"] = {**state_of["shelves"], "drink": ["meat", "meat", "honey"]}
    state_of["piles"] = {
        **state_of["piles"],
        "drink": ["meat", "meat", *(["honey"] * 3), *([*COLOURS[2:]] * 4)],
    }
    view = GAME.view(GAME.restore(position, GAME.box(MOST)), 0)
    assert isinstance(view, FestoView)
    ids = [dish.id for dish in view.buffet]
    assert ids[:3] == ["drink:meat", "drink:meat:2", "drink:honey"] and len(set(ids)) == len(ids)


def with_dishes(*dishes: int) -> Festo:
    state = Match(GAME, 2, "own", FULL, MOST).state
    for dish in dishes:
        own(state, 0, dish)
    return state


def test_each_tile_of_a_dish_counts_but_its_magic_helps_once() -> None:
    state = with_dishes(0, 0, 0, 0, 6, 7)  # four drinks of meat, desserts of meat and honey
    assert state.count_prepared(0, DRINK) == 4 and state.count_prepared(0, DESSERT) == 2
    assert state.dishes(0) == 6
    prices = state.printed.points
    assert state.dish_points(0) == 4 * prices[DRINK] + 2 * prices[DESSERT]
    sets = state.printed.sets
    assert state.set_points(0) == 2 * sets[2] + 2 * sets[1]
    assert state.backs(0, DRINK) == BIT[0] and state.backs(0, DESSERT) == BIT[0] | BIT[1]
    view = GAME.view(state, 0)
    assert isinstance(view, FestoView)
    assert view.players[0].dishes == ["meat drink"] * 4 + ["meat dessert", "honey dessert"]


def test_an_event_that_is_twice_in_the_box_can_come_twice() -> None:
    data = counts(events=2)
    data["events"] = [*entries(data, "events"), *entries(data, "events")]
    match = Match(GAME, 2, "twice", FULL, canonical(data))
    names = sorted(str(event["name"]) for event in entries(data, "events"))
    state = GAME.dump(match.state)["state"]
    assert isinstance(state, dict) and sorted(state["events"]) == names
    worlds = [match.state.imagine(0, seeded(str(n))) for n in range(20)]
    dealt = [GAME.dump(world)["state"] for world in worlds]  # type: ignore[arg-type]
    assert all(isinstance(each, dict) and sorted(each["events"]) == names for each in dealt)
    assert all(isinstance(each, dict) and each["events"][0] == state["events"][0] for each in dealt)


def test_there_are_no_more_roasts_and_mains_than_the_box_has_nor_than_seats() -> None:
    for large, seats, expected in ((1, 5, 1), (3, 5, 3), (99, 2, 2)):
        state = Match(GAME, seats, "large", FULL, canonical(counts(large=large))).state
        assert (state.roasts_left, state.mains_left) == (expected, expected)


def other(key: str, **values: object) -> Data:
    data = counts()
    tables(data, key).update(values)
    return data


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (counts(2), "expected 3 to 24 tiles of each small sort, got 2"),
        (counts(25), "expected 3 to 24 tiles of each small sort, got 25"),
        (counts(large=0), "expected 1 to 99 roasts and mains, one of each for every seat, got 0"),
        (counts(events=3), "expected 4 to 56 events, got 3"),
        (counts(events=57), "expected 4 to 56 events, got 57"),
        (other("tiles", small=9), "expected a colour for each of 9 tiles, got 6"),
        (other("colours", small=["meat"] * 6), "expected at most 4 tiles of a colour, got 6 of meat"),
        (
            {**counts(), "events": [entries(counts(), "events")[0]] * 5},
            "expected an event at most 4 times, got 'rich harvest' again",
        ),
        (
            {
                **counts(),
                "events": [*entries(counts(), "events"), {**entries(counts(), "events")[0], "amount": 2}],
            },
            "expected 1, as on the other card of this event, got 2",
        ),
    ],
)
def test_counts_out_of_bounds_are_refused_in_a_sentence(data: Data, expected: str) -> None:
    assert re.search(rf"^mine.toml, line \d+ .*: {expected}$", refusal(GAME, canonical(data)))
