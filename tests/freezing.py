"""A way to a PostgreSQL that can freeze: connections stay open, but nothing gets through."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from postgres import Postgres


class FreezingProxy:
    """Passes bytes between clients on 127.0.0.1 and a database, unless one direction is frozen, or both."""

    def __init__(self, database: Postgres) -> None:
        self.database = database
        self.port = 0
        self.accepted = 0
        self.to_database, self.to_client = asyncio.Event(), asyncio.Event()
        self.trigger: bytes | None = None
        self.only_answers = False
        self.triggered = asyncio.Event()
        self.thaw()

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres?ssl=disable"

    def freeze(self) -> None:
        self.to_database.clear()
        self.to_client.clear()

    def freeze_at(self, trigger: bytes, only_answers: bool = False) -> None:
        """Freeze as soon as a client sends these bytes; keep them back, or only the answer."""
        self.trigger, self.only_answers = trigger, only_answers

    def thaw(self) -> None:
        self.trigger = None
        self.to_database.set()
        self.to_client.set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.accepted += 1
        path = str(self.database.folder / ".s.PGSQL.5432")
        answers, requests = await asyncio.open_unix_connection(path)
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._pump(reader, requests, self.to_database))
                group.create_task(self._pump(answers, writer, self.to_client))
        except* (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            requests.close()
            writer.close()

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, is_open: asyncio.Event
    ) -> None:
        while data := await self._read(reader, is_open):
            if self.trigger and is_open is self.to_database and self.trigger in data:
                self._freeze_now()
            await is_open.wait()
            writer.write(data)
            await writer.drain()
        await is_open.wait()
        writer.close()

    def _freeze_now(self) -> None:
        self.triggered.set()
        if self.only_answers:
            self.to_client.clear()
        else:
            self.freeze()

    async def _read(self, reader: asyncio.StreamReader, is_open: asyncio.Event) -> bytes:
        await is_open.wait()
        return await reader.read(65536)


@asynccontextmanager
async def freezing(database: Postgres) -> AsyncIterator[FreezingProxy]:
    """Open a proxy to a database."""
    proxy = FreezingProxy(database)
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        with contextlib.suppress(asyncio.CancelledError):
            await proxy.serve(reader, writer)
        tasks.discard(task)

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        for task in list(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
