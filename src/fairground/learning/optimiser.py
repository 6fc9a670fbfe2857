"""Learning from samples: gradient descent on value and ratings."""

import io
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

from fairground.arena.results_folder import write_atomically
from fairground.learning.model import Model, policy_loss, value_loss
from fairground.learning.plan import TrainingPlan
from fairground.learning.samples import Samples

MINIBATCH = 256
LEARNING_RATE = 3e-3
LEAST_RATE = 1e-4  # at the end of a generation
DECAY = 1e-5  # of the weights


@dataclass(frozen=True)
class Losses:
    """The cross-entropy of the expected shares, on positions that the network has not learnt from."""

    network: float
    judge: float


class Learner:
    """A network and its optimiser."""

    def __init__(self, plan: TrainingPlan) -> None:
        torch.set_num_threads(1)  # more would add up in another order in every run
        torch.manual_seed(int.from_bytes(plan.seed.encode()[-7:]))
        game = plan.edition
        self.plan = plan
        self.swing = float(game.judge().swing)
        actions = len(game.moves) if plan.rates_moves else 0
        self.model = Model(plan.size, plan.widths, actions, self.swing, plan.one_look)
        self.adam = torch.optim.Adam(self.model.parameters(), lr=LEARNING_RATE, weight_decay=DECAY)

    def learn(self, samples: Samples, generation: int) -> None:
        """Go through the samples a few times, in a random order that depends on the generation alone."""
        shuffle = torch.Generator().manual_seed(generation)
        batches = list(self._minibatches(len(samples), shuffle))
        data = tensors(samples)
        for at, rows in enumerate(batches):
            for group in self.adam.param_groups:
                group["lr"] = _rate(at / len(batches))
            loss = self._loss([part[rows] for part in data])
            self.adam.zero_grad()
            loss.backward()
            self.adam.step()

    def _minibatches(self, count: int, shuffle: torch.Generator) -> Iterator[Tensor]:
        for _ in range(self.plan.epochs):
            yield from torch.randperm(count, generator=shuffle).split(MINIBATCH)

    def _loss(self, data: list[Tensor]) -> Tensor:
        features, worths, shares, actors, visits = data
        hidden, logits = self.model(self.inputs(features), worths, actors)
        loss = value_loss(logits, shares)
        return (
            loss + policy_loss(self.model.ratings(hidden, actors), visits.float())
            if visits.shape[1]
            else loss
        )

    def inputs(self, features: Tensor) -> Tensor:
        """Return what the network sees; traits come with the means of the other seats' traits."""
        features = features.float()
        if self.plan.inputs == "features":
            return features
        others = (features.sum(1, keepdim=True) - features) / (self.plan.seats - 1)
        return torch.cat([features, others], dim=-1)

    @torch.no_grad()
    def measure(self, samples: Samples) -> Losses:
        """Compare the network with the tuned judge on samples that it has not seen."""
        features, worths, shares, actors, _ = tensors(samples)
        _, logits = self.model(self.inputs(features), worths, actors)
        return Losses(float(value_loss(logits, shares)), float(value_loss(worths / self.swing, shares)))

    def save(self, file: Path) -> None:
        """Write network and optimiser; the file is complete or missing."""
        stream = io.BytesIO()
        torch.save({"model": self.model.state_dict(), "adam": self.adam.state_dict()}, stream)
        write_atomically(file, stream.getvalue())

    def load(self, file: Path) -> None:
        state = torch.load(file, weights_only=True)
        self.model.load_state_dict(state["model"])
        self.adam.load_state_dict(state["adam"])


def tensors(samples: Samples) -> list[Tensor]:
    parts = (samples.features, samples.worths, samples.shares, samples.actors, samples.visits)
    return [torch.from_numpy(part) for part in parts]


def _rate(done: float) -> float:
    """Return the learning rate after this part of a generation: half a cosine."""
    return LEAST_RATE + (LEARNING_RATE - LEAST_RATE) * (1 + math.cos(math.pi * done)) / 2
