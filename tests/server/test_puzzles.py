"""Puzzles over HTTP: shown as the seat sees them, answered, and the solution only when it is due."""

from pathlib import Path

import msgspec
import pytest

from fairground import list_games, load
from fairground.analysis.puzzles import Puzzle, open_puzzle, read_puzzles
from fairground.server.puzzle_wire import PuzzleAnswer, PuzzleFacts, PuzzleQuestion
from hosting import Host, open_server, run

WITH = [name for name in list_games() if read_puzzles(load(name))]


def first_puzzle(name: str) -> Puzzle:
    return next(iter(read_puzzles(load(name)).values()))


async def answer(host: Host, game: str, puzzle: str, move: str | None) -> PuzzleAnswer:
    found = await host.web.post(f"/api/games/{game}/puzzles/{puzzle}", json={"move": move})
    assert found.status_code == 200, found.text
    return msgspec.json.decode(found.content, type=PuzzleAnswer)


@pytest.mark.parametrize("name", WITH)
def test_a_puzzle_is_shown_and_answered(name: str, tmp_path: Path) -> None:
    puzzle = first_puzzle(name)

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            shown = await host.web.get(f"/api/games/{name}/puzzles/{puzzle.name}")
            question = msgspec.json.decode(shown.content, type=PuzzleQuestion)
            match = open_puzzle(puzzle)
            seen = msgspec.json.encode(match.game.view(match.state, puzzle.seat))
            assert question.view == msgspec.json.decode(seen)
            assert [offer.move for offer in question.offers] == match.state.legal(puzzle.seat)
            wrong = await answer(host, name, puzzle.name, puzzle.values[1].words)
            assert not wrong.right and wrong.solution is None
            assert wrong.share == puzzle.values[1].value
            right = await answer(host, name, puzzle.name, puzzle.best)
            assert right.right and right.solution is not None
            assert right.solution.best == puzzle.best
            assert len(right.solution.line) == 2 + len(puzzle.line)
            assert (await answer(host, name, puzzle.name, None)).solution == right.solution

    run(scenario())


def test_the_list_and_the_puzzle_of_a_day(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            listed = msgspec.json.decode((await host.web.get("/api/puzzles")).content, type=list[PuzzleFacts])
            assert {facts.game for facts in listed} == set(WITH)
            found = await host.web.get("/api/puzzles/daily", params={"day": "2026-11-18"})
            assert msgspec.json.decode(found.content, type=PuzzleFacts) in listed
            again = await host.web.get("/api/puzzles/daily", params={"day": "2026-11-18"})
            assert again.content == found.content

    run(scenario())


@pytest.mark.parametrize("day", ["", "today", "2026-13-01", "2026-11-18x", "0000-00-00"])
def test_a_day_that_is_none_gets_a_sentence(day: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            status, why = await host.refusal("GET", "/api/puzzles/daily", params={"day": day})
            assert status == 400 and why

    run(scenario())


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("nothing/puzzles/x", {"move": None}, 404),
        (f"{WITH[0] if WITH else 'x'}/puzzles/nothing", {"move": None}, 404),
        (f"{WITH[0] if WITH else 'x'}/puzzles/FIRST", {"move": "nonsense"}, 400),
        (f"{WITH[0] if WITH else 'x'}/puzzles/FIRST", {"move": 7}, 400),
        (f"{WITH[0] if WITH else 'x'}/puzzles/FIRST", {"move": "x" * 61}, 400),
        (f"{WITH[0] if WITH else 'x'}/puzzles/FIRST", {"strange": 1}, 400),
    ],
)
def test_strange_requests_get_a_sentence(
    path: str, body: dict[str, object], status: int, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            where = path.replace("FIRST", first_puzzle(WITH[0]).name)
            found, why = await host.refusal("POST", f"/api/games/{where}", json=body)
            assert found == status and why

    run(scenario())
