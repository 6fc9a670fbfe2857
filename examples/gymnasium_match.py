"""First steps in Gymnasium: how often does a policy win against a bot, from every seat?

Run it with the name of a game and of a bot, or cell by cell.
"""

# %% Every game has an environment.
import sys

import gymnasium
import numpy as np
from numpy.typing import NDArray

from fairground import list_games, load
from fairground.research.gymnasium import env_id  # the import registers all games

name = sys.argv[1] if len(sys.argv) > 1 else list_games()[0]
bot = sys.argv[2] if len(sys.argv) > 2 else "random"
matches = int(sys.argv[3]) if len(sys.argv) > 3 else 40
game = load(name)
env = gymnasium.make(env_id(game), seats=2, opponents=bot, seat="rotate")
print(f"{env_id(game)}: {env.observation_space.shape} numbers, {env.action_space.n} actions")


# %% Two policies: a random legal action, and always the first legal action.
def random_action(mask: NDArray[np.int8], rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


def first_action(mask: NDArray[np.int8], rng: np.random.Generator) -> int:
    return int(mask.argmax())


# %% Seed once, then deal match after match. The seats rotate; the same seed gives the same matches.
for policy in (random_action, first_action):
    rng = np.random.default_rng(7)
    observation, info = env.reset(seed=7)
    won = [0.0, 0.0]
    for _ in range(matches):
        ended = False
        while not ended:
            observation, reward, ended, _, info = env.step(policy(info["action_mask"], rng))
        won[info["seat"]] += float(reward)
        observation, info = env.reset()
    print(f"{policy.__name__:13} wins {sum(won) / matches:4.0%} of {matches} matches against {bot}", end="; ")
    print(f"{2 * won[0] / matches:.0%} in seat 0, {2 * won[1] / matches:.0%} in seat 1")
env.close()
