"""Judges: what a position is worth, and which moves deserve a look first."""

import math
from collections.abc import Mapping

from mypy_extensions import i64, mypyc_attr

from fairground.engine.errors import BadSetting
from fairground.engine.rng import Rng
from fairground.engine.state import State

FINE = 1 << 20


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge:
    """Judges positions by points alone; a game's `bots.py` extends it.

    A judge sees only imagined worlds. It must not change them or draw from their generator.
    """

    def __init__(self) -> None:
        """`horizon` is how many moves a playout makes before it is judged; -1 means that it is played to the
        end. `curiosity` is how much a search explores. `swing` is a lead in points that is worth trusting.
        `exact` says that nothing is ever hidden or drawn, so that a search for two seats can look ahead
        exactly. `lessons` has, for each level but the last, its number of iterations and its insight: how
        much of the judge it sees (0-1). The last level thinks by the clock; `held` is its number of
        iterations where every machine must play the same."""
        self.horizon: i64 = -1
        self.curiosity: float = 0.7
        self.swing: float = 10.0
        self.exact = False
        self.lessons: list[tuple[int, float]] = [(10, 0.0), (20, 0.15), (60, 0.5), (200, 1.0)]
        self.held: i64 = 600

    def terms(self) -> list[str]:
        """Return the names of the weights that can be tuned; they are attributes of type float."""
        return ["swing"]

    def worth(self, state: State, seat: i64) -> float:
        """Return what the seat's position is worth, in points."""
        return float(state.scores()[seat])

    def shares(self, state: State) -> list[float]:
        """Return each seat's prospect of winning; together they are 1."""
        return soften([self.worth(state, seat) for seat in range(state.seats)], self.swing)

    def progress(self, state: State) -> float:
        """Return how far the match is, from 0 at the start to 1 at the end."""
        return 0.0

    def result(self, state: State) -> list[float]:
        """Return each seat's share of the win when the match is over; seats that share it split it."""
        return split(state.scores())

    def position_key(self, state: State) -> i64:
        """Return a number above 0 that tells the positions of one match apart; 0 if the game has none.

        An exact search judges a position once only, however it is reached. Positions with the same key must
        have the same actor, moves, worths and results, and so must all that follow from them.
        """
        return 0

    def weights(self, state: State, seat: i64, moves: list[int]) -> list[float]:
        """Return how much each move deserves a look; all are above 0. Playouts and searches use them."""
        return [1.0] * len(moves)

    def hints(self, weights: list[float], insight: float) -> list[float]:
        """Return the weights for somebody with only a part of the judge's insight; all are above 0."""
        return [1.0 + insight * (weight - 1.0) for weight in weights]

    def pick(self, state: State, seat: i64, moves: list[int], rng: Rng) -> i64:
        """Choose a move for a playout."""
        return moves[rng.below(len(moves))]


class Student(Judge):
    """Sees as much of what the teacher sees as its `insight` (0-1) allows, and otherwise only points."""

    def __init__(self, teacher: Judge, insight: float) -> None:
        super().__init__()
        self.teacher = teacher
        self.insight = insight
        self.horizon = teacher.horizon
        self.curiosity = teacher.curiosity
        self.swing = teacher.swing
        self.exact = teacher.exact

    def worth(self, state: State, seat: i64) -> float:
        points = float(state.scores()[seat])
        return points + self.insight * (self.teacher.worth(state, seat) - points)

    def shares(self, state: State) -> list[float]:
        plain = soften([float(points) for points in state.scores()], self.swing)
        if self.insight == 0.0:
            return plain
        taught = self.teacher.shares(state)
        return [a + self.insight * (b - a) for a, b in zip(plain, taught, strict=True)]

    def result(self, state: State) -> list[float]:
        return self.teacher.result(state)

    def weights(self, state: State, seat: i64, moves: list[int]) -> list[float]:
        if self.insight == 0.0:
            return [1.0] * len(moves)
        return self.teacher.hints(self.teacher.weights(state, seat, moves), self.insight)

    def pick(self, state: State, seat: i64, moves: list[int], rng: Rng) -> i64:
        if self.insight > 0.0 and float(rng.below(FINE)) < self.insight * FINE:
            return self.teacher.pick(state, seat, moves, rng)
        return moves[rng.below(len(moves))]


def soften(worths: list[float], swing: float) -> list[float]:
    """Turn worths into prospects: equal worths give equal prospects, a lead of `swing` gives e to 1."""
    best = max(worths)
    powers = [math.exp((worth - best) / swing) for worth in worths]
    total = 0.0
    for power in powers:  # not `sum`, which rounds differently in other versions of Python
        total += power
    return [power / total for power in powers]


def split(keys: list[int]) -> list[float]:
    """Split the win among the seats with the highest key."""
    best = max(keys)
    winners = keys.count(best)
    return [1.0 / winners if key == best else 0.0 for key in keys]


def split_by_standing(standings: list[list[int]]) -> list[float]:
    """Split the win among the seats with the best standing, in which the first number counts most."""
    best = max(standings)
    winners = standings.count(best)
    return [1.0 / winners if standing == best else 0.0 for standing in standings]


def tune(judge: Judge, changes: Mapping[str, float]) -> Judge:
    """Change some terms of a judge in place and return it; refuse unknown names."""
    for name, value in changes.items():
        if name not in judge.terms():
            raise BadSetting(f"this judge has no term {name!r}; its terms: {', '.join(judge.terms())}")
        setattr(judge, name, value)
    return judge
