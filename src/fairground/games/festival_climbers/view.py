"""What a seat may know: everything, for nothing is hidden."""

import msgspec

from fairground.games.festival_climbers.notation import names
from fairground.games.festival_climbers.outcome import REASONS
from fairground.games.festival_climbers.rules import Climbers


class ClimbersView(msgspec.Struct, frozen=True):
    """`locked` are the climbers that may not leave; `carried` the spaces somebody could climb to."""

    seat: int | None
    actors: list[int]
    levels: int
    climbers: list[list[str]]
    hand: list[int]
    points: list[int]
    locked: list[str]
    carried: list[str]
    reason: str | None


def view(state: Climbers, seat: int | None) -> ClimbersView:
    seats = range(state.seats)
    free = sum(state.movers(each) for each in seats)
    return ClimbersView(
        seat=seat,
        actors=state.actors(),
        levels=state.levels,
        climbers=[names(state.own[each]) for each in seats],
        hand=list(state.hand),
        points=state.scores(),
        locked=names(state.occupied & ~free),
        carried=names(state.carried()),
        reason=REASONS[state.ending],
    )
