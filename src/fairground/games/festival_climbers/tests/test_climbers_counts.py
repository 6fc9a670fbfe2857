"""Boxes with other numbers of levels and climbers."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from box_counts import Data, box_data, learn_from, play_at_every_number_of_seats, refusal, tables
from fairground.engine.box import canonical
from fairground.games.festival_climbers import GAME
from fairground.games.festival_climbers.box import CLIMBERS_NEEDED

SEATS = {"for_two": 2, "for_three": 3, "for_four": 4}


def counts(levels: int, climbers: int) -> Data:
    """Return a box with so many levels and so many climbers more than are needed for the top."""
    data = box_data(GAME)
    tables(data, "temple")["levels"] = levels
    needed = CLIMBERS_NEEDED.get(levels, 1)
    for name, seats in SEATS.items():
        tables(data, "climbers")[name] = min(36, -(-needed // seats) + climbers)
    return data


LEAST = canonical(counts(3, 0))
MOST = canonical(counts(8, 36))


@given(st.integers(3, 8), st.integers(0, 36))
@settings(max_examples=6, deadline=None)
def test_whole_matches_keep_every_law_with_any_counts(levels: int, climbers: int) -> None:
    play_at_every_number_of_seats(GAME, canonical(counts(levels, climbers)), {}, "any", every=20)


@pytest.mark.parametrize("text", [LEAST, MOST], ids=["least", "most"])
def test_whole_matches_keep_every_law_at_the_bounds(text: str) -> None:
    play_at_every_number_of_seats(GAME, text, {}, "bounds", every=8)
    learn_from(GAME, text, {})


@pytest.mark.parametrize("levels", [2, 9])
def test_counts_out_of_bounds_are_refused_in_a_sentence(levels: int) -> None:
    sentence = refusal(GAME, canonical(counts(levels, 0)))
    assert re.search(rf"^mine.toml, line \d+ .*: expected 3 to 8 levels, got {levels}$", sentence)
