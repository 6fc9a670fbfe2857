"""What each seat holds, for studies of what it is worth."""

from fairground.games.fireworks.faces import face_name
from fairground.games.fireworks.rules.tiles import BASIC, EMPTY, SPACES
from fairground.games.fireworks.rules.turn import Fireworks


def holdings(state: Fireworks) -> dict[str, list[list[str]]]:
    """Return the names of the tiles and cores on each seat's board, and of its character."""
    faces = [_faces(state, seat) for seat in range(state.seats)]
    return {
        "tile": [[face_name(face) for face in own if face >= BASIC] for own in faces],
        "core": [[face_name(face) for face in own if face < BASIC] for own in faces],
        "character": [[state.printed.people[who]] for who in state.character],
    }


def _faces(state: Fireworks, seat: int) -> list[int]:
    board = state.board[seat * SPACES : (seat + 1) * SPACES]
    return sorted(int(state.face[tile]) for tile in board if tile != EMPTY)
