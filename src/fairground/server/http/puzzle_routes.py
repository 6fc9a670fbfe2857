"""The REST routes of puzzles."""

import datetime
from typing import Annotated

from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter, QueryParameter

from fairground.analysis.puzzles import daily_puzzle, read_puzzles
from fairground.games import list_games, load
from fairground.server.errors import Refusal
from fairground.server.http.addresses import address_of
from fairground.server.http.rate_limits import TOO_MANY
from fairground.server.http.routes import GameName, Web, backend_of, find_game, problems
from fairground.server.puzzle_wire import PuzzleAnswer, PuzzleClick, PuzzleFacts, PuzzleQuestion, TryPuzzle
from fairground.server.wire import ClickObstacle
from fairground.server.workers import jobs

PuzzleName = Annotated[str, PathParameter(max_length=40, description="The puzzle's name.")]
Day = Annotated[str, QueryParameter(name="day", max_length=10, description="A day such as 2026-11-18.")]


@get("/api/puzzles", sync_to_thread=False, responses=problems())
def all_puzzles() -> list[PuzzleFacts]:
    """All puzzles of all games."""
    return [
        PuzzleFacts(name, puzzle.name, puzzle.grade, puzzle.seats)
        for name in list_games()
        for puzzle in read_puzzles(load(name)).values()
    ]


@get("/api/puzzles/daily", sync_to_thread=False, responses=problems(404))
def puzzle_of_the_day(day: Day) -> PuzzleFacts:
    """The puzzle of a day, the same for everybody."""
    try:
        wanted = datetime.date.fromisoformat(day)
    except ValueError:
        raise Refusal("expected a day such as 2026-11-18", 400) from None
    games = [load(name) for name in list_games()]
    if not any(read_puzzles(game) for game in games):
        raise Refusal("there are no puzzles", 404)
    game, puzzle = daily_puzzle(games, wanted)
    return PuzzleFacts(game.name, puzzle.name, puzzle.grade, puzzle.seats)


@get("/api/games/{name:str}/puzzles/{puzzle:str}", responses=problems(404))
async def one_puzzle(
    name: GameName, puzzle: PuzzleName, request: Web, state: State
) -> Response[PuzzleQuestion]:
    """A puzzle as its seat sees it."""
    _check_exists(name, puzzle)
    address = _take_turn(request, state)
    answer = await backend_of(state).registry.run_public_job(jobs.ShowPuzzle(name, puzzle, address=address))
    assert isinstance(answer, jobs.PuzzleShown)
    return Response(answer.question, media_type="application/json")  # type: ignore[arg-type]  # encoded by a worker


@post("/api/games/{name:str}/puzzles/{puzzle:str}", status_code=200, responses=problems(404, 413, 415))
async def try_puzzle(
    name: GameName, puzzle: PuzzleName, data: JSONBody[TryPuzzle], request: Web, state: State
) -> Response[PuzzleAnswer]:
    """What a move is worth, and the solution if it is right or no move is given."""
    _check_exists(name, puzzle)
    address = _take_turn(request, state)
    job = jobs.AnswerPuzzle(name, puzzle, data.before, data.move, address=address)
    answer = await backend_of(state).registry.run_public_job(job)
    assert isinstance(answer, jobs.PuzzleAnswered)
    return Response(answer.answer, media_type="application/json")  # type: ignore[arg-type]  # encoded by a worker


@post("/api/games/{name:str}/puzzles/{puzzle:str}/why", status_code=200, responses=problems(404, 413, 415))
async def explain_puzzle_click(
    name: GameName, puzzle: PuzzleName, data: JSONBody[PuzzleClick], request: Web, state: State
) -> ClickObstacle:
    """Why a thing on the board of a puzzle cannot be clicked now."""
    _check_exists(name, puzzle)
    job = jobs.ExplainPuzzleClick(name, puzzle, data.before, data.click, address=_take_turn(request, state))
    answer = await backend_of(state).registry.run_public_job(job)
    assert isinstance(answer, jobs.ClickExplained)
    return answer.obstacle


def _check_exists(game: str, puzzle: str) -> None:
    if puzzle not in read_puzzles(find_game(game)):
        raise Refusal("there is no such puzzle", 404)


def _take_turn(request: Web, state: State) -> str:
    address = address_of(request.scope)
    if not backend_of(state).registry.services.address_limits.replays.take(address):
        raise Refusal(TOO_MANY, 429)
    return address


ROUTES = [all_puzzles, puzzle_of_the_day, one_puzzle, try_puzzle, explain_puzzle_click]
