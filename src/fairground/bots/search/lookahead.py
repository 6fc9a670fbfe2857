"""Alpha-beta, for two seats where nothing is hidden and nothing drawn: every line as deep as time allows."""

from collections.abc import Callable
from typing import Final

from mypy_extensions import i64

from fairground.engine.judge import Judge
from fairground.engine.rng import Rng
from fairground.engine.state import OVER, State

DEEPEST: Final = 60
WIN: Final = 1_000_000.0
ENDLESS: Final = 10_000_000.0
BREATH: Final = 64  # positions judged between two questions whether to go on
FINE: Final = 1024
WAVER: Final = 0.2  # points by which a judgement may err, so that equal matches are not all the same


class Lookahead:
    """Looks one move deeper each time, until `budget` positions are judged or `enough` says so."""

    def __init__(self, judge: Judge, rng: Rng, seat: i64, budget: i64, enough: Callable[[], bool]) -> None:
        self.judge = judge
        self.rng = rng
        self.seat = seat
        self.left = budget
        self.enough = enough
        self.stopped = False

    def best(self, world: State) -> i64:
        """The best move found, by the deepest look that was finished or had found a better one."""
        order = world.legal(self.seat)
        self.rng.shuffle(order)
        depth: i64 = 1
        while depth <= DEEPEST and not self.stopped:
            values = self._look(world, order, depth)
            ranked = sorted([(-values[i], i) for i in range(len(values))])
            done = [order[i] for _, i in ranked]
            order = done + order[len(done) :]
            if ranked and not -WIN / 2 < ranked[0][0] < WIN / 2:
                break  # decided
            depth += 1
        return order[0]

    def _look(self, world: State, order: list[int], depth: i64) -> list[float]:
        """The values of the moves in this order, as far as it came; a worse one is just worse."""
        values: list[float] = []
        alpha = -ENDLESS
        for move in order:
            after = world.copy()
            after.play(self.seat, move)
            value = self._value(after, depth - 1, alpha, ENDLESS)
            if self.stopped:
                break
            if value > alpha:
                alpha = value
                values.append(value)
            else:
                values.append(-ENDLESS)
        return values

    def _value(self, world: State, depth: i64, alpha: float, beta: float) -> float:
        """What the position is worth to the seat if both play on well; beyond the bounds only a bound."""
        if depth == 0 or world.actor == OVER:
            return self._judged(world)
        mine = world.actor == self.seat
        best = -ENDLESS if mine else ENDLESS
        for after in self._following(world, depth):
            value = self._value(after, depth - 1, alpha, beta)
            if mine:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta or self.stopped:
                break
        return best

    def _following(self, world: State, depth: i64) -> list[State]:
        """The positions after each move; higher up, the one that looks best to the actor first."""
        worlds: list[State] = []
        for move in world.legal(world.actor):
            after = world.copy()
            after.play(world.actor, move)
            worlds.append(after)
        if depth == 1:
            return worlds
        sign = -1.0 if world.actor == self.seat else 1.0
        ranked = sorted([(sign * self._judged(worlds[i]), i) for i in range(len(worlds))])
        return [worlds[i] for _, i in ranked]

    def _judged(self, world: State) -> float:
        """The seat's lead in points, or the win."""
        self.left -= 1
        if self.left <= 0 or (self.left % BREATH == 0 and self.enough()):
            self.stopped = True
        if world.actor == OVER:
            return WIN * (2.0 * self.judge.result(world)[self.seat] - 1.0)
        lead = self.judge.worth(world, self.seat) - self.judge.worth(world, 1 - self.seat)
        return lead + WAVER * float(self.rng.below(FINE)) / float(FINE)
