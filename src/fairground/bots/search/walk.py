"""One walk through a search tree: down the tree, on by the judge's own choices, and back with the result."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from fairground.bots.search.tree import NONE, ONE, SearchTree
from fairground.engine.judge import Judge
from fairground.engine.rng import Rng
from fairground.engine.state import OVER, State

ROOT: Final = 0
LONGEST_PLAYOUT: Final = 1000  # a longer playout is judged where it stands


class TreeWalk:
    """Walks through one tree again and again, each time in another world."""

    def __init__(self, tree: SearchTree, judge: Judge, rng: Rng, seats: i64) -> None:
        self.tree = tree
        self.judge = judge
        self.rng = rng
        self.path: vec[i64] = vec[i64]()
        self.shares: vec[i64] = vec[i64]([0] * seats)
        self.totals: vec[i64] = vec[i64]([0] * seats)  # of the shares in all walks

    def run(self, world: State, seat: i64) -> None:
        """Walk from the root, where the seat moves; `shares` is the result."""
        self._descend(world, seat)
        self._play_out(world)
        self.settle(world)
        for edge in self.path:
            self.tree.credit(edge, self.shares)
        for seat in range(len(self.shares)):
            self.totals[seat] += self.shares[seat]

    def measure(self, world: State, least: i64) -> None:
        """Walk without exploring or learning: by the most tried moves, then by the judge's own choices."""
        self.follow(world, least, LONGEST_PLAYOUT, True)
        self._play_out(world)
        self.settle(world)

    def follow(self, world: State, least: i64, longest: i64, mixed: bool) -> list[tuple[int, int]]:
        """Play the moves that were tried most often, each at least so often; return seats and moves.

        It goes down the tree from the root, for at most `longest` moves. If `mixed`, seats that choose at the
        same time draw their moves as often as they were tried.
        """
        line: list[tuple[int, int]] = []
        node: i64 = ROOT
        meeting: i64 = NONE
        while world.actor != OVER and len(line) < longest:
            waiting = world.actors()
            seat = world.someone(self.rng)
            place = node if meeting == NONE else meeting
            together = mixed and (len(waiting) > 1 or meeting != NONE)
            edge = self.tree.choose(place, world, seat, least, together, self.rng)
            if edge == NONE:
                break
            move = self.tree.move(edge)
            world.play(seat, move)
            line.append((seat, move))
            node = self.tree.step(node, edge, node == place)
            meeting = place if len(waiting) > 1 and are_choices_sealed(waiting, seat, world) else NONE
        return line

    def finish(self, world: State, least: i64) -> None:
        """Play the match to its end: down the tree as `follow` does, then by the judge's own choices."""
        self.follow(world, least, LONGEST_PLAYOUT, True)
        left: i64 = LONGEST_PLAYOUT
        while world.actor != OVER and left > 0:
            seat = world.someone(self.rng)
            world.play(seat, self.judge.pick(world, seat, world.legal(seat), self.rng))
            left -= 1

    def settle(self, world: State) -> None:
        """Judge a position, or take its result if the match is over."""
        shares = self.judge.result(world) if world.actor == OVER else self.judge.shares(world)
        for seat in range(world.seats):
            self.shares[seat] = i64(shares[seat] * float(ONE))

    def _descend(self, world: State, seat: i64) -> None:
        """Play moves in the world down the tree, and one step beyond it."""
        self.path = vec[i64]()
        node: i64 = ROOT
        meeting: i64 = NONE  # the node where seats began that choose together
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
            meeting = place if len(waiting) > 1 and are_choices_sealed(waiting, seat, world) else NONE
            if world.actor == OVER or (meeting == NONE and self.tree.nodes() > nodes):
                return
            seat = world.someone(self.rng)

    def _play_out(self, world: State) -> None:
        """Play on by the judge's own choices, up to its horizon."""
        judge = self.judge
        rng = self.rng
        left = judge.horizon if judge.horizon >= 0 else LONGEST_PLAYOUT
        while world.actor != OVER and left > 0:
            seat = world.someone(rng)
            world.play(seat, judge.pick(world, seat, world.legal(seat), rng))
            left -= 1


def are_choices_sealed(before: list[int], seat: i64, world: State) -> bool:
    """Whether the others of `before` still owe choices that they make at the same time as the seat."""
    after = world.actors()
    if len(after) != len(before) - 1 or seat in after:
        return False
    return all(other in before for other in after)
