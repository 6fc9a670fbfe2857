"""The lobby as it changes: read only while somebody listens, and at most once a second."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from fairground.server import lobby_wire, table_wire, wire
from fairground.server.errors import StoreError
from fairground.server.logs import log
from fairground.server.services import Services
from fairground.server.store.store import Change

PAUSE = 1.0  # seconds between two messages of a kind to one listener, at least
REREAD = 5.0  # seconds until other servers' changes, and tables that were deleted, are noticed
HEARTBEAT = 15.0  # seconds after which listeners are told that the lobby is still there
BYTES_A_SECOND = 4_000_000  # to all listeners together; with many of them, the pauses get longer
ALIVE = "alive"
ReadTables = Callable[[list[wire.Phase]], Awaitable[list[table_wire.TableFacts]]]


class LobbyListener:
    """Somebody who listens. Nothing waits for them but the newest state, so a slow one skips the others."""

    def __init__(self, feed: "LobbyFeed") -> None:
        self.feed = feed
        self.sent: dict[str, int] = {ALIVE: feed.versions.get(ALIVE, 0)}
        self.changed = asyncio.Event()

    async def next(self) -> str | None:
        """Wait for the next message; None once the server closes down."""
        while not self.feed.closing:
            for kind, version in self.feed.versions.items():
                if self.sent.get(kind) != version:
                    self.sent[kind] = version
                    return self.feed.texts[kind]
            self.changed.clear()
            await self.changed.wait()
        return None


class LobbyFeed:
    """Tells its listeners which public tables there are. Every message is written once for all of them."""

    def __init__(self, services: Services, read_tables: ReadTables) -> None:
        self.services = services
        self.read_tables = read_tables
        self.listeners: set[LobbyListener] = set()
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.told = 0.0
        self.stale = asyncio.Event()
        self.paused = asyncio.Event()
        self.task: asyncio.Task[None] | None = None
        self.closing = False
        services.writer.watchers.append(self.note_changes)

    def enter(self) -> LobbyListener:
        """Begin to listen."""
        listener = LobbyListener(self)
        self.listeners.add(listener)
        if self.task is None or self.task.done():
            self.versions.clear()  # what was read for earlier listeners may be out of date
            self.task = asyncio.create_task(self._run(), name="lobby")
        return listener

    def leave(self, listener: LobbyListener) -> None:
        self.listeners.discard(listener)
        if not self.listeners:
            self._wake()

    def note_changes(self, changes: Sequence[Change]) -> None:
        """Read the lobby again soon if something was stored that everybody may see."""
        if any(change.table.listed for change in changes):
            self.stale.set()

    async def close(self) -> None:
        """Let all listeners go."""
        self.closing = True
        self._wake()
        for listener in self.listeners:
            listener.changed.set()
        if self.task:
            await self.task

    def _wake(self) -> None:
        self.stale.set()
        self.paused.set()

    # The task

    async def _run(self) -> None:
        while self.listeners and not self.closing:
            self.stale.clear()
            self.paused.clear()
            await self._read()
            await self._wait(self.paused, self._seconds_to_pause())
            await self._wait(self.stale, REREAD)

    async def _wait(self, event: asyncio.Event, seconds: float) -> None:
        timer = self.services.time.call_later(seconds, event.set)
        await event.wait()
        timer.cancel()

    def _seconds_to_pause(self) -> float:
        size = sum(map(len, self.texts.values()))
        return max(PAUSE, len(self.listeners) * size / BYTES_A_SECOND)

    async def _read(self) -> None:
        try:
            self._publish(lobby_wire.Lobby("open", await self.read_tables(["waiting", "playing"])))
            self._publish(lobby_wire.Lobby("over", await self.read_tables(["over"])))
        except StoreError as error:
            log("lobby not read", logging.WARNING, why=str(error))
        if self.services.time.now() - self.told >= HEARTBEAT:
            self._tell(ALIVE, wire.write(lobby_wire.Alive()).decode())

    def _publish(self, message: lobby_wire.Lobby) -> None:
        text = wire.write(message).decode()
        if message.kind not in self.versions or text != self.texts[message.kind]:
            self._tell(message.kind, text)

    def _tell(self, kind: str, text: str) -> None:
        self.texts[kind] = text
        self.versions[kind] = self.versions.get(kind, 0) + 1
        self.told = self.services.time.now()
        for listener in self.listeners:
            listener.changed.set()
