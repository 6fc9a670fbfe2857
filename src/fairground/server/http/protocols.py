"""uvicorn's protocols for HTTP and WebSockets, with the limits on time and memory that uvicorn lacks.

uvicorn waits forever for the head of a request, for its body, and for a client that does not read what it is
sent. Heads, pipelines and the answers to pings may grow without end.
"""

import asyncio
from collections.abc import Callable
from typing import Any

import uvicorn
from uvicorn._types import ASGIReceiveEvent
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame

from fairground.server import wire
from fairground.server.http.guard import NEVER, with_headers
from fairground.server.http.open_sockets import OpenSockets
from fairground.server.http.rate_limits import RateLimit
from fairground.server.settings import Limits

SLICE = 8_192  # bytes that are parsed at a time, so that a stranger's flood is noticed after a few of them
MOST_PIPELINED = 16
MOST_MESSAGES = 1_000  # of one connection that wait for the application
INVALID = 400, "expected a valid HTTP request"
TOO_LONG = 431, "the head of the request is too long"
NOT_UTF_8 = 1007  # the code with which a WebSocket is closed (RFC 6455)
TOO_SLOW = 408, "the request came too slowly"


class LimitedConfig(uvicorn.Config):
    """uvicorn's settings, with ours for its protocols."""

    def __init__(self, app: Any, limits: Limits, proxies: str, **more: Any) -> None:
        super().__init__(app, http=LimitedHttp, ws=LimitedWebSocket, forwarded_allow_ips=proxies, **more)
        trusted = ProxyHeadersMiddleware(app, proxies).trusted_hosts
        self.limits = limits
        self.sockets = OpenSockets(limits, trusted.__contains__)


class Deadline:
    """Calls back unless it is cleared in time."""

    def __init__(self, loop: asyncio.AbstractEventLoop, on_missed: Callable[[], None]) -> None:
        self.loop = loop
        self.on_missed = on_missed
        self.timer: asyncio.TimerHandle | None = None

    def set(self, seconds: float) -> None:
        self.clear()
        self.timer = self.loop.call_later(seconds, self.on_missed)

    def clear(self) -> None:
        if self.timer:
            self.timer.cancel()
            self.timer = None


class TooLong(Exception):
    """The head of a request is too long."""


class LimitedHttp(HttpToolsProtocol):
    """One HTTP connection. `unparsed` counts the bytes since something of use came."""

    def __init__(
        self,
        config: LimitedConfig,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.limits, self.sockets = config.limits, config.sockets
        self.receiving = Deadline(self.loop, self._receive_too_slow)
        self.sending = Deadline(self.loop, self._abort)
        self.in_body = False
        self.upgraded = False
        self.head_bytes = 0
        self.unparsed = 0
        self.problem = INVALID

    # Connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # so that `sending` begins with the first byte that waits
        if self.sockets.enter(self, self.client[0] if self.client else ""):
            self._wait_for_request()
        else:
            self._abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        self._forget()
        self.sockets.leave(self)

    def give_way(self) -> None:
        self.transport.close()

    def handle_websocket_upgrade(self) -> None:
        self.upgraded = True
        self._forget()
        super().handle_websocket_upgrade()

    def _forget(self) -> None:
        self.receiving.clear()
        self.sending.clear()

    def _abort(self) -> None:
        self.transport.abort()

    # What comes in

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing() or self.upgraded:
                return
            part = data[start : start + SLICE]
            self.unparsed += len(part)
            super().data_received(part)
            self._check_flood()

    def _check_flood(self) -> None:
        if self.transport.is_closing() or self.upgraded:
            return
        if self.unparsed > self.limits.head_bytes:
            self._refuse(TOO_LONG)
        elif len(self.pipeline) > MOST_PIPELINED:
            self.transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.head_bytes = 0

    def on_url(self, url: bytes) -> None:
        self._count_head(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        if self.in_body:
            return  # a trailer, which must not pass for a header of the request
        self._count_head(len(name) + len(value))
        super().on_header(name, value)

    def _count_head(self, size: int) -> None:
        self.head_bytes += size
        if self.head_bytes > self.limits.head_bytes:
            self.problem = TOO_LONG
            raise TooLong

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self.unparsed = 0
        self.in_body = True
        self.sockets.set_busy(self)
        self.receiving.set(self.limits.body_seconds)

    def on_body(self, body: bytes) -> None:
        self.unparsed = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.unparsed = 0
        self.in_body = False
        self.receiving.clear()
        if self._has_answered():
            self._wait_for_request()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.in_body and self._has_answered():
            self._wait_for_request()

    def _has_answered(self) -> bool:
        """Return whether the newest request has been answered; True if there was none yet."""
        return not self.cycle or self.cycle.response_complete  # type: ignore[truthy-bool]  # None at first

    def _wait_for_request(self) -> None:
        self.sockets.set_idle(self)
        self.receiving.set(self.limits.head_seconds)

    def _receive_too_slow(self) -> None:
        """End a connection whose request does not come; say so if it has begun and nothing was answered."""
        if self.unparsed == 0 and not self.in_body:
            self.transport.close()
        else:
            self._refuse(TOO_SLOW)

    # What goes out

    def pause_writing(self) -> None:
        super().pause_writing()
        self.sending.set(self.limits.send_seconds)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.sending.clear()

    def send_400_response(self, msg: str) -> None:
        """Answer a request that cannot be parsed."""
        self._refuse(self.problem)

    def _refuse(self, problem: tuple[int, str]) -> None:
        """Answer with a sentence, unless an answer has begun already, and end the connection."""
        status, why = problem
        if self._has_answered() or not self.cycle.response_started:
            self.transport.write(_answer(status, why))
        self.transport.close()


def _answer(status: int, why: str) -> bytes:
    body = wire.write(wire.Problem(why))
    entries = (
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    )
    lines = [name + b": " + value + b"\r\n" for name, value in with_headers(entries, NEVER)]
    return b"".join([STATUS_LINE[status], *lines, b"\r\n", body])


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """One WebSocket. While the client does not read, nothing of what it sends is read either."""

    def __init__(
        self,
        config: LimitedConfig,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.limits, self.sockets = config.limits, config.sockets
        self.sending = Deadline(self.loop, self._abort)
        # Pings, pongs and the parts of a message: text messages are slowed down by the application.
        self.frame_rate = RateLimit(self.limits.messages_a_second * 2, 2, self.loop.time)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        previous = self.transport.get_protocol()
        if isinstance(previous, LimitedHttp):
            self.sockets.replace(previous, self)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.sending.clear()
        self.sockets.leave(self)

    def give_way(self) -> None:
        self.transport.close()

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])
            if self.queue.qsize() > MOST_MESSAGES:
                self._abort()

    def handle_ping(self) -> None:
        if self._is_slow_enough():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._is_slow_enough():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._is_slow_enough():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; end the connection if it is not UTF-8, which uvicorn would log as an error."""
        if self.curr_msg_data_type == "bytes" or _is_utf_8(b"".join(self.frames)):
            super().send_receive_event_to_app()
        else:
            self.conn.send_close(NOT_UTF_8)
            self.handle_parser_exception()

    def _is_slow_enough(self) -> bool:
        """Return whether the client may send this; end the connection if not."""
        if not self.frame_rate.take(""):
            self._abort()
            return False
        return True

    def pause_writing(self) -> None:
        super().pause_writing()
        self.sending.set(self.limits.send_seconds)
        self._pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.sending.clear()
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    async def receive(self) -> ASGIReceiveEvent:
        message = await super().receive()
        if not self.writable.is_set():
            self._pause_reading()
        return message

    def _pause_reading(self) -> None:
        if not self.transport.is_closing():
            self.transport.pause_reading()

    def _abort(self) -> None:
        self.transport.abort()


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
