"""What a good climber looks at."""

from typing import cast

from mypy_extensions import i64

from fairground.engine.judge import FINE, Judge, split
from fairground.engine.rng import Rng
from fairground.engine.state import State
from fairground.games.festival_climbers.rules import POPULATION, SPACES, WIDTH, Climbers, lowest


def judge() -> Judge:
    return ClimbersJudge()


class ClimbersJudge(Judge):
    """Points, climbers held back for later, and the climbs that are open."""

    def __init__(self) -> None:
        super().__init__()
        self.exact = True
        self.horizon = 4
        self.curiosity = 0.15
        self.swing = 3.7
        self.hand = 3.6  # a climber in hand
        self.climbs = 0.2  # a climb that is open
        self.leap = 0.7  # a level of the longest of them, to the one to move
        self.turn = -1.0  # to have to move
        self.eager = 1.0  # how much sooner a search tries a climb for each level it gains
        self.bold = 1.0  # how often a playout takes the longer of two climbs

    def terms(self) -> list[str]:
        return ["swing", "hand", "climbs", "leap", "turn", "eager", "bold"]

    def worth(self, state: State, seat: i64) -> float:
        temple = cast(Climbers, state)
        worth = float(points(temple.own[seat])) + self.hand * float(temple.hand[seat])
        return worth + self.open_climbs(temple, seat)

    def open_climbs(self, temple: Climbers, seat: i64) -> float:
        """The longest climb that is open, and how many there are."""
        longest: i64 = 0
        climbs: i64 = 0
        movers = temple.movers(seat)
        while movers:
            origin = lowest(movers)
            movers &= movers - 1
            targets = temple.targets(origin)
            climbs += population(targets)
            longest = max(longest, top(targets) - (origin >> 3) - 1)
        worth = self.climbs * float(climbs)
        if temple.actor == seat:
            worth += self.turn + self.leap * float(longest)
        return worth

    def result(self, state: State) -> list[float]:
        """§5 Points, then the highest level, then who moved last."""
        temple = cast(Climbers, state)
        keys: list[int] = []
        for seat in range(temple.seats):
            own = temple.own[seat]
            keys.append((points(own) * SPACES + top(own)) * FINE + temple.moved[seat])
        return split(keys)

    def weights(self, state: State, seat: i64, moves: list[int]) -> list[float]:
        """Long climbs first."""
        return [1.0 + self.eager * float(gain(move)) for move in moves]

    def pick(self, state: State, seat: i64, moves: list[int], rng: Rng) -> i64:
        """The longer climb of two, mostly."""
        first: i64 = moves[rng.below(len(moves))]
        if float(rng.below(FINE)) >= self.bold * float(FINE):
            return first
        second: i64 = moves[rng.below(len(moves))]
        return second if gain(second) > gain(first) else first


def gain(move: i64) -> i64:
    """The points that a move brings: the levels climbed."""
    origin = (move >> 6) - 1
    return ((move & 63) >> 3) + 1 if origin < 0 else ((move & 63) >> 3) - (origin >> 3)


def points(climbers: i64) -> i64:
    """§5 The sum of their levels."""
    total: i64 = 0
    level: i64 = 0
    while climbers:
        level += 1
        total += level * i64(POPULATION[climbers & 0xFF])
        climbers >>= WIDTH
    return total


def population(spaces: i64) -> i64:
    total: i64 = 0
    while spaces:
        total += i64(POPULATION[spaces & 0xFF])
        spaces >>= WIDTH
    return total


def top(spaces: i64) -> i64:
    """The highest level of a set, 0 for none."""
    level: i64 = 0
    while spaces:
        level += 1
        spaces >>= WIDTH
    return level
