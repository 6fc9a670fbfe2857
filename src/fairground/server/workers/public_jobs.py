"""Jobs that strangers ask for: only so many at a time, and every failure is a refusal with a sentence."""

import contextlib

from fairground.server.errors import Refusal
from fairground.server.http.rate_limits import ConcurrencyLimit
from fairground.server.workers import jobs
from fairground.server.workers.pool import JobExecutor, NoAnswer

MOST_PUBLIC_JOBS = 20
BUSY = "the server is busy: come back in a moment"
TOO_MANY_JOBS = "too many checks and replays of your address are waiting already: come back in a moment"


class PublicJobs:
    """Does jobs of strangers: at most `an_address` at a time for each address, and a fixed number in all.

    A job without an address is one that the server needs itself, for example to load a stranger's table.
    """

    def __init__(self, executor: JobExecutor, an_address: int) -> None:
        self.executor = executor
        self.in_all = ConcurrencyLimit(MOST_PUBLIC_JOBS)
        self.by_address = ConcurrencyLimit(an_address)

    async def run(self, job: jobs.Job) -> jobs.JobAnswer:
        """Do a job; Refusal if it fails or may not be done now."""
        with contextlib.ExitStack() as stack:
            if job.address:
                enter(stack, self.by_address, job.address, Refusal(TOO_MANY_JOBS, 429))
            enter(stack, self.in_all, "", Refusal(BUSY, 503))
            return await self._ask(job)

    async def _ask(self, job: jobs.Job) -> jobs.JobAnswer:
        try:
            answer = await self.executor.ask(job)
        except NoAnswer as error:
            raise Refusal(str(error), error.status) from None
        if isinstance(answer, jobs.JobFailed):
            raise Refusal(answer.why, 400)
        return answer


def enter(stack: contextlib.ExitStack, limit: ConcurrencyLimit, name: str, refusal: Refusal) -> None:
    """Hold a slot of a limit until the stack is left; raise the refusal if there is none."""
    if not limit.enter(name):
        raise refusal
    stack.callback(limit.leave, name)
