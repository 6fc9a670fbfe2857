"""The queue of a lane: the address that has used the least goes first, and its tables take turns."""

import asyncio
from collections import Counter, OrderedDict, deque
from dataclasses import dataclass

from fairground.server.time_source import TimeSource
from fairground.server.workers import jobs
from fairground.server.workers.accounts import ThinkingAccounts
from fairground.server.workers.background import BackgroundGate


@dataclass(eq=False)
class QueuedJob:
    """A job, the answer that somebody waits for, and when a worker began with it."""

    job: jobs.Job
    answer: "asyncio.Future[jobs.JobAnswer]"
    began: float = 0.0

    @property
    def address(self) -> str:
        return self.job.address

    @property
    def table(self) -> str:
        if isinstance(self.job, jobs.ChooseMove):
            return self.job.table
        return self.job.review if isinstance(self.job, jobs.ReviewJob) else ""

    def resolve(self, answer: jobs.JobAnswer) -> None:
        if not self.answer.done():
            self.answer.set_result(answer)

    def reject(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


class FairQueue:
    """Jobs that wait for a worker, and how many are with one, by address.

    Jobs without an address, those of tables that nobody has visited yet, count as the jobs of one address.
    With a `gate`, jobs wait until it lets them through.
    """

    def __init__(
        self, accounts: ThinkingAccounts, time: TimeSource, gate: BackgroundGate | None = None
    ) -> None:
        self.accounts = accounts
        self.time = time
        self.gate = gate
        self.waiting: dict[str, OrderedDict[str, deque[QueuedJob]]] = {}
        self.running: Counter[str] = Counter()
        self.length = 0
        self.changed = asyncio.Event()
        if gate:
            gate.watchers.append(self.changed.set)

    def __len__(self) -> int:
        return self.length

    def jobs(self) -> list[QueuedJob]:
        """Return the jobs that wait."""
        return [queued for tables in self.waiting.values() for line in tables.values() for queued in line]

    def add(self, queued: QueuedJob) -> None:
        tables = self.waiting.setdefault(queued.address, OrderedDict())
        tables.setdefault(queued.table, deque()).append(queued)
        self.length += 1
        self.changed.set()

    def discard(self, queued: QueuedJob) -> None:
        """Remove a job that nobody waits for any more, if it is still here."""
        tables = self.waiting.get(queued.address)
        if tables and queued in tables.get(queued.table, ()):
            tables[queued.table].remove(queued)
            self._note_removal(queued)

    async def take(self) -> QueuedJob:
        """Wait for a job whose address may think now, and return it. Call `finish` when it is done."""
        while (queued := self._pop()) is None:
            await self._wait()
        self.running[queued.address] += 1
        if self.gate:
            self.gate.begin()
        queued.began = self.time.now()
        return queued

    def finish(self, queued: QueuedJob) -> None:
        """Charge a job that has left its worker to its address."""
        if self.gate:
            self.gate.end()
        self.accounts.charge(queued.address, self.time.now() - queued.began)
        self.running[queued.address] -= 1
        self.running += Counter()  # drops zeros

    def _pop(self) -> QueuedJob | None:
        if self.gate and self.gate.seconds_to_wait():
            return None
        able = [address for address in self.waiting if not self.accounts.seconds_to_wait(address)]
        if not able:
            return None
        tables = self.waiting[min(able, key=self._precedence)]
        queued = next(iter(tables.values())).popleft()
        tables.move_to_end(queued.table)
        self._note_removal(queued)
        return queued

    def _precedence(self, address: str) -> tuple[int, float]:
        return self.running[address], self.accounts.recent_use(address)

    def _note_removal(self, queued: QueuedJob) -> None:
        """Count a job that was removed, and forget a table or an address of which nothing waits."""
        self.length -= 1
        tables = self.waiting[queued.address]
        if not tables[queued.table]:
            del tables[queued.table]
        if not tables:
            del self.waiting[queued.address]

    async def _wait(self) -> None:
        """Wait until a job is added, or until an address has thinking time again."""
        self.changed.clear()
        held = self.gate.seconds_to_wait() if self.gate else 0.0
        waits = [max(held, self.accounts.seconds_to_wait(address)) for address in self.waiting]
        timer = self.time.call_later(min(waits), self.changed.set) if waits else None
        try:
            await self.changed.wait()
        finally:
            if timer:
                timer.cancel()
