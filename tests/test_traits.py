"""Traits: a few numbers about each seat, for networks that judge quickly."""

import math

import pytest

from fairground import list_games, load, seeded
from fairground.engine.feature_writer import FeatureWriter
from fairground.engine.game import Game
from fairground.engine.playout import playout
from fairground.engine.state import OVER, State

GAMES = [name for name in list_games() if load(name).modules.traits]


def traits_of(game: Game[State, object], state: State) -> list[list[float]]:
    """The traits of every seat."""
    traits = game.modules.traits
    assert traits
    found = []
    for seat in range(state.seats):
        writer = FeatureWriter(len(traits.TRAITS))
        traits.write_traits(state, seat, writer)
        assert writer.at == len(traits.TRAITS)
        found.append(list(writer.cells))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_each_seat_has_as_many_numbers_as_have_names(name: str) -> None:
    game = load(name)
    assert game.modules.traits and len(set(game.modules.traits.TRAITS)) == len(game.modules.traits.TRAITS)
    for seats in game.seats:
        for options in game.combinations():
            rng = seeded(f"traits {seats}")
            state = game.setup(seats, rng.fork(), options)
            while state.actor != OVER:
                assert all(math.isfinite(number) for row in traits_of(game, state) for number in row)
                playout(state, rng, 7)
            assert all(math.isfinite(number) for row in traits_of(game, state) for number in row)


@pytest.mark.parametrize("name", GAMES)
def test_looking_changes_nothing_and_sees_the_same_again(name: str) -> None:
    game = load(name)
    rng = seeded("look")
    state = game.setup(2, rng.fork(), game.settle_options({}, study=True))
    seen = set()
    while state.actor != OVER:
        before = game.dump(state)
        first = traits_of(game, state)
        assert traits_of(game, state) == first
        assert game.dump(state) == before
        seen.add(str(first))
        playout(state, rng, 5)
    assert len(seen) > 3
