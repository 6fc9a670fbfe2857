"""The tree of a search: which moves were tried in which position, how often, and with which results."""

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from fairground.engine.judge import Judge
from fairground.engine.rng import Rng
from fairground.engine.state import State

NONE: Final = -1
SEAT: Final = 0x100000000  # an edge's key is SEAT * seat + move
ONE: Final = 0x100000  # a whole win; shares are integers, so that the order of additions does not matter


class SearchTree:
    """Nodes are positions, edges the moves tried there; stored in parallel arrays with one entry per edge.

    The edges of a node form a linked list, ascending by seat and move. Each seat's moves are counted
    separately, so a node can belong to several seats that choose at the same time.
    """

    def __init__(self, room: i64) -> None:
        """Make an empty tree that never grows beyond `room` edges."""
        self.room = room
        self.first: vec[i64] = vec[i64]([NONE])
        self.key: vec[i64] = vec[i64]()
        self.following: vec[i64] = vec[i64]()
        self.child: vec[i64] = vec[i64]()
        self.visits: vec[i64] = vec[i64]()
        self.seen: vec[i64] = vec[i64]()  # how often the move was available
        self.gain: vec[i64] = vec[i64]()
        self.weight: vec[float] = vec[float]()
        self.open: vec[i64] = vec[i64]()  # the edges to choose from

    def nodes(self) -> i64:
        return len(self.first)

    def edges(self) -> i64:
        return len(self.key)

    def move(self, edge: i64) -> i64:
        return self.key[edge] % SEAT

    def size(self) -> i64:
        """Return roughly how many bytes it takes."""
        return 64 * i64(len(self.key)) + 8 * i64(len(self.first))

    def select(self, node: i64, world: State, seat: i64, judge: Judge, rng: Rng, together: bool) -> i64:
        """Return the edge to try next, of those possible in this world; NONE if the tree is full."""
        count = self._list(node, world, seat, judge)
        if count == 0:
            return NONE
        mean = self._mean(count, world.seats)
        if together:
            return self._best_randomized(count, mean, judge.curiosity, rng)
        return self._best(count, mean, judge.curiosity, rng)

    def step(self, node: i64, edge: i64, known: bool) -> i64:
        """Return the node behind an edge; one of another node (not `known` here) is linked first."""
        if not known:
            edge = self._link(node, self.key[edge])
        if self.child[edge] == NONE:
            self.child[edge] = len(self.first)
            self.first = append(self.first, NONE)
        return self.child[edge]

    def credit(self, edge: i64, shares: vec[i64]) -> None:
        """Add a result to an edge: one visit, and the share of the seat that moved."""
        self.visits[edge] += 1
        self.gain[edge] += shares[self.key[edge] // SEAT]

    # The moves available

    def _list(self, node: i64, world: State, seat: i64, judge: Judge) -> i64:
        """Put the edges of all legal moves into `open`, new ones while there is room; return how many."""
        moves = world.legal(seat)
        weights: list[float] = []
        count: i64 = 0
        before: i64 = NONE
        edge = self.first[node]
        i: i64 = 0
        for move in moves:
            key = SEAT * seat + move
            while edge != NONE and self.key[edge] < key:
                before = edge
                edge = self.following[edge]
            if edge == NONE or self.key[edge] != key:
                if self.edges() >= self.room:
                    i += 1
                    continue
                if not weights:
                    weights = normalize_weights(judge.weights(world, seat, moves))
                edge = self._insert(node, before, key, weights[i])
            self.seen[edge] += 1
            self._set_open(count, edge)
            count += 1
            i += 1
        return count

    def _set_open(self, place: i64, edge: i64) -> None:
        if place < len(self.open):
            self.open[place] = edge
        else:
            self.open = append(self.open, edge)

    def _link(self, node: i64, key: i64) -> i64:
        """Return the edge with that key; add it if it is missing."""
        before: i64 = NONE
        edge = self.first[node]
        while edge != NONE and self.key[edge] < key:
            before = edge
            edge = self.following[edge]
        if edge != NONE and self.key[edge] == key:
            return edge
        return self._insert(node, before, key, 1.0)

    def _insert(self, node: i64, before: i64, key: i64, weight: float) -> i64:
        """Add an edge after `before` in the list of a node."""
        edge = self.edges()
        if before == NONE:
            following = self.first[node]
            self.first[node] = edge
        else:
            following = self.following[before]
            self.following[before] = edge
        self.key = append(self.key, key)
        self.following = append(self.following, following)
        self.child = append(self.child, NONE)
        self.visits = append(self.visits, 0)
        self.seen = append(self.seen, 0)
        self.gain = append(self.gain, 0)
        self.weight = append(self.weight, weight)
        return edge

    # The move to try

    def _mean(self, count: i64, seats: i64) -> float:
        """Return the seat's mean result here, starting from an equal share: the value of untried moves."""
        visits: i64 = 0
        gain: i64 = 0
        for i in range(count):
            edge = self.open[i]
            visits += self.visits[edge]
            gain += self.gain[edge]
        return (float(gain) + float(ONE) / float(seats)) / float(visits + 1)

    def _best(self, count: i64, mean: float, curiosity: float, rng: Rng) -> i64:
        """Return the edge with the highest upper bound; of several, any."""
        scale = curiosity * float(ONE)
        last: i64 = NONE
        growth = 0.0
        best: i64 = NONE
        highest = 0.0
        i = rng.below(count)
        for _ in range(count):
            edge = self.open[i]
            i = i + 1 if i + 1 < count else 0
            if self.seen[edge] != last:
                last = self.seen[edge]
                growth = math.log(float(last + 1))
            tries = float(self.visits[edge] + 1)
            bound = (float(self.gain[edge]) + mean) / tries
            bound += scale * math.sqrt(self.weight[edge] * growth / tries)
            if best == NONE or bound > highest:
                best = edge
                highest = bound
        return best

    def _best_randomized(self, count: i64, mean: float, curiosity: float, rng: Rng) -> i64:
        """Return the same with random bounds, so that seats that choose together form no pattern."""
        best: i64 = NONE
        highest = 0.0
        for i in range(count):
            edge = self.open[i]
            growth = math.log(float(self.seen[edge] + 1))
            tries = float(self.visits[edge] + 1)
            bound = (float(self.gain[edge]) + mean) / tries
            chance = 2.0 * curiosity * float(rng.below(ONE))
            bound += chance * math.sqrt(self.weight[edge] * growth / tries)
            if best == NONE or bound > highest:
                best = edge
                highest = bound
        return best

    # The result

    def choose(self, node: i64, world: State, seat: i64, least: i64, mixed: bool, rng: Rng) -> i64:
        """Return the edge of the legal move that was tried most often; NONE if none was tried `least` times.

        If `mixed`, draw one of those that were tried so often, in proportion.
        """
        legal = world.legal(seat)
        best: i64 = NONE
        most: i64 = 0
        total: i64 = 0
        edge = self.first[node]
        while edge != NONE:
            visits = self.visits[edge]
            if visits >= least and self.key[edge] // SEAT == seat and self.move(edge) in legal:
                total += visits
                if (rng.below(total) < visits) if mixed else visits > most:
                    best = edge
                    most = visits
            edge = self.following[edge]
        return best

    def edges_of(self, node: i64, seat: i64) -> list[int]:
        """Return the edges of a seat in a node, ascending by move."""
        found: list[int] = []
        edge = self.first[node]
        while edge != NONE:
            if self.key[edge] // SEAT == seat:
                found.append(edge)
            edge = self.following[edge]
        return found


def normalize_weights(weights: list[float]) -> list[float]:
    """Return the weights divided by their mean."""
    total = 0.0
    for weight in weights:
        total += weight
    mean = total / float(len(weights))
    return [weight / mean for weight in weights]
