"""The worker's side of clicks that lead nowhere in lessons, puzzles and reviewed decisions: says why."""

from fairground.analysis.puzzles import AnyMatch
from fairground.engine.clicks import find_obstacle
from fairground.engine.obstacle import NOWHERE, Obstacle
from fairground.server.match_wire import click_obstacle
from fairground.server.review_wire import TriedClick
from fairground.server.wire import ClickObstacle
from fairground.server.workers import jobs
from fairground.server.workers.lessons import replay_lesson
from fairground.server.workers.puzzles import find_puzzle, list_answers, open_arrangement
from fairground.server.workers.reviews import open_decision


def explain_click(job: jobs.ClickJob) -> ClickObstacle:
    """Return what is in the way of a click, by what the seat knows; FairgroundError if there is no board."""
    match job:
        case jobs.ExplainLessonClick():
            run = replay_lesson(job.game, job.lesson, job.moves)
            return _explain(run.match, run.lesson.seat, job.click)
        case jobs.ExplainPuzzleClick():
            return _explain_in_puzzle(job)
        case jobs.ExplainReviewClick():
            return _explain(*open_decision(job.subject, job.at), job.click)


def _explain_in_puzzle(job: jobs.ExplainPuzzleClick) -> ClickObstacle:
    """Also refuse what only moves begin with that are legal but no answers, such as arranging at once."""
    puzzle = find_puzzle(job.game, job.puzzle)
    match = open_arrangement(puzzle, job.before)
    answer = _explain(match, puzzle.seat, job.click)
    legal, answers = match.state.legal(puzzle.seat), list_answers(puzzle, match)
    if (
        answer.key
        or not _is_on_paths(match, legal, job.click.id)
        or _is_on_paths(match, answers, job.click.id)
    ):
        return answer
    return click_obstacle(match.game, job.click.id, Obstacle(NOWHERE))


def _is_on_paths(match: AnyMatch, moves: list[int], spot: str) -> bool:
    return any(spot in match.game.path(move) for move in moves)


def _explain(match: AnyMatch, seat: int, click: TriedClick) -> ClickObstacle:
    found = find_obstacle(match.game, match.state, seat, click.clicks, click.id)
    return click_obstacle(match.game, click.id, found)
