"""Information-set Monte Carlo tree search: one tree, and a new imagined world for every walk down it.

A move's value is what it brings in the worlds in which it is possible; each seat looks for its own
share. Seats that choose at the same time choose from what was counted in the place where they all began,
so no choice depends on another that is still sealed. Chance is drawn anew in every world.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from fairground.bots.search.tree import NONE, ONE, Tree
from fairground.engine.judge import Judge
from fairground.engine.mind import Mind
from fairground.engine.rng import Rng
from fairground.engine.state import OVER, State

ROOT: Final = 0
PATIENCE: Final = 1000  # a playout that is longer is judged where it stands
WIDTH: Final = 40  # edges an iteration may add on average
TOLERANCE: Final = ONE // 64  # a share of the win that is too small to choose by


class Search:
    """A search for the seat of `mind`; `think` as often as there is time, then ask for `best`."""

    def __init__(self, mind: Mind, judge: Judge, iterations: i64) -> None:
        self.mind = mind
        self.judge = judge
        self.rng = mind.rng.fork()
        self.tree = Tree(1000 + WIDTH * iterations)
        self.path: vec[i64] = vec[i64]()
        self.shares: vec[i64] = vec[i64]([0] * mind.seats)
        self.left = iterations
        self.made: i64 = 0
        self.together = len(mind.imagine().actors()) > 1

    def think(self, iterations: i64) -> bool:
        """So many iterations more; False once there is nothing left to do."""
        while iterations > 0 and self.left > 0:
            world = self.mind.imagine()
            self._descend(world)
            self._play_out(world)
            self._credit(world)
            iterations -= 1
            self.left -= 1
            self.made += 1
        return self.left > 0

    def cancel(self) -> None:
        """Stop after the iteration that is running; `best` answers all the same."""
        self.left = 0

    # One iteration

    def _descend(self, world: State) -> None:
        """Make moves in the world along the tree, as far as it is known and one step further."""
        self.path = vec[i64]()
        node: i64 = ROOT
        meeting: i64 = NONE  # where seats that choose together have begun
        seat = self.mind.seat
        while True:
            waiting = world.actors()
            place = node if meeting == NONE else meeting
            together = len(waiting) > 1 or meeting != NONE
            edge = self.tree.select(place, world, seat, self.judge, self.rng, together)
            if edge == NONE:
                return
            self.path = append(self.path, edge)
            world.play(seat, self.tree.move(edge))
            nodes = self.tree.nodes()
            node = self.tree.step(node, edge, node == place)
            meeting = place if len(waiting) > 1 and still_sealed(waiting, seat, world) else NONE
            if world.actor == OVER or (meeting == NONE and self.tree.nodes() > nodes):
                return
            seat = world.someone(self.rng)

    def _play_out(self, world: State) -> None:
        """Go on by the judge's own choices up to its horizon."""
        judge = self.judge
        rng = self.rng
        left = judge.horizon if judge.horizon >= 0 else PATIENCE
        while world.actor != OVER and left > 0:
            seat = world.someone(rng)
            world.play(seat, judge.pick(world, seat, world.legal(seat), rng))
            left -= 1

    def _credit(self, world: State) -> None:
        shares = self.judge.result(world) if world.actor == OVER else self.judge.shares(world)
        for seat in range(world.seats):
            self.shares[seat] = i64(shares[seat] * float(ONE))
        for edge in self.path:
            self.tree.credit(edge, self.shares)

    # What came of it

    def moves(self) -> list[tuple[int, int, int]]:
        """For each move of the seat: the move, how often it was tried, and its gain in parts of ONE."""
        tree = self.tree
        return [
            (tree.move(edge), tree.visits[edge], tree.gain[edge]) for edge in tree.tried(ROOT, self.mind.seat)
        ]

    def best(self) -> i64:
        """The move to make."""
        return decided(self.moves(), self.together, self.rng)


def decided(moves: list[tuple[int, int, int]], together: bool, rng: Rng) -> i64:
    """The move to make; where seats choose together a plain favourite could be seen through."""
    return drawn(moves, rng) if together else favourite(moves)


def favourite(moves: list[tuple[int, int, int]]) -> i64:
    """The move tried most often, of these the one with the highest gain."""
    best, most, highest = moves[0]
    for move, visits, gain in moves:
        if visits > most or (visits == most and gain > highest):
            best, most, highest = move, visits, gain
    return best


def drawn(moves: list[tuple[int, int, int]], rng: Rng) -> i64:
    """A move, as often as it was tried, of those that are as good as the favourite as far as one can tell."""
    best = favourite(moves)
    visits, gain = next((tried, won) for move, tried, won in moves if move == best)
    least = gain // visits - TOLERANCE
    equal = [(move, tried) for move, tried, won in moves if 2 * tried >= visits and won // tried >= least]
    left = rng.below(sum([tried for _, tried in equal]))
    for move, tried in equal:
        left -= tried
        if left < 0:
            return move
    return best


def still_sealed(before: list[int], seat: i64, world: State) -> bool:
    """Whether the others of `before` still owe their choices, made at the same time as the seat's own."""
    after = world.actors()
    if len(after) != len(before) - 1 or seat in after:
        return False
    return all(other in before for other in after)
