"""What a server does by itself: count uptime, wake tables whose clock has run out, delete old tables."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from fairground.engine.errors import FairgroundError
from fairground.server.errors import OwnedElsewhere, StoreError
from fairground.server.logs import log, log_failure
from fairground.server.services import Services
from fairground.server.store.store import Pulse
from fairground.server.time_source import wait

BEAT_SECONDS, WAKE_SECONDS, SWEEP_SECONDS = 15.0, 5.0, 60 * 60.0
STOP_SECONDS = 5.0
BATCH = 20
DAY = 24 * 60 * 60.0
JUMP = 60.0  # a date that is wrong by more than this has jumped


class SleepingTables(Protocol):
    """The tables of a server, as far as maintenance needs to know them."""

    async def wake(self, name: str) -> None:
        """Load a table unless it is loaded already."""

    async def delete(self, names: list[str]) -> int:
        """Delete tables that nobody uses; return how many."""


class Maintenance:
    """The tasks of a server that nobody asks for. `open` comes before any table is loaded, `start` later.

    `chores` delete what other parts of the server no longer need.
    """

    def __init__(self, services: Services, tables: SleepingTables) -> None:
        self.services = services
        self.tables = tables
        self.tasks: list[asyncio.Task[None]] = []
        self.chores: list[Callable[[], Awaitable[None]]] = []
        self.pauses: set[asyncio.Task[None]] = set()
        self.stopping = False
        self.not_woken: set[str] = set()
        self.seen = self._look()
        self.trusted_from = services.time.now()

    async def open(self) -> None:
        """Continue the uptime of the store, and look whether the date can be right."""
        last = await self.services.store.pulse()
        if last is not None:
            self.services.uptime.catch_up(last.uptime)
            self._judge_gap(self.services.time.date() - last.date)
        await self.beat()

    def start(self) -> None:
        """Begin to wake and to delete tables."""
        self.tasks = [
            asyncio.create_task(self._repeat(self.beat, BEAT_SECONDS), name="pulse"),
            asyncio.create_task(self._repeat(self.wake_tables, WAKE_SECONDS), name="waking"),
            asyncio.create_task(self._repeat(self.sweep, SWEEP_SECONDS), name="sweeping"),
        ]

    async def stop(self) -> None:
        """End the tasks; what they are doing with the store is finished first, if that does not take long."""
        self.stopping = True
        for pause in self.pauses:
            pause.cancel()
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=STOP_SECONDS)
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.tasks = []

    async def _repeat(self, work: Callable[[], Awaitable[None]], seconds: float) -> None:
        while not self.stopping:
            try:
                await work()
            except StoreError as error:
                log("maintenance failed", logging.WARNING, work=work.__name__, why=str(error))
            except Exception:
                log_failure("maintenance failed", work=work.__name__)
            await self._pause(seconds)

    async def _pause(self, seconds: float) -> None:
        if self.stopping:
            return
        pause = asyncio.create_task(wait(self.services.time, seconds))
        self.pauses.add(pause)
        try:
            await asyncio.wait({pause})
        finally:
            self.pauses.discard(pause)
            pause.cancel()

    # Uptime

    async def beat(self) -> None:
        """Tell the store that it is in use, and learn how far other servers have come."""
        self._judge_date()
        uptime = self.services.uptime
        stored = await self.services.store.beat(Pulse(self.services.time.date(), uptime.now()))
        uptime.catch_up(stored.uptime)

    # Dates

    def _look(self) -> tuple[float, float]:
        return self.services.time.now(), self.services.time.date()

    def _judge_date(self) -> None:
        """Compare the date with the time that has passed since the last look."""
        then, date = self.seen
        self.seen = self._look()
        jumped = (self.seen[1] - date) - (self.seen[0] - then)
        if abs(jumped) > JUMP:
            self._distrust("the date has jumped", jumped)

    def _judge_gap(self, gap: float) -> None:
        """Judge the time since the store was last used. It cannot be negative, and is rarely long."""
        if not -JUMP <= gap <= DAY:
            self._distrust("the store was last used at a date that is far away", gap)

    def _distrust(self, why: str, seconds: float) -> None:
        log("nothing is deleted for a day", logging.WARNING, why=why, seconds=round(seconds))
        self.trusted_from = self.services.time.now() + DAY

    # Waking

    async def wake_tables(self) -> None:
        """Load the tables on which a clock has run out, a few at a time."""
        store, until, after = self.services.store, self.services.uptime.now(), ""
        while not self.stopping and (names := await store.due_tables(until, after, BATCH)):
            for name in names:
                if name not in self.not_woken and not self.stopping:
                    await self._wake(name)
                    await asyncio.sleep(0)
            after = names[-1]

    async def _wake(self, name: str) -> None:
        try:
            await self.tables.wake(name)
        except (OwnedElsewhere, StoreError):
            pass
        except FairgroundError as error:
            if getattr(error, "status", 409) != 503:  # else there may be room later
                self.not_woken.add(name)
            log("table not loaded", table=name, why=str(error))

    # Deleting

    async def sweep(self) -> None:
        """Delete tables whose match never began, and the oldest matches beyond the quota."""
        self._judge_date()
        if self.services.time.now() < self.trusted_from:
            return
        settings, store = self.services.settings, self.services.store
        await store.delete_unused(self.services.time.date() - settings.keep_waiting)
        keep = settings.limits.finished_tables
        while keep and not self.stopping and (names := await store.finished_tables(keep, BATCH)):
            if not await self.tables.delete(names):
                break
            await asyncio.sleep(0)
        for chore in self.chores:
            await chore()
