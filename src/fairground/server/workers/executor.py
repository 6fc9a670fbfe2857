"""All worker processes of a server: a pool for each lane, with common accounts and a common quarantine."""

import asyncio
import sys

from fairground.server.metrics import Metrics
from fairground.server.settings import Limits
from fairground.server.time_source import SystemTime, TimeSource
from fairground.server.workers import jobs
from fairground.server.workers.accounts import ThinkingAccounts
from fairground.server.workers.background import BackgroundGate
from fairground.server.workers.fair_queue import FairQueue
from fairground.server.workers.lanes import Lane, lane_of, lane_of_bot, make_lanes
from fairground.server.workers.pool import JobPool
from fairground.server.workers.quarantine import Quarantine

COMMAND = (sys.executable, "-m", "fairground.server.workers.worker")


class LaneExecutor:
    """Does each job in the pool of its lane."""

    def __init__(
        self,
        lanes: list[Lane] | None = None,
        limits: Limits | None = None,
        time: TimeSource | None = None,
        metrics: Metrics | None = None,
        command: tuple[str, ...] = COMMAND,
    ) -> None:
        self.limits = limits or Limits()
        self.time = time or SystemTime()
        self.metrics = metrics or Metrics()
        self.command = command
        self.accounts = ThinkingAccounts(self.limits.thinking_seconds_an_hour, self.time.now)
        self.review_accounts = ThinkingAccounts(self.limits.review_seconds_an_hour, self.time.now)
        self.gate = BackgroundGate(self.time)
        self.quarantine = Quarantine()
        self.pools = {lane.name: self._pool(lane) for lane in lanes or make_lanes(workers=1)}

    def _pool(self, lane: Lane) -> JobPool:
        limits = (self.limits.worker_megabytes, lane.processor_time, lane.nice)
        command = (*self.command, *(str(limit) for limit in limits))
        metrics = self.metrics.lane(lane.name)
        return JobPool(lane, self._queue(lane), self.quarantine, metrics, command, self.gate)

    def _queue(self, lane: Lane) -> FairQueue:
        if lane.background:
            return FairQueue(self.review_accounts, self.time, self.gate)
        return FairQueue(self.accounts, self.time)

    async def ask(self, job: jobs.Job) -> jobs.JobAnswer:
        return await self.pools[lane_of(job)].ask(job)

    def expect_bot(self, level: str, own_box: bool) -> None:
        self.pools[lane_of_bot(level, own_box)].start_early()

    async def close(self) -> None:
        await asyncio.gather(*(pool.close() for pool in self.pools.values()))
