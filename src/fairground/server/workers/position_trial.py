"""A trial of a position that somebody brought: can matches be played from it to their end?

Each game checks a position before it is restored. If a check is missing, this finds out before there is a
table.
"""

from time import process_time
from typing import Final

from fairground.engine.box import Box
from fairground.engine.errors import BoxError, FairgroundError, PositionError
from fairground.engine.game import Game
from fairground.engine.match import Match
from fairground.engine.playing_on import dump_without_generator
from fairground.engine.rng import Rng, seeded
from fairground.engine.start_position import StartPosition
from fairground.engine.state import State
from fairground.server.workers.box_trial import CpuClock, make_move, try_match

MATCHES: Final = 3
WATCHED: Final = 60  # moves after which the position is checked again


def try_start(
    game: Game[State, object], start: StartPosition, box: Box[object], clock: CpuClock = process_time
) -> None:
    """Play a few random matches from a position; PositionError says what is wrong with it."""
    try:
        _check_twin(Match(game, None, "trial", None, box, start))
        for number in range(MATCHES):
            rng = seeded(f"trial {number}")
            _watch(Match(game, None, f"trial {number}", None, box, start), rng)
            try_match(Match(game, None, f"trial {number}", None, box, start), rng, clock)
    except PositionError:
        raise
    except BoxError as error:  # it says what took too long
        raise PositionError(str(error).replace("the box", "the position", 1)) from None
    except (FairgroundError, MemoryError, RecursionError):
        raise
    except Exception as error:
        raise PositionError("nobody can play from that position: a random match fails") from error


def _check_twin(match: Match[State, object]) -> None:
    """A position that was dumped says everything: dumped again, it is the same."""
    assert match.start is not None
    if dump_without_generator(match.game, match.state) != match.start.position:
        raise PositionError("expected a complete position as it is dumped, got one that says less or more")


def _watch(match: Match[State, object], rng: Rng) -> None:
    """Play some moves and check after each that the position is still possible."""
    while not match.over and len(match.made) < WATCHED:
        make_move(match, rng)
        if wrong := match.game.check(match.state):
            raise PositionError(f"nobody can play from that position: it leads to {wrong[0]}")
        for seat in range(int(match.state.seats)):
            match.state.imagine(seat, rng)
