"""§4 Arranging a board by hand: the moves, and some that lead to the arrangement with the most points."""

from fairground.games.fireworks.rules.boards import ARRANGE, SWAP, TURN_TILE
from fairground.games.fireworks.rules.table import LAST, PLACE
from fairground.games.fireworks.rules.tiles import DIRECTIONS, EMPTY, SPACES
from fairground.games.fireworks.rules.turn import Fireworks

Lying = tuple[int, int] | None  # the face of a tile and where its petal points; None for an empty space


def by_hand(state: Fireworks, seat: int) -> list[int]:
    """Return the moves with which a seat can turn and swap its tiles now."""
    if state.phase not in {PLACE, LAST}:
        return []
    return [move for move in state.legal(seat) if move >= TURN_TILE]


def solve(state: Fireworks, seat: int) -> list[int]:
    """Return moves by hand after which the seat's tiles lie as the arranger would lay them."""
    arranged = state.copy()
    arranged.play(seat, ARRANGE)
    lying, wanted = _look_at(state, seat), _look_at(arranged, seat)
    return _swap_all(lying, wanted) + _turn_all(lying, wanted)


def _look_at(state: Fireworks, seat: int) -> list[Lying]:
    tiles = state.board[seat * SPACES : (seat + 1) * SPACES]
    return [None if tile == EMPTY else (int(state.face[tile]), int(state.facing[tile])) for tile in tiles]


def _swap_all(lying: list[Lying], wanted: list[Lying]) -> list[int]:
    """Bring a tile with the right face to every space, in place; return the moves."""
    moves = []
    for space, want in enumerate(wanted):
        if want is not None and _face(lying[space]) != want[0]:
            other = _find_source(lying, wanted, want)
            lying[space], lying[other] = lying[other], lying[space]
            moves.append(SWAP + min(space, other) * SPACES + max(space, other))
    return moves


def _find_source(lying: list[Lying], wanted: list[Lying], want: tuple[int, int]) -> int:
    """Return a space whose tile is not needed there; best one whose petal points the right way already."""
    free = [
        space
        for space, tile in enumerate(lying)
        if _face(tile) == want[0] and _face(wanted[space]) != want[0]
    ]
    return min(free, key=lambda space: lying[space] != want)


def _turn_all(lying: list[Lying], wanted: list[Lying]) -> list[int]:
    return [
        TURN_TILE + space * DIRECTIONS + want[1]
        for space, want in enumerate(wanted)
        if want is not None and lying[space] != want
    ]


def _face(lying: Lying) -> int | None:
    return lying and lying[0]
