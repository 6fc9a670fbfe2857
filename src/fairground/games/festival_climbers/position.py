"""Positions as data, and what must be true of each."""

import msgspec

from fairground.engine.state import OVER
from fairground.games.festival_climbers.box import ClimbersBox
from fairground.games.festival_climbers.notation import names, read
from fairground.games.festival_climbers.rules import (
    BASE,
    BIT,
    PLAYING,
    SPACES,
    STUCK,
    SUMMIT,
    WIDTH,
    Climbers,
)

ENDINGS = ("playing", "summit", "stuck")


class ClimbersPosition(msgspec.Struct, forbid_unknown_fields=True):
    """Hands follow from the climbers on the temple; `moved` tells when each seat moved last."""

    climbers: list[list[str]]
    actor: int = 0
    moved: list[int] = []
    moves: int = 0
    ending: str = "playing"


def pack(state: Climbers) -> ClimbersPosition:
    return ClimbersPosition(
        climbers=[names(own) for own in state.own],
        actor=state.actor,
        moved=list(state.moved),
        moves=state.moves,
        ending=ENDINGS[state.ending],
    )


def unpack(state: Climbers, raw: bytes, box: ClimbersBox) -> None:
    """Fill an empty state."""
    position = msgspec.json.decode(raw, type=ClimbersPosition)
    if len(position.climbers) != state.seats:
        raise ValueError(f"expected climbers for {state.seats} seats, got {len(position.climbers)}")
    deal(state, box)
    for seat, spaces in enumerate(position.climbers):
        for name in spaces:
            _stand(state, seat, name)
    for seat, at in enumerate(position.moved):
        state.moved[seat] = at
    state.moves = position.moves
    state.actor = position.actor
    state.ending = ENDINGS.index(position.ending)


def deal(state: Climbers, box: ClimbersBox) -> None:
    """§2 Set-up."""
    state.prepare(box.temple.levels, box.climbers_for(state.seats))


def _stand(state: Climbers, seat: int, name: str) -> None:
    space = read(name)
    if space >= SPACES:
        raise ValueError(f"expected a space, got {name!r}")
    if state.occupied & BIT[space]:
        raise ValueError(f"two climbers stand on {name}")
    state.own[seat] |= BIT[space]
    state.occupied |= BIT[space]
    state.hand[seat] -= 1


def check(state: Climbers) -> list[str]:
    """§7 What is wrong with a position; nothing, if the rules are kept."""
    return [*_misplaced(state), *_misturned(state)]


def _misplaced(state: Climbers) -> list[str]:
    wrong = []
    if state.occupied & ~state.spaces:
        wrong.append("a climber stands outside the temple")
    if state.occupied != sum(state.own):
        wrong.append("two climbers share a space")
    if any(hand < 0 for hand in state.hand):
        wrong.append("a seat has more climbers than the box")
    if hanging := state.occupied & ~BASE & ~((state.occupied << 8) | (state.occupied << 7)):
        wrong.append(f"{' and '.join(names(hanging))} has no climber below")
    return wrong


def _misturned(state: Climbers) -> list[str]:
    summit = bool(state.occupied & BIT[WIDTH * (state.levels - 1)])
    stuck = not any(state.can_move(seat) for seat in range(state.seats))
    ending = SUMMIT if summit else STUCK if stuck else PLAYING
    if state.ending != ending:
        return [f"the match should be {ENDINGS[ending]}, not {ENDINGS[state.ending]}"]
    if (state.actor == OVER) != (ending != PLAYING):
        return ["nobody moves when the match is over, and somebody before"]
    if ending == PLAYING and not (0 <= state.actor < state.seats and state.can_move(state.actor)):
        return [f"seat {state.actor} cannot be the one to move"]
    return []
