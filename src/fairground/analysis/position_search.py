"""Estimates each seat's share in a true position by a small search in which chance is open.

The first walks teach the tree; as many again follow what it learnt, without exploring, and only these count.
"""

from typing import Final

from mypy_extensions import i64

from fairground.bots.search.tree import NONE, SearchTree
from fairground.bots.search.walk import ROOT, TreeWalk
from fairground.engine.judge import Judge
from fairground.engine.rng import Rng
from fairground.engine.state import OVER, State

WIDTH: Final = 40  # edges that a walk may add on average
LEAST_TRIES: Final = 4  # of a move that is followed


class PositionSearch:
    """Searches from one position."""

    def __init__(self, state: State, judge: Judge, rng: Rng, walks: i64) -> None:
        self.state = state
        self.rng = rng
        self.walks = walks
        self.walk = TreeWalk(SearchTree(1000 + WIDTH * walks), judge, rng, state.seats)

    def learn(self) -> None:
        for _ in range(self.walks):
            world = self.state.with_other_chance(self.rng)
            self.walk.run(world, world.someone(self.rng))

    def shares(self) -> list[float]:
        """Return the mean share of each seat by what was learnt."""
        totals: list[int] = [0] * self.state.seats
        for _ in range(self.walks):
            self.walk.measure(self.state.with_other_chance(self.rng), LEAST_TRIES)
            for seat in range(self.state.seats):
                totals[seat] += self.walk.shares[seat]
        return part_of_all(totals)

    def play_choices(self, world: State, chosen: list[tuple[int, int]]) -> str:
        """Play sealed choices, and for every other seat that chooses one as often as it was tried.

        Return the latter as text.
        """
        waiting = world.actors()
        edges = [(seat, self._draw(world, seat)) for seat in waiting]
        for seat, move in chosen:
            world.play(seat, move)
        drawn = ""
        for seat, edge in edges:
            move = self.walk.tree.move(edge) if edge != NONE else NONE
            if seat in world.actors() and move in world.legal(seat):
                world.play(seat, move)
                drawn += f" {seat} {move}"
        return drawn

    def _draw(self, world: State, seat: i64) -> i64:
        return self.walk.tree.choose(ROOT, world, seat, 1, True, self.rng)


def expect_shares(state: State, judge: Judge, rng: Rng, walks: i64) -> list[float]:
    """Return each seat's share; when the match is over, of the win."""
    if state.actor == OVER:
        return judge.result(state)
    search = PositionSearch(state, judge, rng, walks)
    search.learn()
    return search.shares()


def expect_sealed(
    start: State, chosen: list[tuple[int, int]], judge: Judge, rng: Rng, walks: i64
) -> list[float]:
    """Return the shares once some seats have sealed their choices, and the others know no more than before.

    `start` is the position in which they all began to choose. Those who still have to choose draw from
    what they tried there.
    """
    before = PositionSearch(start, judge, rng, walks)
    before.learn()
    known: dict[str, TreeWalk] = {}  # what was learnt after each combination of choices
    totals: list[int] = [0] * start.seats
    for number in range(2 * walks):
        world = start.with_other_chance(rng)
        drawn = before.play_choices(world, chosen)
        if drawn not in known:
            known[drawn] = TreeWalk(SearchTree(1000 + WIDTH * walks), judge, rng, start.seats)
        walk = known[drawn]
        if number >= walks:
            walk.measure(world, LEAST_TRIES)
            for seat in range(start.seats):
                totals[seat] += walk.shares[seat]
        elif world.actor != OVER:
            walk.run(world, world.someone(rng))
    return part_of_all(totals)


def part_of_all(totals: list[int]) -> list[float]:
    """Return which part each number is of their sum; whole numbers lose a little, the parts make 1."""
    together = 0
    for total in totals:
        together += total
    return [float(total) / float(together) for total in totals]
