"""Information-set Monte Carlo tree search: one tree, and a new imagined world for every iteration.

A move's value is its mean result in the worlds in which it is possible; each seat maximizes its own
share. Seats that choose at the same time all choose by the counts of the node where they began, so
no choice depends on another that is still sealed. Chance is drawn anew in every world.
"""

from typing import Final

from mypy_extensions import i64

from fairground.bots.search.tree import ONE, SearchTree
from fairground.bots.search.walk import ROOT, TreeWalk
from fairground.engine.judge import Judge
from fairground.engine.mind import Mind
from fairground.engine.rng import Rng
from fairground.engine.state import State

WIDTH: Final = 40  # edges an iteration may add on average
MOST_EDGES: Final = 1_000_000  # however many iterations there are
TOLERANCE: Final = ONE // 64  # differences in share below this are noise


class TreeSearch:
    """Searches for the seat of `mind`: call `think` while there is time, then `best`.

    If it `reopens`, seats that have sealed a choice already choose in the tree like those that have not, by
    what is good for them. Otherwise their choices are as the game deals them, usually all equally likely.
    """

    def __init__(self, mind: Mind, judge: Judge, iterations: i64, reopens: bool = False) -> None:
        self.mind = mind
        self.judge = judge
        self.rng = mind.rng.fork()
        self.reopens = reopens
        self.tree = SearchTree(min(1000 + WIDTH * iterations, MOST_EDGES))
        self.walk = TreeWalk(self.tree, judge, self.rng, mind.seats)
        self.left = iterations
        self.made: i64 = 0
        self.together = len(self.imagine().actors()) > 1

    def think(self, iterations: i64) -> bool:
        """Run some more iterations; return False once none are left."""
        while iterations > 0 and self.left > 0:
            self.walk.run(self.imagine(), self.mind.seat)
            iterations -= 1
            self.left -= 1
            self.made += 1
        return self.left > 0

    def imagine(self) -> State:
        """Return a world for the next iteration."""
        world = self.mind.imagine()
        if self.reopens:
            world.reopen(self.mind.seat)
        return world

    def cancel(self) -> None:
        """Stop after the iteration that is running; `best` still answers."""
        self.left = 0

    # The result

    def moves(self) -> list[tuple[int, int, int]]:
        """Return each move of the seat with its visits and its gain (in parts of ONE)."""
        tree = self.tree
        return [
            (tree.move(edge), tree.visits[edge], tree.gain[edge])
            for edge in tree.edges_of(ROOT, self.mind.seat)
        ]

    def best(self) -> i64:
        """Return the move to make."""
        return choose_move(self.moves(), self.together, self.rng)


def choose_move(moves: list[tuple[int, int, int]], together: bool, rng: Rng) -> i64:
    """Return the move to make; where seats choose together it is drawn, so that nobody can predict it."""
    return draw_move(moves, rng) if together else most_visited(moves)


def most_visited(moves: list[tuple[int, int, int]]) -> i64:
    """Return the move with the most visits; among equals, the one with the highest gain."""
    best, most, highest = moves[0]
    for move, visits, gain in moves:
        if visits > most or (visits == most and gain > highest):
            best, most, highest = move, visits, gain
    return best


def draw_move(moves: list[tuple[int, int, int]], rng: Rng) -> i64:
    """Draw a move by visits from those that are as good as the most visited one, within TOLERANCE."""
    best = most_visited(moves)
    visits, gain = next((tried, won) for move, tried, won in moves if move == best)
    least = gain // visits - TOLERANCE
    equal = [(move, tried) for move, tried, won in moves if 2 * tried >= visits and won // tried >= least]
    left = rng.below(sum([tried for _, tried in equal]))
    for move, tried in equal:
        left -= tried
        if left < 0:
            return move
    return best
