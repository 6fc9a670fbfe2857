"""The REST routes of what people say at tables."""

from typing import Annotated

from litestar import Response, delete, get
from litestar.datastructures import State
from litestar.params import PathParameter

from fairground.server import keys
from fairground.server.chat_wire import ChatLog, ChatPhrases
from fairground.server.errors import Refusal
from fairground.server.http.addresses import address_of
from fairground.server.http.rate_limits import TOO_MANY
from fairground.server.http.routes import SeatKey, TableName, Web, backend_of, problems
from fairground.server.people.chat_lines import may_read, show_lines
from fairground.server.people.phrases import PHRASES, REACTIONS
from fairground.server.people.table_chat import NOT_HERE, NOT_YOURS
from fairground.server.services import Services
from fairground.server.store.chat import ChatStore
from fairground.server.store.store import StoredTable
from fairground.server.tables.registry import UNKNOWN, seat_of_key

Number = Annotated[int, PathParameter(ge=1, le=2**31 - 1, description="The number of the line.")]
NOT_FOR_YOU = "only the people at the table can read what was said, unless the host opens it after the match"


@get("/api/phrases", sync_to_thread=False, responses=problems())
def phrases() -> ChatPhrases:
    """What can be said at every table, as codes with their English."""
    return ChatPhrases(REACTIONS, PHRASES)


@get("/api/tables/{table:str}/chat", responses=problems(403, 404))
async def chat(table: TableName, request: Web, state: State, key: SeatKey = None) -> ChatLog:
    """All that was said at a table, for whoever sits there, and for everybody once the host has opened it."""
    services = backend_of(state).registry.services
    stored, author = await _find_reader(table, key, request, services)
    if not may_read(stored, seat_of_key(stored, key)):
        raise Refusal(NOT_FOR_YOU, 403)
    lines = await _store(services).latest(table, services.settings.limits.chat_lines_a_table)
    mine = [line.number for line in lines if line.author == author]
    return ChatLog(table, stored.progress.chat_open, show_lines(lines, stored.progress.chairs), mine)


@delete("/api/tables/{table:str}/chat/{number:int}", responses=problems(403, 404), status_code=204)
async def delete_line(
    table: TableName, number: Number, request: Web, state: State, key: SeatKey = None
) -> Response[None]:
    """Delete something that one has said. Windows that are open may show it until they reconnect."""
    services = backend_of(state).registry.services
    _, author = await _find_reader(table, key, request, services)
    if author is None or not await _store(services).delete(table, number, author):
        raise Refusal(NOT_YOURS, 403)
    return Response(None, status_code=204)


async def _find_reader(
    table: str, key: str | None, request: Web, services: Services
) -> tuple[StoredTable, str | None]:
    """Return the table, and the mark of the lines of whoever shows this key; Refusal for a wrong key."""
    address, limits = address_of(request.scope), services.address_limits
    if limits.is_guessing(address):
        raise Refusal(TOO_MANY, 429)
    stored = await services.store.table(table)
    if stored is None:
        raise Refusal(UNKNOWN, 404)
    if key is not None and seat_of_key(stored, key) is None:
        limits.count_bad_key(address)
        raise Refusal("this key opens no chair at this table", 403)
    return stored, None if key is None else keys.hash_key(key)


def _store(services: Services) -> ChatStore:
    if services.chat is None:
        raise Refusal(NOT_HERE, 404)
    return services.chat


ROUTES = [phrases, chat, delete_line]
