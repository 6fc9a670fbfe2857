"""The channel between servers on one PostgreSQL: Litestar's channels, one per server."""

import asyncio
import contextlib
import logging
import zlib
from collections.abc import Awaitable, Callable, Iterable

import asyncpg
import msgspec
from litestar.channels.backends.asyncpg import AsyncPgChannelsBackend

from fairground.server.cluster.messages import FrameAssembler, ServerMessage, pack
from fairground.server.logs import log

CHANNEL = "fairground_"
PAUSE = 0.5
CHECK_SECONDS, ANSWER_SECONDS, CLOSE_SECONDS = 2.0, 4.0, 2.0
FAILURES = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)
Connect = Callable[[], Awaitable[asyncpg.Connection]]
OnMessage = Callable[[str, ServerMessage], None]


class PostgresChannels(AsyncPgChannelsBackend):
    """Litestar's backend, changed to send over the same connection that listens.

    The original opens a new connection for every message, and does not tell when it stops receiving.
    """

    def __init__(self, connect: Connect) -> None:
        super().__init__(make_connection=connect)
        self.lost = asyncio.Event()
        self.turn = asyncio.Lock()

    async def on_startup(self) -> None:
        await super().on_startup()
        self._listener_conn.add_termination_listener(self._terminated)

    async def on_shutdown(self) -> None:
        with contextlib.suppress(*FAILURES):
            await self._listener_conn.close(timeout=CLOSE_SECONDS)

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        for channel in channels:
            await self._execute("SELECT pg_notify($1, $2)", channel, data.decode())

    async def check_forever(self) -> None:
        """Fail as soon as the database no longer answers: a connection that hangs looks like a quiet one."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            await self._execute("SELECT 1")

    async def _execute(self, command: str, *values: str) -> None:
        async with self.turn:
            await self._listener_conn.execute(command, *values, timeout=ANSWER_SECONDS)

    def _terminated(self, connection: object) -> None:
        self.lost.set()


class ServerChannel:
    """Sends messages to other servers in order, and receives theirs. It reconnects when necessary.

    Messages may be lost with the connection. `on_disconnect` is then called, so that everything that
    relies on them can start afresh.
    """

    def __init__(
        self, name: str, connect: Connect, on_message: OnMessage, on_disconnect: Callable[[], None]
    ) -> None:
        self.name = name
        self.connect = connect
        self.on_message = on_message
        self.on_disconnect = on_disconnect
        self.waiting: dict[str, list[ServerMessage]] = {}
        self.sent: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.changed = asyncio.Event()
        self.listening = asyncio.Event()
        self.closing = False
        self.task = asyncio.create_task(self._run(), name="server channel")

    def send(self, to: str, message: ServerMessage) -> "asyncio.Future[bool]":
        """Send a message soon; the future says whether it was handed over or given up."""
        self.waiting.setdefault(to, []).append(message)
        self.changed.set()
        return self.sent

    async def close(self, patience: float) -> None:
        """Send what is waiting, if that is possible within `patience` seconds, and end."""
        self.closing = True
        self.changed.set()
        await asyncio.wait({self.task}, timeout=patience)
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        if not self.sent.done():
            self.sent.set_result(False)

    async def _run(self) -> None:
        while not self.closing:
            channels = PostgresChannels(self.connect)
            try:
                await channels.on_startup()
            except FAILURES as error:
                log("server channel cannot connect", logging.WARNING, error=type(error).__name__)
                await asyncio.sleep(PAUSE)
            else:
                await self._use(channels)
                await channels.on_shutdown()

    async def _use(self, channels: PostgresChannels) -> None:
        """Send and receive until the channel closes or the connection is lost."""
        work = (self._send(channels), self._receive(channels), self._check(channels), channels.lost.wait())
        tasks: list[asyncio.Task[object]] = [asyncio.create_task(part) for part in work]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
        self.listening.clear()
        if not self.closing:
            why = next((type(end).__name__ for end in ends if isinstance(end, Exception)), None)
            log("server channel lost its connection", logging.WARNING, error=why)
            self.on_disconnect()

    async def _check(self, channels: PostgresChannels) -> None:
        await self.listening.wait()
        await channels.check_forever()

    async def _receive(self, channels: PostgresChannels) -> None:
        await channels.subscribe([CHANNEL + self.name])
        self.listening.set()
        assembler = FrameAssembler()
        async for _, part in channels.stream_events():
            try:
                frame = assembler.add(part)
            except (ValueError, zlib.error, msgspec.DecodeError) as error:
                log("invalid message from another server", logging.ERROR, error=type(error).__name__)
                continue
            if frame:
                for message in frame.messages:
                    self.on_message(frame.sender, message)

    async def _send(self, channels: PostgresChannels) -> None:
        await self.listening.wait()
        while self.waiting or not self.closing:
            await self._send_waiting(channels)
            if not self.waiting and not self.closing:
                self.changed.clear()
                await self.changed.wait()

    async def _send_waiting(self, channels: PostgresChannels) -> None:
        waiting, self.waiting = self.waiting, {}
        sent, self.sent = self.sent, asyncio.get_running_loop().create_future()
        handed_over = False
        try:
            for to, messages in waiting.items():
                for part in pack(self.name, messages):
                    await channels.publish(part, [CHANNEL + to])
            handed_over = True
        finally:
            if not sent.done():
                sent.set_result(handed_over)
