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

ROOM: Final = 400_000  # edges of all trees together
LEAST_ROOM: Final = 2_000  # edges of the tree below one move


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
        room: i64 = max(LEAST_ROOM, ROOM // len(self.moves))
        self.walks = [TreeWalk(SearchTree(room), judge, self.rng, mind.seats) for _ in self.moves]
        self.meeting = SearchTree(ROOM)  # what seats choose at the same time
        self.chosen: list[tuple[int, int]] = []  # their seats and edges in the present world

    def think(self, worlds: i64) -> None:
        """Try the moves in some more worlds."""
        for _ in range(worlds):
            world = self.mind.imagine()
            own = self._choose_together(world)
            for at in range(len(self.moves)):
                if self.tried[at]:
                    self.values[at].append(self._try(world.copy(), at, at == own))
                elif at == own:
                    self._try(world.copy(), at, True)

    def drop(self, moves: list[int]) -> None:
        """Try these moves no more; they are given by their places in `moves`."""
        for at in moves:
            self.tried[at] = False

    def mix(self) -> list[int]:
        """Return how often the seat chose each move when all who choose together learnt from each other."""
        visits: list[int] = [0] * len(self.moves)
        for edge in self.meeting.edges_of(ROOT, self.mind.seat):
            visits[self.moves.index(self.meeting.move(edge))] = self.meeting.visits[edge]
        return visits

    def expect_line(self, world: State, at: i64, least: i64, longest: i64) -> list[tuple[int, int]]:
        """Play a move in the world and then what was tried most often; return what came after the move."""
        line = self._play(world, at)
        return line + self.walks[at].follow(world, least, longest - len(line), False)

    def finish(self, world: State, at: i64, least: i64) -> None:
        """Play a move and then the match to its end, by what was tried most often and the judge."""
        self._draw_together(world)
        self._play(world, at)
        self.walks[at].finish(world, least)

    def _choose_together(self, world: State) -> i64:
        """Choose for all seats that choose at the same time; return the place of the seat's own choice."""
        self.chosen = []
        waiting = world.actors()
        own: i64 = NONE
        if len(waiting) < 2:
            return own
        for seat in waiting:
            edge = self.meeting.select(ROOT, world, seat, self.judge, self.rng, True)
            if edge != NONE:
                self.chosen.append((seat, edge))
                if seat == self.mind.seat:
                    own = self.moves.index(self.meeting.move(edge))
        return own

    def _draw_together(self, world: State) -> None:
        """Let all seats that choose at the same time draw a move, as often as it was chosen so far."""
        self.chosen = []
        waiting = world.actors()
        if len(waiting) < 2:
            return
        for seat in waiting:
            edge = self.meeting.choose(ROOT, world, seat, 1, True, self.rng)
            if edge != NONE:
                self.chosen.append((seat, edge))

    def _play(self, world: State, at: i64) -> list[tuple[int, int]]:
        """Play a move, and what others chose at the same time if it stays sealed; return what they did."""
        seat = self.mind.seat
        waiting = world.actors()
        world.play(seat, self.moves[at])
        others: list[tuple[int, int]] = []
        if len(waiting) > 1 and are_choices_sealed(waiting, seat, world):
            for other, edge in self.chosen:
                if other in world.actors() and self.meeting.move(edge) in world.legal(other):
                    world.play(other, self.meeting.move(edge))
                    others.append((other, self.meeting.move(edge)))
        return others

    def _try(self, world: State, at: i64, chosen: bool) -> float:
        """Play a move and what follows; return the seat's share. All who chose learn if it was `chosen`."""
        self._play(world, at)
        walk = self.walks[at]
        if world.actor == OVER:
            walk.settle(world)
        else:
            walk.run(world, world.someone(self.rng))
        if chosen:
            for _, edge in self.chosen:
                self.meeting.credit(edge, walk.shares)
        return float(walk.shares[self.mind.seat]) / float(ONE)
