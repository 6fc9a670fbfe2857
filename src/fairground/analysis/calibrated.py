"""A judge whose shares are as likely to come true as they say."""

from mypy_extensions import i64

from fairground.engine.judge import Judge, soften
from fairground.engine.rng import Rng
from fairground.engine.state import State


class CalibratedJudge(Judge):
    """Judges as the teacher does, but with a swing that changes in the course of the match.

    `knots` are points of progress from 0 to 1, ascending, and `swings` what a lead must be there to count;
    between two knots the swing changes evenly.
    """

    def __init__(self, teacher: Judge, knots: list[float], swings: list[float]) -> None:
        super().__init__()
        self.teacher = teacher
        self.knots = knots
        self.swings = swings
        self.horizon = teacher.horizon
        self.curiosity = teacher.curiosity
        self.swing = teacher.swing
        self.exact = teacher.exact

    def worth(self, state: State, seat: i64) -> float:
        return self.teacher.worth(state, seat)

    def progress(self, state: State) -> float:
        return self.teacher.progress(state)

    def shares(self, state: State) -> list[float]:
        worths = [self.teacher.worth(state, seat) for seat in range(state.seats)]
        return soften(worths, self.swing_at(self.teacher.progress(state)))

    def swing_at(self, progress: float) -> float:
        """Return the swing at some point of the match."""
        knots = self.knots
        for at in range(1, len(knots)):
            if progress <= knots[at]:
                part = (progress - knots[at - 1]) / (knots[at] - knots[at - 1])
                return self.swings[at - 1] + max(part, 0.0) * (self.swings[at] - self.swings[at - 1])
        return self.swings[-1]

    def result(self, state: State) -> list[float]:
        return self.teacher.result(state)

    def position_key(self, state: State) -> i64:
        return self.teacher.position_key(state)

    def weights(self, state: State, seat: i64, moves: list[int]) -> list[float]:
        return self.teacher.weights(state, seat, moves)

    def pick(self, state: State, seat: i64, moves: list[int], rng: Rng) -> i64:
        return self.teacher.pick(state, seat, moves, rng)
