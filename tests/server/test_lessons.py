"""Lessons over HTTP: a learner's moves are answered by the engine, and strange requests with a sentence."""

from pathlib import Path

import msgspec
import pytest

from fairground import load
from fairground.lessons.course import read_course
from fairground.lessons.lesson_run import READ_ON
from fairground.server.lesson_wire import CourseFacts, LessonMoment
from hosting import Host, open_server, run
from settings import EVERY_GAME

TAUGHT = [name for name in EVERY_GAME if read_course(load(name))]
GAME = TAUGHT[0]


async def take(host: Host, game: str, lesson: str, moves: list[str]) -> LessonMoment:
    answer = await host.web.post(f"/api/games/{game}/lessons/{lesson}", json={"moves": moves})
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=LessonMoment)


@pytest.mark.parametrize("game", TAUGHT)
def test_a_whole_course_is_taken_by_its_solutions(game: str, tmp_path: Path) -> None:
    course = read_course(load(game))
    assert course is not None

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            answer = await host.web.get(f"/api/games/{game}/lessons")
            facts = msgspec.json.decode(answer.content, type=CourseFacts)
            assert [each.name for each in facts.lessons] == list(course.lessons)
            assert facts.guide == course.guide
            for name, lesson in course.lessons.items():
                moment = await take(host, game, name, [])
                while moment.step < moment.of:
                    step = lesson.steps[moment.step]
                    assert moment.words == step.words and moment.task == step.task
                    assert bool(moment.offers) == (step.goal is not None)
                    moment = await take(host, game, name, [*moment.moves, moment.next or READ_ON])
                    assert moment.verdict in {"right", "on"}
                assert moment.words is None and moment.offers == []

    run(scenario())


def test_a_wrong_move_gets_its_reason_and_is_not_kept(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            course = read_course(load(GAME))
            assert course is not None
            name = next(iter(course.lessons))
            moment = await take(host, GAME, name, [])
            while not moment.offers:
                moment = await take(host, GAME, name, [*moment.moves, READ_ON])
            wrong = next(offer for offer in moment.offers if offer.words != moment.next)
            answered = await take(host, GAME, name, [*moment.moves, wrong.words])
            assert answered.verdict == "wrong" and answered.answer is not None
            assert (answered.moves, answered.view, answered.step) == (moment.moves, moment.view, moment.step)

    run(scenario())


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("nothing/lessons/see", {}, 404),
        (f"{GAME}/lessons/nothing", {}, 404),
        (f"{GAME}/lessons/%00", {}, 404),
        (f"{GAME}/lessons/see", {"moves": ["nonsense"]}, 400),
        (f"{GAME}/lessons/see", {"moves": [""] * 101}, 400),
        (f"{GAME}/lessons/see", {"moves": ["x" * 61]}, 400),
        (f"{GAME}/lessons/see", {"moves": [""] * 50}, 400),
        (f"{GAME}/lessons/see", {"moves": 3}, 400),
        (f"{GAME}/lessons/see", {"strange": 1}, 400),
    ],
)
def test_strange_requests_get_a_sentence(
    path: str, body: dict[str, object], status: int, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            found, why = await host.refusal("POST", f"/api/games/{path}", json=body)
            assert found == status and why

    run(scenario())


def test_a_game_without_lessons_says_so(tmp_path: Path) -> None:
    untaught = next(name for name in EVERY_GAME if not read_course(load(name)))

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            status, why = await host.refusal("GET", f"/api/games/{untaught}/lessons")
            assert status == 404 and why.endswith("has no lessons")

    run(scenario())
