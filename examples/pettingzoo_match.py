"""A match of random agents in PettingZoo. Run it with the name of a game, or cell by cell."""

# %% Make an environment.
import sys

from fairground import list_games, load
from fairground.research.pettingzoo import env

name = sys.argv[1] if len(sys.argv) > 1 else list_games()[0]
game = load(name)
table = env(name, seats=3, reward="points", render_mode="ansi")
print(f"{game.title} with 3 of {game.seats[0]}-{game.seats[-1]} seats; all games: {', '.join(list_games())}")

# %% An agent observes what its seat may know, as numbers, and a mask of legal actions.
table.reset(seed=7)
observation, *_ = table.last()
for block in game.layout(3):
    print(f"{block.size:5} numbers: {block.name}, {block.meaning}")
legal = observation["action_mask"].nonzero()[0]
print(f"{table.agent_selection} has {len(legal)} of {len(game.moves)} actions, such as", end=" ")
print("; ".join(game.write(game.moves[action]) for action in legal[:3]))

# %% Play: draw every action from the mask.
earned = dict.fromkeys(table.possible_agents, 0.0)
steps = 0
for agent in table.agent_iter():
    observation, reward, ended, cut, info = table.last()
    earned[agent] += reward
    if ended or cut:
        print(f"{agent}: place {info['place']} with {info['points']} points, rewards of {earned[agent]:g}")
        table.step(None)
    else:
        table.step(table.action_space(agent).sample(observation["action_mask"]))
        steps += 1
print(f"{steps} moves; the match ended by {load(name).outcome(table.unwrapped.episode.state).reason}")

# %% Show what every seat may see, and the record, which `fairground replay` can show again.
print(table.render())
print("\n".join(str(table.unwrapped.episode.record()).splitlines()[:8]), "...", sep="\n")
