"""§5 What a view says about boards: tiles, what rings and characters lack, what things are worth."""

from collections import Counter

import msgspec

from fairground.games.fireworks.faces import face_name
from fairground.games.fireworks.notation import NAMES
from fairground.games.fireworks.rules.printed import NEEDS, FireworksPrinted
from fairground.games.fireworks.rules.score import MOST_TYPES, big_firework, tally
from fairground.games.fireworks.rules.tiles import (
    BASIC,
    COLOUR,
    DIRECTIONS,
    EMPTY,
    EXTRA,
    FLOWER,
    SHAPE,
    SPACES,
    SPECIAL,
    opposite,
)
from fairground.games.fireworks.rules.turn import Fireworks

# In the order of the printed needs.
NEEDED = ("special", "kaleidoscopes", "saturns", "flowers", "big fireworks")


class Placed(msgspec.Struct, frozen=True):
    """A tile on a board; `petal` is the direction that its petal points in."""

    id: int
    face: str
    petal: int | None


class CoreRing(msgspec.Struct, frozen=True):
    """§5.1 What lies around a core.

    `petals` of `whole` point at it. So many more it lacks for a ring of one `shape` or of its own `colour`;
    None if there is no room for a ring. `points` is what the core is worth now.
    """

    petals: int
    whole: int
    shape: int | None
    colour: int | None
    points: int


class Worth(msgspec.Struct, frozen=True):
    """§5 What things are worth to a seat.

    `big` is for both, one shape, one colour, and incomplete ones. Of pairs the first is for one colour, the
    second for two. `special` is for one to five types. `bonus` is for at least what `needs` says.
    """

    big: tuple[int, int, int, int]
    saturn: tuple[int, int]
    kaleidoscope: tuple[int, int]
    flower: int
    special: list[int]
    bonus: int
    needs: dict[str, int]


def board_tiles(state: Fireworks, seat: int) -> dict[str, Placed]:
    """Return what lies on each space that is not free."""
    spaces = {name: tile_at(state, seat, space) for space, name in enumerate(NAMES)}
    return {name: _placed(state, tile) for name, tile in spaces.items() if tile != EMPTY}


def tile_at(state: Fireworks, seat: int, space: int) -> int:
    """Return the tile on a space, EMPTY if there is none or the space is beyond the board."""
    return EMPTY if space == EMPTY else int(state.board[seat * SPACES + space])


def _placed(state: Fireworks, tile: int) -> Placed:
    return Placed(tile, face_name(int(state.face[tile])), _petal(state, tile))


def _petal(state: Fireworks, tile: int) -> int | None:
    return int(state.facing[tile]) if BASIC <= state.face[tile] < SPECIAL else None


def rings(state: Fireworks, seat: int) -> dict[str, CoreRing]:
    """Return what each core of a board has around it."""
    cores = [space for space in range(SPACES) if _is_core(state, tile_at(state, seat, space))]
    return {NAMES[space]: _ring(state, seat, space) for space in cores}


def _is_core(state: Fireworks, tile: int) -> bool:
    return tile != EMPTY and state.face[tile] < BASIC


def _ring(state: Fireworks, seat: int, core: int) -> CoreRing:
    around = state.printed.outline.around(core)
    tiles = [tile_at(state, seat, space) for space in around]
    pointing = [
        int(state.face[tile])
        for direction, tile in enumerate(tiles)
        if tile != EMPTY and _petal(state, tile) == opposite(direction)
    ]
    shapes = Counter(int(SHAPE[face]) for face in pointing)
    own = COLOUR[int(state.face[tile_at(state, seat, core)])]
    fits = EMPTY not in around
    return CoreRing(
        petals=len(pointing),
        whole=DIRECTIONS,
        shape=DIRECTIONS - max(shapes.values(), default=0) if fits else None,
        colour=DIRECTIONS - sum(COLOUR[face] == own for face in pointing) if fits else None,
        points=int(big_firework(state, seat, core) or state.printed.incomplete),
    )


def joined_tiles(state: Fireworks, seat: int) -> list[int]:
    """§5.2 Return the tiles whose half meets the other half of a pair."""
    tiles = [(space, tile_at(state, seat, space)) for space in range(SPACES)]
    return [tile for space, tile in tiles if tile != EMPTY and _is_joined(state, seat, space, tile)]


def _is_joined(state: Fireworks, seat: int, space: int, tile: int) -> bool:
    extra, facing = EXTRA[int(state.face[tile])], int(state.facing[tile])
    if extra in (0, FLOWER):
        return False
    behind = int(state.printed.outline.behind[space * DIRECTIONS + facing])
    other = tile_at(state, seat, behind)
    meets = other != EMPTY and EXTRA[int(state.face[other])] == extra
    return meets and int(state.facing[other]) == opposite(facing)


def worth(printed: FireworksPrinted, who: int) -> Worth:
    """Return what things are worth to a character."""
    special = who * (MOST_TYPES + 1)
    return Worth(
        big=(printed.both, printed.one_shape, printed.one_colour, printed.incomplete),
        saturn=(printed.saturn_same, printed.saturn_different),
        kaleidoscope=(printed.kaleidoscope_same, printed.kaleidoscope_different),
        flower=printed.flower[who],
        special=list(printed.special[special + 1 : special + 1 + MOST_TYPES]),
        bonus=printed.bonus[who],
        needs=_needs(printed, who),
    )


def _needs(printed: FireworksPrinted, who: int) -> dict[str, int]:
    needs = zip(NEEDED, printed.needs[who * NEEDS : (who + 1) * NEEDS], strict=True)
    return {what: int(many) for what, many in needs if many}


def lacks(state: Fireworks, seat: int) -> dict[str, int]:
    """§5.5 Return what a board still lacks for the bonus of its character."""
    has = tally(state, seat)
    numbers = (has.types, has.kaleidoscopes, has.saturns, has.flowers, has.big)
    there = dict(zip(NEEDED, numbers, strict=True))
    needs = _needs(state.printed, int(state.character[seat]))
    return {what: many - there[what] for what, many in needs.items() if many > there[what]}
