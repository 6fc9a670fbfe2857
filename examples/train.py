"""Train a policy by self-play: proximal policy optimisation on a Batch of matches, with PyTorch on the CPU.

    python examples/train.py NAME --minutes 12 --out runs/first
    fairground play NAME --bots policy:runs/first/policy.npz
    fairground arena NAME --bots policy:runs/first/policy.npz,greedy --matches 400

The same network plays every seat. It sees the features of its own seat and nothing else. The folder holds a
checkpoint, from which the same command resumes, a plot of the learning curve, and the policy as a file of
plain arrays, which plays without PyTorch.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch
from matplotlib.figure import Figure
from numpy.typing import NDArray
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from torch import Tensor, nn
from torch.distributions import Categorical
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from fairground.bots.policy import Layer, PolicyInfo, save_policy
from fairground.engine.errors import FairgroundError
from fairground.research.batch import Batch

MATCHES = 512  # in the batch
STEPS = 64  # of each match between two updates of the network
EPOCHS = 3
MINIBATCH = 4096  # decisions per gradient step
CLIP = 0.2
LAMBDA = 0.9  # of generalised advantage estimation
ILLEGAL = -1e9  # the logit of an illegal action
LEARNING_RATE = 1e-3  # falls to a tenth
ENTROPY_BONUS = 0.02  # falls to a tenth
DECAY = 0.9  # of the average network
EVERY = 60.0  # seconds between two tests and checkpoints
OPPONENTS = ("random", "greedy")


def dense(*widths: int) -> nn.Sequential:
    """Return linear layers of these widths with ReLU between them."""
    parts: list[nn.Module] = []
    for before, after in pairwise(widths):
        parts += [nn.Linear(before, after), nn.ReLU()]
    return nn.Sequential(*parts[:-1])


class Network(nn.Module):
    """Map what a seat knows to a distribution over moves and to the share of the win it expects."""

    def __init__(self, size: int, moves: int, width: int = 256) -> None:
        super().__init__()
        self.policy = dense(size, width, width, moves)
        self.critic = dense(size, width // 2, width // 2, 1)

    def choices(self, numbers: Tensor, masks: Tensor) -> Categorical:
        """Return the distribution over legal moves."""
        return Categorical(logits=self.policy(numbers).masked_fill(~masks, ILLEGAL), validate_args=False)

    def shares(self, numbers: Tensor) -> Tensor:
        """Return the expected shares of the win."""
        return torch.sigmoid(self.critic(numbers)).squeeze(-1)

    def layers(self) -> list[Layer]:
        """Return the policy as plain arrays."""
        linear = [part for part in self.policy if isinstance(part, nn.Linear)]
        return [(part.weight.detach().numpy().copy(), part.bias.detach().numpy().copy()) for part in linear]


class Experience:
    """The decisions of one round of self-play; the first axis is time, the second the match."""

    def __init__(self, batch: Batch) -> None:
        shape = STEPS, batch.n
        self.numbers = torch.zeros(*shape, batch.observations.shape[1])
        self.masks = torch.zeros(*shape, batch.masks.shape[1], dtype=torch.bool)
        self.actions = torch.zeros(shape, dtype=torch.int64)
        self.chances = torch.zeros(shape)  # log-probabilities of the actions
        self.shares = np.zeros(shape, dtype=np.float32)  # of the win, expected at the decision
        self.actors = np.zeros(shape, dtype=np.int64)
        self.ends = np.zeros(shape, dtype=np.bool_)
        self.rewards = np.zeros((*shape, batch.seats), dtype=np.float32)
        self.ahead = np.zeros((batch.n, batch.seats), dtype=np.float32)  # expected after the last step


@torch.no_grad()
def play(network: Network, batch: Batch) -> Experience:
    """Let the network play against itself for STEPS steps."""
    seen = Experience(batch)
    for at in range(STEPS):
        numbers, masks = seen.numbers[at], seen.masks[at]
        numbers[:], masks[:] = torch.from_numpy(batch.observations), torch.from_numpy(batch.masks.copy())
        choices = network.choices(numbers, masks)
        seen.actions[at] = choices.sample()
        seen.chances[at] = choices.log_prob(seen.actions[at])
        seen.shares[at], seen.actors[at] = network.shares(numbers).numpy(), batch.actors
        batch.step(seen.actions[at].numpy())
        seen.rewards[at], seen.ends[at] = batch.rewards, batch.ends
    seen.ahead = expected_shares(network, batch)
    return seen


def expected_shares(network: Network, batch: Batch) -> NDArray[np.float32]:
    """Return the shares of all seats: what the seat to move expects, and the rest split among the others."""
    own = network.shares(torch.from_numpy(batch.observations)).numpy()
    shares = np.zeros((batch.n, batch.seats), dtype=np.float32)
    shares[:] = (1 - own[:, None]) / (batch.seats - 1)
    shares[np.arange(batch.n), batch.actors] = own
    return shares


def advantages(seen: Experience) -> NDArray[np.float32]:
    """Return how much better each decision turned out than expected (GAE), seat by seat."""
    matches = np.arange(seen.ahead.shape[0])
    ahead, gained = seen.ahead.copy(), np.zeros_like(seen.ahead)
    credit, result = np.zeros_like(seen.ahead), np.zeros_like(seen.shares)
    for at in range(len(result) - 1, -1, -1):
        ended, actors, shares = seen.ends[at][:, None], seen.actors[at], seen.shares[at]
        ahead, credit = np.where(ended, 0, ahead), np.where(ended, 0, credit)
        gained = np.where(ended, seen.rewards[at], gained)
        surprise = gained[matches, actors] + ahead[matches, actors] - shares
        credit[matches, actors] = surprise + LAMBDA * credit[matches, actors]
        result[at] = credit[matches, actors]
        ahead[matches, actors], gained[matches, actors] = shares, 0
    return result


def minibatches(count: int) -> Iterator[Tensor]:
    """Yield random minibatches of indices for all epochs."""
    for _ in range(EPOCHS):
        yield from torch.randperm(count).split(MINIBATCH)


def learn(network: Network, optimiser: torch.optim.Optimizer, seen: Experience, entropy_bonus: float) -> None:
    """Update the network by proximal policy optimisation."""
    turned_out = advantages(seen)
    targets = torch.from_numpy(turned_out + seen.shares).flatten()
    better = torch.from_numpy((turned_out - turned_out.mean()) / (turned_out.std() + 1e-8)).flatten()
    numbers, masks = seen.numbers.flatten(0, 1), seen.masks.flatten(0, 1)
    actions, chances = seen.actions.flatten(), seen.chances.flatten()
    for some in minibatches(len(actions)):
        choices = network.choices(numbers[some], masks[some])
        ratio = torch.exp(choices.log_prob(actions[some]) - chances[some])
        gain = torch.minimum(ratio * better[some], ratio.clamp(1 - CLIP, 1 + CLIP) * better[some])
        error = (network.shares(numbers[some]) - targets[some]) ** 2
        loss = -gain.mean() + error.mean() - entropy_bonus * choices.entropy().mean()
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 0.5)
        optimiser.step()


@torch.no_grad()
def win_share(network: Network, batch: Batch, opponent: str, matches: int) -> float:
    """Return the network's share of wins, in each seat in turn, with the opponent in all others."""
    won, ended = 0.0, 0
    for seat in range(batch.seats):
        others = {other: opponent for other in range(batch.seats) if other != seat}
        rounds = max(1, matches // batch.seats)
        seed = f"test {opponent} {seat}"
        test = Batch(batch.game, min(64, rounds), batch.seats, batch.options, seed, inside=others)
        until = ended + rounds
        while ended < until:
            masks = torch.from_numpy(test.masks.copy())
            test.step(network.choices(torch.from_numpy(test.observations), masks).logits.argmax(1).numpy())
            won += float(test.rewards[test.ends, seat].sum())
            ended += int(test.ends.sum())
    return won / ended


@dataclass
class Training:
    """A network in training and its results so far.

    The average of the network over its last updates is what is tested and saved: self-play tends to go in
    circles, and the average varies less.
    """

    batch: Batch
    folder: Path
    network: Network
    optimiser: torch.optim.Optimizer
    average: AveragedModel
    seconds: float = 0.0
    decisions: int = 0
    curve: list[dict[str, float]] = field(default_factory=list)

    @property
    def checkpoint(self) -> Path:
        return self.folder / "checkpoint.pt"

    def run(self, seconds: float, matches: int) -> None:
        """Train until the total time, including that before the checkpoint, reaches `seconds`."""
        with Progress(TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()) as progress:
            bar = progress.add_task("learning", total=seconds)
            while self.seconds < seconds:
                until = min(seconds, self.seconds + EVERY)
                while self.seconds < until:
                    self.train_once(1 - 0.9 * self.seconds / seconds)
                    progress.update(bar, completed=self.seconds)
                self.test(matches)
                self.save()
                progress.update(bar, description=self.summary())

    def train_once(self, heat: float) -> None:
        """Play one round and learn from it; `heat` scales the learning rate and the entropy bonus."""
        began = time.monotonic()
        for group in self.optimiser.param_groups:
            group["lr"] = LEARNING_RATE * heat
        learn(self.network, self.optimiser, play(self.network, self.batch), ENTROPY_BONUS * heat)
        self.average.update_parameters(self.network)
        self.decisions += self.batch.n * STEPS
        self.seconds += time.monotonic() - began

    @property
    def averaged(self) -> Network:
        """The average network."""
        network = self.average.module
        assert isinstance(network, Network)
        return network

    def test(self, matches: int) -> None:
        """Play against the opponents and add a point to the curve."""
        shares = {name: win_share(self.averaged, self.batch, name, matches) for name in OPPONENTS}
        self.curve.append({"minutes": self.seconds / 60, "decisions": self.decisions, **shares})

    def summary(self) -> str:
        """Return the latest results in a sentence."""
        last = self.curve[-1]
        won = ", ".join(f"{last[name]:.0%} against {name}" for name in OPPONENTS)
        return f"{self.decisions / 1e6:.1f} million decisions, wins {won}"

    def save(self) -> None:
        """Write checkpoint, policy and plot; each file is replaced completely or not at all."""
        state = {
            "network": self.network.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "average": self.average.state_dict(),
            "progress": [self.seconds, self.decisions, self.curve],
        }
        draft = self.checkpoint.with_suffix(".part")
        torch.save(state, draft)
        draft.replace(self.checkpoint)
        game = self.batch.game
        seats, options = self.batch.seats, self.batch.options
        about = PolicyInfo(game.name, game.rules, seats, options, game.environment)
        save_policy(self.folder / "policy.npz", about, self.averaged.layers())
        plot(self.curve, self.folder / "curve.svg")

    def resume(self) -> None:
        """Load the checkpoint if there is one."""
        if self.checkpoint.exists():
            state = torch.load(self.checkpoint, weights_only=True)
            self.network.load_state_dict(state["network"])
            self.optimiser.load_state_dict(state["optimiser"])
            self.average.load_state_dict(state["average"])
            self.seconds, self.decisions, self.curve = state["progress"]


def plot(curve: list[dict[str, float]], file: Path) -> None:
    """Draw the learning curve."""
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.add_subplot(xlabel="minutes", ylabel="share of wins", ylim=(0, 1))
    for name in OPPONENTS:
        axes.plot(
            [row["minutes"] for row in curve],
            [row[name] for row in curve],
            marker="o",
            label=f"against {name}",
        )
    axes.legend(loc="lower right")
    figure.savefig(file)


def prepare(name: str, seats: int | None, folder: Path, seed: int) -> Training:
    """Return a new training, or the one in the folder."""
    torch.manual_seed(seed)
    batch = Batch(name, MATCHES, seats, seed=f"train {seed}")
    network = Network(batch.observations.shape[1], batch.masks.shape[1])
    folder.mkdir(parents=True, exist_ok=True)
    average = AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(DECAY))
    training = Training(
        batch, folder, network, torch.optim.Adam(network.parameters(), lr=LEARNING_RATE), average
    )
    training.resume()
    return training


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a policy by self-play.")
    parser.add_argument("game", help="the name of the game")
    parser.add_argument("--seats", type=int, help="the number of seats (default: the fewest)")
    parser.add_argument("--minutes", type=float, default=12.0, help="how long to train")
    parser.add_argument(
        "--matches", type=int, default=200, help="the number of test matches against each opponent"
    )
    parser.add_argument("--out", type=Path, default=Path("trained"), help="the folder for the results")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    try:
        training = prepare(given.game, given.seats, given.out, given.seed)
        training.run(60 * given.minutes, given.matches)
    except (FairgroundError, OSError) as error:
        sys.exit(str(error))
    print(training.summary())
    print(f"Play against it: fairground play {given.game} --bots policy:{given.out}/policy.npz")


if __name__ == "__main__":
    main()
