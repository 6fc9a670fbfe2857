"""Estimates each seat's share in a true position by a small search in which chance is open."""

from mypy_extensions import i64

from fairground.bots.search.tree import ONE, SearchTree
from fairground.bots.search.walk import ROOT, TreeWalk
from fairground.engine.judge import Judge
from fairground.engine.rng import Rng
from fairground.engine.state import OVER, State

WIDTH = 40  # edges that a walk may add on average


class PositionSearch:
    """Searches from one position; `shares` is the mean result of all walks."""

    def __init__(self, state: State, judge: Judge, rng: Rng, walks: i64) -> None:
        self.state = state
        self.judge = judge
        self.rng = rng
        self.tree = SearchTree(1000 + WIDTH * walks)
        self.walk = TreeWalk(self.tree, judge, rng, state.seats)
        self.totals: list[int] = [0] * state.seats
        self.walks = walks
        for _ in range(walks):
            world = state.with_other_chance(rng)
            self.walk.run(world, world.someone(rng))
            self._add()

    def shares(self) -> list[float]:
        return [float(total) / (float(ONE) * float(self.walks)) for total in self.totals]

    def draw(self, seat: i64) -> i64:
        """Draw a move of a seat at the start, as often as it was tried."""
        edges = self.tree.edges_of(ROOT, seat)
        left = self.rng.below(sum([self.tree.visits[edge] for edge in edges]))
        for edge in edges:
            left -= self.tree.visits[edge]
            if left < 0:
                return self.tree.move(edge)
        return self.tree.move(edges[0])

    def _add(self) -> None:
        for seat in range(self.state.seats):
            self.totals[seat] += self.walk.shares[seat]


def expect_shares(state: State, judge: Judge, rng: Rng, walks: i64) -> list[float]:
    """Return each seat's share; when the match is over, of the win."""
    if state.actor == OVER:
        return judge.result(state)
    return PositionSearch(state, judge, rng, walks).shares()


def expect_sealed(
    start: State, chosen: list[tuple[int, int]], judge: Judge, rng: Rng, walks: i64
) -> list[float]:
    """Return the shares once some seats have sealed their choices, and the others know no more than before.

    `start` is the position in which they all began to choose. Those who still have to choose draw from
    what they tried there.
    """
    before = PositionSearch(start, judge, rng, walks)
    trees: dict[str, TreeWalk] = {}
    totals: list[float] = [0.0] * start.seats
    for _ in range(walks):
        world = start.with_other_chance(rng)
        key = play_sealed(world, chosen, before)
        if key not in trees:
            trees[key] = TreeWalk(SearchTree(1000 + WIDTH * walks), judge, rng, start.seats)
        walk = trees[key]
        if world.actor == OVER:
            walk.settle(world)
        else:
            walk.run(world, world.someone(rng))
        for seat in range(start.seats):
            totals[seat] += float(walk.shares[seat])
    return [total / (float(ONE) * float(walks)) for total in totals]


def play_sealed(world: State, chosen: list[tuple[int, int]], before: PositionSearch) -> str:
    """Play the sealed choices, and a draw for every other seat that chooses; return the draws as a key."""
    done: list[int] = []
    for seat, move in chosen:
        world.play(seat, move)
        done.append(seat)
    key = ""
    for seat in before.state.actors():
        if seat not in done and seat in world.actors():
            move = before.draw(seat)
            if move in world.legal(seat):
                world.play(seat, move)
                key += f" {seat} {move}"
    return key
