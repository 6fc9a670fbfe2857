"""Values every move of one decision by what its seat knows, in the same imagined worlds for all of them.

Each move has a search tree of its own for what follows it. What other seats choose at the same time
does not depend on the move, so it is chosen once for each world.
"""

from typing import Final

from mypy_extensions import i64

from fairground.bots.search.tree import NONE, ONE, SearchTree
from fairground.bots.search.walk import ROOT, TreeWalk, are_choices_sealed
from fairground.engine.judge import Judge
from fairground.engine.mind import Mind
from fairground.engine.state import OVER, State

ROOM: Final = 40_000  # edges of the tree below a move


class DecisionSearch:
    """Call `think` to try all moves in more worlds, and `drop` to go on with some of them only.

    `values[n]` has the seat's share after move n in each world in which it was tried: the first worlds
    are the same for all moves, so that differences between moves are precise.
    """

    def __init__(self, mind: Mind, judge: Judge) -> None:
        self.mind = mind
        self.judge = judge
        self.rng = mind.rng.fork()
        self.moves = mind.legal()
        self.tried: list[bool] = [True] * len(self.moves)
        self.values: list[list[float]] = [[] for _ in self.moves]
        self.walks = [TreeWalk(SearchTree(ROOM), judge, self.rng, mind.seats) for _ in self.moves]
        self.meeting = SearchTree(ROOM)  # what the others choose at the same time
        self.chosen: list[tuple[int, int]] = []  # their seats and edges in the present world

    def think(self, worlds: i64) -> None:
        """Try the moves in some more worlds."""
        for _ in range(worlds):
            world = self.mind.imagine()
            world.rng = self.rng.fork()
            self._choose_for_others(world)
            for at in range(len(self.moves)):
                if self.tried[at]:
                    self.values[at].append(self._try(world.copy(), at))

    def drop(self, moves: list[int]) -> None:
        """Try these moves no more; they are given by their places in `moves`."""
        for at in moves:
            self.tried[at] = False

    def _choose_for_others(self, world: State) -> None:
        """Choose for the seats that choose at the same time, as if each knew only what this world says."""
        self.chosen = []
        waiting = world.actors()
        if len(waiting) < 2:
            return
        for seat in waiting:
            if seat != self.mind.seat:
                edge = self.meeting.select(ROOT, world, seat, self.judge, self.rng, True)
                if edge != NONE:
                    self.chosen.append((seat, edge))

    def _try(self, world: State, at: i64) -> float:
        """Play a move and what follows; return the seat's share."""
        seat = self.mind.seat
        waiting = world.actors()
        world.play(seat, self.moves[at])
        if len(waiting) > 1 and are_choices_sealed(waiting, seat, world):
            for other, edge in self.chosen:
                if other in world.actors():
                    world.play(other, self.meeting.move(edge))
        walk = self.walks[at]
        if world.actor == OVER:
            walk.settle(world)
        else:
            walk.run(world, world.someone(self.rng))
        for _, edge in self.chosen:
            self.meeting.credit(edge, walk.shares)
        return float(walk.shares[seat]) / float(ONE)
