"""The worker's side of lessons: plays a lesson as far as the learner has come."""

import msgspec

from fairground.engine.errors import BadSetting
from fairground.engine.picture import plain
from fairground.engine.story import entries_for
from fairground.games import load
from fairground.lessons.course import read_course
from fairground.lessons.lesson_run import LessonRun, replay
from fairground.server.lesson_wire import LessonMoment
from fairground.server.match_wire import offer, story_entry, write_view
from fairground.server.workers import jobs


def take_lesson(job: jobs.PlayLesson) -> LessonMoment:
    """Return where a lesson stands after some moves; FairgroundError says what is wrong with them."""
    return show_moment(replay_lesson(job.game, job.lesson, job.moves))


def replay_lesson(name: str, lesson: str, moves: list[str]) -> LessonRun:
    """Return a lesson after some moves; FairgroundError says what is wrong with them."""
    game = load(name)
    course = read_course(game)
    if course is None or lesson not in course.lessons:
        raise BadSetting(f"{game.title} has no such lesson")
    return replay(game, course.lessons[lesson], moves)


def show_moment(run: LessonRun) -> LessonMoment:
    """Return a lesson as its learner sees it."""
    match, seat, step = run.match, run.lesson.seat, run.step
    asked = step is not None and step.goal is not None
    view = match.game.view(match.state, seat)
    return LessonMoment(
        step=run.number,
        of=len(run.lesson.steps),
        words=step.words if step else None,
        task=step.task if step else None,
        spots=step.spots if step else [],
        verdict=run.verdict,
        answer=run.answer,
        moves=run.accepted,
        next=run.next_move,
        path=match.game.path(match.game.read(run.next_move)) if run.next_move else [],
        seat=seat,
        actors=match.state.actors(),
        offers=[offer(match, move) for move in match.state.legal(seat)] if asked else [],
        view=msgspec.Raw(write_view(view)),
        picture=plain(match.game.picture(view)),
        points=match.outcome().points,
        log=[story_entry(entry) for entry in entries_for(run.told, seat)],
    )
