"""One WebSocket: somebody at a table."""

import asyncio
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from fairground.engine.errors import FairgroundError
from fairground.server import wire
from fairground.server.http.guard import TOO_MANY, Limiter, address_of
from fairground.server.http.rate_limits import Buckets
from fairground.server.tables.connection import Visitor
from fairground.server.tables.registry import AnyTable, Hall

AGAIN, NEVER = 1012, 1008
Web = WebSocket[Any, Any, State]


@websocket("/api/tables/{table:str}/live")
async def live(socket: Web, table: FromPath[str], state: State) -> None:
    """Sit or watch at a table. The first message is a `hello`."""
    await socket.accept()
    limiter, address = state.limiter, address_of(socket.scope)
    if not (limiter.connects.take(address) and limiter.connections.enter(address)):
        await end(socket, wire.Closing(TOO_MANY, again=False))
        return
    try:
        if limiter.everybody.enter(""):
            try:
                await Connection(socket, state.hall, limiter, address).run(table)
            finally:
                limiter.everybody.leave("")
        else:
            await end(socket, wire.Closing("the server is full: come back later", again=False))
    finally:
        limiter.connections.leave(address)


async def end(socket: Web, last: wire.Closing) -> None:
    """Say why, and close."""
    try:
        await socket.send_text(wire.write(last))
        await socket.close(AGAIN if last.again else NEVER)
    except (WebSocketDisconnect, OSError, RuntimeError):
        pass  # it is gone already


class Connection:
    """What goes in and out of one WebSocket."""

    def __init__(self, socket: Web, hall: Hall, limiter: Limiter, address: str) -> None:
        self.socket = socket
        self.hall = hall
        self.limiter = limiter
        self.limits = hall.services.settings.limits
        self.meters = hall.services.meters
        self.pace = Buckets(self.limits.messages_a_second * 2, 2, hall.services.watch.now)
        self.visitor = Visitor(address)

    async def run(self, name: str) -> None:
        try:
            table, hello = await self._come_in(name)
        except FairgroundError as error:
            await end(self.socket, wire.Closing(str(error), again=getattr(error, "status", 503) == 503))
            return
        except (WebSocketDisconnect, OSError):
            return
        table.enter(self.visitor, hello)
        reader = asyncio.create_task(self._read(table))
        sender = asyncio.create_task(self._send())
        try:
            await asyncio.wait({reader, sender}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            table.exit(self.visitor)
            for task in (reader, sender):
                task.cancel()
            await asyncio.gather(reader, sender, return_exceptions=True)
        if self.visitor.over:
            await end(self.socket, self.visitor.over)

    async def _come_in(self, name: str) -> tuple[AnyTable, wire.Hello]:
        if self.limiter.guessing(self.visitor.address):
            raise FairgroundError(TOO_MANY)
        try:
            request = await asyncio.wait_for(self._request(), self.limits.hello_seconds)
        except TimeoutError:
            raise BadMessage("expected a hello, got nothing") from None
        if not isinstance(request, wire.Hello):
            raise BadMessage(f"expected a hello first, got {request.__struct_config__.tag}")
        return await self.hall.table(name), request

    async def _read(self, table: AnyTable) -> None:
        while True:
            try:
                request = await self._request()
            except BadMessage as error:
                self.visitor.send(wire.Refused("", str(error)))
                continue
            if isinstance(request, wire.Hello):
                self.visitor.send(wire.Refused("", "expected a request, got a second hello"))
            else:
                table.ask(self.visitor, request)

    async def _send(self) -> None:
        while (message := await self.visitor.next()) is not None:
            await self.socket.send_text(message)
            self.meters.sent.inc()

    async def _request(self) -> wire.FromBrowser:
        """The next message; one who sends too many waits."""
        text = await self.socket.receive_data("text")
        self.meters.heard.inc()
        while not self.pace.take(""):
            await asyncio.sleep(1 / self.limits.messages_a_second)
        try:
            return wire.read_request(text)
        except (msgspec.DecodeError, RecursionError) as error:
            raise BadMessage(f"this is no message: {error}") from None


class BadMessage(FairgroundError):
    """What came is not of the protocol."""

    status = 400
