"""The WebSocket of a table."""

import asyncio
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from fairground.engine.errors import FairgroundError
from fairground.server import wire
from fairground.server.backend import AnyTable, Backend
from fairground.server.errors import Refusal
from fairground.server.http.addresses import address_of
from fairground.server.http.rate_limits import TOO_MANY, RateLimit
from fairground.server.tables.connection import FULL, Connection

RECONNECT, STAY_AWAY = 1012, 1008  # codes with which a WebSocket is closed
Web = WebSocket[Any, Any, State]


@websocket("/api/tables/{table:str}/live")
async def live(socket: Web, table: FromPath[str], state: State) -> None:
    """Sit or watch at a table. The first message must be a `hello`."""
    await socket.accept()
    limits, address = state.backend.registry.services.address_limits, address_of(socket.scope)
    if not (limits.connects.take(address) and limits.connections.enter(address)):
        await close(socket, wire.Closing(TOO_MANY, again=False))
        return
    try:
        limited = (limits.all_connections, limits.reserved_connections)
        places = next((places for places in limited if places.enter("")), None)
        if places is None:
            await close(socket, wire.Closing(FULL, again=False))
            return
        try:
            only_seated = places is limits.reserved_connections
            await TableSocket(socket, state.backend, address, only_seated).run(table)
        finally:
            places.leave("")
    finally:
        limits.connections.leave(address)


async def close(socket: Web, last: wire.Closing) -> None:
    """Say why the connection ends, and close it."""
    try:
        await socket.send_text(wire.write(last))
        await socket.close(RECONNECT if last.again else STAY_AWAY)
    except (WebSocketDisconnect, OSError, RuntimeError):
        pass  # it is closed already


class TableSocket:
    """Passes messages between one WebSocket and a table."""

    def __init__(self, socket: Web, backend: Backend, address: str, only_seated: bool) -> None:
        services = backend.registry.services
        self.socket = socket
        self.backend = backend
        self.address_limits = services.address_limits
        self.limits = services.settings.limits
        self.metrics = services.metrics
        self.rate = RateLimit(self.limits.messages_a_second * 2, 2, services.time.now)
        self.connection = Connection(address, only_seated)

    async def run(self, name: str) -> None:
        try:
            table, hello = await self._find_table(name)
        except FairgroundError as error:
            again = getattr(error, "status", 503) == 503
            await close(self.socket, wire.Closing(str(error), again))
            return
        except (WebSocketDisconnect, OSError):
            return
        table.connect(self.connection, hello)
        reader = asyncio.create_task(self._read(table))
        sender = asyncio.create_task(self._send())
        try:
            await asyncio.wait({reader, sender}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            table.disconnect(self.connection)
            for task in (reader, sender):
                task.cancel()
            await asyncio.gather(reader, sender, return_exceptions=True)
        if self.connection.closing:
            await close(self.socket, self.connection.closing)

    async def _find_table(self, name: str) -> tuple[AnyTable, wire.Hello]:
        """Wait for the hello and return it with the table."""
        if self.address_limits.is_guessing(self.connection.address):
            raise FairgroundError(TOO_MANY)
        try:
            request = await asyncio.wait_for(self._request(), self.limits.hello_seconds)
        except TimeoutError:
            raise BadMessage("expected a hello, got nothing") from None
        if not isinstance(request, wire.Hello):
            raise BadMessage(f"expected a hello first, got {request.__struct_config__.tag}")
        await self._show_passport(request)
        return await self.backend.find_table(name, self.connection.address, request.key), request

    async def _show_passport(self, hello: wire.Hello) -> None:
        """Note whose passport was shown. The table, which may be another server's, gets only its public id.

        A passport that is not known opens nothing, but whoever shows it may still have the key of a chair.
        """
        if hello.passport is None:
            return
        people = self.backend.registry.services.people
        try:
            self.connection.passport = await people.id_of(hello.passport, self.connection.address)
        except Refusal as refusal:
            if refusal.status != 401:
                raise
        hello.passport = None

    async def _read(self, table: AnyTable) -> None:
        while True:
            try:
                request = await self._request()
            except BadMessage as error:
                self.connection.send(wire.Refused("", str(error)))
                continue
            if isinstance(request, wire.Hello):
                self.connection.send(wire.Refused("", "expected a request, got a second hello"))
            else:
                table.submit(self.connection, request)

    async def _send(self) -> None:
        while (message := await self.connection.next()) is not None:
            await self.socket.send_text(message)
            self.metrics.sent.inc()

    async def _request(self) -> wire.FromBrowser:
        """Return the next message; wait if too many have come."""
        text = await self.socket.receive_data("text")
        self.metrics.received.inc()
        while not self.rate.take(""):
            await asyncio.sleep(1 / self.limits.messages_a_second)
        try:
            return wire.read_request(text)
        except (msgspec.DecodeError, RecursionError) as error:
            raise BadMessage(f"invalid message: {error}") from None


class BadMessage(FairgroundError):
    """A message that does not follow the protocol."""

    status = 400
