"""PPO of Ray RLlib with masked actions: a learner plays each seat in turn against `random`.

    python examples/rllib_ppo.py NAME --iterations 20

It needs `pip install 'fairground[train,cluster]'` and what RLlib imports: `pip install dm-tree lz4 ormsgpack
tensorboardX`. (`ray[rllib]` would bring an older Gymnasium than ours.)
"""

import argparse
from typing import Any

import gymnasium
import numpy as np
import ray
from gymnasium import spaces
from numpy.typing import NDArray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from fairground import list_games, load
from fairground.research.gymnasium import env_id  # the import registers all games

Masked = dict[str, NDArray[np.float32]]


class MaskInObservation(gymnasium.ObservationWrapper[Masked, np.int64, NDArray[np.float32]]):
    """Put the action mask beside the observation, where RLlib's module looks for it."""

    def __init__(self, env: gymnasium.Env[NDArray[np.float32], np.int64]) -> None:
        super().__init__(env)
        actions = env.action_space
        assert isinstance(actions, spaces.Discrete)
        mask = spaces.Box(0.0, 1.0, (int(actions.n),), np.float32)
        seen: dict[str, spaces.Space[Any]] = {"observations": env.observation_space, "action_mask": mask}
        self.observation_space: spaces.Space[Any] = spaces.Dict(seen)

    def observation(self, observation: NDArray[np.float32]) -> Masked:
        mask = self.env.get_wrapper_attr("action_masks")()
        return {"observations": observation, "action_mask": mask.astype(np.float32)}


def make(settings: dict[str, Any]) -> gymnasium.Env[Masked, np.int64]:
    return MaskInObservation(gymnasium.make(settings["id"], opponents="random", seat="rotate"))


def main(game: str, iterations: int, batch: int, runners: int) -> None:
    """Train, and print after every iteration how much of the wins the learner took."""
    ray.init(num_cpus=runners + 1, include_dashboard=False, log_to_driver=False)
    register_env("fairground", make)
    config = (
        PPOConfig()
        .environment("fairground", env_config={"id": env_id(load(game))})
        .env_runners(num_env_runners=runners, num_envs_per_env_runner=1)
        .learners(num_learners=0)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"head_fcnet_hiddens": [128], "fcnet_hiddens": [128]},
            )
        )
        .training(
            train_batch_size_per_learner=batch, minibatch_size=batch // 4, num_epochs=4, lr=1e-3, gamma=0.999
        )
        .training(entropy_coeff=0.01)
    )
    algorithm = config.build_algo()
    try:
        for iteration in range(1, iterations + 1):
            runs = algorithm.train()["env_runners"]
            share, steps = (
                runs.get("episode_return_mean", float("nan")),
                runs["num_env_steps_sampled_lifetime"],
            )
            print(f"{game}: iteration {iteration}, {steps:,.0f} steps, won {share:.0%} of the last matches")
    finally:
        algorithm.stop()
        ray.shutdown()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default=list_games()[0], help="the name of a game")
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--batch", type=int, default=4000, help="steps between two updates")
    parser.add_argument("--runners", type=int, default=0, help="processes that play; 0: only this one")
    main(**vars(parser.parse_args()))
