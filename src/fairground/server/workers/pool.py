"""A pool of worker processes, so that bots never think in the event loop. A dead or hung one is replaced."""

import asyncio
import sys
from typing import Protocol

from fairground.engine.errors import FairgroundError
from fairground.processes import AsyncChild
from fairground.server.logs import log
from fairground.server.metrics import Metrics
from fairground.server.workers import jobs

TRIES = 3
COMMAND = (sys.executable, "-m", "fairground.server.workers.worker")


class NoAnswer(FairgroundError):
    """Several workers in a row died or hung over the same job."""


class JobExecutor(Protocol):
    """Something that does jobs: a pool of processes, or a stand-in in tests."""

    async def ask(self, job: jobs.Job) -> jobs.JobAnswer: ...


class JobPool:
    """A fixed number of worker processes. A job waits for the first one that is free."""

    def __init__(
        self,
        workers: int,
        patience: float,
        command: tuple[str, ...] = COMMAND,
        metrics: Metrics | None = None,
    ) -> None:
        self.patience = patience
        self.command = command
        self.metrics = metrics or Metrics()
        self.free: asyncio.Queue[AsyncChild] = asyncio.Queue()
        self.workers: set[AsyncChild] = set()
        self.running: set[asyncio.Task[jobs.JobAnswer]] = set()
        self.replaced = 0
        for _ in range(workers):
            self._add_worker()

    async def ask(self, job: jobs.Job) -> jobs.JobAnswer:
        """Return the answer to a job. If the caller is cancelled, the worker still finishes the job."""
        task = asyncio.create_task(self._ask(jobs.write(job) + b"\n"))
        self.running.add(task)
        task.add_done_callback(self.running.discard)
        with self.metrics.jobs.time():
            return await asyncio.shield(task)

    async def close(self) -> None:
        for task in list(self.running):
            task.cancel()
        await asyncio.gather(*self.running, return_exceptions=True)
        for worker in list(self.workers):
            await worker.end()
        self.workers.clear()

    def _add_worker(self) -> None:
        worker = AsyncChild(self.command)
        self.workers.add(worker)
        self.free.put_nowait(worker)

    async def _ask(self, line: bytes) -> jobs.JobAnswer:
        for _ in range(TRIES):
            worker = await self.free.get()
            try:
                answer = await asyncio.wait_for(worker.ask(line), self.patience)
            except (EOFError, TimeoutError, OSError) as error:
                await self._replace(worker, error)
            else:
                self.free.put_nowait(worker)
                return jobs.read_answer(answer)
        raise NoAnswer(f"{TRIES} workers in a row gave no answer")

    async def _replace(self, worker: AsyncChild, error: Exception) -> None:
        self.replaced += 1
        log("worker replaced", why="it hung" if isinstance(error, TimeoutError) else "it died")
        self.workers.discard(worker)
        self._add_worker()
        await worker.end()
