"""The post between servers on one PostgreSQL: Litestar's channels, one a server."""

import asyncio
import contextlib
import logging
import zlib
from collections.abc import Awaitable, Callable, Iterable

import asyncpg
import msgspec
from litestar.channels.backends.asyncpg import AsyncPgChannelsBackend

from fairground.server.cluster.messages import Letter, Unpacking, packed
from fairground.server.logs import log

CHANNEL = "fairground_"
PAUSE = 0.5
FAILURES = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)
Connect = Callable[[], Awaitable[asyncpg.Connection]]
Deliver = Callable[[str, Letter], None]


class Channels(AsyncPgChannelsBackend):
    """Litestar's backend, but all that is sent goes through the connection that also listens.

    The original connects anew for every message, and does not say when it can hear no more.
    """

    def __init__(self, connect: Connect) -> None:
        super().__init__(make_connection=connect)
        self.lost = asyncio.Event()

    async def on_startup(self) -> None:
        await super().on_startup()
        self._listener_conn.add_termination_listener(self._ended)

    async def on_shutdown(self) -> None:
        with contextlib.suppress(*FAILURES):
            await self._listener_conn.close(timeout=5)

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        for channel in channels:
            await self._listener_conn.execute("SELECT pg_notify($1, $2)", channel, data.decode(), timeout=20)

    def _ended(self, connection: object) -> None:
        self.lost.set()


class Post:
    """Sends letters in order and delivers what comes; if the connection is lost it makes a new one.

    Then letters may be lost too: `broken` is called, so that all who rely on them begin anew.
    """

    def __init__(self, name: str, connect: Connect, deliver: Deliver, broken: Callable[[], None]) -> None:
        self.name = name
        self.connect = connect
        self.deliver = deliver
        self.broken = broken
        self.waiting: dict[str, list[Letter]] = {}
        self.sent: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.news = asyncio.Event()
        self.listening = asyncio.Event()
        self.closing = False
        self.task = asyncio.create_task(self._run(), name="post")

    def put(self, to: str, letter: Letter) -> "asyncio.Future[None]":
        """Send a letter soon; the future is done when it was handed over, or was given up."""
        self.waiting.setdefault(to, []).append(letter)
        self.news.set()
        return self.sent

    async def close(self, patience: float) -> None:
        """Send what is waiting, if that can be done soon, and end."""
        self.closing = True
        self.news.set()
        await asyncio.wait({self.task}, timeout=patience)
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        if not self.sent.done():
            self.sent.set_result(None)

    async def _run(self) -> None:
        while not self.closing:
            channels = Channels(self.connect)
            try:
                await channels.on_startup()
            except FAILURES as error:
                log("post cannot connect", logging.WARNING, error=type(error).__name__)
                await asyncio.sleep(PAUSE)
            else:
                await self._connected(channels)
                await channels.on_shutdown()

    async def _connected(self, channels: Channels) -> None:
        """Send and receive until the end, or until the connection is lost."""
        work = (self._send(channels), self._receive(channels), channels.lost.wait())
        tasks: list[asyncio.Task[object]] = [asyncio.create_task(part) for part in work]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
        self.listening.clear()
        if not self.closing:
            why = next((type(end).__name__ for end in ends if isinstance(end, Exception)), None)
            log("post lost its connection", logging.WARNING, error=why)
            self.broken()

    async def _receive(self, channels: Channels) -> None:
        await channels.subscribe([CHANNEL + self.name])
        self.listening.set()
        unpacking = Unpacking()
        async for _, part in channels.stream_events():
            try:
                frame = unpacking.add(part)
            except (ValueError, zlib.error, msgspec.DecodeError) as error:
                log("post not understood", logging.ERROR, error=type(error).__name__)
                continue
            if frame:
                for letter in frame.letters:
                    self.deliver(frame.sender, letter)

    async def _send(self, channels: Channels) -> None:
        await self.listening.wait()
        while self.waiting or not self.closing:
            await self._send_waiting(channels)
            if not self.waiting and not self.closing:
                self.news.clear()
                await self.news.wait()

    async def _send_waiting(self, channels: Channels) -> None:
        waiting, self.waiting = self.waiting, {}
        sent, self.sent = self.sent, asyncio.get_running_loop().create_future()
        try:
            for to, letters in waiting.items():
                for part in packed(self.name, letters):
                    await channels.publish(part, [CHANNEL + to])
        finally:
            if not sent.done():
                sent.set_result(None)
