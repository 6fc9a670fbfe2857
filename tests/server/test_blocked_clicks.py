"""Why a thing on the board cannot be clicked in lessons, puzzles and reviewed decisions."""

from pathlib import Path

import msgspec
import pytest

from fairground import list_games, load
from fairground.analysis.arrangements import list_by_hand
from fairground.analysis.puzzles import Puzzle, open_puzzle, read_puzzles
from fairground.engine.clicks import click_paths
from fairground.engine.obstacle import COMMON, NOWHERE
from fairground.lessons.course import read_course
from fairground.lessons.lesson_run import READ_ON, LessonRun, replay
from fairground.server import wire
from fairground.server.http.rate_limits import TOO_MANY
from fairground.server.time_source import ManualTime
from hosting import Host, open_server, run
from reviewing import PLENTY, ask, finished_match, finished_record, review_limits

GAMES = [name for name in list_games() if read_course(load(name))]
EVERY = 7  # things of the board of which one is tried
PUZZLES = {name: next(iter(read_puzzles(load(name)).values())) for name in GAMES}


def first_task(name: str) -> tuple[str, LessonRun]:
    """Return the first lesson with something to do, and where it is to be done."""
    course = read_course(load(name))
    assert course is not None
    for lesson, content in course.lessons.items():
        for at, step in enumerate(content.steps):
            if step.goal:
                return lesson, replay(load(name), content, [READ_ON] * at)
    raise AssertionError(f"{name} has nothing to do")


async def why(host: Host, path: str, spot: str, **more: object) -> wire.ClickObstacle:
    click = {"id": spot, "clicks": more.pop("clicks", [])}
    body = click if path.startswith("/api/reviews") else {"click": click, **more}
    answer = await host.web.post(path, json=body)
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=wire.ClickObstacle)


def check(name: str, targets: set[str], spot: str, answer: wire.ClickObstacle) -> None:
    """A thing that can be clicked needs no reason, and every other one has one that can be told."""
    assert answer.id == spot
    assert (answer.key is None) == (spot in targets)
    if answer.key:
        assert answer.key in {*load(name).obstacles, *COMMON} and answer.text


def some_spots(name: str) -> list[str]:
    return sorted(click_paths(load(name)).by_spot)[::EVERY]


@pytest.mark.parametrize("name", GAMES)
def test_a_task_of_a_lesson_says_why(name: str, tmp_path: Path) -> None:
    lesson, task = first_task(name)
    game, seat = task.game, task.lesson.seat
    targets = {game.path(move)[0] for move in task.match.state.legal(seat)}

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            for spot in some_spots(name):
                path = f"/api/games/{name}/lessons/{lesson}/why"
                check(name, targets, spot, await why(host, path, spot, moves=task.accepted))

    run(scenario())


@pytest.mark.parametrize("name", GAMES)
def test_a_puzzle_says_why_and_allows_no_more_than_it_offers(name: str, tmp_path: Path) -> None:
    puzzle = PUZZLES[name]
    match = open_puzzle(puzzle)
    targets = {match.game.path(move)[0] for move in answers_of(puzzle)}

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            for spot in some_spots(name):
                path = f"/api/games/{name}/puzzles/{puzzle.name}/why"
                check(name, targets, spot, await why(host, path, spot))

    run(scenario())


def answers_of(puzzle: Puzzle) -> list[int]:
    match = open_puzzle(puzzle)
    by_hand = list_by_hand(match.game, match.state, puzzle.seat)
    return by_hand if puzzle.goal is not None else match.state.legal(puzzle.seat)


def test_an_arrangement_says_why_after_moves_by_hand(tmp_path: Path) -> None:
    name, puzzle = next((name, puzzle) for name, puzzle in PUZZLES.items() if puzzle.goal is not None)
    game, match, before = load(name), open_puzzle(puzzle), [puzzle.line[0].words]
    match.play(puzzle.seat, before[0])
    by_hand = list_by_hand(game, match.state, puzzle.seat)
    targets = {spot for move in by_hand for spot in game.path(move)}
    others = {spot for move in match.state.legal(puzzle.seat) for spot in game.path(move)} - targets

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            path = f"/api/games/{name}/puzzles/{puzzle.name}/why"
            for spot in sorted(others):
                assert (await why(host, path, spot, before=before)).key == NOWHERE
            spot = game.path(by_hand[0])[0]
            assert (await why(host, path, spot, before=before)).key is None

    run(scenario())


@pytest.mark.parametrize("name", GAMES)
def test_a_reviewed_decision_says_why(name: str, tmp_path: Path) -> None:
    match = finished_match(name)

    async def scenario() -> None:
        async with open_server(tmp_path, limits=PLENTY) as host:
            key = (await ask(host, record=finished_record(name))).key
            for at in (0, len(match.made) // 2):
                state, seat = match.at(at).state, match.made[at].seat
                targets = {match.game.path(move)[0] for move in state.legal(seat)}
                for spot in some_spots(name)[::2]:
                    answer = await why(host, f"/api/reviews/{key}/why?at={at}", spot)
                    check(name, targets, spot, answer)

    run(scenario())


def test_strange_clicks_get_a_sentence(tmp_path: Path) -> None:
    name = GAMES[0]
    lesson, puzzle = first_task(name)[0], PUZZLES[name].name
    click = {"id": "x"}

    async def scenario() -> None:
        async with open_server(tmp_path, limits=PLENTY) as host:
            key = (await ask(host, record=finished_record(name))).key
            lessons, puzzles = f"/api/games/{name}/lessons", f"/api/games/{name}/puzzles"
            strange: list[tuple[str, object, int]] = [
                (f"{lessons}/nothing/why", {"click": click}, 404),
                (f"{lessons}/{lesson}/why", click, 400),
                (f"{lessons}/{lesson}/why", {"click": click, "moves": ["nonsense"]}, 400),
                (f"{lessons}/{lesson}/why", {"click": click, "moves": [""] * 101}, 400),
                (f"{lessons}/{lesson}/why", {"click": {"id": "x" * 81}}, 400),
                (f"{lessons}/{lesson}/why", {"click": {"id": "x", "clicks": ["y"] * 11}}, 400),
                (f"{puzzles}/nothing/why", {"click": click}, 404),
                (f"{puzzles}/{puzzle}/why", {"click": click, "before": ["nonsense"]}, 400),
                (f"{puzzles}/{puzzle}/why", {"click": 3}, 400),
                ("/api/reviews/nothing/why?at=0", click, 404),
                (f"/api/reviews/{key}/why?at=9999", click, 400),
                (f"/api/reviews/{key}/why?at=-1", click, 400),
            ]
            for path, body, status in strange:
                found, reason = await host.refusal("POST", path, json=body)
                assert found == status and reason, path
            for path in (f"{lessons}/{lesson}/why", f"{puzzles}/{puzzle}/why"):
                for spot in ("", "no such thing"):
                    assert await why(host, path, spot, clicks=["nor this"]) == wire.ClickObstacle(spot)

    run(scenario())


def test_clicks_count_as_replays(tmp_path: Path) -> None:
    name = GAMES[0]
    paths = [
        f"/api/games/{name}/lessons/{first_task(name)[0]}/why",
        f"/api/games/{name}/puzzles/{PUZZLES[name].name}/why",
    ]

    async def scenario() -> None:
        async with open_server(tmp_path, ManualTime(), limits=review_limits(replays=2)) as host:
            for path in paths:
                await why(host, path, "x")
            for path in paths:
                assert await host.refusal("POST", path, json={"click": {"id": "x"}}) == (429, TOO_MANY)

    run(scenario())
