"""The one task that writes: it commits what many tables changed together, so few commits carry many moves."""

import asyncio
import logging
from collections.abc import Sequence
from typing import TypeAlias

from fairground.server.errors import StoreError
from fairground.server.logs import log
from fairground.server.metrics import Meters
from fairground.server.store.store import Change, Store

MOST = 500
Entry: TypeAlias = tuple[Sequence[Change], asyncio.Future[None]]


class Writer:
    """Commits changes in the order in which they come."""

    def __init__(self, store: Store, meters: Meters | None = None) -> None:
        self.store = store
        self.meters = meters or Meters()
        self.waiting: asyncio.Queue[Entry | None] = asyncio.Queue()
        self.task: asyncio.Task[None] | None = None
        self.commits = 0
        self.written = 0
        self.failed = 0

    def start(self) -> None:
        self.task = asyncio.create_task(self._run(), name="writer")

    async def commit(self, changes: Sequence[Change]) -> None:
        """Return when the changes are stored; StoreError if they are not, and then none of them is."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.put_nowait((changes, done))
        await done

    async def stop(self) -> None:
        """Write what is waiting, and end."""
        self.waiting.put_nowait(None)
        if self.task:
            await self.task

    async def _run(self) -> None:
        while (first := await self.waiting.get()) is not None:
            batch = [first]
            while len(batch) < MOST and not self.waiting.empty():
                entry = self.waiting.get_nowait()
                if entry is None:
                    self.waiting.put_nowait(None)  # the end comes after this batch
                    break
                batch.append(entry)
            await self._write(batch)

    async def _write(self, batch: list[Entry]) -> None:
        try:
            with self.meters.commits.time():
                await self.store.write([change for changes, _ in batch for change in changes])
        except StoreError as error:
            await self._failed(batch, error)
            return
        except Exception as error:  # this task must outlive whatever a database may think of
            log("store failed", logging.ERROR, error=type(error).__name__)
            await self._failed(batch, StoreError("the store does not work"))
            return
        self.commits += 1
        self.written += len(batch)
        for _, done in batch:
            if not done.cancelled():
                done.set_result(None)

    async def _failed(self, batch: list[Entry], error: StoreError) -> None:
        """One table's fault is not another's: try each by itself."""
        if len(batch) > 1:
            for entry in batch:
                await self._write([entry])
            return
        self.failed += 1
        if not batch[0][1].cancelled():
            batch[0][1].set_exception(error)
