"""Positions as data: what `dump` writes and `restore` reads."""

import msgspec

from fairground.games.festival_climbers.box import ClimbersBox
from fairground.games.festival_climbers.notation import names, read
from fairground.games.festival_climbers.rules import BIT, SPACES, Climbers
from fairground.games.festival_climbers.setup import deal

ENDINGS = ("playing", "summit", "stuck")


class ClimbersPosition(msgspec.Struct, forbid_unknown_fields=True):
    """A position. Hands follow from the climbers on the temple.

    `moved` holds the number of each seat's last move, counted from 1; 0 if it has not moved.
    """

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
    """Fill an empty state from a written position."""
    position = msgspec.json.decode(raw, type=ClimbersPosition)
    if len(position.climbers) != state.seats:
        raise ValueError(f"expected climbers for {state.seats} seats, got {len(position.climbers)}")
    deal(state, box)
    for seat, spaces in enumerate(position.climbers):
        for name in spaces:
            _place(state, seat, name)
    for seat, at in enumerate(position.moved):
        state.moved[seat] = at
    state.moves = position.moves
    state.actor = position.actor
    state.ending = ENDINGS.index(position.ending)


def _place(state: Climbers, seat: int, name: str) -> None:
    space = read(name)
    if space >= SPACES:
        raise ValueError(f"expected a space, got {name!r}")
    if state.occupied & BIT[space]:
        raise ValueError(f"two climbers stand on {name}")
    state.own[seat] |= BIT[space]
    state.occupied |= BIT[space]
    state.hand[seat] -= 1
