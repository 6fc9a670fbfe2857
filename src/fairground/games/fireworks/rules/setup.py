"""§2 Set-up: start tiles, characters, the sky, and the first turn."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from fairground.games.fireworks.rules.table import BOARD, DOWN, GRAB, SPEED, UP
from fairground.games.fireworks.rules.tiles import SPACES, START_TILES
from fairground.games.fireworks.rules.turn import MOST_ARRANGING, Fireworks


def deal(state: Fireworks) -> None:
    """Deal a match on an empty table."""
    _deal_starts(state)
    _deal_characters(state)
    _deal_sky(state)
    if state.variant == SPEED:
        state.phase = GRAB
        state.actor = 0
        for seat in range(state.seats):
            state.busy[seat] = MOST_ARRANGING
    else:
        state.split_cards(list(state.printed.cards))
        state.begin_turn()


def _deal_starts(state: Fireworks) -> None:
    """Deal two cores of different colours to each seat; redeal until that is so, to keep it uniform."""
    tiles = vec[i64]([0] * START_TILES)
    for at in range(i64(START_TILES)):
        tiles[at] = state.printed.slots + at
    state.rng.mix(tiles)
    while _has_twin_cores(state, tiles):
        state.rng.mix(tiles)
    for at in range(2 * state.seats):
        lay_tile(state, at >> 1, state.printed.outline.starts[at & 1], tiles[at], 0)


def _has_twin_cores(state: Fireworks, tiles: vec[i64]) -> bool:
    """Return whether some seat would have two cores of one colour."""
    face = state.face
    return any(face[tiles[2 * seat]] == face[tiles[2 * seat + 1]] for seat in range(state.seats))


def lay_tile(state: Fireworks, seat: i64, space: i64, tile: i64, direction: i64) -> None:
    """Lay a tile on a free space, face up."""
    state.board[seat * SPACES + space] = tile
    state.facing[tile] = u8(direction)
    state.place[tile] = u8(BOARD + seat)
    state.seen[tile] = 1
    state.tiles[seat] += 1


def _deal_characters(state: Fireworks) -> None:
    characters = list(range(len(state.printed.bonus)))
    state.rng.shuffle(characters)
    for seat in range(state.seats):
        state.character[seat] = characters[seat]


def _deal_sky(state: Fireworks) -> None:
    """Shuffle faces and ranks, then scatter the tiles; in the speed variant all of them face up."""
    faces = state.printed.sky[:]
    state.rng.mix(faces)
    slots = state.printed.slots
    ranks = vec[i64]([0] * slots)
    for tile in range(slots):
        ranks[tile] = tile
    state.rng.mix(ranks)
    state.fill_sky(faces, ranks, UP if state.variant == SPEED else DOWN)
