"""What a good climber looks at."""

from typing import cast

from mypy_extensions import i64

from fairground.engine.judge import Judge, split
from fairground.engine.state import State
from fairground.games.festival_climbers.rules import POPULATION, WIDTH, Climbers, lowest


class ClimbersJudge(Judge):
    """Points, and who can still climb how far."""

    def __init__(self) -> None:
        super().__init__()
        self.horizon = 0
        self.swing = 3.0
        self.hand = 1.0
        self.free = 0.5
        self.locked = -0.1
        self.jump = 0.5
        self.turn = 1.0
        self.climbs = 0.05
        self.top = 0.1
        self.leap = 0.5

    def terms(self) -> list[str]:
        return ["swing", "hand", "free", "locked", "jump", "turn", "climbs", "top", "leap"]

    def worth(self, state: State, seat: i64) -> float:
        temple = cast(Climbers, state)
        own = temple.own[seat]
        free = temple.movers(seat)
        best: i64 = 0
        climbs: i64 = 0
        movers = free
        depth: i64 = 0
        while movers:
            origin = lowest(movers)
            movers &= movers - 1
            targets = temple.targets(origin)
            depth += temple.levels - (origin >> 3)
            if targets:
                jump = summit(targets) - (origin >> 3) - 1
                if jump > best:
                    best = jump
                climbs += population(targets)
        turn = temple.actor == seat
        return (
            float(points(own))
            + self.hand * float(temple.hand[seat])
            + self.free * float(depth)
            + self.locked * float(temple.levels * population(own ^ free) - points(own ^ free))
            + self.jump * float(best)
            + (self.turn + self.leap * float(best) if turn else 0.0)
            + self.climbs * float(climbs)
            + self.top * float(summit(own))
        )

    def result(self, state: State) -> list[float]:
        """§5 Points, then the highest level, then who moved last."""
        temple = cast(Climbers, state)
        keys: list[int] = []
        for seat in range(temple.seats):
            own = temple.own[seat]
            keys.append((points(own) * WIDTH * 2 + summit(own)) * 4096 + temple.moved[seat])
        return split(keys)


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


def summit(climbers: i64) -> i64:
    """The highest level in a set, 0 for none."""
    level: i64 = 0
    while climbers:
        level += 1
        climbers >>= WIDTH
    return level
