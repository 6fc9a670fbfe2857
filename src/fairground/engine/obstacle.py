"""Why a move is not legal, as data: a key and values that any language can turn into a sentence."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from fairground.engine.state import State
from fairground.engine.story import Value, fill_phrase

OVER: Final = "table.over"
TURN: Final = "table.turn"
FIRST: Final = "table.first"
NOWHERE: Final = "table.nowhere"
BOT: Final = "table.bot"
# The obstacles that every game has. A game lists its own in `OBSTACLES` of its notation.
COMMON: Final = {
    OVER: "the match is over",
    TURN: "it is the turn of {seats}",
    FIRST: "something else must be chosen first",
    NOWHERE: "nothing can be done with it now",
    BOT: "a bot decides for {seat} now",
}


class Obstacle(msgspec.Struct, frozen=True):
    """What is in the way of a move.

    In `values`, the names "seat", "other" and "seats" stand for seats; each game chooses the others.
    """

    key: str
    values: dict[str, Value] = {}


def check_turn(state: State, seat: int) -> Obstacle | None:
    """Return why a seat has nothing to decide, or None if it has."""
    actors = state.actors()
    if not actors:
        return Obstacle(OVER)
    return None if seat in actors else Obstacle(TURN, {"seats": [*actors]})


def tell_obstacle(obstacle: Obstacle, phrases: Mapping[str, str], seats: int) -> str:
    """Return the English words for an obstacle: a sentence without capital and full stop."""
    phrase = phrases.get(obstacle.key) or COMMON[obstacle.key]
    return fill_phrase(phrase, obstacle.values, _names(seats))


def _names(seats: int) -> Sequence[str]:
    return [f"seat {seat}" for seat in range(seats)]
