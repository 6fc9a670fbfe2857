"""Whether a course holds what it promises: every lesson can be begun and done, and answers as it says."""

from collections.abc import Iterator

from fairground.engine.errors import FairgroundError
from fairground.engine.game import Game
from fairground.engine.misprints import Path
from fairground.engine.state import State
from fairground.lessons.course import Lesson
from fairground.lessons.lesson_run import READ_ON, LessonRun, replay


def check_lesson_run(game: Game[State, object], lesson: Lesson) -> Iterator[tuple[Path, str]]:
    """Yield the place and a sentence for everything that is wrong with a lesson."""
    try:
        run = LessonRun(game, lesson)
    except FairgroundError as error:
        yield ("state",), str(error)
        return
    while run.step is not None:
        number, accepted = run.number, list(run.accepted)
        yield from ((("steps", number, *path), why) for path, why in _check_answers(run, accepted))
        try:
            for words in run.step.solution if run.step.goal else [READ_ON]:
                run.play(words)
        except FairgroundError as error:
            yield ("steps", number, "solution"), str(error)
            return
        if run.number == number:
            yield ("steps", number, "solution"), "it does not reach the goal"
            return


def _check_answers(run: LessonRun, accepted: list[str]) -> Iterator[tuple[Path, str]]:
    """Try every move that the step's first decision offers, and look for answers that nobody ever gets."""
    if run.step is None or run.step.goal is None:
        return
    seat = run.lesson.seat
    if seat not in run.match.state.actors():
        yield ("goal",), f"seat {seat} is not to move"
        return
    moves = [run.game.write(move) for move in run.match.state.legal(seat)]
    answers = [replay(run.game, run.lesson, [*accepted, move]) for move in moves]
    if all(each.verdict == "right" for each in answers):
        yield ("goal",), "every move reaches it"
    reasons = {each.answer for each in answers}
    for number, wrong in enumerate(run.step.wrong):
        if wrong.why not in reasons and len(run.step.solution) == 1:
            yield ("wrong", number), "no move gets this reason"
