"""The line that the reviewer expects after a better move, in one world that the seat could imagine."""

from typing import cast

from fairground.analysis.decisions import MoveSearch
from fairground.analysis.report import LineMove
from fairground.engine.game import B, Game, S
from fairground.engine.match import Match
from fairground.engine.rng import seeded
from fairground.engine.state import State

LONGEST = 8  # moves of a line
LEAST_TRIES = 6  # of a move that is expected


def imagine_line_world(state: State, seat: int, at: int) -> State:
    """Return the world of the line after moment `at`; it depends only on what the seat knows."""
    return state.imagine(seat, seeded(f"line at {at}"))


def expect_line(game: Game[S, B], search: MoveSearch, state: State, at: int, move: int) -> list[LineMove]:
    """Return the moves that are expected after a move, those chosen at the same time first."""
    world = imagine_line_world(state, search.mind.seat, at)
    line = search.expect_line(world, search.moves.index(move), LEAST_TRIES, LONGEST)
    return [LineMove(int(seat), game.write(number)) for seat, number in line]


def play_line(match: Match[S, B], at: int, seat: int, moves: list[LineMove]) -> list[S]:
    """Return the positions of a line from moment `at`: before its first move and after each of them."""
    game = match.game
    world = cast(S, imagine_line_world(match.at(at).state, seat, at))
    states = [cast(S, world.copy())]
    for move in moves:
        number = game.legal_move(world, move.seat, move.words)
        world.play(move.seat, number)
        states.append(cast(S, world.copy()))
    return states
