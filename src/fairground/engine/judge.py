"""What a good player looks at: how a position stands, and which moves deserve a look first."""

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

    A judge is given imagined worlds only. It must not change them, nor draw from their generator.
    """

    def __init__(self) -> None:
        """`horizon` is how many moves a playout makes before it is judged (-1: it is played to the end),
        `curiosity` how much a search explores, `swing` the lead in points that is worth trusting.
        `exact` says that nothing is ever hidden or drawn, so two seats can be looked ahead for exactly.
        `lessons` is for each level but the last how many iterations it thinks and how much it sees of all
        this (0-1), so that every step up is worth something in this game. `held` is how many iterations stand
        for the last level, which looks at the clock, where every machine must play alike."""
        self.horizon: i64 = -1
        self.curiosity: float = 0.7
        self.swing: float = 10.0
        self.exact = False
        self.lessons: list[tuple[int, float]] = [(10, 0.0), (20, 0.15), (60, 0.5), (200, 1.0)]
        self.held: i64 = 600

    def terms(self) -> list[str]:
        """The names of the weights that can be tuned: attributes that hold a float."""
        return ["swing"]

    def worth(self, state: State, seat: i64) -> float:
        """What the seat's position is worth, in points."""
        return float(state.scores()[seat])

    def shares(self, state: State) -> list[float]:
        """Each seat's prospect of winning, together 1."""
        return soften([self.worth(state, seat) for seat in range(state.seats)], self.swing)

    def result(self, state: State) -> list[float]:
        """Each seat's share of the win once the match is over: 1, or split among those who share it."""
        return split(state.scores())

    def weights(self, state: State, seat: i64, moves: list[int]) -> list[float]:
        """How much each move deserves a look; all above 0. Playouts draw by them, searches try by them."""
        return [1.0] * len(moves)

    def hints(self, weights: list[float], insight: float) -> list[float]:
        """What is left of weights for one who sees only a part of what the judge sees; all above 0."""
        return [1.0 + insight * (weight - 1.0) for weight in weights]

    def pick(self, state: State, seat: i64, moves: list[int], rng: Rng) -> i64:
        """A move for a playout."""
        return moves[rng.below(len(moves))]


class Student(Judge):
    """Sees as much of what the teacher sees as its `insight` (0-1) allows; the rest it takes from points."""

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
    """Prospects from worths: equal worths are equal prospects, a lead of `swing` is e to 1."""
    best = max(worths)
    powers = [math.exp((worth - best) / swing) for worth in worths]
    total = 0.0
    for power in powers:  # in this order: `sum` rounds differently from one Python to the next
        total += power
    return [power / total for power in powers]


def split(keys: list[int]) -> list[float]:
    """The win, shared by all whose key is the highest."""
    best = max(keys)
    winners = keys.count(best)
    return [1.0 / winners if key == best else 0.0 for key in keys]


def tune(judge: Judge, changes: Mapping[str, float]) -> Judge:
    """The same judge with some terms changed, in place; an unknown name is refused."""
    for name, value in changes.items():
        if name not in judge.terms():
            raise BadSetting(f"this judge has no term {name!r}; its terms: {', '.join(judge.terms())}")
        setattr(judge, name, value)
    return judge
