"""The REST routes of passports. The key is in the header `X-Passport-Key`."""

from typing import Annotated, Any, Literal

from litestar import Response, get, patch, post
from litestar.datastructures import State
from litestar.params import JSONBody, QueryParameter

from fairground.server.errors import Refusal
from fairground.server.http.addresses import address_of
from fairground.server.http.routes import NoDetails, PassportKey, Web, backend_of, people_of, problems
from fairground.server.people.parts import PeopleParts
from fairground.server.people.passports import face, person
from fairground.server.people_wire import (
    ChangePassport,
    ClaimTransfer,
    KeepSeats,
    KeptSeats,
    Me,
    MyMatches,
    MyTurns,
    NewKey,
    NewPassport,
    NewTransfer,
    SealedKey,
    Transfer,
)

MatchPhase = Annotated[Literal["open", "over"], QueryParameter(description="Matches under way, or over.")]
Cursor = Annotated[str | None, QueryParameter(max_length=100, description="The `next` of the page before.")]


@post("/api/me", responses=problems(415))
async def create_passport(
    data: JSONBody[NewPassport], request: Web, state: State, key: PassportKey = None
) -> Me:
    """Make a passport. If there is one for the key already, it stays as it is."""
    return face(await people_of(state).create(key, data, address_of(request.scope)))


@get("/api/me", responses=problems(401))
async def show_passport(request: Web, state: State, key: PassportKey = None) -> Me:
    """The passport of a key."""
    return face(await people_of(state).require(key, address_of(request.scope)))


@patch("/api/me", responses=problems(401, 415))
async def change_passport(
    data: JSONBody[ChangePassport], request: Web, state: State, key: PassportKey = None
) -> Me:
    """Change what a passport says."""
    people = people_of(state)
    return face(await people.change(await people.require(key, address_of(request.scope)), data))


@get("/api/me/export", responses=problems(401))
async def export_passport(request: Web, state: State, key: PassportKey = None) -> Response[dict[str, Any]]:
    """All that the server keeps about whoever has the passport."""
    people = people_of(state)
    content = await people.export(await people.require(key, address_of(request.scope)))
    return Response(content, media_type="application/json")


@post("/api/me/delete", status_code=200, responses=problems(401, 415))
async def delete_passport(
    data: JSONBody[NoDetails], request: Web, state: State, key: PassportKey = None
) -> NoDetails:
    """Delete a passport with all that hangs on it. Finished matches stay for the others, without the name."""
    people = people_of(state)
    await people.delete(await people.require(key, address_of(request.scope)))
    return NoDetails()


@post("/api/me/key", status_code=200, responses=problems(401, 409, 415))
async def replace_key(data: JSONBody[NewKey], request: Web, state: State, key: PassportKey = None) -> Me:
    """Replace the key. Links, words and devices with the former one open nothing any more.

    Nothing is pushed to any device until it subscribes again, and open tables are connected anew.
    """
    people, backend = people_of(state), backend_of(state)
    mine = await people.require(key, address_of(request.scope))
    changed = await people.replace_key(mine, data.key)
    await parts_of(state).transfers.delete_passport(mine.id)
    if backend.notifications:
        await backend.notifications.registry.forget_devices(mine.id)
    backend.registry.reconnect(mine.id)
    return face(changed)


# Another device


@post("/api/me/transfers", responses=problems(401, 415))
async def open_transfer(
    data: JSONBody[NewTransfer], request: Web, state: State, key: PassportKey = None
) -> Transfer:
    """Make a link that takes the passport to another device. It works once, for ten minutes."""
    mine = await people_of(state).require(key, address_of(request.scope))
    return await parts_of(state).transfers.open(mine.id, data.sealed)


@post("/api/transfers", status_code=200, responses=problems(403, 415))
async def claim_transfer(data: JSONBody[ClaimTransfer], request: Web, state: State) -> SealedKey:
    """Use such a link up."""
    return await parts_of(state).transfers.claim(data.token, address_of(request.scope))


# Seats


@get("/api/me/matches", responses=problems(401))
async def my_matches(
    request: Web, state: State, key: PassportKey = None, phase: MatchPhase = "open", after: Cursor = None
) -> MyMatches:
    """The matches of a person: those under way, their turns first, or the history."""
    mine = await people_of(state).require(key, address_of(request.scope))
    return await parts_of(state).seats.matches(mine.id, phase == "over", after)


@get("/api/me/turns", responses=problems(401))
async def my_turns(request: Web, state: State, key: PassportKey = None) -> MyTurns:
    """At how many tables it is the person's turn."""
    mine = await people_of(state).require(key, address_of(request.scope))
    return await parts_of(state).seats.turns(mine.id)


@post("/api/me/seats", status_code=200, responses=problems(401, 415))
async def keep_seats(
    data: JSONBody[KeepSeats], request: Web, state: State, key: PassportKey = None
) -> KeptSeats:
    """Hang chairs on the passport that were taken without it; their keys show that they are the person's."""
    address = address_of(request.scope)
    mine = await people_of(state).require(key, address)
    return await parts_of(state).seats.keep(person(mine), data, address)


def parts_of(state: State) -> PeopleParts:
    """Return what belongs to passports; Refusal on a server that keeps none."""
    parts = backend_of(state).people
    if parts is None:
        raise Refusal("this server keeps no passports", 404)
    return parts


ROUTES = [
    create_passport,
    show_passport,
    change_passport,
    export_passport,
    delete_passport,
    replace_key,
    open_transfer,
    claim_transfer,
    my_matches,
    my_turns,
    keep_seats,
]
