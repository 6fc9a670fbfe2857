"""The worker's side of puzzles: shows one as its seat sees it, and answers a move."""

import msgspec

from fairground.analysis.lines import play_line
from fairground.analysis.puzzles import AnyMatch, Puzzle, open_puzzle, read_puzzles
from fairground.analysis.report import LineMove
from fairground.engine.errors import BadSetting
from fairground.engine.picture import plain
from fairground.games import load
from fairground.server.puzzle_wire import PuzzleAnswer, PuzzleQuestion, PuzzleSolution
from fairground.server.tables.updates import offer, write_view
from fairground.server.workers import jobs
from fairground.server.workers.reviews import show_positions


def find_puzzle(game: str, name: str) -> Puzzle:
    """Return a puzzle of a game; BadSetting if there is none of that name."""
    known = read_puzzles(load(game))
    if name not in known:
        raise BadSetting(f"{load(game).title} has no such puzzle")
    return known[name]


def show_puzzle(job: jobs.ShowPuzzle) -> PuzzleQuestion:
    """Return a puzzle as its seat sees it."""
    puzzle = find_puzzle(job.game, job.puzzle)
    match, seat = open_puzzle(puzzle), puzzle.seat
    view = match.game.view(match.state, seat)
    return PuzzleQuestion(
        game=job.game,
        name=puzzle.name,
        grade=puzzle.grade,
        seat=seat,
        actors=match.state.actors(),
        offers=[offer(match, move) for move in match.state.legal(seat)],
        view=msgspec.Raw(write_view(view)),
        picture=plain(match.game.picture(view)),
        points=match.outcome().points,
    )


def answer_puzzle(job: jobs.AnswerPuzzle) -> PuzzleAnswer:
    """Return what a move is worth; the solution if it is right or was asked for."""
    puzzle = find_puzzle(job.game, job.puzzle)
    match = open_puzzle(puzzle)
    words = None
    if job.move is not None:
        words = match.game.write(match.game.legal_move(match.state, puzzle.seat, job.move))
    right = words == puzzle.best
    return PuzzleAnswer(
        right=right,
        move=words,
        share=next((each.value for each in puzzle.values if each.words == words), None),
        best_share=puzzle.values[0].value,
        solution=solution_of(puzzle, match) if right or words is None else None,
    )


def solution_of(puzzle: Puzzle, match: AnyMatch) -> PuzzleSolution:
    line = [LineMove(puzzle.seat, puzzle.best), *puzzle.line]
    positions = play_line(match, puzzle.at, puzzle.seat, line)
    return PuzzleSolution(
        best=puzzle.best,
        path=match.game.path(match.game.read(puzzle.best)),
        plausible=puzzle.plausible,
        values=puzzle.values,
        why=puzzle.why,
        line=show_positions(match, positions, line, puzzle.seat),
    )
