"""Work that is done again and again: when somebody wakes it, and after some time without that."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from fairground.engine.errors import FairgroundError
from fairground.server.logs import log, log_failure
from fairground.server.time_source import TimeSource


class PeriodicWork:
    """Does some work in a task of its own. Whatever goes wrong is logged, and tried again later."""

    def __init__(self, work: Callable[[], Awaitable[None]], seconds: float, time: TimeSource) -> None:
        self.work = work
        self.seconds = seconds
        self.time = time
        self.woken = asyncio.Event()
        self.stopping = False
        self.task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self.task = asyncio.create_task(self._run(), name=self.work.__qualname__)

    def wake(self) -> None:
        """Let the work be done soon."""
        self.woken.set()

    async def stop(self) -> None:
        """Finish what is under way."""
        self.stopping = True
        self.woken.set()
        if self.task:
            await self.task

    async def _run(self) -> None:
        while not self.stopping:
            self.woken.clear()
            try:
                await self.work()
            except FairgroundError as error:
                log("periodic work failed", logging.WARNING, work=self.work.__qualname__, why=str(error))
            except Exception:
                log_failure("periodic work failed", work=self.work.__qualname__)
            if not self.stopping:
                await self._pause()

    async def _pause(self) -> None:
        timer = self.time.call_later(self.seconds, self.woken.set)
        try:
            await self.woken.wait()
        finally:
            timer.cancel()
