"""Values every move of one decision by looking ahead, for two seats where nothing is hidden or drawn.

All moves are searched to the same depth, one move deeper each time. Nothing is random, so the same decision
always has the same values.
"""

from typing import Final

from mypy_extensions import i64

from fairground.analysis.position_table import EXACT, LEAST, MISSING, MOST, PositionTable
from fairground.bots.search.alpha_beta import DEEPEST, AlphaBeta, positions_after
from fairground.engine.judge import Judge
from fairground.engine.mind import Mind
from fairground.engine.state import OVER, State

LATELY: Final = 4  # the deepest searches, which count
LEAST_DEPTH: Final = 2  # is reached whatever the budget is
LEAST_SHARE: Final = 1.0 / 1024.0  # while the match is not over: 0 and 1 are certain
UNBOUNDED: Final = 1_000_000_000
QUICK: Final = 64  # positions judged for a move, where a match is played to its end
LONGEST_MATCH: Final = 1000
JUDGED_IN_EACH: Final = 4  # positions judged for each that is remembered, about


class ExactSearch(AlphaBeta):
    """Call `look_ahead`; then `values[n]` has the seat's share after move n for each depth that was searched.

    A move is `settled` if deeper searches cannot change its value.
    """

    def __init__(self, mind: Mind, judge: Judge) -> None:
        super().__init__(judge, mind.rng.fork(), mind.seat, 0, never)
        self.mind = mind
        self.moves = mind.legal()
        self.worlds = positions_after(mind.imagine(), self.moves)
        self.values: list[list[float]] = [[] for _ in self.moves]
        self.settled: list[bool] = [False] * len(self.moves)
        self.depth: i64 = 0
        self.table = PositionTable(0)

    def look_ahead(self, positions: i64) -> None:
        """Search deeper until so many positions are judged, or everything is certain."""
        self.left = positions
        self.table = PositionTable(positions // JUDGED_IN_EACH)
        while self.depth < DEEPEST and not all(self.settled):
            self.depth += 1
            for at in range(len(self.moves)):
                self._deepen(at)
            if self.stopped:
                self._forget_depth()
                return

    def lately(self, at: i64) -> list[float]:
        """Return the values of a move in the deepest searches."""
        last = self.values[at][-LATELY:]
        return [last[-1]] * len(last) if self.settled[at] else last

    def expect_line(self, world: State, at: i64, least: i64, longest: i64) -> list[tuple[int, int]]:
        """Play a move in the world and then the best replies; return what came after the move.

        The line is at most as long as the search was deep. `least` means nothing here.
        """
        self.left, self.stopped = UNBOUNDED, False
        world.play(self.seat, self.moves[at])
        line: list[tuple[int, int]] = []
        while world.actor != OVER and len(line) < min(longest, self.depth - 1):
            move = self._best_reply(world, self.depth - 1 - len(line))
            line.append((world.actor, move))
            world.play(world.actor, move)
        return line

    def finish(self, world: State, at: i64, least: i64) -> None:
        """Play a move and then the match to its end, by quick searches that differ a little each time."""
        world.play(self.seat, self.moves[at])
        left: i64 = LONGEST_MATCH
        while world.actor != OVER and left > 0:
            quick = AlphaBeta(self.judge, self.rng, world.actor, QUICK, never)
            world.play(world.actor, quick.best(world))
            left -= 1

    def _deepen(self, at: i64) -> None:
        """Add a value of the move at the present depth."""
        if self.settled[at]:
            self.values[at].append(self.values[at][-1])
            return
        self.cut = False
        value = self._value(self.worlds[at], self.depth - 1, 0.0, 1.0)
        self.values[at].append(value)
        self.settled[at] = not self.stopped and (not self.cut or value == 0.0 or value == 1.0)

    def _value(self, world: State, depth: i64, alpha: float, beta: float) -> float:
        """Return the position's value as a search does, but search each position once for each depth."""
        key: i64 = 0 if depth == 0 or world.actor == OVER else self.judge.position_key(world)
        if key == 0:
            return super()._value(world, depth, alpha, beta)
        place = self.table.find(key, depth)
        if place != MISSING and self.table.decides(place, alpha, beta):
            self.cut = self.cut or self.table.is_cut(place)
            return self.table.values[place]
        cut_before = self.cut
        self.cut = False
        value = super()._value(world, depth, alpha, beta)
        if not self.stopped:
            kind = MOST if value <= alpha else LEAST if value >= beta else EXACT
            self.table.keep(key, depth, value, kind, self.cut)
        self.cut = self.cut or cut_before
        return value

    def _forget_depth(self) -> None:
        """Drop the values of a depth that was cut short, but keep what became certain."""
        self.depth -= 1
        for at in range(len(self.moves)):
            value = self.values[at].pop()
            if self.settled[at]:
                self.values[at][-1] = value

    def _best_reply(self, world: State, depth: i64) -> i64:
        """Return the actor's best move by a search to this depth."""
        actor = world.actor
        moves = world.legal(actor)
        worlds = positions_after(world, moves)
        alpha = -1.0
        beta = 2.0
        best: i64 = moves[0]
        for i in self._order(actor, worlds):
            value = self._value(worlds[i], depth - 1, alpha, beta)
            if actor == self.seat and value > alpha:
                alpha = value
                best = moves[i]
            elif actor != self.seat and value < beta:
                beta = value
                best = moves[i]
        return best

    def _judge(self, world: State) -> float:
        """Return the seat's share."""
        self.left -= 1
        if self.left <= 0 and self.depth > LEAST_DEPTH:
            self.stopped = True
        if world.actor == OVER:
            return float(self.judge.result(world)[self.seat])
        return min(max(self.judge.shares(world)[self.seat], LEAST_SHARE), 1.0 - LEAST_SHARE)


def never() -> bool:
    """Tell that time is not up."""
    return False
