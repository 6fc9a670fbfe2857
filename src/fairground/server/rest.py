"""The routes of REST: the shelf, the lobby, tables, records."""

from typing import Annotated

from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, JSONBody, PathParameter

from fairground import __version__
from fairground.bots import names
from fairground.engine.box import SOURCES
from fairground.engine.errors import UnknownGame
from fairground.engine.game import Game
from fairground.engine.state import State as Position
from fairground.games import list_games, load
from fairground.server import jobs, wire
from fairground.server.actions import Invite, TakeChair
from fairground.server.errors import Refusal, StoreError
from fairground.server.guard import TOO_MANY, Limiter, address_of
from fairground.server.hall import Hall

TableName = Annotated[str, PathParameter(max_length=32, description="The table's name.")]
GameName = Annotated[str, PathParameter(max_length=40, description="The game's name.")]
SeatNumber = Annotated[int, PathParameter(ge=0, le=99, description="The seat, from 0.")]
HostKey = Annotated[
    str | None, HeaderParameter(name="X-Host-Key", max_length=64, description="The host's key.")
]
Web = Request[None, None, State]


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """The refusals a route may answer with, for OpenAPI."""
    words = {
        400: "It cannot be so.",
        403: "The key or invitation is not good.",
        404: "There is no such thing.",
        409: "Not now.",
        429: "Too many requests.",
        503: "The store does not work, or the server is closing down.",
    }
    every = {*statuses, 400, 429, 503}
    return {
        s: ResponseSpec(wire.Problem, description=words[s], generate_examples=False) for s in sorted(every)
    }


# The shelf


@get("/api/games", sync_to_thread=False, responses=problems())
def all_games() -> list[wire.GameFacts]:
    """Every game on the shelf."""
    return [_game_facts(load(name)) for name in list_games()]


@get("/api/games/{name:str}", sync_to_thread=False, responses=problems(404))
def one_game(name: GameName) -> wire.GameFacts:
    """One game."""
    return _game_facts(_game(name))


@get("/api/games/{name:str}/rules", sync_to_thread=False, responses=problems(404))
def rules(name: GameName) -> wire.RulesText:
    """The rules of a game, in Markdown."""
    game = _game(name)
    return wire.RulesText(game.name, game.title, game.document("RULES.md"))


@get("/api/games/{name:str}/box", sync_to_thread=False, responses=problems(404))
def box(name: GameName) -> wire.BoxFacts:
    """Everything that is printed, and where each value comes from."""
    game = _game(name)
    values = [wire.Printed(place, value, source) for place, value, source in game.box().printed_values()]
    return wire.BoxFacts(game.name, game.box().digest, SOURCES, values, game.document("box.toml"))


@get("/api/bots", sync_to_thread=False, responses=problems())
def bots() -> list[str]:
    """The bots that can be seated, the levels for people last and weakest first."""
    others = [name for name in names.known() if name not in names.LEVELS]
    return [*others, *names.LEVELS]


def _game(name: str) -> Game[Position, object]:
    try:
        return load(name)
    except UnknownGame as error:
        raise Refusal(str(error), 404) from None


def _game_facts(game: Game[Position, object]) -> wire.GameFacts:
    return wire.GameFacts(
        name=game.name,
        title=game.title,
        tagline=game.tagline,
        credits=game.credits,
        rules=game.rules,
        seats=list(game.seats),
        options=[wire.OptionFacts(o.name, list(o.choices), o.default, o.meaning) for o in game.options],
        phrases=dict(game.phrases),
    )


# Tables


@get("/api/tables", responses=problems())
async def lobby(state: State) -> list[wire.TableFacts]:
    """The tables anybody may join or watch, those that changed last first."""
    return await _hall(state).listed(["waiting", "playing"])


@post("/api/tables", responses=problems(409))
async def create(data: JSONBody[wire.Create], request: Web, state: State) -> wire.Created:
    """Set up a table. The answer has keys and invitations that are told only this once."""
    address, limiter = address_of(request.scope), _limiter(state)
    if not (limiter.tables.take(address) and limiter.tables_a_day.take(address)):
        raise Refusal(TOO_MANY, 429)
    return await _hall(state).create(data)


@get("/api/tables/{table:str}", responses=problems(404))
async def one_table(table: TableName, state: State) -> wire.TableFacts:
    """A table as anybody may see it."""
    return await _hall(state).facts(table)


@post("/api/tables/{table:str}/chairs/{seat:int}", responses=problems(403, 404, 409))
async def take(
    table: TableName, seat: SeatNumber, data: JSONBody[wire.Take], request: Web, state: State
) -> wire.Taken:
    """Sit down in a free chair."""
    _check_guessing(request, state)
    found = await _hall(state).table(table)
    try:
        done = await found.act(TakeChair(seat, data.name, data.invitation))
    except Refusal as refusal:
        if refusal.status == 403:
            _limiter(state).bad_key(address_of(request.scope))
        raise
    assert isinstance(done, wire.Taken)
    return done


@post("/api/tables/{table:str}/invitations/{seat:int}", responses=problems(403, 404, 409))
async def invite(
    table: TableName, seat: SeatNumber, request: Web, state: State, host: HostKey = None
) -> wire.Invitation:
    """A fresh invitation to a free chair, for the host."""
    _check_guessing(request, state)
    found = await _hall(state).table(table)
    try:
        done = await found.act(Invite(seat, host))
    except Refusal as refusal:
        if refusal.status == 403:
            _limiter(state).bad_key(address_of(request.scope))
        raise
    assert isinstance(done, wire.Invitation)
    return done


def _check_guessing(request: Web, state: State) -> None:
    if _limiter(state).guessing(address_of(request.scope)):
        raise Refusal(TOO_MANY, 429)


# Records


@get("/api/records", responses=problems())
async def records(state: State) -> list[wire.TableFacts]:
    """Listed tables whose match is over, the latest first."""
    return await _hall(state).listed(["over"])


@get("/api/tables/{table:str}/record", responses=problems(404, 409))
async def record(table: TableName, state: State) -> wire.RecordFacts:
    """The record of a match that is over, seed and all."""
    return await (await _hall(state).table(table)).record()


@post("/api/replay", status_code=200, responses=problems())
async def replay(data: JSONBody[wire.Replay], request: Web, state: State) -> Response[wire.Replayed]:
    """Look at moments of any record, after checking the whole of it."""
    if not _limiter(state).replays.take(address_of(request.scope)):
        raise Refusal(TOO_MANY, 429)
    answer = await _hall(state).favour(jobs.Show(data))
    assert isinstance(answer, jobs.Shown)
    return Response(answer.replayed, media_type="application/json")  # type: ignore[arg-type]  # made by a worker


# Operations


@get("/health", sync_to_thread=False)
def health() -> wire.Condition:
    """The server runs."""
    return wire.Condition(True, None, __version__)


@get("/ready", responses=problems())
async def ready(state: State) -> wire.Condition:
    """The server can take requests: its store answers."""
    hall = _hall(state)
    if hall.closing:
        raise StoreError("the server is closing down")
    await hall.services.store.check()
    return wire.Condition(True, None, __version__)


def _hall(state: State) -> Hall:
    hall = state.hall
    assert isinstance(hall, Hall)
    return hall


def _limiter(state: State) -> Limiter:
    limiter = state.limiter
    assert isinstance(limiter, Limiter)
    return limiter


ROUTES = [
    all_games,
    one_game,
    rules,
    box,
    bots,
    lobby,
    create,
    one_table,
    take,
    invite,
    records,
    record,
    replay,
    health,
    ready,
]
