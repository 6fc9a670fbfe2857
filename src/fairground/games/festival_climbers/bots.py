"""The judge of Festival Climbers: how bots value a position."""

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64

from fairground.engine.judge import FINE, Judge, split_by_standing
from fairground.engine.rng import Rng
from fairground.engine.state import State
from fairground.games.festival_climbers.rules import (
    BASE,
    POPULATION,
    WIDTH,
    Climbers,
    highest_level,
    lowest,
    sum_of_levels,
)

THREE_TO: Final = vec[i64]([3**n for n in range(WIDTH + 1)])
TERNARY: Final = vec[i64]([int(f"{row:b}", 3) for row in range(BASE + 1)])  # a row of spaces, as such digits


def judge() -> Judge:
    return ClimbersJudge()


class ClimbersJudge(Judge):
    """Count points, climbers still in hand, and the climbs a seat could make."""

    def __init__(self) -> None:
        super().__init__()
        self.exact = True
        self.horizon = 4
        self.curiosity = 0.15
        self.swing = 3.7
        self.hand = 3.6  # a climber in hand
        self.climbs = 0.2  # each possible climb
        self.leap = 0.7  # each level of the longest climb, for the seat to move
        self.turn = -1.0  # being the seat to move
        self.eager = 1.0  # how much each level gained moves a climb forward in the search
        self.bold = 1.0  # how often a playout takes the longer of two random climbs

    def terms(self) -> list[str]:
        return ["swing", "hand", "climbs", "leap", "turn", "eager", "bold"]

    def worth(self, state: State, seat: i64) -> float:
        temple = cast(Climbers, state)
        worth = float(sum_of_levels(temple.own[seat])) + self.hand * float(temple.hand[seat])
        return worth + self.open_climbs(temple, seat)

    def progress(self, state: State) -> float:
        temple = cast(Climbers, state)
        highest: i64 = 0
        for seat in range(temple.seats):
            highest = max(highest, highest_level(temple.own[seat]))
        return float(highest) / float(temple.levels)

    def open_climbs(self, temple: Climbers, seat: i64) -> float:
        """Return the worth of the seat's possible climbs: their number, and on its turn the longest."""
        longest: i64 = 0
        climbs: i64 = 0
        movers = temple.movers(seat)
        while movers:
            origin = lowest(movers)
            movers &= movers - 1
            targets = temple.targets(origin)
            climbs += population(targets)
            longest = max(longest, highest_level(targets) - (origin >> 3) - 1)
        worth = self.climbs * float(climbs)
        if temple.actor == seat:
            worth += self.turn + self.leap * float(longest)
        return worth

    def result(self, state: State) -> list[float]:
        """Split the win among the seats with the best standing."""
        temple = cast(Climbers, state)
        return split_by_standing([temple.standing(seat) for seat in range(temple.seats)])

    def position_key(self, state: State) -> i64:
        """Write the spaces as digits of 0, 1 or 2; who moves and who moved last come before them."""
        temple = cast(Climbers, state)
        if temple.seats != 2:
            return 0
        later: i64 = 1 if temple.moved[1] > temple.moved[0] else 0
        key: i64 = 1 + 2 * later + temple.actor
        ours, theirs = temple.own[0], temple.own[1]
        for level in range(temple.levels):
            key *= THREE_TO[temple.levels - level]
            key += i64(TERNARY[ours & BASE]) + 2 * i64(TERNARY[theirs & BASE])
            ours >>= WIDTH
            theirs >>= WIDTH
        return key

    def weights(self, state: State, seat: i64, moves: list[int]) -> list[float]:
        """Look at long climbs first."""
        return [1.0 + self.eager * float(gain(move)) for move in moves]

    def pick(self, state: State, seat: i64, moves: list[int], rng: Rng) -> i64:
        """Draw two moves and mostly take the one that climbs further."""
        first: i64 = moves[rng.below(len(moves))]
        if float(rng.below(FINE)) >= self.bold * float(FINE):
            return first
        second: i64 = moves[rng.below(len(moves))]
        return second if gain(second) > gain(first) else first


def gain(move: i64) -> i64:
    """Return how many points a move brings: the levels it climbs."""
    origin = (move >> 6) - 1
    return ((move & 63) >> 3) + 1 if origin < 0 else ((move & 63) >> 3) - (origin >> 3)


def population(spaces: i64) -> i64:
    """Return how many spaces a set has."""
    total: i64 = 0
    while spaces:
        total += i64(POPULATION[spaces & 0xFF])
        spaces >>= WIDTH
    return total
