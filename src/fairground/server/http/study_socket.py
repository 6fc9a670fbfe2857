"""The WebSocket of a study room."""

import asyncio
from collections.abc import Coroutine

import msgspec
from litestar import websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from fairground.engine.errors import FairgroundError
from fairground.server import study_wire, wire
from fairground.server.backend import Backend
from fairground.server.http.addresses import address_of
from fairground.server.http.rate_limits import TOO_MANY, RateLimit
from fairground.server.http.socket import BadMessage, Web, close
from fairground.server.http.study_routes import studies_of
from fairground.server.studies.room import StudyRoom, is_leader
from fairground.server.tables.connection import FULL, Connection

MOST_WAITING = 20  # requests of one connection that wait for the store or a worker
BAD_KEY = "this is not the key of the study's leader"


@websocket("/api/studies/{study:str}/live")
async def study_socket(socket: Web, study: FromPath[str], state: State) -> None:
    """Lead or follow a study. The first message must be a `follow`."""
    await socket.accept()
    limits, address = state.backend.registry.services.address_limits, address_of(socket.scope)
    if not (limits.connects.take(address) and limits.connections.enter(address)):
        await close(socket, wire.Closing(TOO_MANY, again=False))
        return
    try:
        if not limits.all_connections.enter(""):
            await close(socket, wire.Closing(FULL, again=False))
            return
        try:
            await StudySocket(socket, state.backend, address).run(study)
        finally:
            limits.all_connections.leave("")
    finally:
        limits.connections.leave(address)


class StudySocket:
    """Passes messages between one WebSocket and a study room."""

    def __init__(self, socket: Web, backend: Backend, address: str) -> None:
        services = backend.registry.services
        self.socket = socket
        self.backend = backend
        self.address_limits = services.address_limits
        self.limits = services.settings.limits
        self.rate = RateLimit(self.limits.messages_a_second * 2, 2, services.time.now)
        self.connection = Connection(address)
        self.waiting: asyncio.Queue[study_wire.StudyRequest] = asyncio.Queue(MOST_WAITING)

    async def run(self, name: str) -> None:
        try:
            first = await self._first_message()
            async with studies_of(self.backend).visit(name, self.connection.address) as room:
                self._enter(room, first.key)
                await self._pass_messages(room)
        except FairgroundError as error:
            again = getattr(error, "status", 503) == 503
            self.connection.close(str(error), again)
        except (WebSocketDisconnect, OSError):
            return
        if self.connection.closing:
            await close(self.socket, self.connection.closing)

    async def _first_message(self) -> study_wire.Follow:
        if self.address_limits.is_guessing(self.connection.address):
            raise BadMessage(TOO_MANY)
        try:
            request = await asyncio.wait_for(self._request(), self.limits.hello_seconds)
        except TimeoutError:
            raise BadMessage("expected a message `follow`, got nothing") from None
        if not isinstance(request, study_wire.Follow):
            raise BadMessage(f"expected a message `follow` first, got {request.__struct_config__.tag}")
        return request

    def _enter(self, room: StudyRoom, key: str | None) -> None:
        leads = is_leader(room.stored, key)
        if key is not None and not leads:
            self.address_limits.count_bad_key(self.connection.address)
            raise BadMessage(BAD_KEY)
        room.enter(self.connection, leads)

    async def _pass_messages(self, room: StudyRoom) -> None:
        work: list[Coroutine[None, None, None]] = [self._read(room), self._carry_out(room), self._send()]
        tasks = {asyncio.create_task(each) for each in work}
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            room.leave(self.connection)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _read(self, room: StudyRoom) -> None:
        """Where the leader is does not wait; everything else is carried out in order."""
        while True:
            try:
                request = await self._request()
            except BadMessage as error:
                self.connection.send_bytes(study_wire.write(study_wire.StudyRefused("", str(error))))
                continue
            if isinstance(request, study_wire.Follow):
                refusal = study_wire.StudyRefused("", "expected a request, got a second `follow`")
                self.connection.send_bytes(study_wire.write(refusal))
            elif isinstance(request, study_wire.Lead):
                await room.handle(self.connection, request)
            else:
                await self.waiting.put(request)

    async def _carry_out(self, room: StudyRoom) -> None:
        """What was begun is finished, even if the connection ends in the meantime."""
        while True:
            await asyncio.shield(room.begin(self.connection, await self.waiting.get()))

    async def _send(self) -> None:
        while (message := await self.connection.next()) is not None:
            await self.socket.send_text(message)

    async def _request(self) -> study_wire.ToStudy:
        """Return the next message; wait if too many have come."""
        text = await self.socket.receive_data("text")
        while not self.rate.take(""):
            await asyncio.sleep(1 / self.limits.messages_a_second)
        try:
            return study_wire.read_study_request(text)
        except (msgspec.DecodeError, RecursionError) as error:
            raise BadMessage(f"invalid message: {error}") from None
