"""The REST routes of passports. The key is in the header `X-Passport-Key`."""

from typing import Any

from litestar import Response, get, patch, post
from litestar.datastructures import State
from litestar.params import JSONBody

from fairground.server.http.addresses import address_of
from fairground.server.http.routes import NoDetails, PassportKey, Web, people_of, problems
from fairground.server.people.passports import face
from fairground.server.people_wire import ChangePassport, Me, NewPassport


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


ROUTES = [create_passport, show_passport, change_passport, export_passport, delete_passport]
