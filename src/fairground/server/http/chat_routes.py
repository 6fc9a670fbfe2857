"""The REST routes of what people say at tables."""

from typing import Annotated, NamedTuple

from litestar import Response, delete, get
from litestar.datastructures import State
from litestar.params import PathParameter

from fairground.server.chat_wire import ChatLog, ChatPhrases
from fairground.server.errors import Refusal
from fairground.server.http.addresses import address_of
from fairground.server.http.rate_limits import TOO_MANY
from fairground.server.http.routes import (
    PassportKey,
    SeatKey,
    TableName,
    Web,
    backend_of,
    people_of,
    problems,
)
from fairground.server.people.chat_lines import may_read, show_lines
from fairground.server.people.phrases import PHRASES, REACTIONS
from fairground.server.people.table_chat import NOT_HERE, NOT_YOURS
from fairground.server.services import Services
from fairground.server.store.chat import ChatStore
from fairground.server.store.store import StoredLine, StoredTable
from fairground.server.tables.registry import UNKNOWN, seat_of_key, seat_of_passport

Number = Annotated[int, PathParameter(ge=1, le=2**31 - 1, description="The number of the line.")]
NOT_FOR_YOU = "only the people at the table can read what was said, unless the host opens it after the match"


@get("/api/phrases", sync_to_thread=False, responses=problems())
def phrases() -> ChatPhrases:
    """What can be said at every table, as codes with their English."""
    return ChatPhrases(REACTIONS, PHRASES)


class Reader(NamedTuple):
    """Somebody who asks for the chat of a table: where they sit, and by what their lines are known."""

    stored: StoredTable
    seat: int | None
    author: str
    passport: str

    def has_said(self, line: StoredLine) -> bool:
        return line.author == self.author or (bool(self.passport) and line.passport == self.passport)


@get("/api/tables/{table:str}/chat", responses=problems(401, 403, 404))
async def chat(
    table: TableName, request: Web, state: State, key: SeatKey = None, passport: PassportKey = None
) -> ChatLog:
    """All that was said at a table, for whoever sits there, and for everybody once the host has opened it."""
    reader = await _find_reader(table, key, passport, request, state)
    stored, services = reader.stored, backend_of(state).registry.services
    if not may_read(stored, reader.seat):
        raise Refusal(NOT_FOR_YOU, 403)
    lines = await _store(services).latest(table, services.settings.limits.chat_lines_a_table)
    mine = [line.number for line in lines if reader.has_said(line)]
    return ChatLog(table, stored.progress.chat_open, show_lines(lines, stored.progress.chairs), mine)


@delete("/api/tables/{table:str}/chat/{number:int}", responses=problems(401, 403, 404, 415), status_code=204)
async def delete_line(
    table: TableName,
    number: Number,
    request: Web,
    state: State,
    key: SeatKey = None,
    passport: PassportKey = None,
) -> Response[None]:
    """Delete something that one has said. Windows that are open may show it until they reconnect."""
    reader = await _find_reader(table, key, passport, request, state)
    chat = _store(backend_of(state).registry.services)
    if not await chat.delete(table, number, reader.author, reader.passport):
        raise Refusal(NOT_YOURS, 403)
    return Response(None, status_code=204)


async def _find_reader(
    table: str, key: str | None, passport: str | None, request: Web, state: State
) -> Reader:
    """Return who asks; Refusal for a wrong key."""
    address, services = address_of(request.scope), backend_of(state).registry.services
    if services.address_limits.is_guessing(address):
        raise Refusal(TOO_MANY, 429)
    person = await people_of(state).id_of(passport, address)
    stored = await services.store.table(table)
    if stored is None:
        raise Refusal(UNKNOWN, 404)
    seat = seat_of_key(stored, key)
    if key is not None and seat is None:
        services.address_limits.count_bad_key(address)
        raise Refusal("this key opens no chair at this table", 403)
    seat = seat_of_passport(stored, person) if seat is None else seat
    author = "" if seat is None else stored.progress.chairs[seat].hash
    return Reader(stored, seat, author, person)


def _store(services: Services) -> ChatStore:
    if services.chat is None:
        raise Refusal(NOT_HERE, 404)
    return services.chat


ROUTES = [phrases, chat, delete_line]
