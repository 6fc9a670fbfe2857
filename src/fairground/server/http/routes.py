"""The REST routes: games, the lobby, tables, records."""

from typing import Annotated

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter

from fairground import __version__
from fairground.bots.registry import LEVELS, list_bots
from fairground.engine.box import SOURCES
from fairground.engine.errors import UnknownGame
from fairground.engine.game import Game
from fairground.engine.state import State as Position
from fairground.games import list_games, load
from fairground.server import game_wire, replay_wire, table_wire, wire
from fairground.server.backend import Backend
from fairground.server.errors import Refusal, StoreError
from fairground.server.http.addresses import address_of
from fairground.server.http.rate_limits import TOO_MANY, AddressLimits
from fairground.server.people.passports import PassportRegistry
from fairground.server.people_wire import Person
from fairground.server.tables.notes import PHRASES
from fairground.server.tables.playing_on import NOT_OVER, Source, source_of
from fairground.server.tables.rest_requests import Invite, RestRequest, RestResult, TakeChair
from fairground.server.workers import jobs

TableName = Annotated[str, PathParameter(max_length=32, description="The table's name.")]
GameName = Annotated[str, PathParameter(max_length=40, description="The game's name.")]
Language = Annotated[str, QueryParameter(max_length=2, description="The language: en, de or fr.")]
SeatNumber = Annotated[int, PathParameter(ge=0, le=99, description="The seat, from 0.")]
HostKey = Annotated[
    str | None, HeaderParameter(name="X-Host-Key", max_length=64, description="The host's key.")
]
SeatKey = Annotated[
    str | None, HeaderParameter(name="X-Seat-Key", max_length=64, description="The key of a chair.")
]
PassportKey = Annotated[
    str | None, HeaderParameter(name="X-Passport-Key", max_length=64, description="The key of a passport.")
]
Web = Request[None, None, State]


class NoDetails(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request that needs none: an empty object, so that it is JSON like every change."""


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """Describe the refusals of a route, for OpenAPI."""
    meanings = {
        400: "The request is invalid.",
        401: "The passport is not known, or missing.",
        403: "The key or invitation is not valid.",
        404: "It does not exist.",
        409: "It is not possible now.",
        413: "The request is too large.",
        415: "A request that changes something must be JSON.",
        429: "Too many requests.",
        503: "The store does not work, or the server is busy or closing down.",
    }
    every = {*statuses, 400, 429, 503}
    return {
        s: ResponseSpec(wire.Problem, description=meanings[s], generate_examples=False) for s in sorted(every)
    }


# Games


@get("/api/games", sync_to_thread=False, responses=problems())
def all_games() -> list[game_wire.GameFacts]:
    """All games."""
    return [_game_facts(load(name)) for name in list_games()]


@get("/api/games/{name:str}", sync_to_thread=False, responses=problems(404))
def one_game(name: GameName) -> game_wire.GameFacts:
    """One game."""
    return _game_facts(find_game(name))


@get("/api/games/{name:str}/rules", sync_to_thread=False, responses=problems(404))
def rules(name: GameName, language: Language = "en") -> game_wire.RulesText:
    """The rules of a game and their short form on one card, in Markdown."""
    game = find_game(name)
    found = language if language in game.languages else "en"
    text, card = (game.document(f"{file}.{found}.md") for file in ("rules", "card"))
    return game_wire.RulesText(game.name, game.title, found, text, card)


@get("/api/games/{name:str}/box", sync_to_thread=False, responses=problems(404))
def box(name: GameName) -> game_wire.BoxFacts:
    """The game's box: every printed value and where it comes from."""
    game = find_game(name)
    values = [game_wire.Printed(place, value, source) for place, value, source in game.box().printed_values()]
    return game_wire.BoxFacts(game.name, game.box().digest, SOURCES, values, game.document(game.box_file))


@get("/api/bots", sync_to_thread=False, responses=problems())
def bots() -> list[str]:
    """The bots that can be seated. The levels for people come last, weakest first."""
    return [*(name for name in list_bots() if name not in LEVELS), *LEVELS]


def find_game(name: str) -> Game[Position, object]:
    try:
        return load(name)
    except UnknownGame as error:
        raise Refusal(str(error), 404) from None


def _game_facts(game: Game[Position, object]) -> game_wire.GameFacts:
    return game_wire.GameFacts(
        name=game.name,
        title=game.title,
        tagline=game.tagline,
        credits=game.credits,
        rules=game.rules,
        seats=list(game.seats),
        options=[game_wire.OptionFacts(o.name, list(o.choices), o.default, o.meaning) for o in game.options],
        phrases={**game.phrases, **PHRASES},
    )


# Tables


@get("/api/tables", responses=problems())
async def lobby(state: State) -> list[table_wire.TableFacts]:
    """The tables that everybody may join or watch, most recently changed first."""
    return await backend_of(state).registry.listed_tables(["waiting", "playing"])


@post("/api/tables", responses=problems(401, 409, 415))
async def create(
    data: JSONBody[table_wire.Create], request: Web, state: State, passport: PassportKey = None
) -> table_wire.Created:
    """Set up a table. The keys and invitations in the answer are not available later."""
    address = address_of(request.scope)
    person = await people_of(state).person(passport, address)
    return await backend_of(state).registry.create(data, address, person)


@post("/api/play-on", responses=problems(401, 404, 409, 415))
async def play_on(
    data: JSONBody[table_wire.PlayOn],
    request: Web,
    state: State,
    key: SeatKey = None,
    passport: PassportKey = None,
) -> table_wire.Created:
    """Set up a table that begins at a moment of a match that is over.

    Whoever shows the key of a chair at that table gets hidden things as they were, unless they wish
    otherwise.
    """
    address = address_of(request.scope)
    if not _limits(state).replays.take(address):
        raise Refusal(TOO_MANY, 429)
    person = await people_of(state).person(passport, address)
    source = source_of(data) if data.table is None else await _find_source(data, key, person, address, state)
    return await backend_of(state).registry.play_on(data, source, address, person)


async def _find_source(
    wish: table_wire.PlayOn, key: str | None, person: Person | None, address: str, state: State
) -> Source:
    """Return the finished match of a table of this server."""
    if wish.table is None or wish.record is not None or wish.box is not None:
        raise Refusal("expected either a table or a record to play on from", 400)
    backend = backend_of(state)
    facts = await backend.registry.facts(wish.table, key, person.id if person else "")
    if facts.phase != "over":
        raise Refusal(NOT_OVER)
    record = await (await backend.find_table(wish.table, address)).record()
    return Source(record.record, record.box, wish.table, facts.seat is not None)


@get("/api/tables/{table:str}", responses=problems(401, 404))
async def one_table(
    table: TableName, request: Web, state: State, key: SeatKey = None, passport: PassportKey = None
) -> table_wire.TableFacts:
    """A table as everybody may see it. With the key of a chair, or of the passport of whoever sits there, the
    answer says which chair it opens.
    """
    person = await people_of(state).id_of(passport, address_of(request.scope))
    return await backend_of(state).registry.facts(table, key, person)


@get("/api/tables/{table:str}/box", responses=problems(404, 409))
async def table_box(table: TableName, state: State) -> game_wire.TableBox:
    """How the table's box differs from the one that the rules tell of. Everybody may see it."""
    return await backend_of(state).registry.compare_box(table)


@post("/api/tables/{table:str}/chairs/{seat:int}", responses=problems(401, 403, 404, 409, 415))
async def take(
    table: TableName,
    seat: SeatNumber,
    data: JSONBody[table_wire.Take],
    request: Web,
    state: State,
    passport: PassportKey = None,
) -> table_wire.Taken:
    """Sit down in a free chair."""
    person = await people_of(state).person(passport, address_of(request.scope))
    taken = await _request(table, TakeChair(seat, data.name, data.invitation, person), request, state)
    assert isinstance(taken, table_wire.Taken)
    return taken


@post("/api/tables/{table:str}/invitations/{seat:int}", responses=problems(401, 403, 404, 409, 415))
async def invite(
    table: TableName,
    seat: SeatNumber,
    data: JSONBody[NoDetails],
    request: Web,
    state: State,
    host: HostKey = None,
    passport: PassportKey = None,
) -> table_wire.Invitation:
    """Make a new invitation to a free chair. Only the host may do this."""
    person = await people_of(state).id_of(passport, address_of(request.scope))
    invitation = await _request(table, Invite(seat, host, person), request, state)
    assert isinstance(invitation, table_wire.Invitation)
    return invitation


async def _request(name: str, wanted: RestRequest, request: Web, state: State) -> RestResult:
    """Carry out a request at a table, unless its address has used too many wrong keys."""
    address, limits = address_of(request.scope), _limits(state)
    if limits.is_guessing(address):
        raise Refusal(TOO_MANY, 429)
    table = await backend_of(state).find_table(name, address)
    try:
        return await table.request(wanted)
    except Refusal as refusal:
        if refusal.status == 403:
            limits.count_bad_key(address)
        raise


# Records


@get("/api/records", responses=problems())
async def records(state: State) -> list[table_wire.TableFacts]:
    """Listed tables whose match is over, most recent first."""
    return await backend_of(state).registry.listed_tables(["over"])


@get("/api/tables/{table:str}/record", responses=problems(404, 409))
async def record(table: TableName, request: Web, state: State) -> table_wire.RecordFacts:
    """The record of a match that is over, with its seed."""
    return await (await backend_of(state).find_table(table, address_of(request.scope))).record()


@post("/api/replay", status_code=200, responses=problems(413, 415))
async def replay(
    data: JSONBody[replay_wire.Replay], request: Web, state: State
) -> Response[replay_wire.Replayed]:
    """Moments of any record, after checking the whole record."""
    address = address_of(request.scope)
    if not _limits(state).replays.take(address):
        raise Refusal(TOO_MANY, 429)
    answer = await backend_of(state).registry.run_public_job(jobs.ReplayRecord(data, address=address))
    assert isinstance(answer, jobs.RecordReplayed)
    return Response(answer.replayed, media_type="application/json")  # type: ignore[arg-type]  # encoded by a worker


# Operations


@get("/health", sync_to_thread=False)
def health() -> wire.Condition:
    """Whether the server runs."""
    return wire.Condition(True, None, __version__)


@get("/ready", responses=problems())
async def ready(state: State) -> wire.Condition:
    """Whether the server can take requests: its store answers, and it is not closing down."""
    registry = backend_of(state).registry
    if registry.closing:
        raise StoreError("the server is closing down")
    await registry.services.store.check()
    return wire.Condition(True, None, __version__)


def backend_of(state: State) -> Backend:
    backend = state.backend
    assert isinstance(backend, Backend)
    return backend


def people_of(state: State) -> PassportRegistry:
    return backend_of(state).registry.services.people


def _limits(state: State) -> AddressLimits:
    return backend_of(state).registry.services.address_limits


ROUTES = [
    all_games,
    one_game,
    rules,
    box,
    bots,
    lobby,
    create,
    one_table,
    table_box,
    play_on,
    take,
    invite,
    records,
    record,
    replay,
    health,
    ready,
]
