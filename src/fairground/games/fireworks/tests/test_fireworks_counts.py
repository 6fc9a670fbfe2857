"""Boxes with other numbers of tiles, action cards and characters."""

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
from fairground.games.fireworks import GAME
from fairground.games.fireworks.box import FireworksBox
from fairground.games.fireworks.rules.turn import Fireworks
from fairground.games.fireworks.view import FireworksView

AUTO = {"arrange": "end"}


def counts(fireworks: int = 104, functions: int = 7, cards: int = 50, people: int = 7) -> Data:
    """Return a box with so many basic and special tiles, function tiles, action cards and characters."""
    data = box_data(GAME)
    _change_tiles(data, fireworks - 104)
    left = functions
    for name in ("fireworks", "gale", "heavy_rain"):
        tables(data, "function")[name] = min(left, 3) if name != "heavy_rain" else left
        left -= min(left, 3)
    _change_cards(data, cards)
    everybody = entries(data, "characters")
    data["characters"] = [{**everybody[n % 7], "name": f"Cat {n}"} for n in range(people)]
    return data


def _change_tiles(data: Data, more: int) -> None:
    """Add or take away plain tiles of shapes that no ring of both needs."""
    for colour in ("red", "yellow", "green", "blue") * 8:
        plain = tables(data, "basic", colour)["palm"]
        assert isinstance(plain, list)
        step = max(-plain[0], min(more, 3)) if more > 0 else max(-plain[0], more)
        plain[0] += step
        more -= step
    for colour, shape in ((c, s) for s in ("crossette", "palm") for c in ("red", "yellow", "green", "blue")):
        numbers = tables(data, "basic", colour)[shape]
        assert isinstance(numbers, list)
        for extra in (0, 1):
            step = max(-numbers[extra], min(more, 0))
            numbers[extra] += step
            more -= step
    special = tables(data, "special")
    for name in ("star", "cat"):
        step = max(-3, min(more, 0))
        special[name] = int(str(special[name])) + step
        more -= step
    assert more == 0, f"{more} tiles too few or too many"


def _change_cards(data: Data, cards: int) -> None:
    piles = tables(data, "cards")
    pool: list[Data] = []
    for name in ("two", "one", "two_to_four"):
        pool += entries(piles, name)
    chosen = [{**pool[n % 50], "name": f"Card {n}"} for n in range(cards)]
    half = (cards + 1) // 2
    piles.update(two=chosen[:half], one=chosen[half:], two_to_four=[])


LEAST = canonical(counts(81, 0, 2, 4))
MOST = canonical(counts(113, 7, 100, 20))


@pytest.mark.parametrize("variant", ["standard", "advanced", "speed"])
@pytest.mark.parametrize("text", [LEAST, MOST], ids=["least", "most"])
def test_whole_matches_keep_every_law_at_the_bounds(text: str, variant: str) -> None:
    play_at_every_number_of_seats(GAME, text, {"variant": variant, "arrange": "end"}, "bounds", every=200)


@given(st.integers(81, 113), st.integers(0, 7), st.integers(2, 100), st.integers(4, 20))
@settings(max_examples=2, deadline=None)
def test_whole_matches_keep_every_law_with_any_counts(
    fireworks: int, functions: int, cards: int, people: int
) -> None:
    text = canonical(counts(fireworks, functions, cards, people))
    play_at_every_number_of_seats(GAME, text, AUTO, "any", every=400)


@pytest.mark.parametrize("text", [LEAST, MOST], ids=["least", "most"])
def test_learners_get_observations_of_the_size_that_the_box_needs(text: str) -> None:
    learn_from(GAME, text, AUTO)
    box = GAME.box(text)
    more = len(GAME.moves_with(box)) - len(GAME.moves)
    assert more == (18 if text == MOST else 0)  # to take and to give the tiles 111 to 119


def test_what_a_view_of_a_large_box_tells_is_in_its_features() -> None:
    look_alike_only_if_alike(GAME, MOST, AUTO, 1)


def test_every_tile_of_a_large_box_lies_in_the_sky_and_start_tiles_follow_them() -> None:
    match = Match(GAME, 4, "large", AUTO, MOST)
    view = GAME.view(match.state, None)
    assert isinstance(view, FireworksView)
    assert [tile.id for tile in view.sky] == list(range(120))
    starts = [int(tile.split("/")[0]) for board in boards_of(match) for tile in board.values()]
    assert sorted(starts) == list(range(120, 128))
    assert GAME.write(GAME.read("take 119")) == "take 119" and GAME.path(GAME.read("give 119")) == [
        "tile:119"
    ]


def boards_of(match: Match[Fireworks, FireworksBox]) -> list[dict[str, str]]:
    state = GAME.dump(match.state)["state"]
    assert isinstance(state, dict)
    boards: list[dict[str, str]] = state["boards"]
    return boards


def test_a_small_box_leaves_numbers_of_tiles_unused() -> None:
    match = Match(GAME, 2, "small", {"variant": "speed", "arrange": "end"}, LEAST)
    view = GAME.view(match.state, 0)
    assert isinstance(view, FireworksView)
    assert len(view.sky) == 81
    with pytest.raises(IllegalMove, match="tile 100 is not in the game"):
        match.play(0, "take 100")
    with pytest.raises(IllegalMove, match="tile 119 is not in the game"):
        match.play(0, "take 119")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (counts(80), "expected at least 81 basic and special tiles in all, got 80"),
        (counts(114), "expected at most 120 basic, special and function tiles in all, got 121"),
        (counts(113, 8), "expected at most 120 basic, special and function tiles in all, got 121"),
        (counts(cards=1), "expected 2 to 100 cards in all, got 1"),
        (counts(cards=101), "expected 2 to 100 cards in all, got 101"),
        (counts(people=3), "expected 4 to 20 characters, got 3"),
        (counts(people=21), "expected 4 to 20 characters, got 21"),
    ],
)
def test_counts_out_of_bounds_are_refused_in_a_sentence(data: Data, expected: str) -> None:
    assert re.search(rf"^mine.toml, line \d+ .*: {expected}$", refusal(GAME, canonical(data)))
