"""§2 Set-up."""

from fairground.games.festival_climbers.box import ClimbersBox
from fairground.games.festival_climbers.rules import Climbers


def deal(state: Climbers, box: ClimbersBox) -> None:
    """Give each seat its climbers and let seat 0 begin."""
    state.prepare(box.temple.levels, box.climbers_for(state.seats))
