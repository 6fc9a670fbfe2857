"""Judges that ask a trained network."""

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


class LearntJudge(Judge):
    """Judges imagined worlds by logits that were learnt, and otherwise as the game's tuned judge does.

    The search imagined the world, so a network may ask for every seat, and all seats are judged alike. To
    what the network says about a seat, the tuned judge's worth is added, times `anchor`.
    """

    def __init__(self, tuned: Judge, anchor: float) -> None:
        super().__init__()
        self.tuned = tuned
        self.anchor = anchor
        self.horizon = tuned.horizon
        self.curiosity = tuned.curiosity
        self.swing = tuned.swing
        self.exact = tuned.exact
        self.lessons = tuned.lessons
        self.held = tuned.held

    def logits(self, state: State) -> list[float]:
        """Return how good the position is for each seat; a difference of 1 means e times the prospect."""
        raise NotImplementedError

    def terms(self) -> list[str]:
        return self.tuned.terms()

    def worth(self, state: State, seat: i64) -> float:
        return FINENESS * self.swing * self.logits(state)[seat]

    def shares(self, state: State) -> list[float]:
        return soften(self.logits(state), 1.0)

    def progress(self, state: State) -> float:
        return self.tuned.progress(state)

    def result(self, state: State) -> list[float]:
        return self.tuned.result(state)

    def position_key(self, state: State) -> i64:
        return self.tuned.position_key(state)

    def weights(self, state: State, seat: i64, moves: list[int]) -> list[float]:
        return self.tuned.weights(state, seat, moves)

    def hints(self, weights: list[float], insight: float) -> list[float]:
        return self.tuned.hints(weights, insight)

    def pick(self, state: State, seat: i64, moves: list[int], rng: Rng) -> i64:
        return self.tuned.pick(state, seat, moves, rng)

    def tuned_logit(self, state: State, seat: i64) -> float:
        """Return the tuned judge's part of a logit."""
        return self.anchor * self.tuned.worth(state, seat) if self.anchor != 0.0 else 0.0


class NetworkJudge(LearntJudge):
    """Asks a network that sees a world once from each seat, as the features of what that seat would know.

    A network with `one_look` sees a world only from the seat to move; its output is how much better that
    seat stands than the others.
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
        super().__init__(tuned, anchor)
        self.network = network
        self.one_look = one_look
        self.encode = encode
        self.scratch = Scratch(network)
        self.writer = FeatureWriter(size)
        self.actions: vec[i64] = vec[i64]([-1] * (moves[-1] + 1))
        for action in range(len(moves)):
            self.actions[moves[action]] = action

    def logits(self, state: State) -> list[float]:
        return [self.logit(state, seat) for seat in range(state.seats)]

    def worth(self, state: State, seat: i64) -> float:
        return FINENESS * self.swing * self.logit(state, seat)

    def logit(self, state: State, seat: i64) -> float:
        """Return the logit of one seat."""
        logit = self.tuned_logit(state, seat)
        if self.one_look and seat != state.actor:
            return logit
        self._read(state, seat)
        return logit + self.scratch.value()

    def weights(self, state: State, seat: i64, moves: list[int]) -> list[float]:
        """Weigh moves by their ratings, if the network rates moves."""
        if self.network.policy.rows == 0:
            return self.tuned.weights(state, seat, moves)
        self._read(state, seat)
        ratings = [self.scratch.rating(self.actions[move]) for move in moves]
        best = max(ratings)
        return [LEAST_WEIGHT + math.exp(rating - best) for rating in ratings]

    def _read(self, state: State, seat: i64) -> None:
        self.writer.at = 0
        self.encode(state, seat, self.writer)
        self.scratch.read(self.writer.cells)


class TraitsJudge(LearntJudge):
    """Asks a network that is told a few numbers of each seat: those of the seat, and the others' means.

    They are quicker to find and to think about than all features.
    """

    def __init__(
        self,
        tuned: Judge,
        network: Network,
        anchor: float,
        size: i64,
        seats: i64,
        write: Callable[[State, int, FeatureWriter], None],
    ) -> None:
        """`size` is the number of traits that `write` writes for a seat."""
        super().__init__(tuned, anchor)
        self.network = network
        self.size = size
        self.write = write
        self.scratch = Scratch(network)
        self.writer = FeatureWriter(size * seats)
        self.totals: vec[float] = vec[float]([0.0] * size)  # of all seats
        self.row: vec[float] = vec[float]([0.0] * (2 * size))

    def logits(self, state: State) -> list[float]:
        self.writer.at = 0
        for seat in range(state.seats):
            self.write(state, seat, self.writer)
        self._add_up(state.seats)
        return [self._logit(state, seat) for seat in range(state.seats)]

    def _logit(self, state: State, seat: i64) -> float:
        self._compare(seat, 1.0 / float(state.seats - 1))
        self.scratch.read(self.row)
        return self.tuned_logit(state, seat) + self.scratch.value()

    def _add_up(self, seats: i64) -> None:
        cells, totals, size = self.writer.cells, self.totals, self.size
        for trait in range(size):
            totals[trait] = cells[trait]
        for seat in range(i64(1), seats):
            start = seat * size
            for trait in range(size):
                totals[trait] += cells[start + trait]

    def _compare(self, seat: i64, part: float) -> None:
        """Put the traits of a seat, and the means of the others, into the row."""
        row, cells, totals, size = self.row, self.writer.cells, self.totals, self.size
        start = seat * size
        for trait in range(size):
            own = cells[start + trait]
            row[trait] = own
            row[size + trait] = (totals[trait] - own) * part
