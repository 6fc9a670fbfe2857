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
from fairground.server.lesson_wire import CourseFacts, LessonFacts, LessonMoment, TakeLesson
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
    known = read_course(find_game(name))
    if known is None or lesson not in known.lessons:
        raise Refusal("there is no such lesson", 404)
    address, registry = address_of(request.scope), backend_of(state).registry
    if not registry.services.address_limits.replays.take(address):
        raise Refusal(TOO_MANY, 429)
    answer = await registry.run_public_job(jobs.PlayLesson(name, lesson, data.moves, address=address))
    assert isinstance(answer, jobs.LessonPlayed)
    return Response(answer.moment, media_type="application/json")  # type: ignore[arg-type]  # encoded by a worker


ROUTES = [course, take_lesson]
