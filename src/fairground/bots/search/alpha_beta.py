"""Alpha-beta search for two seats in games without hidden information and chance."""

from collections.abc import Callable
from typing import Final

from mypy_extensions import i64

from fairground.engine.judge import Judge
from fairground.engine.rng import Rng
from fairground.engine.state import OVER, State

DEEPEST: Final = 60
WIN: Final = 1_000_000.0
INFINITY: Final = 10_000_000.0
CLOCK_INTERVAL: Final = 64  # positions judged between two looks at the clock
FINE: Final = 1024
NOISE: Final = 0.2  # points of random error in each judgement, so that matches differ


class AlphaBeta:
    """Searches one move deeper each time, until `budget` positions are judged or `time_up` says so."""

    def __init__(self, judge: Judge, rng: Rng, seat: i64, budget: i64, time_up: Callable[[], bool]) -> None:
        self.judge = judge
        self.rng = rng
        self.seat = seat
        self.left = budget
        self.time_up = time_up
        self.stopped = False
        self.value = 0.0  # of the best move: the lead in points that it leads to
        self.cut = False  # a position was judged in which the match is not over

    def best(self, world: State) -> i64:
        """Return the best move found; a search that was cut short counts if it found a better one."""
        order = world.legal(self.seat)
        self.rng.shuffle(order)
        depth: i64 = 1
        while depth <= DEEPEST and not self.stopped:
            values = self._search(world, order, depth)
            ranked = sorted([(-values[i], i) for i in range(len(values))])
            searched = [order[i] for _, i in ranked]
            order = searched + order[len(searched) :]
            if ranked:
                self.value = -ranked[0][0]
            if ranked and not -WIN / 2 < ranked[0][0] < WIN / 2:
                break  # a win or a loss is certain
            depth += 1
        return order[0]

    def _search(self, world: State, order: list[int], depth: i64) -> list[float]:
        """Return the values of the moves searched in time; -INFINITY for those that are no improvement."""
        values: list[float] = []
        alpha = -INFINITY
        for move in order:
            after = world.copy()
            after.play(self.seat, move)
            value = self._value(after, depth - 1, alpha, INFINITY)
            if self.stopped:
                break
            if value > alpha:
                alpha = value
                values.append(value)
            else:
                values.append(-INFINITY)
        return values

    def _value(self, world: State, depth: i64, alpha: float, beta: float) -> float:
        """Return the position's value to the seat if both play well; outside alpha and beta a bound."""
        if depth == 0 or world.actor == OVER:
            self.cut = self.cut or world.actor != OVER
            return self._judge(world)
        mine = world.actor == self.seat
        best = -INFINITY if mine else INFINITY
        for after in self._children(world, depth):
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

    def _children(self, world: State, depth: i64) -> list[State]:
        """Return the positions after each move; above the last ply, the actor's best come first."""
        worlds = positions_after(world, world.legal(world.actor))
        if depth == 1:
            return worlds
        return [worlds[i] for i in self._order(world.actor, worlds)]

    def _order(self, actor: i64, worlds: list[State]) -> list[int]:
        """Return the places of positions, those first that look best to the actor."""
        sign = -1.0 if actor == self.seat else 1.0
        ranked = sorted([(sign * self._judge(worlds[i]), i) for i in range(len(worlds))])
        return [i for _, i in ranked]

    def _judge(self, world: State) -> float:
        """Return the seat's lead in points, or a huge number once the match is won or lost."""
        self.left -= 1
        if self.left <= 0 or (self.left % CLOCK_INTERVAL == 0 and self.time_up()):
            self.stopped = True
        if world.actor == OVER:
            return WIN * (2.0 * self.judge.result(world)[self.seat] - 1.0)
        lead = self.judge.worth(world, self.seat) - self.judge.worth(world, 1 - self.seat)
        return lead + NOISE * float(self.rng.below(FINE)) / float(FINE)


def positions_after(world: State, moves: list[int]) -> list[State]:
    """Return the positions after each of the actor's moves."""
    worlds: list[State] = []
    for move in moves:
        after = world.copy()
        after.play(world.actor, move)
        worlds.append(after)
    return worlds
