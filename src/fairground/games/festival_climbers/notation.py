"""Moves in words and back, their click paths, and why a move is not legal."""

import re
from itertools import permutations
from typing import Final

from fairground.engine.errors import NotationError
from fairground.engine.obstacle import Obstacle
from fairground.games.festival_climbers.rules import BIT, SPACES, WIDTH, Climbers, temple

TEMPLE: Final = temple(WIDTH)
_MOVE: Final = re.compile(r"([a-h])([1-8])(?:-([a-h])([1-8]))?")
OBSTACLES: Final = {  # the most telling one first
    "gap": "{space} needs climbers on both spaces below it, but {gap} is empty",
    "gaps": "{space} needs climbers on both spaces below it, but {gap} and {second} are empty",
    "own support": "{space} rests on the climber that would move",
    "support": "a climber above {space} would lose its last support",
    "no hand": "{seat} has no climber in hand",
    "low": "a climb must go to a higher level",
    "foreign": "the climber on {space} belongs to {other}",
    "base": "a climber from hand must enter on the base",
    "no climber": "{seat} has no climber on that space",
    "occupied": "{space} is occupied",
    "no space": "there is no such space",
}


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


def why(state: Climbers, seat: int, move: int) -> Obstacle:
    """Explain why the move is not legal now."""
    origin, target = split(move)
    if not 0 <= target < SPACES - 1 or not state.spaces & BIT[target]:
        return Obstacle("no space")
    if state.occupied & BIT[target]:
        return Obstacle("occupied", {"space": space_name(target)})
    if origin is None:
        return Obstacle("base") if target >= WIDTH else Obstacle("no hand", {"seat": seat})
    return _why_not_climb(state, seat, origin, target)


def _why_not_climb(state: Climbers, seat: int, origin: int, target: int) -> Obstacle:
    if not 0 <= origin < SPACES - 1 or not state.own[seat] & BIT[origin]:
        return _why_not_own(state, seat, origin)
    if not state.movers(seat) & BIT[origin]:
        return Obstacle("support", {"space": space_name(origin)})
    if target // WIDTH <= origin // WIDTH:
        return Obstacle("low")
    if origin in below(target):
        return Obstacle("own support", {"space": space_name(target)})
    return _name_gaps(state, target)


def _why_not_own(state: Climbers, seat: int, origin: int) -> Obstacle:
    for other in range(state.seats):
        if 0 <= origin < SPACES - 1 and state.own[other] & BIT[origin]:
            return Obstacle("foreign", {"space": space_name(origin), "other": other})
    return Obstacle("no climber", {"seat": seat})


def _name_gaps(state: Climbers, target: int) -> Obstacle:
    gaps = [space_name(space) for space in below(target) if not state.occupied & BIT[space]]
    if len(gaps) == 1:
        return Obstacle("gap", {"space": space_name(target), "gap": gaps[0]})
    return Obstacle("gaps", {"space": space_name(target), "gap": gaps[0], "second": gaps[1]})


def below(space: int) -> tuple[int, int]:
    """Return the two spaces that a space above the base rests on."""
    return space - WIDTH, space - WIDTH + 1


def _is_possible(origin: int, target: int) -> bool:
    """Whether a climb goes to a higher space that does not rest on its origin."""
    return target // WIDTH > origin // WIDTH and origin not in below(target)


_SPACES: Final = [space for space in range(SPACES - 1) if TEMPLE & BIT[space]]
_CLIMBS: Final = {
    SPACES * (origin + 1) + target: _is_possible(origin, target)
    for origin, target in permutations(_SPACES, 2)
}
MOVES: Final = [space for space in _SPACES if space < WIDTH] + [move for move in _CLIMBS if _CLIMBS[move]]
# What people try all the same: to enter above the base, to climb down, onto one's own shoulders.
NEVER: Final = [space for space in _SPACES if space >= WIDTH] + [
    move for move in _CLIMBS if not _CLIMBS[move]
]
