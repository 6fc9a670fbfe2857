"""What each seat holds, for balance studies: the spaces and levels of its climbers."""

from fairground.games.festival_climbers.notation import names
from fairground.games.festival_climbers.rules import Climbers


def holdings(state: Climbers) -> dict[str, list[list[str]]]:
    """List the spaces and levels of each seat's climbers; a level appears once for each climber on it."""
    spaces = [names(own) for own in state.own]
    return {
        "space": spaces,
        "level": [[f"level {'abcdefgh'.index(name[0]) + 1}" for name in own] for own in spaces],
    }
