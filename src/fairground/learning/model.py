"""The network while it learns, in PyTorch."""

from itertools import pairwise

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from fairground.bots.network_file import Array, Weights

ILLEGAL = -1e9  # the rating of an action that was not possible


class Model(nn.Module):
    """Shared layers, a value for each seat, and ratings of the actions of the seat to move.

    It begins as the tuned judge: the value is the judge's worth times `anchor`, and the layers add what they
    have learnt, which is nothing at first.
    """

    def __init__(
        self, size: int, widths: tuple[int, ...], actions: int, swing: float, one_look: bool = False
    ) -> None:
        """`swing` is that of the tuned judge; without `actions` there are no ratings.

        With `one_look` only the output for the seat to move counts.
        """
        super().__init__()
        self.one_look = one_look
        self.layers = [nn.Linear(a, b) for a, b in pairwise((size, *widths))]
        self.listed = nn.ModuleList(self.layers)  # so that PyTorch knows them
        self.value = nn.Linear(widths[-1], 1)
        self.policy = nn.Linear(widths[-1], actions) if actions else None
        self.anchor = nn.Parameter(torch.tensor(1.0 / swing))
        nn.init.zeros_(self.value.weight)
        nn.init.zeros_(self.value.bias)

    def forward(self, features: Tensor, worths: Tensor, actors: Tensor) -> tuple[Tensor, Tensor]:
        """Return the hidden numbers and the logit of every seat."""
        hidden = features
        for layer in self.layers:
            hidden = torch.relu(layer(hidden))
        value = self.value(hidden).squeeze(-1)
        if self.one_look:
            value = value * functional.one_hot(actors, value.shape[1])
        return hidden, value + self.anchor * worths

    def ratings(self, hidden: Tensor, actors: Tensor) -> Tensor:
        """Return how the seats to move rate all actions."""
        assert self.policy is not None
        found: Tensor = self.policy(hidden[torch.arange(len(actors)), actors])
        return found

    def weights(self) -> Weights:
        """Return the network as plain arrays."""
        layers = [(_array(layer.weight).T.copy(), _array(layer.bias)) for layer in self.layers]
        policy = None if self.policy is None else (_array(self.policy.weight), _array(self.policy.bias))
        return Weights(layers, (_array(self.value.weight), _array(self.value.bias)), policy)


def _array(part: Tensor) -> Array:
    found: NDArray[np.float32] = part.detach().numpy().copy()
    return found


def value_loss(logits: Tensor, shares: Tensor) -> Tensor:
    """Return the mean cross-entropy between the expected shares and the targets."""
    return -(shares * torch.log_softmax(logits, dim=-1)).sum(-1).mean()


def policy_loss(ratings: Tensor, visits: Tensor) -> Tensor:
    """Return the mean cross-entropy between ratings and visits, among the actions that were searched."""
    possible = ratings.masked_fill(visits == 0, ILLEGAL)
    return -(visits * torch.log_softmax(possible, dim=-1)).sum(-1).mean()
