"""Puzzles that ask for the best arrangement: a seat arranges what it has, move by move, for the most points.

Only games with `arranging.py` have them. Like every puzzle, one is a record with the number of a move in it.
"""

from fairground.analysis.puzzles import SOLVERS, AnyGame, AnyMatch, Puzzle, name_puzzle, open_puzzle
from fairground.analysis.report import LineMove
from fairground.bots import bot
from fairground.engine.match import Match
from fairground.engine.rng import seeded
from fairground.engine.state import State

LEAST_GAIN = 2  # points that arranging must bring
MOST_MOVES = 15  # of a solution that is still fun
EACH_GRADE = 3  # moves more make a puzzle harder by one grade


def find_arrangement(game: AnyGame, seats: int, level: str, seed: str) -> Puzzle | None:
    """Play a match in which everybody arranges by hand, and draw one of the puzzles in it."""
    match = Match(game, seats, seed, game.settle_options({}))
    match.players = dict.fromkeys(range(seats), level)
    player, rng = bot(level), seeded(f"bots of {seed}")
    found: list[Puzzle] = []
    while not match.over:
        seat = match.state.actors()[0]
        puzzle = make_arrangement(match, seat)
        if puzzle:
            found.append(puzzle)
        match.play(seat, player.choose(match.mind(seat, rng.fork())))
    return found[seeded(f"puzzle of {seed}").below(len(found))] if found else None


def make_arrangement(match: AnyMatch, seat: int) -> Puzzle | None:
    """Return the puzzle of arranging what the seat has now; None if it is too easy or too long."""
    game, state = match.game, match.state
    if not list_by_hand(game, state, seat):
        return None
    moves = solve(game, state, seat)
    if len(moves) > MOST_MOVES or not is_possible(game, state, seat, moves):
        return None
    goal = _reach(game, state, seat, moves)
    if goal < count_points(game, state, seat) + LEAST_GAIN:
        return None
    if climb(game, state, seat) >= goal:
        return None
    return Puzzle(
        name=name_puzzle(match),
        at=len(match.made),
        seats=int(state.seats),
        seat=seat,
        grade=grade_by_length(len(moves)),
        goal=goal,
        line=[LineMove(seat, game.write(move)) for move in moves],
        record=str(match.record()),
    )


def grade_by_length(moves: int) -> str:
    """Return the grade of a puzzle whose solution has so many moves."""
    return SOLVERS[min(len(SOLVERS) - 1, (moves - 1) // EACH_GRADE)]


# Arranging


def list_by_hand(game: AnyGame, state: State, seat: int) -> list[int]:
    """Return the moves with which a seat can arrange by hand now; none in most games."""
    arranging = game.modules.arranging
    return arranging.by_hand(state, seat) if arranging and seat in state.actors() else []


def solve(game: AnyGame, state: State, seat: int) -> list[int]:
    """Return moves to an arrangement with the most points, without those that it does not need.

    If fewer moves are left than it takes, they are not all possible.
    """
    assert game.modules.arranging
    moves = game.modules.arranging.solve(state, seat)
    if not is_possible(game, state, seat, moves):
        return moves
    goal = _reach(game, state, seat, moves)
    at = 0
    while at < len(moves):
        rest = moves[:at] + moves[at + 1 :]
        if is_possible(game, state, seat, rest) and _reach(game, state, seat, rest) >= goal:
            moves, at = rest, 0
        else:
            at += 1
    return moves


def _reach(game: AnyGame, state: State, seat: int, moves: list[int]) -> int:
    return count_points(game, play_all(state, seat, moves), seat)


def is_possible(game: AnyGame, state: State, seat: int, moves: list[int]) -> bool:
    """Whether all the moves can be made by hand, one after the other."""
    world = state.copy()
    for move in moves:
        if move not in list_by_hand(game, world, seat):
            return False
        world.play(seat, move)
    return True


def play_all(state: State, seat: int, moves: list[int]) -> State:
    """Return the position after some moves of a seat."""
    world = state.copy()
    for move in moves:
        world.play(seat, move)
    return world


def count_points(game: AnyGame, state: State, seat: int) -> int:
    return game.outcome(state).points[seat]


def climb(game: AnyGame, state: State, seat: int) -> int:
    """Return the points of a simple player, who makes the best single move as long as it brings points."""
    points = count_points(game, state, seat)
    while moves := list_by_hand(game, state, seat):
        worlds = [play_all(state, seat, [move]) for move in moves]
        best = max(worlds, key=lambda world: count_points(game, world, seat))
        if count_points(game, best, seat) <= points:
            break
        state, points = best, count_points(game, best, seat)
    return points


def check_arrangement(puzzle: Puzzle) -> str:
    """Return what is wrong with a puzzle that asks for an arrangement, "" if nothing is."""
    match = open_puzzle(puzzle)
    game, state, seat = match.game, match.state, puzzle.seat
    if not list_by_hand(game, state, seat):
        return f"seat {seat} cannot arrange anything by hand"
    best = solve(game, state, seat)
    if not is_possible(game, state, seat, best):
        return "there are not enough moves left to arrange everything"
    most = _reach(game, state, seat, best)
    if most != puzzle.goal:
        return f"the most points are {most}, not {puzzle.goal}"
    moves = [game.read(move.words) for move in puzzle.line]
    if not is_possible(game, state, seat, moves):
        return "the moves of the solution are not possible"
    reached = _reach(game, state, seat, moves)
    if reached != most:
        return f"the solution brings {reached} points, not {most}"
    return "" if climb(game, state, seat) < most else "the best single moves lead to the solution"
