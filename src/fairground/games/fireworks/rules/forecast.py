"""§7 What a launch may bring: an estimate for every aim, before anybody launches.

It follows the die on some fixed paths and adds up, for the tiles that each impact may disturb, the chances
to flip and to leap; that tiles are pushed is neglected. It uses only what everybody sees, the places and
sides of the tiles, so it says nothing about faces or about the luck of the match.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fairground.engine.rng import Rng, seeded
from fairground.games.fireworks.rules.launch import (
    HEIGHTS,
    MOST_NEAREST,
    NO_HEIGHT,
    RANKS,
    clamp,
    divide,
    find_nearest,
    reflect,
    scatter_of,
    strength_of,
)
from fairground.games.fireworks.rules.table import MOST_IMPACTS, UP
from fairground.games.fireworks.rules.turn import ZONES, Fireworks

PATHS: Final = 16
STEP: Final = 2 + MOST_IMPACTS  # numbers a path: where it begins, and a direction for each bounce
WHOLE: Final = 1000


def _beginning(rng: Rng) -> int:
    """Return by what part of the scatter the die misses its aim, in thousandths."""
    return int(rng.below(WHOLE + 1) + rng.below(WHOLE + 1) - WHOLE)


def _draw_paths() -> list[int]:
    rng = seeded("forecast")
    numbers: list[int] = []
    for _ in range(PATHS):
        numbers += [_beginning(rng), _beginning(rng)]
        numbers += [int(rng.below(WHOLE)) for _ in range(MOST_IMPACTS)]
    return numbers


PATH: Final = vec[i64](_draw_paths())


class Prospect:
    """What a launch brings on the average: its chance to fail, new faces, faces lost, tiles that leap out."""

    def __init__(self) -> None:
        self.failure = 0.0
        self.up = 0.0
        self.down = 0.0
        self.out = 0.0


def forecast(state: Fireworks) -> list[Prospect]:
    """Return the prospect of each zone, and in it of each height if one is chosen."""
    heights = range(HEIGHTS) if state.chooses_height() else range(NO_HEIGHT, NO_HEIGHT + 1)
    dreamer = Forecaster(state)
    return [dreamer.aim(zone, height) for zone in range(ZONES) for height in heights]


class Forecaster:
    """Follows the die along its paths over one table."""

    def __init__(self, table: Fireworks) -> None:
        self.table = table
        slots = table.printed.slots
        self.near: vec[i64] = vec[i64]([0] * MOST_NEAREST)
        self.up: vec[float] = vec[float]([0.0] * slots)  # how likely each touched tile is face up
        self.inside: vec[float] = vec[float]([0.0] * slots)
        self.touched: list[int] = []

    def aim(self, zone: i64, height: i64) -> Prospect:
        sums = Prospect()
        for path in range(i64(PATHS)):
            self.follow(path * STEP, zone, height)
            self.add(sums)
        return sums

    def follow(self, path: i64, zone: i64, height: i64) -> None:
        """Let the die strike along a path."""
        table, printed = self.table, self.table.printed
        scatter, strength = scatter_of(table, height), strength_of(table, height)
        x = clamp(printed.zones[zone % 3] + divide(PATH[path] * scatter, WHOLE), printed.size)
        y = clamp(printed.zones[zone // 3] + divide(PATH[path + 1] * scatter, WHOLE), printed.size)
        self.touched = []
        bounce: i64 = 0
        while strength >= printed.rest and bounce < MOST_IMPACTS:
            self.strike(x, y, strength, height)
            way = 2 * (PATH[path + 2 + bounce] % (len(printed.ways) // 2))
            far = printed.bounce_tenths * strength // 10
            x = reflect(x + divide(printed.ways[way] * far, 1000), printed.size)
            y = reflect(y + divide(printed.ways[way + 1] * far, 1000), printed.size)
            strength = printed.fade_twentieths * strength // 20
            bounce += 1

    def strike(self, x: i64, y: i64, strength: i64, height: i64) -> None:
        """Add what an impact may do to the tiles near it."""
        printed = self.table.printed
        radius = printed.radius_least + printed.radius_tenths * strength // 10
        flip = float(printed.flips[height] * strength) / 10_000.0
        stay = 1.0 - min(1.0, float(printed.leaps[height] * strength) / 10_000.0)
        for at in range(find_nearest(self.table, self.near, x, y, radius)):
            tile = self.near[at] % RANKS
            if tile not in self.touched:
                self.touched.append(tile)
                self.up[tile] = 1.0 if self.table.place[tile] == UP else 0.0
                self.inside[tile] = 1.0
            chance = min(1.0, flip * float(radius - self.near[at] // (RANKS * RANKS)) / float(radius))
            self.up[tile] += self.inside[tile] * chance * (1.0 - 2.0 * self.up[tile])
            self.inside[tile] *= stay

    def add(self, sums: Prospect) -> None:
        """Add up what a path has brought."""
        none = 1.0
        for tile in self.touched:
            shown = self.up[tile] * self.inside[tile]
            sums.out += (1.0 - self.inside[tile]) / PATHS
            if self.table.place[tile] == UP:
                sums.down += (1.0 - shown) / PATHS
            else:
                sums.up += shown / PATHS
                none *= 1.0 - shown
        sums.failure += none / PATHS
