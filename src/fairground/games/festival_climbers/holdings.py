"""What each seat has made of its climbers, for studies."""

from fairground.games.festival_climbers.notation import names
from fairground.games.festival_climbers.rules import Climbers


def holdings(state: Climbers) -> dict[str, list[list[str]]]:
    """The spaces and levels on which each seat has climbers; a level once for each climber there."""
    spaces = [names(own) for own in state.own]
    return {
        "space": spaces,
        "level": [[f"level {'abcdefgh'.index(name[0]) + 1}" for name in own] for own in spaces],
    }
