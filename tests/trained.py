"""Networks for tests: random weights, which is enough to see that they are read, asked and obeyed."""

from itertools import pairwise
from pathlib import Path

import numpy as np

from fairground import load
from fairground.bots.network_file import (
    Array,
    Learnt,
    NetworkInfo,
    Weights,
    observation_digest,
    write_network,
)

WIDTHS = (10, 6)  # not divisible by the lanes of the compiled code


def random_weights(name: str, seats: int, policy: bool = True) -> Weights:
    """Return small random weights for a game."""
    game, rng = load(name), np.random.default_rng(5)

    def draw(*shape: int) -> Array:
        return (rng.normal(size=shape) / 3).astype(np.float32)

    layers = [(draw(a, b), draw(b)) for a, b in pairwise((game.size(seats), *WIDTHS))]
    rated = (draw(len(game.moves), WIDTHS[-1]), draw(len(game.moves))) if policy else None
    return Weights(layers, (draw(1, WIDTHS[-1]), draw(1)), rated)


def info(name: str, seats: tuple[int, ...], anchor: float = 0.0) -> NetworkInfo:
    """Return what a network for the default options of studies says about itself."""
    game = load(name)
    options = game.settle_options({}, study=True)
    learnt = {n: Learnt(observation_digest(game, n), len(WIDTHS), anchor) for n in seats}
    return NetworkInfo(name, game.rules, game.box().digest, options, learnt)


def random_network(file: Path, name: str, *seats: int, policy: bool = True, anchor: float = 0.0) -> Path:
    """Write a network with random weights and return its file."""
    weights = {n: random_weights(name, n, policy) for n in seats}
    write_network(file, info(name, seats, anchor), weights)
    return file
