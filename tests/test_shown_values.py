"""What a screen tells about a printed value comes from the box, so a box of one's own is shown truly."""

import random

import pytest

from fairground import load
from hostile_boxes import at
from settings import EVERY_GAME
from shown_values import (
    another_value,
    exceptions,
    is_shown,
    numbered_sentences,
    printed_places,
)

EVERY = pytest.mark.parametrize("name", EVERY_GAME)
SAMPLE = 2  # values of each kind that are changed


@EVERY
def test_a_changed_value_is_shown_in_place_of_the_old_one(name: str) -> None:
    """Change values of every kind, one at a time, as far as the game accepts it."""
    game, chance = load(name), random.Random(f"shown {name}")
    data = game.box().data
    hidden = []
    by_kind = [places for kind, places in printed_places(data).items() if kind not in exceptions(name).unseen]
    for place in [place for places in by_kind for place in chance.sample(places, min(SAMPLE, len(places)))]:
        old = at(data, place)
        new = another_value(game, data, place, old)
        if new is not None and not is_shown(game, place, old, new):
            hidden.append(f"{place}: {old} -> {new}")
    assert not hidden, "\n".join(hidden)


@EVERY
def test_sentences_state_no_number_that_a_box_could_change(name: str) -> None:
    """Numbers come with the story's values and the view; a sentence may state one only if it is a rule."""
    known = exceptions(name).constants
    stated = [f"{key}: {text}" for key, text in numbered_sentences(name) if key not in known]
    assert not stated, "\n".join(stated)


@EVERY
def test_every_exception_is_needed(name: str) -> None:
    allowed = exceptions(name)
    assert set(allowed.unseen) <= set(printed_places(load(name).box().data))
    assert set(allowed.constants) <= {key for key, _ in numbered_sentences(name)}
    assert all([*allowed.unseen.values(), *allowed.constants.values()])
