"""Moves in words and back, their click paths, and why a move is not legal."""

import re
from itertools import product
from typing import Final

from fairground.engine.errors import NotationError
from fairground.games.festival_climbers.rules import BIT, SPACES, WIDTH, Climbers, temple

TEMPLE: Final = temple(WIDTH)
_MOVE: Final = re.compile(r"([a-h])([1-8])(?:-([a-h])([1-8]))?")


def space_name(space: int) -> str:
    """Return a space's name; `a1` is the first space of the base."""
    return "abcdefgh"[space // WIDTH] + str(space % WIDTH + 1)


def names(spaces: int) -> list[str]:
    """Return the names of a set of spaces."""
    return [space_name(space) for space in range(SPACES - 1) if spaces & BIT[space]]


def split(move: int) -> tuple[int | None, int]:
    """Return the origin (None for the hand) and the target of a move."""
    origin, target = divmod(move, SPACES)
    return (origin - 1 if origin else None), target


def write(move: int) -> str:
    origin, target = split(move)
    spaces = [target] if origin is None else [origin, target]
    if not all(0 <= space < SPACES - 1 and TEMPLE & BIT[space] for space in spaces):
        raise NotationError(f"expected the number of a move, got {move}")
    return "-".join(space_name(space) for space in spaces)


def read(words: str) -> int:
    found = _MOVE.fullmatch(words.strip())
    if not found:
        raise NotationError(
            f"expected a space of the base such as a3 or a climb such as a3-c2, got {words!r}"
        )
    first = _space(found[1], found[2])
    if found[3] is None:
        return first
    return SPACES * (first + 1) + _space(found[3], found[4])


def _space(letter: str, digit: str) -> int:
    space = WIDTH * (ord(letter) - ord("a")) + int(digit) - 1
    if space >= SPACES - 1 or not TEMPLE & BIT[space]:
        raise NotationError(
            f"expected a space of the temple, got {letter}{digit}, which is beyond the end of its level"
        )
    return space


def path(move: int) -> list[str]:
    """Return what to click: the space alone, or the climber's space and then the target."""
    return [f"space:{name}" for name in write(move).split("-")]


def why(state: Climbers, seat: int, move: int) -> str:
    """Explain why the move is not legal now."""
    origin, target = split(move)
    if not 0 <= target < SPACES - 1 or not state.spaces & BIT[target]:
        return "there is no such space"
    if state.occupied & BIT[target]:
        return f"{space_name(target)} is occupied"
    if origin is None:
        return _why_not_introduce(state, seat, target)
    return _why_not_climb(state, seat, origin, target)


def _why_not_introduce(state: Climbers, seat: int, target: int) -> str:
    if target >= WIDTH:
        return "a climber from hand must enter on the base"
    return f"seat {seat} has no climber in hand"


def _why_not_climb(state: Climbers, seat: int, origin: int, target: int) -> str:
    if not 0 <= origin < SPACES - 1 or not state.own[seat] & BIT[origin]:
        return f"seat {seat} has no climber on that space"
    if not state.movers(seat) & BIT[origin]:
        return f"a climber above {space_name(origin)} would lose its last support"
    if target // WIDTH <= origin // WIDTH:
        return "a climb must go to a higher level"
    if origin in below(target):
        return f"{space_name(target)} rests on the climber that would move"
    empty = [space_name(space) for space in below(target) if not state.occupied & BIT[space]]
    which = " and ".join(empty) + (" are" if len(empty) > 1 else " is")
    return f"{space_name(target)} needs climbers on both spaces below it, but {which} empty"


def below(space: int) -> tuple[int, int]:
    """Return the two spaces that a space above the base rests on."""
    return space - WIDTH, space - WIDTH + 1


def _all_moves() -> list[int]:
    """Return every entry, and every climb to a higher space that does not rest on its origin."""
    spaces = [space for space in range(SPACES - 1) if TEMPLE & BIT[space]]
    climbs = product(spaces, spaces)
    return [space for space in spaces if space < WIDTH] + [
        SPACES * (origin + 1) + target
        for origin, target in climbs
        if target // WIDTH > origin // WIDTH and origin not in below(target)
    ]


MOVES: Final = _all_moves()
