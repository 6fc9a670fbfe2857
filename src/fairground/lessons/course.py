"""The course of a game: its lessons and the guide of a first match, read from the game's folder."""

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Struct

from fairground.engine.errors import FairgroundError
from fairground.engine.game import Game
from fairground.engine.misprints import Misprint, locate, unfold
from fairground.engine.state import State

FOLDER = "lessons"
GUIDE = "guide.toml"
MOST_CHARACTERS = 50_000  # of a file

Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=500)]
Moves: TypeAlias = Annotated[list[Annotated[str, Meta(max_length=60)]], Meta(max_length=40)]
T = TypeVar("T")


class LessonError(FairgroundError):
    """A file of a course that cannot be used; the message names its line."""


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """The same text in every language."""

    en: Text
    de: Text
    fr: Text


class Goal(Struct, frozen=True, forbid_unknown_fields=True):
    """What the learner should reach: everything that is given here, after any of their moves.

    `moves` are patterns of the move itself, such as `place *`. `told` are keys of the story, one of which
    must be told of the learner. `points` are points gained since the step began. `over`: the match is over.
    """

    moves: Moves = []
    told: Moves = []
    points: int | None = None
    over: bool = False


class Wrong(Struct, frozen=True, forbid_unknown_fields=True):
    """Moves that are answered with a reason, and taken back."""

    moves: Moves
    why: Words


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to read, and perhaps something to do.

    `spots` are the things on the board that it is about. `solution` reaches the goal; the learner has as
    many moves as that. `wrong` moves and all `other` ones that miss the goal get their reason. The other
    seats make the moves in `replies`, and those of a simple bot when these run out.
    """

    words: Words
    spots: Moves = []
    task: Words | None = None
    goal: Goal | None = None
    solution: Moves = []
    praise: Words | None = None
    wrong: Annotated[list[Wrong], Meta(max_length=20)] = []
    other: Words | None = None
    replies: Moves = []


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """One idea of a game, taught on the board.

    It begins at the position `state`, as a table or as JSON, or at the start of a match; then the moves
    `before` are made by whoever is to move. `seed` decides all chance. A `later` lesson is for those who
    have played a first match.
    """

    title: Words
    steps: Annotated[list[Step], Meta(min_length=1, max_length=12)]
    seats: int = 2
    seat: int = 0
    seed: Annotated[str, Meta(max_length=60)] = "lesson"
    options: dict[str, str] = {}
    state: dict[str, Any] | str | None = None
    before: Annotated[list[str], Meta(max_length=400)] = []
    later: bool = False


class Explanation(Struct, frozen=True, forbid_unknown_fields=True):
    """What to know when moves like these are offered for the first time."""

    moves: Moves
    words: Words


class Guide(Struct, frozen=True, forbid_unknown_fields=True):
    """A guided first match: easy settings, a weak bot, and what to know at each kind of decision."""

    seats: int
    bot: str
    explanations: Annotated[list[Explanation], Meta(min_length=1, max_length=40)]
    options: dict[str, str] = {}


class Course(Struct, frozen=True):
    """All lessons of a game by name, those for later last, and its guide."""

    lessons: Mapping[str, Lesson]
    guide: Guide

    def part(self, later: bool) -> dict[str, Lesson]:
        """Return the lessons for before or after the first match."""
        return {name: lesson for name, lesson in self.lessons.items() if lesson.later == later}


@cache
def read_course(game: Game[State, object]) -> Course | None:
    """Return the course of a game; None if it has none. LessonError names the line of a mistake."""
    folder = resources.files(game.package).joinpath(FOLDER)
    if not folder.joinpath(GUIDE).is_file():
        return None
    files = sorted(
        file.name for file in folder.iterdir() if file.name.endswith(".toml") and file.name != GUIDE
    )
    lessons = {
        lesson_name(file): read_lesson(folder.joinpath(file).read_text(encoding="utf-8"), f"{FOLDER}/{file}")
        for file in files
    }
    ordered = dict(sorted(lessons.items(), key=lambda item: item[1].later))
    return Course(
        ordered, read_guide(folder.joinpath(GUIDE).read_text(encoding="utf-8"), f"{FOLDER}/{GUIDE}")
    )


def lesson_name(file: str) -> str:
    """Return the name of a lesson: `2-market.toml` holds the lesson `market`."""
    return file.removesuffix(".toml").partition("-")[2]


def read_lesson(text: str, name: str) -> Lesson:
    """Read the text of a lesson; LessonError names the line and what was expected."""
    return _read(text, name, Lesson, check_lesson)


def read_guide(text: str, name: str) -> Guide:
    """Read the text of a guide; LessonError names the line and what was expected."""
    return _read(text, name, Guide, lambda guide: None)


def _read(text: str, name: str, kind: type[T], check: Callable[[T], None]) -> T:
    if len(text) > MOST_CHARACTERS:
        raise LessonError(f"{name}: expected at most {MOST_CHARACTERS} characters, got {len(text)}")
    try:
        data = msgspec.convert(tomllib.loads(text), kind)
        check(data)
    except msgspec.ValidationError as error:
        message, path = unfold(str(error))
        raise LessonError(locate(name, text, path, message)) from None
    except Misprint as misprint:
        raise LessonError(locate(name, text, misprint.path, str(misprint))) from None
    except (ValueError, RecursionError) as error:  # a TOMLDecodeError is a ValueError
        raise LessonError(f"{name} is not TOML: {error}") from None
    return data


def check_lesson(lesson: Lesson) -> None:
    """Refuse steps that cannot be: a task without a goal, a goal without a way to it, answers to nothing."""
    for number, step in enumerate(lesson.steps):
        path = ("steps", number)
        if step.goal is None:
            if step.task or step.solution or step.wrong or step.other:
                raise Misprint(path, "expected a goal, because the step has a task or answers")
        elif not (step.task and step.solution and step.other and step.praise):
            raise Misprint(path, "expected task, solution, praise and other, because the step has a goal")
        elif step.goal == Goal():
            raise Misprint((*path, "goal"), "expected moves, told, points or over, got none")
