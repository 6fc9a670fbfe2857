"""Every message about lessons. `docs/protocol.md` explains how they are used."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from fairground.lessons.course import Guide, Words
from fairground.server.review_wire import TriedClick
from fairground.server.wire import Offer, Told, View


class LessonFacts(Struct, frozen=True):
    """A lesson in the list of a course. A `later` one is for those who have played a first match."""

    name: str
    title: Words
    steps: int
    tasks: int
    later: bool


class CourseFacts(Struct, frozen=True):
    """The lessons of a game, in order, and the guide of a first match."""

    game: str
    lessons: list[LessonFacts]
    guide: Guide


LessonMoves = Annotated[list[Annotated[str, Meta(max_length=60)]], Meta(max_length=100)]


class TakeLesson(Struct, forbid_unknown_fields=True):
    """Take a lesson up after these moves of the learner. An empty one reads on where nothing is to be done.

    All but the last one are those that the answer before called `moves`.
    """

    moves: LessonMoves = []


class LessonClick(Struct, forbid_unknown_fields=True):
    """A click on the board of a lesson after the `moves` that count."""

    click: TriedClick
    moves: LessonMoves = []


class LessonMoment(Struct, frozen=True):
    """Where a lesson stands.

    `step` counts from 0; at `of` the lesson is done and there are no `words`. `verdict` is about the last
    move and `answer` what is said about it. `moves` are those that count: a wrong one is not among them.
    `spots` are the things on the board that the step is about, `next` is the move that leads on, and `path`
    its things on the board. The rest is what the learner sees, and what happened since the last move.
    """

    step: int
    of: int
    words: Words | None
    task: Words | None
    spots: list[str]
    verdict: Literal["asked", "on", "right", "wrong"]
    answer: Words | None
    moves: list[str]
    next: str | None
    path: list[str]
    seat: int
    actors: list[int]
    offers: list[Offer]
    view: View
    picture: str
    points: list[int]
    log: list[Told]


LESSON_REST: tuple[type[Struct], ...] = (CourseFacts, TakeLesson, LessonMoment, LessonClick)
