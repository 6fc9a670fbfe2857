"""One worker process as the server sees it: asked a line, replaced when it dies or hangs."""

import asyncio
import signal
from contextlib import suppress

from fairground.processes import AsyncChild
from fairground.server.workers.jobs import LONGEST_ANSWER

OUT_OF_TIME = -getattr(signal, "SIGXCPU", 0)  # Windows has no such signal
TOO_LONG = "it takes longer than the server allows"
FATAL = "it ended the process that tried it"


class WorkerLost(Exception):
    """A worker died or hung over a job; `why` says what is wrong with the job, if it was the job's fault.

    `again` says whether another worker may succeed: it does not if the job used up its processor time.
    """

    def __init__(self, why: str, again: bool) -> None:
        super().__init__(why)
        self.why = why
        self.again = again


class WorkerProcess:
    """A place for a worker. Its process is started when it is first asked, and again after it was lost."""

    def __init__(self, command: tuple[str, ...], patience: float) -> None:
        self.command = command
        self.patience = patience
        self.child = AsyncChild(command, LONGEST_ANSWER)

    async def start(self) -> None:
        """Start the process before the first job; if that is impossible, the job will meet the error."""
        with suppress(OSError):
            await self.child.start()

    async def ask(self, line: bytes) -> bytes:
        """Return the answer to a line; raise WorkerLost, or OSError if no process can be started."""
        if self.child.exit_code is not None:  # killed from outside since the last job
            await self.replace()
        try:
            return await asyncio.wait_for(self.child.ask(line), self.patience)
        except TimeoutError:
            await self.replace()
            raise WorkerLost(TOO_LONG, again=True) from None
        except EOFError:
            used_up = await self.replace() == OUT_OF_TIME
            raise WorkerLost(TOO_LONG if used_up else FATAL, again=not used_up) from None

    async def replace(self) -> int | None:
        """End the process, so that a new one is started for the next job; return its exit code."""
        lost, self.child = self.child, AsyncChild(self.command, LONGEST_ANSWER)
        await lost.end()
        return lost.exit_code

    async def end(self) -> None:
        await self.child.end()
