"""Let MaskablePPO of sb3-contrib learn games against `random`, then count how often it wins.

    python examples/stable_baselines.py                     # every game, 5 minutes each
    python examples/stable_baselines.py NAME --seconds 60 --matches 100

It needs `pip install 'fairground[train]'` and `pip install sb3-contrib`. The settings are the same for all games. Time is the CPU time
of this process with one thread, so a busy machine changes nothing. The learner's seat rotates in training and
in the test. The test plays fresh matches: their seeds do not occur in training.
"""

import argparse
import os
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import VecEnv

from fairground import list_games, load
from fairground.arena.standings import wilson
from fairground.research.gymnasium import env_id  # the import registers all games

ROWS = 64  # environments side by side in training
FOREVER = 10**12  # steps: the callback ends the training
SETTINGS = {
    "n_steps": 128,
    "batch_size": 2048,
    "n_epochs": 4,
    "gamma": 0.999,
    "gae_lambda": 0.95,
    "ent_coef": 0.01,
    "learning_rate": 1e-3,
    "policy_kwargs": {"net_arch": [128, 128]},
}


class StopAfter(BaseCallback):
    """End the training after some seconds of CPU time."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.until = time.process_time() + seconds

    def _on_step(self) -> bool:
        return time.process_time() < self.until


def make(name: str, rows: int, seed: int) -> VecEnv:
    """Return environments in which a learner plays each seat in turn against `random`."""
    settings = {"opponents": "random", "seat": "rotate"}
    return make_vec_env(env_id(load(name)), rows, seed=seed, env_kwargs=settings)


def train(name: str, seconds: float, seed: int) -> MaskablePPO:
    """Learn for some seconds of CPU time."""
    model = MaskablePPO("MlpPolicy", make(name, ROWS, seed), seed=seed, device="cpu", **SETTINGS)
    model.learn(FOREVER, callback=StopAfter(seconds))
    return model


def count_wins(model: MaskablePPO, name: str, matches: int, seed: int) -> float:
    """Return how many of some matches the model wins; a shared win counts in part."""
    envs = make(name, min(40, matches), seed)
    quotas = [len(part) for part in np.array_split(range(matches), envs.num_envs)]
    won, seen = 0.0, envs.reset()
    while any(quotas):
        actions, _ = model.predict(seen, action_masks=get_action_masks(envs), deterministic=True)
        seen, rewards, ended, _ = envs.step(actions)
        for row in np.flatnonzero(ended):
            if quotas[row]:
                won += float(rewards[row])
                quotas[row] -= 1
    envs.close()
    return won


def main(games: list[str], seconds: float, matches: int, seed: int) -> None:
    torch.set_num_threads(1)
    print("| game | steps | won against `random` |\n|---|---|---|", flush=True)
    for name in games or list_games():
        model = train(name, seconds, seed)
        share = wilson(count_wins(model, name, matches, 1_000_000 + seed), matches)
        print(
            f"| {load(name).title} | {model.num_timesteps:,} | {share.value:.1%} ({share.low:.1%} to {share.high:.1%}) |",
            flush=True,
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", help="names of games (default: all)")
    parser.add_argument("--seconds", type=float, default=300.0, help="CPU time of the training of each game")
    parser.add_argument("--matches", type=int, default=400, help="matches of the test")
    parser.add_argument("--seed", type=int, default=1)
    main(**vars(parser.parse_args()))
