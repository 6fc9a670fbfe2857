"""Moves in words: `card 3`."""

from fairground.engine.errors import NotationError
from fairground.engine.obstacle import Obstacle
from lanterns.box import MOST_CARDS
from lanterns.rules import Lanterns

MOVES = range(MOST_CARDS)
OBSTACLES = {"not held": "you do not hold it"}


def write(move: int) -> str:
    return f"card {move}"


def read(words: str) -> int:
    if not words.startswith("card ") or not words[5:].isdecimal() or not words.isascii():
        raise NotationError(f"expected a card such as `card 3`, got {words!r}")
    return int(words[5:])


def path(move: int) -> list[str]:
    return [f"card:{move}"]


def why(state: Lanterns, seat: int, move: int) -> Obstacle:
    return Obstacle("not held")
