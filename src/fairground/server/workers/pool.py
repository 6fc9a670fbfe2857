"""The worker processes of one lane. A dead or hung one is replaced, and its job is not tried for ever."""

import asyncio
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

from fairground.engine.errors import FairgroundError
from fairground.server.logs import log
from fairground.server.metrics import LaneMetrics
from fairground.server.workers import jobs
from fairground.server.workers.background import BackgroundGate
from fairground.server.workers.fair_queue import FairQueue, QueuedJob
from fairground.server.workers.lanes import Lane
from fairground.server.workers.quarantine import Quarantine
from fairground.server.workers.worker_process import WorkerLost, WorkerProcess

CLOSING = "the server is closing down"


class NoAnswer(FairgroundError):
    """A job was not done: it took too much or ended its worker, now or earlier. `status` is HTTP's."""

    status = 400


class OverBudget(NoAnswer):
    """The address has used up its thinking time."""

    status = 429


class NoWorker(NoAnswer):
    """The server is closing down, or cannot start a process."""

    status = 503


class JobExecutor(Protocol):
    """Something that does jobs: pools of processes, or a stand-in in tests."""

    async def ask(self, job: jobs.Job) -> jobs.JobAnswer: ...

    def expect_bot(self, level: str, own_box: bool) -> None:
        """Get ready for the moves of a bot, which nobody has asked for yet."""


class JobPool:
    """The processes of a lane. Each is started when the others are busy, up to as many as the lane has."""

    def __init__(
        self,
        lane: Lane,
        queue: FairQueue,
        quarantine: Quarantine,
        metrics: LaneMetrics,
        command: tuple[str, ...],
        gate: BackgroundGate | None = None,
    ) -> None:
        self.lane = lane
        self.queue = queue
        self.quarantine = quarantine
        self.metrics = metrics
        self.command = command
        self.gate = gate
        self.workers: list[WorkerProcess] = []
        self.runners: list[asyncio.Task[None]] = []
        self.idle = 0
        self.closed = False
        metrics.waiting.set_function(lambda: len(queue))

    async def ask(self, job: jobs.Job) -> jobs.JobAnswer:
        """Return the answer to a job; if the caller is cancelled, a worker that has begun still finishes."""
        self._check(job)
        queued = QueuedJob(job, asyncio.get_running_loop().create_future())
        self.queue.add(queued)
        if len(self.queue) > self.idle and len(self.workers) < self.lane.processes:
            self._add_worker()
        try:
            with self.metrics.seconds.time(), self._count():
                return await queued.answer
        finally:
            self.queue.discard(queued)

    def start_early(self) -> None:
        """Start a first process before there is a job, so that nobody waits while it imports its modules."""
        if not self.workers and not self.closed:
            self._add_worker()

    async def close(self) -> None:
        """End the processes; nobody gets an answer any more."""
        self.closed = True
        for runner in self.runners:
            runner.cancel()
        await asyncio.gather(*self.runners, return_exceptions=True)
        for queued in self.queue.jobs():
            queued.reject(NoWorker(CLOSING))
        for worker in self.workers:
            await worker.end()

    def _count(self) -> AbstractContextManager[None]:
        """Let jobs in the background know about a job of another lane."""
        return nullcontext() if self.lane.background or self.gate is None else self.gate.pass_live()

    def _check(self, job: jobs.Job) -> None:
        """Raise NoAnswer if the job has ended a worker before, or a stranger has used up their budget."""
        if self.closed:
            raise NoWorker(CLOSING)
        self._check_quarantine(job)
        wait = self.queue.accounts.seconds_to_wait(job.address)
        if self.lane.public and wait:
            self.metrics.refused.inc()
            raise OverBudget(f"your address has used up its computing time: come back in {wait:.0f} seconds")

    def _check_quarantine(self, job: jobs.Job) -> None:
        why = self.quarantine.reason(job)
        if why is not None:
            self.metrics.refused.inc()
            raise NoAnswer(why)

    # The tasks that bring jobs to workers

    def _add_worker(self) -> None:
        worker = WorkerProcess(self.command, self.lane.patience)
        self.workers.append(worker)
        self.runners.append(asyncio.create_task(self._run(worker)))

    async def _run(self, worker: WorkerProcess) -> None:
        """Let a worker do one job after another."""
        await worker.start()
        while True:
            self.idle += 1
            queued = await self.queue.take()
            self.idle -= 1
            try:
                with self.metrics.running.track_inprogress():
                    queued.resolve(await self._do(queued.job, worker))
            except asyncio.CancelledError:
                queued.reject(NoWorker(CLOSING))
                raise
            except Exception as error:  # whatever it is, the worker must go on with the next job
                queued.reject(error)
            finally:
                self.queue.finish(queued)

    async def _do(self, job: jobs.Job, worker: WorkerProcess) -> jobs.JobAnswer:
        self._check_quarantine(job)  # the same job may have failed while this one was waiting
        answer = await self._try(job, worker)
        if isinstance(answer, jobs.JobFailed) and answer.never:
            self.quarantine.add(job, answer.why)
            raise NoAnswer(answer.why)
        return answer

    async def _try(self, job: jobs.Job, worker: WorkerProcess) -> jobs.JobAnswer:
        """Return the answer of a worker, or why the job has ended as many as it may."""
        why = ""
        for _ in range(self.lane.tries):
            try:
                return jobs.read_answer(await worker.ask(jobs.write_job(job) + b"\n"))
            except WorkerLost as lost:
                why = f"this cannot be done here, because {lost.why}"
                self.metrics.killed.inc()
                log("worker replaced", lane=self.lane.name, why=lost.why)
                if not lost.again:
                    break
            except OSError as error:
                raise NoWorker(f"no worker process can be started: {error.strerror}") from None
        return jobs.JobFailed(why, never=True)
