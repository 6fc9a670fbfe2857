"""`lessons`: learn a game in the terminal, and check the files of a course."""

from pathlib import Path
from typing import Annotated

import typer

from fairground.cli.catalog import EXAMPLE
from fairground.cli.files import read_file
from fairground.cli.line_editor import prompt
from fairground.cli.options import GameName, Json
from fairground.cli.output import console, say, say_json, say_plainly
from fairground.engine.errors import BadSetting, FairgroundError
from fairground.engine.game import Game
from fairground.engine.misprints import locate
from fairground.engine.state import State
from fairground.engine.story import entries_for, tell
from fairground.games import load
from fairground.lessons.checks import check_lesson_run
from fairground.lessons.course import Course, Lesson, LessonError, Words, read_course, read_lesson
from fairground.lessons.lesson_run import READ_ON, LessonRun

LANGUAGES = ("en", "de", "fr")
HELP = "Type a move in words, `moves` for a list, `show` to be shown the move, `quit` to leave."


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command(epilog=f"Example: fairground lessons {EXAMPLE}")(lessons)


def lessons(
    game: GameName,
    name: Annotated[
        str | None, typer.Argument(help="The lesson to begin with.", show_default="the first")
    ] = None,
    language: Annotated[str, typer.Option(help=f"The language of the words: {', '.join(LANGUAGES)}.")] = "en",
    as_json: Json = False,
    check: Annotated[
        Path | None, typer.Option(help="Check the file of a lesson instead: it can be begun and done.")
    ] = None,
) -> None:
    """Learn a game by playing its lessons in the terminal."""
    chosen = load(game)
    if language not in LANGUAGES:
        raise BadSetting(f"expected a language among {', '.join(LANGUAGES)}, got {language!r}")
    if check:
        check_file(chosen, check)
        return
    course = find_course(chosen)
    if as_json:
        say_json({"game": chosen.name, "lessons": course.lessons, "guide": course.guide})
        return
    for lesson in lessons_from(course, name):
        if not TerminalLesson(chosen, lesson, language).run():
            return
    say_plainly(f"You know {chosen.title} now. Play your first match: fairground play {chosen.name}")
    if name is None and (later := course.part(later=True)):
        say_plainly(f"Afterwards, learn more: fairground lessons {chosen.name} {next(iter(later))}")


def find_course(game: Game[State, object]) -> Course:
    """Return the course of a game; BadSetting if it has none."""
    course = read_course(game)
    if course is None:
        raise BadSetting(f"{game.title} has no lessons")
    return course


def lessons_from(course: Course, name: str | None) -> list[Lesson]:
    """Return the lessons for a first match; with a name, those of its part from that one on."""
    if name is None:
        return list(course.part(later=False).values())
    if name not in course.lessons:
        raise BadSetting(f"expected a lesson among {', '.join(course.lessons)}, got {name!r}")
    part = course.part(course.lessons[name].later)
    return [part[each] for each in list(part)[list(part).index(name) :]]


def check_file(game: Game[State, object], path: Path) -> None:
    """Say what is wrong with the file of a lesson; LessonError if anything is."""
    text = read_file(path, "a lesson")
    lesson = read_lesson(text, path.name)
    problems = [locate(path.name, text, *problem) for problem in check_lesson_run(game, lesson)]
    if problems:
        raise LessonError("\n".join(problems))
    say_plainly(f"{path.name}: {len(lesson.steps)} steps, all of them can be done")


class TerminalLesson:
    """One lesson in the terminal."""

    def __init__(self, game: Game[State, object], lesson: Lesson, language: str) -> None:
        self.game = game
        self.lesson = lesson
        self.language = language
        self.lesson_run = LessonRun(game, lesson)

    def run(self) -> bool:
        """Teach until the lesson is done; return False if the learner leaves."""
        say(f"\n[strong]{self._say(self.lesson.title)}[/]")
        while self.lesson_run.step is not None:
            self._show()
            if not self._ask():
                return False
        self._show_board()
        return True

    def _say(self, words: Words | None) -> str:
        return str(getattr(words, self.language)) if words else ""

    def _show(self) -> None:
        step = self.lesson_run.step
        assert step is not None
        self._show_board()
        say_plainly(self._say(step.words))
        if step.task:
            say(f"[strong]{self._say(step.task)}[/]")

    def _show_board(self) -> None:
        match, seat = self.lesson_run.match, self.lesson.seat
        say("\n" + self.game.picture(self.game.view(match.state, seat)) + "\n")

    def _ask(self) -> bool:
        """Ask until something is accepted; return False if the learner leaves."""
        number = len(self.lesson_run.accepted)
        while len(self.lesson_run.accepted) == number:
            step = self.lesson_run.step
            asking = step is not None and step.goal is not None
            line = prompt("> " if asking else "(Enter) ")
            if line is None or line == "quit":
                return False
            self._answer(" ".join(line.split()), asking)
        return True

    def _answer(self, line: str, asking: bool) -> None:
        if not asking:
            line = READ_ON
        elif line == "moves":
            return self._list()
        elif line == "show":
            line = self.lesson_run.next_move or ""
        if asking and not line:
            return say_plainly(HELP)
        try:
            self.lesson_run.play(line)
        except FairgroundError as error:
            return say_plainly(f"{error}. {HELP}")
        return self._tell()

    def _list(self) -> None:
        moves = self.lesson_run.match.state.legal(self.lesson.seat)
        say_plainly(", ".join(self.game.write(move) for move in moves))

    def _tell(self) -> None:
        """Say what happened and what the last move was worth."""
        names = [f"seat {s}" for s in range(self.lesson.seats)]
        names[self.lesson.seat] += " (you)"
        for entry in entries_for(self.lesson_run.told, self.lesson.seat):
            say_plainly("  " + tell(entry, self.game.phrases, names))
        if answer := self._say(self.lesson_run.answer):
            console.print(
                answer, style="green" if self.lesson_run.verdict == "right" else "yellow", markup=False
            )
