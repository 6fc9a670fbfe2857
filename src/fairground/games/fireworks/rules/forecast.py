"""§7 What a launch may bring: an estimate from many imagined launches, before anybody makes one.

It uses only what everybody sees, the places and sides of the tiles, and a generator of its own. So it
says nothing about faces or about the match's own luck.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fairground.engine.rng import seeded
from fairground.games.fireworks.rules.launch import HEIGHTS, NO_HEIGHT, drop_die, is_success, new_faces
from fairground.games.fireworks.rules.table import OUT_DOWN, OUT_UP, UP
from fairground.games.fireworks.rules.tiles import SKY_TILES
from fairground.games.fireworks.rules.turn import ZONES, Fireworks

LAUNCHES: Final = 100
PARTS: Final = 4  # failures, new faces, faces knocked down, tiles that leave the box


def forecast(state: Fireworks) -> list[list[int]]:
    """Return for each zone, and for each height if one is chosen, what 100 launches bring, as sums.

    The sums are failures, new faces, tiles knocked face down, and tiles that leave the box.
    """
    heights = [int(height) for height in range(HEIGHTS)] if state.chooses_height() else [NO_HEIGHT]
    imagined = state.copy()
    return [_launch_often(state, imagined, zone, height) for zone in range(ZONES) for height in heights]


def _launch_often(state: Fireworks, imagined: Fireworks, zone: i64, height: i64) -> list[int]:
    imagined.rng = seeded("forecast")  # the same luck for every aim, which makes them comparable
    sums = vec[i64]([0] * PARTS)
    for _ in range(LAUNCHES):
        imagined.place, imagined.x, imagined.y = state.place[:], state.x[:], state.y[:]
        drop_die(imagined, zone, height)
        if not is_success(imagined):
            sums[0] += 1
        sums[1] += new_faces(imagined)
        _count_losses(state, imagined, sums)
    return [int(number) for number in sums]


def _count_losses(state: Fireworks, imagined: Fireworks, sums: vec[i64]) -> None:
    """Count the tiles that lay face up and no longer do, and those that left the box."""
    tile: i64 = -1
    for before in state.place[:SKY_TILES]:
        tile += 1
        after = imagined.place[tile]
        if before == UP and after != UP:
            sums[2] += 1
        if before <= UP and after in (OUT_DOWN, OUT_UP):
            sums[3] += 1
