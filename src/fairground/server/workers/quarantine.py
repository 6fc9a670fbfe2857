"""Jobs that ended or hung a worker or took too much memory, so that they are refused when they come again."""

import hashlib
from collections import OrderedDict

import msgspec

from fairground.server.table_wire import Create
from fairground.server.workers import jobs

MOST_REMEMBERED = 10_000


class Quarantine:
    """The digests of such jobs, the latest ones, and what to tell whoever asks for one again."""

    def __init__(self, most: int = MOST_REMEMBERED) -> None:
        self.most = most
        self.reasons: OrderedDict[bytes, str] = OrderedDict()

    def add(self, job: jobs.Job, why: str) -> None:
        self.reasons[digest(job)] = why
        while len(self.reasons) > self.most:
            self.reasons.popitem(last=False)

    def reason(self, job: jobs.Job) -> str | None:
        """Return why a job is refused, or None if it may be tried."""
        key = digest(job)
        if key in self.reasons:
            self.reasons.move_to_end(key)
        return self.reasons.get(key)


def digest(job: jobs.Job) -> bytes:
    """Return what identifies a job: everything that matters to the worker that does it."""
    if isinstance(job, jobs.CheckSetup):
        wish = job.create
        setup = Create(wish.game, wish.seats, options=wish.options, box=wish.box)
        job = msgspec.structs.replace(job, create=setup)
    if isinstance(job, jobs.TakePosition):
        job = msgspec.structs.replace(job, seed="")  # every table has another one
    return hashlib.sha256(jobs.write_job(job)).digest()
