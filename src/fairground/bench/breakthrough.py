"""OpenSpiel's C++ Breakthrough, the peer of playouts and searches: a game about as long as ours."""

import random
import time
from functools import cache
from importlib import import_module, util
from typing import Any

from fairground.engine.errors import FairgroundError

SIMULATIONS = 20  # of the search that runs rollouts
ROLLOUTS = 1000  # in each of these simulations
SEARCH_SIMULATIONS = 1000


def need_open_spiel() -> None:
    """Raise an error that says what to install if OpenSpiel is missing."""
    if util.find_spec("pyspiel") is None:
        raise FairgroundError(
            "open_spiel is not installed; `make bench` installs it, or pip install 'fairground[bench]'"
        )


def random_length(matches: int = 300) -> float:
    """Return the mean number of moves in a random match."""
    game = import_module("pyspiel").load_game("breakthrough")
    rng, moves = random.Random(1), 0
    for _ in range(matches):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
    return moves / matches


def run_rollouts(seconds: float) -> tuple[int, float]:
    """Run C++ rollouts for a while; return how many were made and how many seconds they took."""
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
def _game_and_bot() -> Any:  # pyspiel ships no types
    """Return the game and OpenSpiel's C++ search, with one random rollout per simulation."""
    pyspiel = import_module("pyspiel")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    game = pyspiel.load_game("breakthrough")
    return game, pyspiel.MCTSBot(game, evaluator, 2.0, SEARCH_SIMULATIONS, 100, False, 1, False)


def search() -> int:
    """Search from the start of the game; return the number of simulations."""
    game, bot = _game_and_bot()
    bot.step(game.new_initial_state())
    return SEARCH_SIMULATIONS
