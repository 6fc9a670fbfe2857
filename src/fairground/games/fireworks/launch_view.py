"""§7 What a view says about launches: the numbers of the box, what each aim may bring, the last path."""

import msgspec

from fairground.games.fireworks.box import HEIGHT_NAMES
from fairground.games.fireworks.rules.forecast import Prospect, forecast
from fairground.games.fireworks.rules.launch import (
    FELL_OUT,
    FLIPPED,
    NO_HEIGHT,
    RANKS,
    scatter_of,
    strength_of,
)
from fairground.games.fireworks.rules.printed import FireworksPrinted
from fairground.games.fireworks.rules.table import LAUNCH, NONE
from fairground.games.fireworks.rules.turn import ZONES, Fireworks


class BarrelHeight(msgspec.Struct, frozen=True):
    """How a launch from a height differs: scatter in millimetres more, the others in hundredths."""

    name: str
    strength: int
    scatter: int
    flip: int
    leap: int


class LaunchNumbers(msgspec.Struct, frozen=True):
    """The printed numbers of the launch, under the names that they have in the box.

    `strength` and `scatter` are the barrel's, `zones` the centres of the thirds of the box, and `ways` the
    number of directions to bounce in. There are no `heights` in the first edition.
    """

    zones: list[int]
    strength: int
    scatter: int
    heights: list[BarrelHeight]
    radius_least: int
    radius_tenths: int
    nearest: int
    flip: int
    push: int
    leap: int
    bounce_tenths: int
    fade_twentieths: int
    rest: int
    ways: int
    mound: int
    mound_part: int


class Aim(msgspec.Struct, frozen=True):
    """A launch at a zone, from a height if one is chosen, and what it brings on the average, by an estimate.

    `failure` is its chance to fail. `up` counts new faces, `down` faces that no longer lie open in the box,
    and `out` the tiles that leap out of it.
    """

    zone: int
    height: str | None
    strength: int
    scatter: int
    failure: float
    up: float
    down: float
    out: float


class Impact(msgspec.Struct, frozen=True):
    """Where the die struck, how hard, how far around, which tiles it flipped there and which it threw out."""

    x: int
    y: int
    strength: int
    radius: int
    flipped: list[int]
    out: list[int]


class Path(msgspec.Struct, frozen=True):
    """The last launch: its impacts, where the die lies, and its side (0: the fireworks symbol)."""

    impacts: list[Impact]
    x: int
    y: int
    die: int


def launch_numbers(state: Fireworks) -> LaunchNumbers:
    printed = state.printed
    return LaunchNumbers(
        zones=list(printed.zones),
        strength=printed.barrel_strength,
        scatter=printed.barrel_scatter,
        heights=_heights(printed) if state.has_heights() else [],
        radius_least=printed.radius_least,
        radius_tenths=printed.radius_tenths,
        nearest=printed.nearest,
        flip=printed.flips[NO_HEIGHT],
        push=printed.push,
        leap=printed.leaps[NO_HEIGHT],
        bounce_tenths=printed.bounce_tenths,
        fade_twentieths=printed.fade_twentieths,
        rest=printed.rest,
        ways=len(printed.ways) // 2,
        mound=printed.mound,
        mound_part=printed.mound_part,
    )


def _heights(printed: FireworksPrinted) -> list[BarrelHeight]:
    tables = (printed.higher, printed.wider, printed.likelier_flip, printed.likelier_leap)
    return [
        BarrelHeight(name, *(int(table[height]) for table in tables))
        for height, name in enumerate(HEIGHT_NAMES)
    ]


def aims(state: Fireworks) -> list[Aim]:
    """Return what each possible aim may bring."""
    if state.phase != LAUNCH:
        return []
    heights = range(len(HEIGHT_NAMES)) if state.chooses_height() else range(NO_HEIGHT, NO_HEIGHT + 1)
    possible = [(zone, height) for zone in range(1, ZONES + 1) for height in heights]
    return [_aim(state, *aim, found) for aim, found in zip(possible, forecast(state), strict=True)]


def _aim(state: Fireworks, zone: int, height: int, found: Prospect) -> Aim:
    name = None if height == NO_HEIGHT else HEIGHT_NAMES[height]
    numbers = (found.failure, found.up, found.down, found.out)
    strength, scatter = int(strength_of(state, height)), int(scatter_of(state, height))
    return Aim(zone, name, strength, scatter, *(round(number, 2) for number in numbers))


def launch_path(state: Fireworks) -> Path | None:
    """Return what the last launch did, impact by impact."""
    if state.rolled == NONE:
        return None
    return Path([_impact(state, at) for at in range(state.impacts)], state.rest_x, state.rest_y, state.rolled)


def _impact(state: Fireworks, at: int) -> Impact:
    x, y, strength = (int(number) for number in state.trail[3 * at : 3 * at + 3])
    notes = [divmod(note, 4) for note in state.flipped[: state.flips] if note // 4 // RANKS == at]
    flipped = [tile % RANKS for tile, became in notes if became & FLIPPED]
    out = [tile % RANKS for tile, became in notes if became & FELL_OUT]
    radius = state.printed.radius_least + state.printed.radius_tenths * strength // 10
    return Impact(x, y, strength, radius, flipped, out)
