"""A trial of a box that somebody brought: is it cheap to build and to play with, and do its matches end?

The check of each game already bounds what a box can cost. If a bound is missing, this finds out before
there is a table.
"""

from collections.abc import Callable
from time import process_time
from typing import Final, TypeAlias

from fairground.engine.errors import BoxError, FairgroundError
from fairground.engine.game import Game
from fairground.engine.match import Match
from fairground.engine.playout import playout
from fairground.engine.rng import Rng, seeded
from fairground.engine.state import OVER, State

CpuClock: TypeAlias = Callable[[], float]

MOST_BUILD: Final = 0.5  # seconds of CPU time
MOST_MOVE: Final = 0.02  # on average
MOST_PLAYOUT: Final = 2.0  # for the rest of a match without views and stories
MATCHES: Final = 2
WATCHED: Final = 40  # moves that are made as a table makes them
SLICE: Final = 500  # moves between two looks at the clock


def try_box(
    game: Game[State, object], seats: int, options: dict[str, str], text: str, clock: CpuClock = process_time
) -> None:
    """Build a box and play a few random matches with it; BoxError says what it takes too much of."""
    began = clock()
    box = game.kept_box(text)
    Match(game, seats, "trial", options, box)
    _expect(clock() - began, MOST_BUILD, "a box that is built")
    for number in range(MATCHES):
        match = Match(game, seats, f"trial {number}", options, box)
        try:
            try_match(match, seeded(f"trial {number}"), clock)
        except FairgroundError:
            raise
        except Exception as error:
            raise BoxError(f"the box cannot be played with: a random match fails ({error!r})") from error


def try_match(match: Match[State, object], rng: Rng, clock: CpuClock) -> None:
    """Play a random match to its end; BoxError says what takes too long."""
    began = clock()
    while not match.over and len(match.made) < WATCHED:
        make_move(match, rng)
    _expect(clock() - began, MOST_MOVE * len(match.made), f"{len(match.made)} moves that are made")
    _finish(match, rng, clock)
    match.game.outcome(match.state)


def make_move(match: Match[State, object], rng: Rng) -> None:
    """Make a random move, and whatever a table does after one."""
    seat = int(match.state.someone(rng))
    moves = match.state.legal(seat)
    match.play(seat, moves[rng.below(len(moves))])
    for viewer in (*range(int(match.state.seats)), None):
        match.game.view(match.state, viewer)


def _finish(match: Match[State, object], rng: Rng, clock: CpuClock) -> None:
    """Play on at random to the end."""
    began = clock()
    made = len(match.made)
    while match.state.actor != OVER:
        if made >= match.game.longest:
            raise BoxError(f"the box: expected a match of at most {match.game.longest} moves, got no end")
        made += int(playout(match.state, rng, SLICE))
        _expect(clock() - began, MOST_PLAYOUT, "a match that is played")


def _expect(took: float, most: float, what: str) -> None:
    if took > most:
        raise BoxError(f"the box: expected {what} within {most:g} s of computing, got {took:.2g} s")
