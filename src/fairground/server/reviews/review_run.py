"""A review under way: many short jobs for the workers, and what is known from those that are done."""

import asyncio
from collections import deque
from math import ceil

import msgspec

from fairground.server import review_wire, wire
from fairground.server.errors import Refusal
from fairground.server.reviews.feed import REVIEW, STATUS, ReviewFeed
from fairground.server.time_source import TimeSource
from fairground.server.workers import jobs
from fairground.server.workers.pool import JobExecutor

PAUSE = 1.0  # seconds between two messages about progress, at least
REVIEW_PAUSE = 4.0  # between two unfinished reviews
BYTES_A_SECOND = 1_000_000  # of unfinished reviews to all listeners; with many of them, the pauses get longer
MOST_MOVES = 32  # that one job is asked for; it may do fewer of them


class ReviewRun:
    """Makes one review: all moves coarsely, then all finely, `width` jobs at a time.

    `address` is the one that pays. `packed` is the review as far as it is known, once all moves have been
    reviewed coarsely. Jobs that a worker was killed over are repeated by the pool.
    """

    def __init__(
        self,
        checked: jobs.SubjectChecked,
        address: str,
        executor: JobExecutor,
        time: TimeSource,
        feed: ReviewFeed,
        width: int = 1,
    ) -> None:
        self.checked = checked
        self.address = address
        self.executor = executor
        self.time = time
        self.feed = feed
        self.width = width
        self.running = False
        self.packed: bytes | None = None
        self.known: list[msgspec.Raw] = [msgspec.Raw()] * checked.moves
        self.fine = 0
        self.told_progress = self.told_review = time.now()

    async def work(self) -> jobs.ReviewAssembled:
        """Make the review and return it; FairgroundError says why that is not possible."""
        self.running = True
        self._tell_progress()
        await self._review_all(coarse=True)
        await self._tell_review()
        await self._review_all(coarse=False)
        return await self._assemble(complete=True)

    def wait(self, ahead: int) -> None:
        """Tell how many reviews come first."""
        self.feed.tell(STATUS, wire.write(review_wire.ReviewQueued(ahead)))

    # Jobs

    async def _review_all(self, coarse: bool) -> None:
        waiting = deque(range(len(self.known)))
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(self.width):
                    group.create_task(self._review(waiting, coarse))
        except BaseExceptionGroup as failures:
            raise failures.exceptions[0] from None

    async def _review(self, waiting: deque[int], coarse: bool) -> None:
        """Have moves reviewed as long as some wait; those that a job did not get to wait again."""
        while waiting:
            count = min(MOST_MOVES, ceil(len(waiting) / self.width))
            moves = [waiting.popleft() for _ in range(count)]
            done = await self._review_some(moves, coarse)
            waiting.extendleft(at for at in reversed(moves) if at not in done)
            if not coarse:
                await self._note_fine(len(done))

    async def _review_some(self, moves: list[int], coarse: bool) -> set[int]:
        subject, key = self.checked.subject, self.checked.key
        answer = await self._ask(jobs.ReviewMoves(key, subject, moves, coarse, address=self.address))
        assert isinstance(answer, jobs.MovesReviewed)
        for at, reviewed in answer.moves.items():
            self.known[at] = reviewed.copy()
        return set(answer.moves)

    async def _note_fine(self, count: int) -> None:
        self.fine += count
        if self.time.now() - self.told_progress >= PAUSE:
            self._tell_progress()
        if self.time.now() - self.told_review >= self._seconds_to_pause() and self.fine < len(self.known):
            await self._tell_review()

    async def _ask(self, job: jobs.Job) -> jobs.JobAnswer:
        answer = await self.executor.ask(job)
        if isinstance(answer, jobs.JobFailed):
            raise Refusal(answer.why, 400)
        return answer

    # News

    def _tell_progress(self) -> None:
        self.told_progress = self.time.now()
        self.feed.tell(STATUS, wire.write(review_wire.ReviewUnderWay(self.fine, len(self.known))))

    async def _tell_review(self) -> None:
        """Tell the review as far as it is known."""
        self.told_review = self.time.now()
        answer = await self._assemble(complete=False)
        self.feed.tell(REVIEW, write_news(bytes(answer.review)))

    async def _assemble(self, complete: bool) -> jobs.ReviewAssembled:
        subject, key = self.checked.subject, self.checked.key
        job = jobs.AssembleReview(key, subject, list(self.known), complete, address=self.address)
        answer = await self._ask(job)
        assert isinstance(answer, jobs.ReviewAssembled)
        self.packed = answer.packed
        return answer

    def _seconds_to_pause(self) -> float:
        size = len(self.feed.texts.get(REVIEW, ""))
        return max(REVIEW_PAUSE, len(self.feed.listeners) * size / BYTES_A_SECOND)


def write_news(review: bytes) -> bytes:
    """Return the message with a review that is encoded already."""
    return b'{"kind":"review","review":' + review + b"}"
