"""The worker processes: bots think here, never in the event loop. One that dies or hangs is replaced."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from typing import Protocol

from fairground.engine.errors import FairgroundError
from fairground.server.logs import log
from fairground.server.metrics import Meters
from fairground.server.workers import jobs

TRIES = 3
LONGEST_LINE = 1 << 27
COMMAND = (sys.executable, "-m", "fairground.server.workers.worker")


class NoAnswer(FairgroundError):
    """Worker after worker died or hung over the same job."""


class Workers(Protocol):
    """Whoever does jobs."""

    async def ask(self, job: jobs.Job) -> jobs.Answer: ...


class Worker:
    """One process; it is started when it is first needed."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self.command = command
        self.process: Process | None = None

    async def ask(self, line: bytes) -> bytes:
        """The answer to a job; EOFError if the process died."""
        if self.process is None:
            self.process = await asyncio.create_subprocess_exec(
                *self.command, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
            )
        assert self.process.stdin and self.process.stdout
        try:
            self.process.stdin.write(line)
            await self.process.stdin.drain()
        except OSError:
            raise EOFError from None
        answer = await self.process.stdout.readline()
        if not answer.endswith(b"\n"):
            raise EOFError
        return answer

    async def end(self) -> None:
        if self.process is None:
            return
        if self.process.returncode is None:
            self.process.kill()
        await self.process.communicate()  # closes the pipes too


class Pool:
    """Some workers; a job waits for the first that is free."""

    def __init__(
        self,
        workers: int,
        patience: float,
        command: tuple[str, ...] = COMMAND,
        meters: Meters | None = None,
    ) -> None:
        self.patience = patience
        self.command = command
        self.meters = meters or Meters()
        self.free: asyncio.Queue[Worker] = asyncio.Queue()
        self.workers: set[Worker] = set()
        self.running: set[asyncio.Task[jobs.Answer]] = set()
        self.replaced = 0
        for _ in range(workers):
            self._hire()

    async def ask(self, job: jobs.Job) -> jobs.Answer:
        """The answer to a job. Whoever asked may go away; the worker finishes all the same."""
        task = asyncio.create_task(self._ask(jobs.write(job) + b"\n"))
        self.running.add(task)
        task.add_done_callback(self.running.discard)
        with self.meters.jobs.time():
            return await asyncio.shield(task)

    async def close(self) -> None:
        for task in list(self.running):
            task.cancel()
        await asyncio.gather(*self.running, return_exceptions=True)
        for worker in list(self.workers):
            await worker.end()
        self.workers.clear()

    def _hire(self) -> None:
        worker = Worker(self.command)
        self.workers.add(worker)
        self.free.put_nowait(worker)

    async def _ask(self, line: bytes) -> jobs.Answer:
        for _ in range(TRIES):
            worker = await self.free.get()
            try:
                answer = await asyncio.wait_for(worker.ask(line), self.patience)
            except (EOFError, TimeoutError, OSError) as error:
                await self._replace(worker, error)
            else:
                self.free.put_nowait(worker)
                return jobs.read_answer(answer)
        raise NoAnswer(f"{TRIES} workers in turn gave no answer")

    async def _replace(self, worker: Worker, error: Exception) -> None:
        self.replaced += 1
        log("worker replaced", why="it hung" if isinstance(error, TimeoutError) else "it died")
        self.workers.discard(worker)
        self._hire()
        await worker.end()
