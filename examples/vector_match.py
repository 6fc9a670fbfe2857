"""Play many matches at once with Gymnasium's vector interface.

python examples/vector_match.py festival_climbers --rows 256 --steps 200 --workers 2
"""

import argparse
import time

import gymnasium
import numpy as np

from fairground import load
from fairground.research.gymnasium import env_id  # the import registers all games

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("game", nargs="?", default="festival_climbers")
parser.add_argument("--rows", type=int, default=64)
parser.add_argument("--steps", type=int, default=50)
parser.add_argument("--workers", type=int, default=0, help="processes that share the rows; 0: only this one")


def main(game: str, rows: int, steps: int, workers: int) -> None:
    """Play random legal actions and print what the steps earned."""
    settings = {"opponents": "random", "seat": "rotate", "workers": workers}
    envs = gymnasium.make_vec(env_id(load(game)), num_envs=rows, **settings)
    _, infos = envs.reset(seed=7)
    rng, episodes, won = np.random.default_rng(7), 0, 0.0
    began = time.perf_counter()
    for _ in range(steps):
        masks = infos["action_mask"]
        _, rewards, ended, _, infos = envs.step((rng.random(masks.shape) * masks).argmax(axis=1))
        episodes += int(ended.sum())
        won += float(rewards.sum())
    took = time.perf_counter() - began
    envs.close()
    print(
        f"{game}: {rows * steps / took:,.0f} steps/s, {episodes} episodes, {won / max(1, episodes):.2f} won"
    )


if __name__ == "__main__":
    main(**vars(parser.parse_args()))
