"""A match in OpenSpiel: MCTS, which sees everything, against IS-MCTS, which searches imagined worlds.

Run it with the name of a game and a number of simulations per move, or cell by cell.
"""

# %% Importing fairground.research.open_spiel registers every game with OpenSpiel.
import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from fairground import list_games
from fairground.research.open_spiel import load

name = sys.argv[1] if len(sys.argv) > 1 else list_games()[0]
simulations = int(sys.argv[2]) if len(sys.argv) > 2 else 20
game = load(name, seats=2, chance="explicit")
print(game, game.get_type().chance_mode, game.get_type().information)

# %% Chance is a player; its nodes list every outcome with its probability.
numbers = np.random.RandomState(7)


def draw(state: pyspiel.State) -> int:
    outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
    return int(numbers.choice(outcomes, p=probabilities))


state = game.new_initial_state()
while state.is_chance_node():
    state.apply_action(draw(state))
print(f"dealt with {len(state.history())} draws; seat 0 sees {len(state.observation_string(0))} characters")

# %% If nothing is hidden there are no worlds to imagine, and MCTS plays both seats.
evaluator = mcts.RandomRolloutEvaluator(1, numbers)
bots = [mcts.MCTSBot(game, 1.4, simulations, evaluator, random_state=numbers) for _ in range(2)]
if game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION:
    bots[1] = ismcts.ISMCTSBot(game, evaluator, 1.4, simulations, random_state=numbers)

# %% Play a whole match. The string of an action is the move in words.
while not state.is_terminal():
    if state.is_chance_node():
        state.apply_action(draw(state))
        continue
    seat = state.current_player()
    action = int(bots[seat].step(state))
    print(f"{seat} {state.action_to_string(seat, action)}")
    state.apply_action(action)
print("returns", state.returns())
