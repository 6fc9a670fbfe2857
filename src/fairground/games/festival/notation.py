"""Moves in words and back, their click paths, and why a move is not legal."""

import re
from typing import Final

from fairground.engine.errors import NotationError
from fairground.engine.obstacle import Obstacle
from fairground.games.festival.rules.festival import LEFT, MOST, PILE, RIGHT, SIDE, SPACES, UNCHOSEN, Festival

_MOVE: Final = re.compile(r"(left|right) ([a-c][1-3])|pile ([1-4])|side ([ab])")
MOVES: Final = range(SIDE + 2)
OBSTACLES: Final = {  # the most telling one first
    "side first": "{seat} must first choose a side of its starting objective",
    "side chosen": "{seat} has already chosen a side",
    "empty stack": "the {stack} stack is empty",
    "empty pile": "pile {pile} is empty",
    "full": "{seat} holds {count} incomplete objectives, which is the limit",
    "no move": "there is no such move",
}


def space_name(space: int) -> str:
    """Return a space's name; `c1` is the last space of the first row."""
    return "abc"[space % 3] + str(space // 3 + 1)


def space_number(name: str) -> int:
    return 3 * (int(name[1]) - 1) + "abc".index(name[0])


SPACE_NAMES: Final = [space_name(space) for space in range(SPACES)]


def write(move: int) -> str:
    if LEFT <= move < RIGHT:
        return f"left {space_name(move - LEFT)}"
    if RIGHT <= move < PILE:
        return f"right {space_name(move - RIGHT)}"
    if PILE <= move < SIDE:
        return f"pile {move - PILE + 1}"
    if SIDE <= move < SIDE + 2:
        return f"side {'ab'[move - SIDE]}"
    raise NotationError(f"expected the number of a move, got {move}")


def read(words: str) -> int:
    found = _MOVE.fullmatch(words.strip())
    if not found:
        raise NotationError(f"expected a move such as left b2, right c1, pile 3 or side a, got {words!r}")
    stack, space, pile, side = found.groups()
    if stack:
        return (LEFT if stack == "left" else RIGHT) + space_number(space)
    return PILE + int(pile) - 1 if pile else SIDE + "ab".index(side)


def path(move: int) -> list[str]:
    """Return what to click: a stack and then a space, a pile, or a side."""
    kind, place = write(move).split()
    return [f"stack:{kind}", f"space:{place}"] if move < PILE else [f"{kind}:{place}"]


def why(state: Festival, seat: int, move: int) -> Obstacle:
    """Explain why the move is not legal now."""
    if not 0 <= move < SIDE + 2:
        return Obstacle("no move")
    if state.sides[seat] == UNCHOSEN:
        return Obstacle("side first", {"seat": seat})
    if move >= SIDE:
        return Obstacle("side chosen", {"seat": seat})
    if move < PILE:
        return Obstacle("empty stack", {"stack": "left" if move < RIGHT else "right"})
    if not state.pile_size[move - PILE]:
        return Obstacle("empty pile", {"pile": move - PILE + 1})
    return Obstacle("full", {"seat": seat, "count": MOST})
