"""Proximal policy optimisation in one file, in the manner of CleanRL, on Gymnasium's vector interface.

    python examples/clean_rl.py NAME --seconds 60

A learner plays each seat in turn against `random`. Every hundredth update prints its share of wins since the
last one. It needs `pip install 'fairground[train]'`.
"""

import argparse
import time

import gymnasium
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

from fairground import list_games, load
from fairground.research.gymnasium import env_id  # the import registers all games

ROWS, STEPS = 64, 64  # matches side by side, and steps of each between two updates
EPOCHS, MINIBATCH = 4, 1024
GAMMA, LAMBDA, CLIP, ENTROPY_BONUS, VALUE_WEIGHT = 0.999, 0.95, 0.2, 0.01, 0.5
LEARNING_RATE = 1e-3
ILLEGAL = -1e9  # the logit of an illegal action


class Agent(nn.Module):
    """Actor and critic share a first layer."""

    def __init__(self, size: int, actions: int) -> None:
        super().__init__()
        self.first = nn.Sequential(nn.Linear(size, 128), nn.Tanh())
        self.actor = nn.Sequential(nn.Linear(128, 128), nn.Tanh(), nn.Linear(128, actions))
        self.critic = nn.Sequential(nn.Linear(128, 128), nn.Tanh(), nn.Linear(128, 1))

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Categorical, Tensor]:
        """Return the distribution over legal actions and the expected reward."""
        hidden = self.first(observations)
        logits = self.actor(hidden).masked_fill(~masks, ILLEGAL)
        return Categorical(logits=logits), self.critic(hidden).squeeze(-1)


def main(game: str, seconds: float, seed: int) -> None:
    """Learn for some seconds."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    envs = gymnasium.make_vec(env_id(load(game)), num_envs=ROWS, opponents="random", seat="rotate", copy=True)
    size, actions = load(game).size(load(game).seats[0]), len(load(game).moves)
    agent = Agent(size, actions)
    optimizer = torch.optim.Adam(agent.parameters(), lr=LEARNING_RATE, eps=1e-5)

    # Where one rollout is kept; the first axis is time.
    kept_observations = torch.zeros(STEPS, ROWS, size)
    kept_masks = torch.zeros(STEPS, ROWS, actions, dtype=torch.bool)
    kept_actions = torch.zeros(STEPS, ROWS, dtype=torch.int64)
    log_probabilities, rewards, ends, values = (torch.zeros(STEPS, ROWS) for _ in range(4))

    seen, infos = envs.reset(seed=seed)
    began, update, won, matches = time.process_time(), 0, 0.0, 0
    while time.process_time() - began < seconds:
        for step in range(STEPS):
            kept_observations[step] = torch.from_numpy(seen)
            kept_masks[step] = torch.from_numpy(infos["action_mask"].astype(bool))
            with torch.no_grad():
                choice, values[step] = agent(kept_observations[step], kept_masks[step])
            kept_actions[step] = choice.sample()
            log_probabilities[step] = choice.log_prob(kept_actions[step])
            seen, reward, ended, _, infos = envs.step(kept_actions[step].numpy())
            rewards[step], ends[step] = torch.from_numpy(reward), torch.from_numpy(ended)
            won, matches = won + float(reward.sum()), matches + int(ended.sum())

        # A match that ended was replaced in the same step, so nothing follows from it.
        with torch.no_grad():
            masks = torch.from_numpy(infos["action_mask"].astype(bool))
            _, following = agent(torch.from_numpy(seen), masks)
        advantages, ahead = torch.zeros(STEPS, ROWS), torch.zeros(ROWS)
        for step in reversed(range(STEPS)):
            going_on = 1 - ends[step]
            surprise = rewards[step] + GAMMA * following * going_on - values[step]
            ahead = surprise + GAMMA * LAMBDA * going_on * ahead
            advantages[step], following = ahead, values[step]
        targets = (advantages + values).flatten()
        better = ((advantages - advantages.mean()) / (advantages.std() + 1e-8)).flatten()

        for _ in range(EPOCHS):
            for some in torch.randperm(STEPS * ROWS).split(MINIBATCH):
                choice, value = agent(kept_observations.flatten(0, 1)[some], kept_masks.flatten(0, 1)[some])
                ratio = (
                    choice.log_prob(kept_actions.flatten()[some]) - log_probabilities.flatten()[some]
                ).exp()
                gain = torch.min(ratio * better[some], ratio.clamp(1 - CLIP, 1 + CLIP) * better[some]).mean()
                error = ((value - targets[some]) ** 2).mean()
                loss = VALUE_WEIGHT * error - gain - ENTROPY_BONUS * choice.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                optimizer.step()
        update += 1
        if update % 100 == 0:
            print(f"{update * STEPS * ROWS:9,} steps: won {won / max(1, matches):.0%} of {matches} matches")
            won, matches = 0.0, 0
    share = won / max(1, matches)
    print(f"{game}: {update * STEPS * ROWS:,} steps; won {share:.0%} of the last {matches} matches")
    envs.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default=list_games()[0], help="the name of a game")
    parser.add_argument("--seconds", type=float, default=60.0, help="CPU time of the training")
    parser.add_argument("--seed", type=int, default=1)
    main(**vars(parser.parse_args()))
