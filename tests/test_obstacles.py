"""Every move that is not legal, and every click that leads to none, has a reason."""

import re
from dataclasses import replace
from types import SimpleNamespace

import pytest

from fairground import load, seeded
from fairground.engine.clicks import click_paths, find_obstacle, most_telling
from fairground.engine.game import Game
from fairground.engine.obstacle import COMMON, NOWHERE, TURN, Obstacle
from fairground.engine.state import State
from lanterns import GAME
from lanterns.box import LanternsBox
from lanterns.rules import Lanterns
from settings import EVERY_GAME, EVERY_TABLE, Setting

EVERY = 9  # moves between the positions that are looked at


def positions(setting: Setting) -> list[State]:
    """Return some positions of a random match."""
    game, rng = setting.game, seeded(f"obstacles {setting}")
    state, found = game.setup(setting.seats, rng, setting.options), []
    for made in range(200):
        if not state.actors():
            break
        if made % EVERY == 0:
            found.append(state.copy())
        seat = int(state.someone(rng))
        legal = state.legal(seat)
        state.play(seat, legal[rng.below(len(legal))])
    return found


@pytest.mark.parametrize("setting", EVERY_TABLE, ids=str)
def test_every_illegal_move_has_a_reason_that_can_be_told(setting: Setting) -> None:
    game = setting.game
    for state in positions(setting):
        seat = state.actors()[0]
        for move in sorted({*game.moves, *game.never} - set(state.legal(seat))):
            obstacle = game.why(state, seat, move)
            assert obstacle.key in game.obstacles
            assert re.fullmatch(r"[^{}]+[^{}.]", game.tell_obstacle(obstacle))


@pytest.mark.parametrize("setting", EVERY_TABLE, ids=str)
def test_a_click_has_a_reason_exactly_if_no_legal_move_goes_on_with_it(setting: Setting) -> None:
    game = setting.game
    for state in positions(setting)[::3]:
        seat = state.actors()[0]
        paths = [game.path(move) for move in state.legal(seat)]
        for first in sorted({path[0] for path in paths if len(path) > 1})[:3]:
            for spot in sorted(click_paths(game).by_spot)[::3]:
                possible = any(path[:2] == [first, spot] or path[0] == spot for path in paths)
                found = find_obstacle(game, state, seat, [first], spot)
                assert found is not None or possible or reverses(paths, first, spot)
                assert found is None or found.key in {*game.obstacles, *COMMON}


def reverses(paths: list[list[str]], first: str, spot: str) -> bool:
    return any(path[::-1] == [first, spot] for path in paths)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_moves_that_are_never_legal_are_no_moves_of_the_game(name: str) -> None:
    game = load(name)
    assert set(game.never).isdisjoint(game.moves)


def test_who_is_not_to_move_is_told_whose_turn_it_is() -> None:
    state = GAME.setup(2, seeded("turn"))
    state.play(0, state.legal(0)[0])
    assert GAME.why(state, 0, 0) == Obstacle(TURN, {"seats": [1]})
    assert find_obstacle(GAME, state, 0, [], "card:0") == Obstacle(TURN, {"seats": [1]})
    assert GAME.tell_obstacle(Obstacle(TURN, {"seats": [1]})) == "it is the turn of seat 1"


def test_a_thing_that_no_move_names_needs_no_reason() -> None:
    assert find_obstacle(GAME, GAME.setup(2, seeded("thing")), 0, [], "lamp:1") is None


def test_the_first_reason_of_the_game_counts_and_several_of_a_kind_are_too_many() -> None:
    game = listing("full", "empty")
    full, empty = Obstacle("full"), Obstacle("empty", {"pile": 1})
    assert most_telling(game, [empty, full, empty]) == full
    assert most_telling(game, [empty, empty]) == empty
    assert most_telling(game, [empty, Obstacle("empty", {"pile": 2})]) == Obstacle(NOWHERE)


def listing(*keys: str) -> Game[Lanterns, LanternsBox]:
    """Return a game with these obstacles."""
    notation = SimpleNamespace(**{**vars(GAME.modules.notation), "OBSTACLES": dict.fromkeys(keys, "")})
    return replace(GAME, modules=replace(GAME.modules, notation=notation))
