"""The REST routes of lessons."""

from typing import Annotated

from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter

from fairground.lessons.course import read_course
from fairground.server.errors import Refusal
from fairground.server.http.addresses import address_of
from fairground.server.http.rate_limits import TOO_MANY
from fairground.server.http.routes import GameName, Web, backend_of, find_game, problems
from fairground.server.lesson_wire import CourseFacts, LessonClick, LessonFacts, LessonMoment, TakeLesson
from fairground.server.wire import ClickObstacle
from fairground.server.workers import jobs

LessonName = Annotated[str, PathParameter(max_length=40, description="The lesson's name.")]


@get("/api/games/{name:str}/lessons", sync_to_thread=False, responses=problems(404))
def course(name: GameName) -> CourseFacts:
    """The lessons of a game, and the guide of a first match."""
    game = find_game(name)
    found = read_course(game)
    if found is None:
        raise Refusal(f"{game.title} has no lessons", 404)
    lessons = [
        LessonFacts(
            name=each,
            title=lesson.title,
            steps=len(lesson.steps),
            tasks=sum(step.goal is not None for step in lesson.steps),
            later=lesson.later,
        )
        for each, lesson in found.lessons.items()
    ]
    return CourseFacts(game.name, lessons, found.guide)


@post("/api/games/{name:str}/lessons/{lesson:str}", status_code=200, responses=problems(404, 413, 415))
async def take_lesson(
    name: GameName, lesson: LessonName, data: JSONBody[TakeLesson], request: Web, state: State
) -> Response[LessonMoment]:
    """A lesson after some moves of the learner: what to read and do next, and how good the last move was."""
    _check_exists(name, lesson)
    job = jobs.PlayLesson(name, lesson, data.moves, address=_take_turn(request, state))
    answer = await backend_of(state).registry.run_public_job(job)
    assert isinstance(answer, jobs.LessonPlayed)
    return Response(answer.moment, media_type="application/json")  # type: ignore[arg-type]  # encoded by a worker


@post("/api/games/{name:str}/lessons/{lesson:str}/why", status_code=200, responses=problems(404, 413, 415))
async def explain_lesson_click(
    name: GameName, lesson: LessonName, data: JSONBody[LessonClick], request: Web, state: State
) -> ClickObstacle:
    """Why a thing on the board of a lesson cannot be clicked now."""
    _check_exists(name, lesson)
    job = jobs.ExplainLessonClick(name, lesson, data.moves, data.click, address=_take_turn(request, state))
    answer = await backend_of(state).registry.run_public_job(job)
    assert isinstance(answer, jobs.ClickExplained)
    return answer.obstacle


def _check_exists(game: str, lesson: str) -> None:
    known = read_course(find_game(game))
    if known is None or lesson not in known.lessons:
        raise Refusal("there is no such lesson", 404)


def _take_turn(request: Web, state: State) -> str:
    address = address_of(request.scope)
    if not backend_of(state).registry.services.address_limits.replays.take(address):
        raise Refusal(TOO_MANY, 429)
    return address


ROUTES = [course, take_lesson, explain_lesson_click]
