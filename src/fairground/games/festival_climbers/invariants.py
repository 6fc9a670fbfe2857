"""What must be true of every position; reference.md lists it."""

from fairground.engine.state import OVER
from fairground.games.festival_climbers.notation import names
from fairground.games.festival_climbers.positions import ENDINGS
from fairground.games.festival_climbers.rules import (
    BASE,
    BIT,
    PLAYING,
    STUCK,
    SUMMIT,
    WIDTH,
    Climbers,
)


def check(state: Climbers) -> list[str]:
    """Return what is wrong with a position; an empty list if nothing is."""
    return [*_check_climbers(state), *_check_turn(state)]


def _check_climbers(state: Climbers) -> list[str]:
    wrong = []
    if state.occupied & ~state.spaces:
        wrong.append("a climber stands outside the temple")
    if state.occupied != sum(state.own):
        wrong.append("two climbers share a space")
    if any(hand < 0 for hand in state.hand):
        wrong.append("a seat has more climbers than the box gives it")
    if hanging := state.occupied & ~BASE & ~((state.occupied << 8) | (state.occupied << 7)):
        wrong.append(f"{' and '.join(names(hanging))} has no climber below")
    return wrong


def _check_turn(state: Climbers) -> list[str]:
    summit = bool(state.occupied & BIT[WIDTH * (state.levels - 1)])
    stuck = not any(state.can_move(seat) for seat in range(state.seats))
    ending = SUMMIT if summit else STUCK if stuck else PLAYING
    if state.ending != ending:
        return [f"the match should be {ENDINGS[ending]}, not {ENDINGS[state.ending]}"]
    if (state.actor == OVER) != (ending != PLAYING):
        return ["a seat must be to move exactly while the match is going on"]
    if ending == PLAYING and not (0 <= state.actor < state.seats and state.can_move(state.actor)):
        return [f"seat {state.actor} is to move but cannot"]
    return []
