"""Whole positions as data: `pack` writes one, `unpack` reads it back."""

from collections.abc import Sequence
from typing import TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from fairground.games.fireworks.box import FireworksBox
from fairground.games.fireworks.faces import face_name, read_face
from fairground.games.fireworks.notation import NAMES, read, write
from fairground.games.fireworks.rules.setup import lay_tile
from fairground.games.fireworks.rules.table import (
    BOARD,
    DOWN,
    GONE,
    NONE,
    OUT_DOWN,
    TRAIL,
    UP,
)
from fairground.games.fireworks.rules.tiles import (
    BASIC,
    EMPTY,
    SPACES,
    SPECIAL,
)
from fairground.games.fireworks.rules.turn import Fireworks
from fairground.games.fireworks.setup import prepare

PHASES = ("launch", "helpers", "choose", "place", "gale", "heavy rain", "last", "grab", "over")
ENDINGS = ("playing", "full board", "turn limit")
SIDES = ("down", "up")
Spot: TypeAlias = tuple[int, int, str]


class FireworksPosition(msgspec.Struct, forbid_unknown_fields=True):
    """A position of Fireworks. Tiles are given by their numbers.

    `boards` has for each space the tile and, after a slash, where its petal points. `sky` has x, y and "up"
    or "down" for each tile in the box, `outside` the side of each tile that fell out. `seen` lists the
    face-down tiles whose faces are known. Tiles that appear nowhere are out of the game. `waiting` lists the
    function tiles that take effect after this turn in any case. `sorted_piles` says that everybody knows
    which cards are in which pile. `launch` is where the die came to rest and its side (0 for the symbol),
    then x, y and strength of each impact.
    """

    faces: list[str]
    boards: list[dict[str, str]]
    characters: list[str]
    sky: dict[str, Spot]
    outside: dict[str, str] = {}
    seen: list[int] = []
    ranks: list[int] = []
    phase: str = "launch"
    actor: int = 0
    active: int = 0
    turns: int = 1
    gathered: bool = False
    second: bool = False
    die: int | None = None
    card: str | None = None
    piles: list[list[str]] = []
    discards: list[str] = []
    sorted_piles: bool | UnsetType = UNSET
    waiting: list[int] | UnsetType = UNSET
    helpers: list[int] = []
    taken: list[int] = []
    arranging: list[int] = []
    sealed: list[int | None] = []
    symbol_used: bool = False
    tile_used: bool = False
    again: bool = False
    ending: str = "playing"
    launch: list[int] = []
    flipped: list[int] = []
    latest: tuple[int, str | None] | None = None


# Writing


def pack(state: Fireworks) -> FireworksPosition:
    state.arrange_stale_boards()
    tiles = range(state.printed.slots)
    titles = state.printed.titles
    return FireworksPosition(
        faces=[face_name(state.face[tile]) for tile in range(len(state.printed.sky))],
        boards=[board(state, seat) for seat in range(state.seats)],
        characters=[state.printed.people[who] for who in state.character],
        sky={str(tile): _spot(state, tile) for tile in tiles if state.place[tile] <= UP},
        outside={str(tile): _side(state, tile) for tile in tiles if OUT_DOWN <= state.place[tile] < BOARD},
        seen=[tile for tile in tiles if state.seen[tile] and state.place[tile] in {DOWN, OUT_DOWN}],
        ranks=list(state.rank),
        phase=PHASES[state.phase],
        actor=state.actor,
        active=state.active,
        turns=state.turns,
        gathered=bool(state.gathered),
        second=bool(state.second),
        die=None if state.die == NONE else state.die,
        card=None if state.card == NONE else titles[state.card],
        piles=[[titles[card] for card in pile] for pile in (state.first_pile, state.second_pile)],
        discards=[titles[card] for card in state.discards],
        sorted_piles=True if state.sorted_piles else UNSET,
        waiting=list(state.waiting) if state.waiting else UNSET,
        helpers=[seat for seat in range(state.seats) if state.helping[seat]],
        taken=list(state.taken),
        arranging=list(state.busy),
        sealed=[None if tile == NONE else int(tile) for tile in state.sealed],
        symbol_used=bool(state.symbol_used),
        tile_used=bool(state.tile_used),
        again=bool(state.again),
        ending=ENDINGS[state.ending],
        launch=launch_numbers(state),
        flipped=list(state.flipped)[: state.flips],
        latest=latest(state),
    )


def board(state: Fireworks, seat: int) -> dict[str, str]:
    """Return the tiles of a board by space: `17/5` is tile 17 with its petal to the south-east."""
    tiles = {name: state.board[seat * SPACES + space] for space, name in enumerate(NAMES)}
    return {name: _placed(state, tile) for name, tile in tiles.items() if tile != EMPTY}


def _placed(state: Fireworks, tile: int) -> str:
    petal = BASIC <= state.face[tile] < SPECIAL
    return f"{tile}/{state.facing[tile]}" if petal else str(tile)


def _spot(state: Fireworks, tile: int) -> Spot:
    return int(state.x[tile]), int(state.y[tile]), _side(state, tile)


def _side(state: Fireworks, tile: int) -> str:
    return SIDES[state.place[tile] & 1]


def launch_numbers(state: Fireworks) -> list[int]:
    if state.rolled == NONE:
        return []
    trail = list(state.trail)[: 3 * state.impacts]
    return [state.rest_x, state.rest_y, state.rolled, *trail]


def latest(state: Fireworks) -> tuple[int, str | None] | None:
    """Return who made the last move and its words; the words of a secret choice are None."""
    if state.latest_by == NONE:
        return None
    return int(state.latest_by), None if state.latest == NONE else write(state.latest)


# Reading


def unpack(state: Fireworks, raw: bytes, box: FireworksBox) -> None:
    """Fill an empty state from a position."""
    position = msgspec.json.decode(raw, type=FireworksPosition)
    prepare(state, box)
    if len(position.boards) != state.seats or len(position.characters) != state.seats:
        raise ValueError(
            f"expected boards and characters for {state.seats} seats, "
            f"got {len(position.boards)} and {len(position.characters)}"
        )
    if len(position.faces) != len(state.printed.sky):
        raise ValueError(f"expected {len(state.printed.sky)} faces, got {len(position.faces)}")
    for tile, face in enumerate(position.faces):
        state.face[tile] = read_face(face)
    slots = int(state.printed.slots)
    ranks = position.ranks or range(slots)
    if sorted(ranks) != list(range(slots)):
        raise ValueError(f"expected the ranks 0 to {slots - 1}, each once")
    for tile, rank in enumerate(ranks):
        state.rank[tile] = rank
    _read_places(state, position)
    _read_cards(state, position)
    _read_turn(state, position)
    _read_launch(state, position)


def _read_places(state: Fireworks, position: FireworksPosition) -> None:
    for seat, spaces in enumerate(position.boards):
        state.character[seat] = _index(state.printed.people, position.characters[seat], "a character")
        for name, words in spaces.items():
            number, _, direction = words.partition("/")
            space = _index(NAMES, name, "a space")
            if state.board[seat * SPACES + space] != EMPTY:
                raise ValueError(f"expected one tile on {name} of seat {seat}, got two")
            tile = _unplaced_tile(state, number, len(state.place))
            lay_tile(state, seat, space, tile, _number(direction or "0", 6))
    for name, (x, y, side) in position.sky.items():
        tile = _unplaced_tile(state, name, len(state.printed.sky))
        state.place[tile] = _index(SIDES, side, "a side")
        if not (0 <= x <= state.printed.size and 0 <= y <= state.printed.size):
            raise ValueError(f"expected a place from 0 to {state.printed.size} for tile {tile}, got {x} {y}")
        state.x[tile], state.y[tile] = x, y
        state.seen[tile] = state.place[tile] == UP
    for name, side in position.outside.items():
        tile = _unplaced_tile(state, name, len(state.printed.sky))
        state.place[tile] = OUT_DOWN + _index(SIDES, side, "a side")
        state.seen[tile] = side == "up"
    for tile in position.seen:
        state.seen[tile] = 1
    state.waiting = [] if position.waiting is UNSET else position.waiting


def _unplaced_tile(state: Fireworks, word: str, most: int) -> int:
    """Read the number of a tile that has no place yet."""
    tile = _number(word, most)
    if state.place[tile] != GONE:
        raise ValueError(f"expected one place for tile {tile}, got two")
    return tile


def _number(word: str, most: int) -> int:
    if not word.isdecimal() or int(word) >= most:
        raise ValueError(f"expected a number from 0 to {most - 1}, got {word!r}")
    return int(word)


def _index(names: Sequence[str], name: str, what: str) -> int:
    if name not in names:
        raise ValueError(f"expected {what}, got {name!r}")
    return names.index(name)


def _read_cards(state: Fireworks, position: FireworksPosition) -> None:
    titles = state.printed.titles
    first, second = position.piles or ([], [])
    state.first_pile = [_index(titles, name, "a card") for name in first]
    state.second_pile = [_index(titles, name, "a card") for name in second]
    state.discards = [_index(titles, name, "a card") for name in position.discards]
    state.sorted_piles = int(position.sorted_piles is True)
    state.card = NONE if position.card is None else _index(titles, position.card, "a card")


def _read_turn(state: Fireworks, position: FireworksPosition) -> None:
    state.phase = _index(PHASES, position.phase, "a phase")
    state.actor, state.active, state.turns = position.actor, position.active, position.turns
    state.gathered, state.second = int(position.gathered), int(position.second)
    state.die = NONE if position.die is None else position.die
    state.symbol_used, state.tile_used = int(position.symbol_used), int(position.tile_used)
    state.again = int(position.again)
    state.ending = _index(ENDINGS, position.ending, "an ending")
    state.fallen = state.count_outside()
    state.count_face_up()
    for seat in position.helpers:
        state.helping[seat] = 1
    for seat, taken in enumerate(position.taken):
        state.taken[seat] = taken
    for seat, left in enumerate(position.arranging):
        state.busy[seat] = left
    for seat, tile in enumerate(position.sealed):
        state.sealed[seat] = NONE if tile is None else tile


def _read_launch(state: Fireworks, position: FireworksPosition) -> None:
    if len(position.launch) > 3 + TRAIL or len(position.flipped) > len(state.flipped):
        raise ValueError(
            f"expected a launch of at most {TRAIL // 3} impacts that flips {len(state.flipped)} tiles"
        )
    if position.launch:
        state.rest_x, state.rest_y, state.rolled = position.launch[:3]
        state.impacts = len(position.launch[3:]) // 3
        for at, number in enumerate(position.launch[3 : 3 + TRAIL]):
            state.trail[at] = number
    state.flips = len(position.flipped)
    for at, number in enumerate(position.flipped):
        state.flipped[at] = number
    if position.latest is not None:
        state.latest_by, words = position.latest
        state.latest = NONE if words is None else read(words)
