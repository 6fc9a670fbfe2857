"""The worker's side of puzzles: shows one as its seat sees it, and answers a move."""

import msgspec

from fairground.analysis.arrangements import count_points, list_by_hand
from fairground.analysis.lines import play_line
from fairground.analysis.puzzles import AnyMatch, Puzzle, open_puzzle, read_puzzles
from fairground.engine.errors import BadSetting, IllegalMove
from fairground.engine.picture import plain
from fairground.games import load
from fairground.server.match_wire import offer, write_view
from fairground.server.puzzle_wire import PuzzleAnswer, PuzzleQuestion, PuzzleSolution
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
    return show_question(puzzle, open_puzzle(puzzle))


def show_question(puzzle: Puzzle, match: AnyMatch) -> PuzzleQuestion:
    seat, view = puzzle.seat, match.game.view(match.state, puzzle.seat)
    return PuzzleQuestion(
        game=match.game.name,
        name=puzzle.name,
        grade=puzzle.grade,
        seat=seat,
        actors=match.state.actors(),
        offers=[offer(match, move) for move in list_answers(puzzle, match)],
        view=msgspec.Raw(write_view(view)),
        picture=plain(match.game.picture(view)),
        points=match.outcome().points,
        goal=puzzle.goal,
    )


def list_answers(puzzle: Puzzle, match: AnyMatch) -> list[int]:
    """Return the moves that can be tried."""
    if puzzle.goal is None:
        return match.state.legal(puzzle.seat)
    return list_by_hand(match.game, match.state, puzzle.seat)


def answer_puzzle(job: jobs.AnswerPuzzle) -> PuzzleAnswer:
    """Return what a move is worth; the solution if it is right or was asked for."""
    puzzle = find_puzzle(job.game, job.puzzle)
    match = open_puzzle(puzzle)
    if job.move is None:
        return PuzzleAnswer(False, None, None, None, solution_of(puzzle, match), None)
    if puzzle.goal is None:
        return answer_move(puzzle, match, job.move)
    return answer_arrangement(puzzle, puzzle.goal, [*job.before, job.move])


def answer_move(puzzle: Puzzle, match: AnyMatch, move: str) -> PuzzleAnswer:
    """Return what one move is worth."""
    words = match.game.write(match.game.legal_move(match.state, puzzle.seat, move))
    right = words == puzzle.best
    return PuzzleAnswer(
        right=right,
        move=words,
        share=next((each.value for each in puzzle.values if each.words == words), None),
        best_share=puzzle.values[0].value,
        solution=solution_of(puzzle, match) if right else None,
        next=None,
    )


def answer_arrangement(puzzle: Puzzle, goal: int, moves: list[str]) -> PuzzleAnswer:
    """Return where some moves by hand lead; it is right if they bring the points that were asked for."""
    match = open_arrangement(puzzle, moves)
    right = count_points(match.game, match.state, puzzle.seat) >= goal
    solution = solution_of(puzzle, open_puzzle(puzzle)) if right else None
    return PuzzleAnswer(right, moves[-1], None, None, solution, show_question(puzzle, match))


def open_arrangement(puzzle: Puzzle, moves: list[str]) -> AnyMatch:
    """Return the match of a puzzle after some moves by hand; a FairgroundError says which is not possible."""
    match = open_puzzle(puzzle)
    if moves and puzzle.goal is None:
        raise BadSetting("this puzzle asks for one move")
    for words in moves:
        move = match.game.legal_move(match.state, puzzle.seat, words)
        if move not in list_answers(puzzle, match):
            raise IllegalMove(f"{words} is not possible: in this puzzle you arrange by hand")
        match.play(puzzle.seat, move)
    return match


def solution_of(puzzle: Puzzle, match: AnyMatch) -> PuzzleSolution:
    line = puzzle.solution
    positions = play_line(match, puzzle.at, puzzle.seat, line)
    return PuzzleSolution(
        best=line[0].words,
        path=match.game.path(match.game.read(line[0].words)),
        plausible=puzzle.plausible,
        values=puzzle.values,
        why=puzzle.why,
        line=show_positions(match, positions, line, puzzle.seat),
    )
