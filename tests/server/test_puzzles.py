"""Puzzles over HTTP: shown as the seat sees them, answered, and the solution only when it is due."""

from pathlib import Path

import msgspec
import pytest

from fairground import list_games, load
from fairground.analysis.arrangements import list_by_hand
from fairground.analysis.puzzles import Puzzle, open_puzzle, read_puzzles
from fairground.server.puzzle_wire import PuzzleAnswer, PuzzleFacts, PuzzleQuestion
from hosting import Host, open_server, run

WITH = [name for name in list_games() if read_puzzles(load(name))]


def first_puzzle(name: str) -> Puzzle:
    return next(iter(read_puzzles(load(name)).values()))


ARRANGED = [name for name in WITH if first_puzzle(name).goal is not None]


async def answer(
    host: Host, game: str, puzzle: str, move: str | None, before: list[str] | None = None
) -> PuzzleAnswer:
    body = {"move": move, "before": before or []}
    found = await host.web.post(f"/api/games/{game}/puzzles/{puzzle}", json=body)
    assert found.status_code == 200, found.text
    return msgspec.json.decode(found.content, type=PuzzleAnswer)


@pytest.mark.parametrize("name", [name for name in WITH if name not in ARRANGED])
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


@pytest.mark.parametrize("name", ARRANGED)
def test_an_arrangement_is_made_move_by_move(name: str, tmp_path: Path) -> None:
    puzzle = first_puzzle(name)
    moves = [move.words for move in puzzle.line]

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            shown = await host.web.get(f"/api/games/{name}/puzzles/{puzzle.name}")
            question = msgspec.json.decode(shown.content, type=PuzzleQuestion)
            assert question.goal == puzzle.goal
            before: list[str] = []
            for words in moves:
                assert words in [offer.words for offer in question.offers]
                found = await answer(host, name, puzzle.name, words, before)
                assert found.next is not None and found.right == (words == moves[-1])
                question, before = found.next, [*before, words]
            assert question.points[puzzle.seat] == puzzle.goal
            assert found.solution is not None and len(found.solution.line) == 1 + len(moves)
            assert (await answer(host, name, puzzle.name, None)).solution == found.solution

    run(scenario())


@pytest.mark.parametrize("name", ARRANGED)
def test_an_arrangement_is_not_made_at_once_or_without_end(name: str, tmp_path: Path) -> None:
    puzzle = first_puzzle(name)
    match = open_puzzle(puzzle)
    by_hand = list_by_hand(match.game, match.state, puzzle.seat)
    other = next(move for move in match.state.legal(puzzle.seat) if move not in by_hand)
    path = f"/api/games/{name}/puzzles/{puzzle.name}"

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            status, why = await host.refusal("POST", path, json={"move": match.game.write(other)})
            assert status == 400 and "by hand" in why
            again = {"move": puzzle.line[0].words, "before": [puzzle.line[0].words] * 61}
            status, why = await host.refusal("POST", path, json=again)
            assert status == 400 and why

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
