"""The peers we measure ourselves against."""

import random
import time
from functools import cache
from importlib import import_module, util
from typing import Any

from fairground.engine.errors import FairgroundError

SIMULATIONS = 20
ROLLOUTS = 1000


def need_open_spiel() -> None:
    if util.find_spec("pyspiel") is None:
        raise FairgroundError(
            "open_spiel is not installed; `make bench` installs it, or pip install 'fairground[bench]'"
        )


def breakthrough_length(matches: int = 300) -> float:
    """How many moves a random match of Breakthrough has."""
    game = import_module("pyspiel").load_game("breakthrough")
    chance, moves = random.Random(1), 0
    for _ in range(matches):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            moves += 1
    return moves / matches


def breakthrough_rollouts(seconds: float) -> tuple[int, float]:
    """How many C++ rollouts were made, and in what time."""
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game("breakthrough")
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, SIMULATIONS, 100, False, 1, False)
    made, began = 0, time.perf_counter()
    while made == 0 or time.perf_counter() - began < seconds:
        bot.step(game.new_initial_state())
        made += SIMULATIONS * ROLLOUTS
    return made, time.perf_counter() - began


@cache
def breakthrough_bot() -> Any:  # pyspiel ships no types
    """OpenSpiel's C++ search with one random rollout a simulation."""
    pyspiel = import_module("pyspiel")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    game = pyspiel.load_game("breakthrough")
    return game, pyspiel.MCTSBot(game, evaluator, 2.0, 1000, 100, False, 1, False)


def breakthrough_search() -> None:
    """A thousand simulations from the start."""
    game, bot = breakthrough_bot()
    bot.step(game.new_initial_state())
