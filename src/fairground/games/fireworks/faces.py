"""The names of faces."""

from typing import Final

from fairground.games.fireworks.box import COLOUR_NAMES, FUNCTION_NAMES, SHAPE_NAMES, SPECIAL_NAMES
from fairground.games.fireworks.rules.tiles import BASIC, COLOUR, EXTRA, FUNCTION, SHAPE, SPECIAL

EXTRA_NAMES: Final = ("", "saturn", "kaleidoscope", "flower")


def _name(face: int) -> str:
    """Return a name such as `red core`, `blue willow saturn`, `cat` or `heavy rain`."""
    if face < BASIC:
        return f"{COLOUR_NAMES[face]} core"
    if face < SPECIAL:
        words = (COLOUR_NAMES[COLOUR[face]], SHAPE_NAMES[SHAPE[face]], EXTRA_NAMES[EXTRA[face]])
        return " ".join(word for word in words if word)
    if face < FUNCTION:
        return SPECIAL_NAMES[face - SPECIAL]
    return FUNCTION_NAMES[face - FUNCTION].replace("_", " ")


FACE_NAMES: Final = tuple(_name(face) for face in range(FUNCTION + len(FUNCTION_NAMES)))
FACES: Final = {name: face for face, name in enumerate(FACE_NAMES)}


def face_name(face: int) -> str:
    return FACE_NAMES[face]


def face_words(face: int) -> list[str]:
    """Return colour, shape and extra of a basic face; of another face its whole name."""
    return FACE_NAMES[face].split() if face < SPECIAL else [FACE_NAMES[face]]


def read_face(name: str) -> int:
    if name not in FACES:
        raise ValueError(f"expected a face such as 'red peony saturn', 'cat' or 'gale', got {name!r}")
    return FACES[name]
