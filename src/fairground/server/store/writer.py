"""The one task that writes to the store. It commits the changes of many tables together."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import TypeAlias

from fairground.server.errors import OutcomeUnknown, StoreError
from fairground.server.logs import log
from fairground.server.metrics import Metrics
from fairground.server.store.store import Change, Store

BATCH = 500
Pending: TypeAlias = tuple[Sequence[Change], asyncio.Future[None]]


class Writer:
    """Commits changes in the order in which they arrive. `watchers` are told what was stored."""

    def __init__(self, store: Store, metrics: Metrics | None = None) -> None:
        self.store = store
        self.metrics = metrics or Metrics()
        self.waiting: asyncio.Queue[Pending | None] = asyncio.Queue()
        self.watchers: list[Callable[[Sequence[Change]], None]] = []
        self.task: asyncio.Task[None] | None = None
        self.commits = 0
        self.written = 0
        self.failed = 0

    def start(self) -> None:
        self.task = asyncio.create_task(self._run(), name="writer")

    async def commit(self, changes: Sequence[Change]) -> None:
        """Return once the changes are stored.

        StoreError means that none of them is; OutcomeUnknown means that they may be, all or none.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.put_nowait((changes, done))
        await done

    async def stop(self) -> None:
        """Write what is waiting, then end the task."""
        self.waiting.put_nowait(None)
        if self.task:
            await self.task

    async def _run(self) -> None:
        while (first := await self.waiting.get()) is not None:
            batch = [first]
            while len(batch) < BATCH and not self.waiting.empty():
                entry = self.waiting.get_nowait()
                if entry is None:
                    self.waiting.put_nowait(None)  # end after this batch
                    break
                batch.append(entry)
            await self._write(batch)

    async def _write(self, batch: list[Pending]) -> None:
        try:
            with self.metrics.commits.time():
                await self.store.write([change for changes, _ in batch for change in changes])
        except OutcomeUnknown as error:
            self._fail(batch, error)  # a second attempt might save the changes twice
            return
        except StoreError as error:
            await self._handle_failure(batch, error)
            return
        except Exception as error:  # this task must survive any error of a database
            log("store failed", logging.ERROR, error=type(error).__name__)
            await self._handle_failure(batch, StoreError("the store does not work"))
            return
        self.commits += 1
        self.written += len(batch)
        for changes, done in batch:
            for watch in self.watchers:
                watch(changes)
            if not done.cancelled():
                done.set_result(None)

    async def _handle_failure(self, batch: list[Pending], error: StoreError) -> None:
        """Retry each entry by itself, so that one table's failure does not affect the others."""
        if len(batch) > 1:
            for entry in batch:
                await self._write([entry])
            return
        self._fail(batch, error)

    def _fail(self, batch: list[Pending], error: StoreError) -> None:
        log("store failed", logging.ERROR, why=str(error), detail=error.detail)
        self.failed += len(batch)
        for _, done in batch:
            if not done.cancelled():
                done.set_exception(error)
