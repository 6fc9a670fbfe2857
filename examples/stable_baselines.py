"""Let MaskablePPO of sb3-contrib learn games against `random`, then count how often it wins.

    python examples/stable_baselines.py                  # every game, 5 minutes each
    python examples/stable_baselines.py NAME --seconds 60 --matches 100

It needs `pip install 'fairground[train]' sb3-contrib`. The settings are the same for all games; the network
is in `pointing_policy.py`. Time is the CPU time of this process, which has one thread, so other work on the
machine hardly matters. The learner's seat rotates in training and in the test. It learns from points, scaled
by how much they vary, because many moves change them and only the last one tells who wins; the test counts
wins. Its matches are fresh: their seeds do not occur in training.
"""

import argparse
import os
import time
from collections.abc import Sequence
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before PyTorch is imported

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv, VecNormalize

from fairground import list_games, load
from fairground.arena.standings import Interval, wilson
from fairground.research.gymnasium import env_id  # the import registers all games
from pointing_policy import Look, PointingPolicy, read_table

ROWS = 64  # matches side by side in training
TEST_ROWS = 40
FOREVER = 10**12  # steps: the callback ends the training
GAMMA, LAMBDA = 0.999, 0.85  # points come soon after the move that earns them


class MatchVecEnv(VecEnv):
    """Our vector environment in the form that Stable-Baselines3 wants."""

    def __init__(self, game: str, rows: int, seed: int, reward: str) -> None:
        settings: dict[str, Any] = {"opponents": "random", "seat": "rotate", "reward": reward}
        self.envs: Any = gymnasium.make_vec(env_id(load(game)), num_envs=rows, **settings)
        self.first_seed = seed
        self.chosen = np.zeros(rows, dtype=np.int64)
        self.render_mode = None
        super().__init__(rows, self.envs.single_observation_space, self.envs.single_action_space)

    def reset(self) -> NDArray[np.float32]:
        observations: NDArray[np.float32] = self.envs.reset(seed=self.first_seed)[0]
        return observations

    def step_async(self, actions: NDArray[np.int64]) -> None:
        self.chosen = actions

    def step_wait(self) -> tuple[Any, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        observations, rewards, ended, _, _ = self.envs.step(self.chosen)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        return observations, rewards.astype(np.float32), ended, infos

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Return the action masks: MaskablePPO asks for nothing else."""
        assert method_name == "action_masks"
        return list(self.envs.unwrapped.action_masks())

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [None] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError("the settings of the matches are fixed")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        self.envs.close()


class StopAfter(BaseCallback):
    """End the training after some seconds of CPU time."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.until = time.process_time() + seconds

    def _on_step(self) -> bool:
        return time.process_time() < self.until


def train(game: str, seconds: float, seed: int) -> MaskablePPO:
    """Learn for some seconds of CPU time."""
    envs = VecNormalize(MatchVecEnv(game, ROWS, seed, "points"), norm_obs=False, gamma=GAMMA)
    table = read_table(load(game), load(game).seats[0])
    model = MaskablePPO(
        PointingPolicy,
        envs,
        n_steps=128,
        batch_size=2048,
        n_epochs=4,
        gamma=GAMMA,
        gae_lambda=LAMBDA,
        ent_coef=0.01,
        learning_rate=1e-3,
        policy_kwargs={"features_extractor_class": Look, "features_extractor_kwargs": {"table": table}},
        seed=seed,
        device="cpu",
    )
    model.learn(FOREVER, callback=StopAfter(seconds))
    return model


def test(model: MaskablePPO, game: str, matches: int, seed: int) -> Interval:
    """Return the share of some matches that the model wins; a shared win counts in part.

    The model draws its actions, as in training. Always taking its favourite can be far worse: it then goes
    to the same place again and again.
    """
    torch.manual_seed(seed)
    envs = MatchVecEnv(game, min(TEST_ROWS, matches), seed, "win")
    left = np.array([len(part) for part in np.array_split(range(matches), envs.num_envs)])
    won, seen = 0.0, envs.reset()
    while left.any():
        masks = np.array(envs.env_method("action_masks"))
        actions, _ = model.predict(seen, action_masks=masks)
        envs.step_async(actions)
        seen, rewards, ended, _ = envs.step_wait()
        counted = ended & (left > 0)  # as many matches in every row: short ones count no more than long ones
        won += float(rewards[counted].sum())
        left -= counted
    envs.close()
    return wilson(won, matches)


def main(games: Sequence[str], seconds: float, matches: int, seed: int) -> None:
    torch.set_num_threads(1)
    print("| game | steps | won against `random` |\n|---|---|---|", flush=True)
    for game in games or list_games():
        model = train(game, seconds, seed)
        share = test(model, game, matches, 1_000_000 + seed)
        print(f"| {env_id(load(game)).removeprefix('fairground/')} | {model.num_timesteps:,}", end=" | ")
        print(f"{share.value:.1%} ({share.low:.1%} to {share.high:.1%}) |", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", help="names of games (default: all)")
    parser.add_argument("--seconds", type=float, default=300.0, help="CPU time of the training of each game")
    parser.add_argument("--matches", type=int, default=400, help="matches of the test")
    parser.add_argument("--seed", type=int, default=1)
    main(**vars(parser.parse_args()))
