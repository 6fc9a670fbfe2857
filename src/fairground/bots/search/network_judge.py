"""A judge that asks a trained network."""

import math
from collections.abc import Callable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fairground.bots.search.network import Network, Scratch
from fairground.engine.feature_writer import FeatureWriter
from fairground.engine.judge import Judge, soften
from fairground.engine.rng import Rng
from fairground.engine.state import State

LEAST_WEIGHT: Final = 0.01  # of a move, beside 1 for the one that is rated best
FINENESS: Final = 4.0  # a network tells apart what a judge takes for equal, so its points count for more


class NetworkJudge(Judge):
    """Judges imagined worlds by a network, and otherwise as the game's tuned judge does.

    The network sees a world once from each seat, as the features of what that seat would know in it. The
    search imagined the world, so it may ask for every seat, and all seats are judged alike. The output for a
    seat is a logit, to which the tuned judge's worth is added, times `anchor`. A network with `one_look` sees
    a world only from the seat to move; its output is how much better that seat stands than the others.
    """

    def __init__(
        self,
        tuned: Judge,
        network: Network,
        anchor: float,
        one_look: bool,
        size: i64,
        moves: list[int],
        encode: Callable[[State, int, FeatureWriter], None],
    ) -> None:
        """`size` is the number of features that `encode` writes; `moves` are those that the game has."""
        super().__init__()
        self.tuned = tuned
        self.network = network
        self.anchor = anchor
        self.one_look = one_look
        self.encode = encode
        self.scratch = Scratch(network)
        self.writer = FeatureWriter(size)
        self.actions: vec[i64] = vec[i64]([-1] * (moves[-1] + 1))
        for action in range(len(moves)):
            self.actions[moves[action]] = action
        self.horizon = tuned.horizon
        self.curiosity = tuned.curiosity
        self.swing = tuned.swing
        self.exact = tuned.exact
        self.lessons = tuned.lessons
        self.held = tuned.held

    def terms(self) -> list[str]:
        return self.tuned.terms()

    def worth(self, state: State, seat: i64) -> float:
        return FINENESS * self.swing * self.logit(state, seat)

    def shares(self, state: State) -> list[float]:
        return soften([self.logit(state, seat) for seat in range(state.seats)], 1.0)

    def logit(self, state: State, seat: i64) -> float:
        """Return how good the position is for a seat; a difference of 1 means e times the prospect."""
        logit = self.anchor * self.tuned.worth(state, seat) if self.anchor != 0.0 else 0.0
        if self.one_look and seat != state.actor:
            return logit
        self._read(state, seat)
        return logit + self.scratch.value()

    def progress(self, state: State) -> float:
        return self.tuned.progress(state)

    def result(self, state: State) -> list[float]:
        return self.tuned.result(state)

    def weights(self, state: State, seat: i64, moves: list[int]) -> list[float]:
        """Weigh moves by their ratings, if the network rates moves."""
        if self.network.policy.rows == 0:
            return self.tuned.weights(state, seat, moves)
        self._read(state, seat)
        ratings = [self.scratch.rating(self.actions[move]) for move in moves]
        best = max(ratings)
        return [LEAST_WEIGHT + math.exp(rating - best) for rating in ratings]

    def hints(self, weights: list[float], insight: float) -> list[float]:
        return self.tuned.hints(weights, insight)

    def pick(self, state: State, seat: i64, moves: list[int], rng: Rng) -> i64:
        return self.tuned.pick(state, seat, moves, rng)

    def _read(self, state: State, seat: i64) -> None:
        self.writer.at = 0
        self.encode(state, seat, self.writer)
        self.scratch.read(self.writer.cells)
