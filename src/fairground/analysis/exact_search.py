"""Values every move of one decision by looking ahead, for two seats where nothing is hidden or drawn.

All moves are searched to the same depth, one move deeper each time, until some are dropped. Nothing is
random, so the same decision always has the same values.
"""

from typing import Final

from mypy_extensions import i64

from fairground.analysis.position_table import EXACT, LEAST, MISSING, MOST, PositionTable
from fairground.bots.search.alpha_beta import DEEPEST, INFINITY, AlphaBeta, positions_after
from fairground.engine.judge import Judge
from fairground.engine.mind import Mind
from fairground.engine.state import OVER, State

LATELY: Final = 4  # the deepest searches, which count
LEAST_DEPTH: Final = 2  # is reached whatever the budget is
LEAST_SHARE: Final = 1.0 / 1024.0  # while the match is not over: 0 and 1 are certain
UNBOUNDED: Final = 1_000_000_000
QUICK: Final = 64  # positions judged for a move, where a match is played to its end
LONGEST_MATCH: Final = 1000
JUDGED_IN_EACH: Final = 2  # positions judged for each that is remembered, about
SURPRISE: Final = 0.05  # by how much a value may differ from what is expected before it is searched again


class ExactSearch(AlphaBeta):
    """Call `look_ahead`, and `drop` to go on with some of the moves only.

    `values[n]` has the seat's share after move n for each depth that was searched. A move is `settled` if
    deeper searches cannot change its value.
    """

    def __init__(self, mind: Mind, judge: Judge) -> None:
        super().__init__(judge, mind.rng.fork(), mind.seat, 0, never)
        self.mind = mind
        self.moves = mind.legal()
        self.worlds = positions_after(mind.imagine(), self.moves)
        self.tried: list[bool] = [True] * len(self.moves)
        self.values: list[list[float]] = [[] for _ in self.moves]
        self.settled: list[bool] = [False] * len(self.moves)
        self.depth: i64 = 0
        self.table = PositionTable(0)
        self.reply: i64 = 0  # the place of the best move in the position searched last

    def look_ahead(self, positions: i64) -> None:
        """Search the moves deeper until so many positions are judged, or everything is certain."""
        self.left, self.stopped = positions, False
        if self.depth == 0:
            self.table = PositionTable(positions // JUDGED_IN_EACH)
        while self.depth < DEEPEST and not self._is_certain():
            self.depth += 1
            for at in range(len(self.moves)):
                if self.tried[at] and not self.stopped:
                    self._deepen(at)
            if self.stopped:
                self._forget_depth()
                return

    def drop(self, moves: list[int]) -> None:
        """Search these moves no deeper; they are given by their places in `moves`."""
        for at in moves:
            self.tried[at] = False

    def take_up_all(self) -> None:
        """Let `look_ahead` search all moves again, also those that were dropped."""
        self.tried = [True] * len(self.moves)

    def catch_up(self, at: i64) -> None:
        """Search a move that was dropped as deep as the others."""
        self.left, self.stopped = UNBOUNDED, False
        self.tried[at] = True
        self._deepen(at)

    def reach(self, at: i64) -> i64:
        """Return for how many depths the value of a move is known."""
        return self.depth if self.settled[at] else len(self.values[at])

    def lately(self, at: i64, reach: i64) -> list[float]:
        """Return the values of a move in the deepest of the first `reach` depths."""
        count = min(LATELY, reach)
        return [self.values[at][-1]] * count if self.settled[at] else self.values[at][reach - count : reach]

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

    def _is_certain(self) -> bool:
        return all(self.settled[at] for at in range(len(self.moves)) if self.tried[at])

    def _deepen(self, at: i64) -> None:
        """Add the values of the move up to the present depth, or as far as the positions suffice."""
        while len(self.values[at]) < self.depth:
            depth = len(self.values[at])
            if self.settled[at]:
                self.values[at].append(self.values[at][-1])
                continue
            self.cut = False
            value = self._expect_value(at, depth)
            if self.stopped:
                return
            self.values[at].append(value)
            self.settled[at] = not self.cut or value == 0.0 or value == 1.0

    def _expect_value(self, at: i64, depth: i64) -> float:
        """Return the value after a move; search near the one of two depths before first, which is quicker."""
        low, high = 0.0, 1.0
        if depth >= 2:
            low = max(low, self.values[at][depth - 2] - SURPRISE)
            high = min(high, self.values[at][depth - 2] + SURPRISE)
        value = self._value(self.worlds[at], depth, low, high)
        if value <= low and low > 0.0 and not self.stopped:
            return self._value(self.worlds[at], depth, 0.0, low)
        if value >= high and high < 1.0 and not self.stopped:
            return self._value(self.worlds[at], depth, high, 1.0)
        return value

    def _value(self, world: State, depth: i64, alpha: float, beta: float) -> float:
        """Return the position's value as a search does, but search each position once for each depth."""
        if depth == 0 or world.actor == OVER:
            self.cut = self.cut or world.actor != OVER
            return self._judge(world)
        key = self.judge.position_key(world)
        hint: i64 = MISSING
        if key != 0:
            place = self.table.find(key, depth)
            if place != MISSING and self.table.decides(place, alpha, beta):
                self.cut = self.cut or self.table.is_cut(place)
                return self.table.values[place]
            hint = self.table.reply(key)
        cut_before = self.cut
        self.cut = False
        value = self._try_moves(world, depth, alpha, beta, hint)
        if key != 0 and not self.stopped:
            kind = MOST if value <= alpha else LEAST if value >= beta else EXACT
            self.table.keep(key, depth, value, kind, self.cut, self.reply)
        self.cut = self.cut or cut_before
        return value

    def _try_moves(self, world: State, depth: i64, alpha: float, beta: float, hint: i64) -> float:
        """Return the value of the actor's best move, `reply`; the one that `hint` tells is tried first."""
        moves = world.legal(world.actor)
        mine = world.actor == self.seat
        best = -INFINITY if mine else INFINITY
        reply: i64 = 0
        if 0 <= hint < len(moves):
            reply = hint
            best = self._value(position_after(world, moves[hint]), depth - 1, alpha, beta)
            alpha, beta = (max(alpha, best), beta) if mine else (alpha, min(beta, best))
        if alpha < beta and not self.stopped:
            worlds = positions_after(world, moves) if depth > 1 else []
            order = self._order(world.actor, worlds) if depth > 1 else list(range(len(moves)))
            for at in order:
                if at == hint:
                    continue
                after = worlds[at] if depth > 1 else position_after(world, moves[at])
                value = self._value(after, depth - 1, alpha, beta)
                if (value > best) if mine else (value < best):
                    best = value
                    reply = at
                    alpha, beta = (max(alpha, best), beta) if mine else (alpha, min(beta, best))
                if alpha >= beta or self.stopped:
                    break
        self.reply = reply
        return best

    def _forget_depth(self) -> None:
        """Drop the values of a depth that was cut short, but keep what became certain."""
        self.depth -= 1
        for at in range(len(self.moves)):
            if len(self.values[at]) > self.depth:
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


def position_after(world: State, move: i64) -> State:
    """Return the position after a move of the actor."""
    after = world.copy()
    after.play(world.actor, move)
    return after


def never() -> bool:
    """Tell that time is not up."""
    return False
