"""The REST routes of tournaments."""

from typing import Annotated

from litestar import get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter

from fairground.server.contests import contests_of
from fairground.server.http.addresses import address_of
from fairground.server.http.routes import NoDetails, PassportKey, Web, backend_of, people_of, problems
from fairground.server.store.passports import StoredPassport
from fairground.server.tournament_wire import NewTournament, TournamentFacts, TournamentPage
from fairground.server.tournaments.tournament_registry import TournamentRegistry

TournamentName = Annotated[str, PathParameter(max_length=32, description="The tournament's name.")]


@post("/api/tournaments", responses=problems(401, 413, 415))
async def create_tournament(
    data: JSONBody[NewTournament], request: Web, state: State, passport: PassportKey = None
) -> TournamentPage:
    """Set up a tournament. Whoever knows its name can enter it with a passport."""
    host = await _holder(request, state, passport)
    return await tournaments_of(state).create(data, host, address_of(request.scope))


@get("/api/tournaments", responses=problems(401))
async def my_tournaments(request: Web, state: State, passport: PassportKey = None) -> list[TournamentFacts]:
    """The tournaments that somebody hosts or plays in."""
    return await tournaments_of(state).list_for(await _holder(request, state, passport))


@get("/api/tournaments/{tournament:str}", responses=problems(401, 404))
async def one_tournament(
    tournament: TournamentName, request: Web, state: State, passport: PassportKey = None
) -> TournamentPage:
    """A tournament as everybody may see it, and what concerns whoever asks."""
    viewer = await people_of(state).id_of(passport, address_of(request.scope))
    return await tournaments_of(state).page(tournament, viewer)


@post("/api/tournaments/{tournament:str}/players", status_code=200, responses=problems(401, 404, 409, 415))
async def join_tournament(
    tournament: TournamentName,
    data: JSONBody[NoDetails],
    request: Web,
    state: State,
    passport: PassportKey = None,
) -> TournamentPage:
    """Take part."""
    return await tournaments_of(state).join(tournament, await _holder(request, state, passport))


@post("/api/tournaments/{tournament:str}/leave", status_code=200, responses=problems(401, 404, 409, 415))
async def leave_tournament(
    tournament: TournamentName,
    data: JSONBody[NoDetails],
    request: Web,
    state: State,
    passport: PassportKey = None,
) -> TournamentPage:
    """Leave the tournament. After its start, the present match is lost."""
    return await tournaments_of(state).leave(tournament, await _holder(request, state, passport))


@post("/api/tournaments/{tournament:str}/start", status_code=200, responses=problems(401, 403, 404, 409, 415))
async def start_tournament(
    tournament: TournamentName,
    data: JSONBody[NoDetails],
    request: Web,
    state: State,
    passport: PassportKey = None,
) -> TournamentPage:
    """Start the tournament. Only its host may do this."""
    return await tournaments_of(state).start(tournament, await _holder(request, state, passport))


@post(
    "/api/tournaments/{tournament:str}/cancel", status_code=200, responses=problems(401, 403, 404, 409, 415)
)
async def cancel_tournament(
    tournament: TournamentName,
    data: JSONBody[NoDetails],
    request: Web,
    state: State,
    passport: PassportKey = None,
) -> TournamentPage:
    """Cancel the tournament. Only its host may do this."""
    return await tournaments_of(state).cancel(tournament, await _holder(request, state, passport))


async def _holder(request: Web, state: State, key: str | None) -> StoredPassport:
    return await people_of(state).require(key, address_of(request.scope))


def tournaments_of(state: State) -> TournamentRegistry:
    return contests_of(backend_of(state)).tournaments


ROUTES = [
    create_tournament,
    my_tournaments,
    one_tournament,
    join_tournament,
    leave_tournament,
    start_tournament,
    cancel_tournament,
]
