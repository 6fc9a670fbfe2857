"""§7 The launch: a die falls into the box, bounces, and turns tiles over. All numbers are whole."""

from math import isqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from fairground.games.fireworks.rules.table import (
    FAR,
    MOST_IMPACTS,
    NONE,
    OUT_DOWN,
    UP,
    FireworksTable,
)

LARGEST_RADIUS: Final = 100
ROOT: Final = vec[i64]([isqrt(n) for n in range(LARGEST_RADIUS * LARGEST_RADIUS)])
MOST_NEAREST: Final = 16
NEAR: Final = vec[i64]([0] * MOST_NEAREST)  # reused by every impact
RANKS: Final = 128  # more than there are tiles

# What happened to a disturbed tile, as the sum of these.
FLIPPED: Final = 1
FELL_OUT: Final = 2

# Heights to launch from; with most cards, and in the first edition, there is none.
LOW: Final = 0
MIDDLE: Final = 1
HIGH: Final = 2
HEIGHTS: Final = 3
NO_HEIGHT: Final = 3


def divide(number: i64, divisor: i64) -> i64:
    """Divide by a positive number, cutting toward zero."""
    return number // divisor if number >= 0 else -(-number // divisor)


def gather(table: FireworksTable) -> None:
    """Move tiles that lie far from the centre a part of their way to it."""
    printed = table.printed
    x, y, place = table.x, table.y, table.place
    centre = printed.size // 2
    inside: i64 = 0
    for tile in range(printed.slots):
        if place[tile] <= UP:
            inside += 1
    near: i64 = isqrt(printed.mound * inside) + 1
    for tile in range(printed.slots):
        if place[tile] <= UP:
            dx = centre - i64(x[tile])
            dy = centre - i64(y[tile])
            if dx * dx + dy * dy >= near * near:
                x[tile] += i16(divide(dx, printed.mound_part))
                y[tile] += i16(divide(dy, printed.mound_part))


def drop_die(table: FireworksTable, zone: i64, height: i64) -> None:
    """Launch the die as the card says, or else through the barrel, from a height or without one."""
    launch(table, zone, strength_of(table, height), scatter_of(table, height), height)


def strength_of(table: FireworksTable, height: i64) -> i64:
    printed, card = table.printed, table.card
    strength = printed.barrel_strength if card == NONE else printed.strength[card]
    return strength * printed.higher[height] // 100


def scatter_of(table: FireworksTable, height: i64) -> i64:
    printed, card = table.printed, table.card
    scatter = printed.barrel_scatter if card == NONE else printed.scatter[card]
    scatter += printed.wider[height]
    return scatter if scatter > 0 else i64(0)


def launch(table: FireworksTable, zone: i64, strength: i64, scatter: i64, height: i64 = NO_HEIGHT) -> None:
    """Launch the die at a zone, 0 to 8. The table keeps its path; its side is drawn last."""
    printed, rng = table.printed, table.rng
    x = clamp(
        printed.zones[zone % 3] + rng.below(scatter + 1) + rng.below(scatter + 1) - scatter, printed.size
    )
    y = clamp(
        printed.zones[zone // 3] + rng.below(scatter + 1) + rng.below(scatter + 1) - scatter, printed.size
    )
    table.begin_path()
    while strength >= printed.rest and table.impacts < MOST_IMPACTS:
        _impact(table, x, y, strength, height)
        way = 2 * rng.below(len(printed.ways) // 2)
        far = printed.bounce_tenths * strength // 10
        x = reflect(x + divide(printed.ways[way] * far, 1000), printed.size)
        y = reflect(y + divide(printed.ways[way + 1] * far, 1000), printed.size)
        strength = printed.fade_twentieths * strength // 20
    table.rest_x = x
    table.rest_y = y
    table.rolled = printed.die[rng.below(len(printed.die))]


def clamp(place: i64, size: i64) -> i64:
    if place < 0:
        return 0
    return size if place > size else place


def reflect(place: i64, size: i64) -> i64:
    """Return where the die is after bouncing off the walls."""
    while place < 0 or place > size:
        place = -place if place < 0 else 2 * size - place
    return place


def _impact(table: FireworksTable, at_x: i64, at_y: i64, strength: i64, height: i64) -> None:
    """Disturb the tiles near an impact, the nearest first."""
    base = 3 * table.impacts
    table.trail[base] = at_x
    table.trail[base + 1] = at_y
    table.trail[base + 2] = strength
    radius = table.printed.radius_least + table.printed.radius_tenths * strength // 10
    found = find_nearest(table, NEAR, at_x, at_y, radius)
    flip, leap = table.printed.flips[height] * strength, table.printed.leaps[height] * strength
    for at in range(found):
        _disturb(table, NEAR[at], at_x, at_y, strength, radius, flip, leap)
    table.impacts += 1


def find_nearest(table: FireworksTable, near: vec[i64], at_x: i64, at_y: i64, radius: i64) -> i64:
    """Find the tiles nearest to an impact, in order; each key packs distance, rank and number of a tile."""
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
            if count == most:  # ignore whatever is farther than all of these
                farther = near[most - 1] // (RANKS * RANKS) + 1
                reach = farther * farther
    return count


def _disturb(
    table: FireworksTable, key: i64, at_x: i64, at_y: i64, strength: i64, radius: i64, flip: i64, leap: i64
) -> None:
    """Push a tile; it may flip, and it may leave the box. Both chances are in 10,000, at the centre."""
    printed, rng = table.printed, table.rng
    tile = key & (RANKS - 1)
    d = key // (RANKS * RANKS)
    became: i64 = 0
    if rng.likely(flip * (radius - d), 10_000 * radius):
        became = FLIPPED
        _flip(table, tile)
    xs, ys = table.x, table.y
    x, y = i64(xs[tile]), i64(ys[tile])
    if d > 0:
        push = strength * (radius - d) // (printed.push * radius)
        x += divide((x - at_x) * push, d)
        y += divide((y - at_y) * push, d)
    if rng.likely(leap, 10_000) or _over_the_wall(x, y, printed.size):
        became += FELL_OUT
        table.place[tile] += OUT_DOWN
        table.fallen += 1
        x = FAR
    xs[tile] = i16(x)
    ys[tile] = i16(y)
    if became:
        table.flipped[table.flips] = (table.impacts * RANKS + tile) * 4 + became
        table.flips += 1


def _flip(table: FireworksTable, tile: i64) -> None:
    table.place[tile] ^= 1
    if table.place[tile] == UP and not table.seen[tile]:
        table.seen[tile] = 1
        table.revealed += 1


def _over_the_wall(x: i64, y: i64, size: i64) -> bool:
    return x < 0 or x > size or y < 0 or y > size


def is_success(table: FireworksTable) -> bool:
    """§3.1 Return whether a tile that was face down before the launch lies face up in the box now."""
    for note in range(table.flips):
        tile = table.flipped[note] // 4 % RANKS
        if table.place[tile] == UP and _odd_flips(table, tile):
            return True
    return False


def _odd_flips(table: FireworksTable, tile: i64) -> bool:
    flips: i64 = 0
    for note in range(table.flips):
        if table.flipped[note] // 4 % RANKS == tile:
            flips += table.flipped[note] & 1
    return flips & 1 == 1


def new_faces(table: FireworksTable) -> i64:
    """Return how many tiles in the box the last launch turned up."""
    count: i64 = 0
    counted: list[int] = []
    for note in range(table.flips):
        tile = table.flipped[note] // 4 % RANKS
        if table.place[tile] == UP and tile not in counted and _odd_flips(table, tile):
            counted.append(tile)
            count += 1
    return count
