"""§7 The launch: a die falls into the box, bounces, and turns tiles over. Whole numbers only."""

from math import isqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from fairground.games.fireworks.rules.table import (
    FAR,
    MOST_IMPACTS,
    OUT_DOWN,
    UP,
    Table,
)
from fairground.games.fireworks.rules.tiles import SKY_TILES

LARGEST_RADIUS: Final = 100
ROOT: Final = vec[i64]([isqrt(n) for n in range(LARGEST_RADIUS * LARGEST_RADIUS)])
MOST_NEAREST: Final = 16
NEAR: Final = vec[i64]([0] * MOST_NEAREST)  # scratch of one impact
RANKS: Final = 128  # more than there are tiles

# What became of a disturbed tile, added up.
FLIPPED: Final = 1
FELL_OUT: Final = 2


def part(number: i64, divisor: i64) -> i64:
    """Division that cuts toward zero; the divisor is positive."""
    return number // divisor if number >= 0 else -(-number // divisor)


def gather(table: Table) -> None:
    """Tiles far from the centre move a part of their way to it."""
    printed = table.printed
    x, y, place = table.x, table.y, table.place
    centre = printed.size // 2
    inside: i64 = 0
    for tile in range(i64(SKY_TILES)):
        if place[tile] <= UP:
            inside += 1
    near: i64 = isqrt(printed.mound * inside) + 1
    for tile in range(i64(SKY_TILES)):
        if place[tile] <= UP:
            dx = centre - i64(x[tile])
            dy = centre - i64(y[tile])
            if dx * dx + dy * dy >= near * near:
                x[tile] += i16(part(dx, printed.mound_part))
                y[tile] += i16(part(dy, printed.mound_part))


def launch(table: Table, zone: i64, strength: i64, scatter: i64) -> None:
    """Aim at a zone, 0 to 8; the path is kept on the table, the die's side is drawn last."""
    printed, rng = table.printed, table.rng
    x = within(
        printed.zones[zone % 3] + rng.below(scatter + 1) + rng.below(scatter + 1) - scatter, printed.size
    )
    y = within(
        printed.zones[zone // 3] + rng.below(scatter + 1) + rng.below(scatter + 1) - scatter, printed.size
    )
    table.impacts = 0
    table.flips = 0
    while strength >= printed.rest and table.impacts < MOST_IMPACTS:
        _impact(table, x, y, strength)
        way = 2 * rng.below(len(printed.ways) // 2)
        far = printed.bounce_tenths * strength // 10
        x = reflected(x + part(printed.ways[way] * far, 1000), printed.size)
        y = reflected(y + part(printed.ways[way + 1] * far, 1000), printed.size)
        strength = printed.fade_twentieths * strength // 20
    table.rest_x = x
    table.rest_y = y
    table.rolled = printed.die[rng.below(len(printed.die))]


def within(place: i64, size: i64) -> i64:
    if place < 0:
        return 0
    return size if place > size else place


def reflected(place: i64, size: i64) -> i64:
    """Where the die is after the walls threw it back."""
    while place < 0 or place > size:
        place = -place if place < 0 else 2 * size - place
    return place


def _impact(table: Table, at_x: i64, at_y: i64, strength: i64) -> None:
    """The nearest tiles are flipped, pushed and thrown out, nearest first."""
    base = 3 * table.impacts
    table.trail[base] = at_x
    table.trail[base + 1] = at_y
    table.trail[base + 2] = strength
    radius = table.printed.radius_least + table.printed.radius_tenths * strength // 10
    found = _nearest(table, NEAR, at_x, at_y, radius)
    for at in range(found):
        _disturb(table, NEAR[at], at_x, at_y, strength, radius)
    table.impacts += 1


def _nearest(table: Table, near: vec[i64], at_x: i64, at_y: i64, radius: i64) -> i64:
    """Distance, rank and number of the tiles nearest to an impact, in one number each, in order."""
    xs, ys, rank = table.x, table.y, table.rank
    most = table.printed.nearest
    reach = radius * radius
    count: i64 = 0
    tile: i64 = -1
    for x in xs:
        tile += 1
        dx = i64(x) - at_x
        dy = i64(ys[tile]) - at_y
        square = dx * dx + dy * dy
        if square < reach:
            key = (ROOT[square] * RANKS + i64(rank[tile])) * RANKS + tile
            if count < most:
                count += 1
            elif key > near[most - 1]:
                continue
            slot = count - 1
            while slot > 0 and near[slot - 1] > key:
                near[slot] = near[slot - 1]
                slot -= 1
            near[slot] = key
            if count == most:  # what is farther than all of these need not be looked at
                farther = near[most - 1] // (RANKS * RANKS) + 1
                reach = farther * farther
    return count


def _disturb(table: Table, key: i64, at_x: i64, at_y: i64, strength: i64, radius: i64) -> None:
    """A tile may flip, is pushed, and may leave the box."""
    printed, rng = table.printed, table.rng
    tile = key & (RANKS - 1)
    d = key // (RANKS * RANKS)
    became: i64 = 0
    if rng.likely(printed.flip * strength * (radius - d), 10_000 * radius):
        became = FLIPPED
        _flip(table, tile)
    xs, ys = table.x, table.y
    x, y = i64(xs[tile]), i64(ys[tile])
    if d > 0:
        push = strength * (radius - d) // (printed.push * radius)
        x += part((x - at_x) * push, d)
        y += part((y - at_y) * push, d)
    if rng.likely(printed.leap * strength, 10_000) or _over_the_wall(x, y, printed.size):
        became += FELL_OUT
        table.place[tile] += OUT_DOWN
        table.fallen += 1
        x = FAR
    xs[tile] = i16(x)
    ys[tile] = i16(y)
    if became:
        table.flipped[table.flips] = (table.impacts * RANKS + tile) * 4 + became
        table.flips += 1


def _flip(table: Table, tile: i64) -> None:
    table.place[tile] ^= 1
    if table.place[tile] == UP and not table.seen[tile]:
        table.seen[tile] = 1
        table.revealed += 1


def _over_the_wall(x: i64, y: i64, size: i64) -> bool:
    return x < 0 or x > size or y < 0 or y > size


def succeeded(table: Table) -> bool:
    """§3.1 A tile that was face down before the launch lies face up in the box after it."""
    for note in range(table.flips):
        tile = table.flipped[note] // 4 % RANKS
        if table.place[tile] == UP and _odd_flips(table, tile):
            return True
    return False


def _odd_flips(table: Table, tile: i64) -> bool:
    flips: i64 = 0
    for note in range(table.flips):
        if table.flipped[note] // 4 % RANKS == tile:
            flips += table.flipped[note] & 1
    return flips & 1 == 1


def new_faces(table: Table) -> i64:
    """How many tiles the last launch turned up, for measuring."""
    count: i64 = 0
    for tile in range(i64(SKY_TILES)):
        if table.place[tile] == UP and _odd_flips(table, tile):
            count += 1
    return count
