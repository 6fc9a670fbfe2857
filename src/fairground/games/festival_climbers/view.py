"""What a seat may know: everything, because nothing is hidden."""

import msgspec

from fairground.games.festival_climbers.notation import names
from fairground.games.festival_climbers.outcome import REASONS
from fairground.games.festival_climbers.rules import Climbers


class ClimbersView(msgspec.Struct, frozen=True):
    """The table. `values` are the points of a climber on each level, the base first.

    `locked` are climbers that may not leave, `carried` spaces that somebody could climb to.
    """

    seat: int | None
    actors: list[int]
    levels: int
    values: list[int]
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
        values=list(range(1, state.levels + 1)),  # §4
        climbers=[names(state.own[each]) for each in seats],
        hand=list(state.hand),
        points=state.scores(),
        locked=names(state.occupied & ~free),
        carried=names(state.open_spaces()),
        reason=REASONS[state.ending],
    )
