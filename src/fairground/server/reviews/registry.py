"""All reviews of this server: starts them, lets people follow them, and keeps them in the store."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import msgspec

from fairground.engine.errors import FairgroundError
from fairground.server import review_wire, table_wire, wire
from fairground.server.backend import FindTable
from fairground.server.errors import Refusal, StoreError
from fairground.server.http.rate_limits import TOO_MANY
from fairground.server.logs import log, log_failure
from fairground.server.reviews.feed import ERROR, REVIEW, ReviewFeed
from fairground.server.reviews.review_run import ReviewRun, write_news
from fairground.server.services import Services
from fairground.server.store.reviews import ReviewStore, StoredReview
from fairground.server.tables.table import LEAVING
from fairground.server.time_source import Timer
from fairground.server.workers import jobs
from fairground.server.workers.packing import unpack
from fairground.server.workers.reviews import MOST_BYTES

GRACE = 10.0  # seconds that a review goes on after the last person has left
DAY = 24 * 60 * 60.0
MEGABYTE = 1 << 20
UNKNOWN = "there is no such review: ask for it again"
NOT_YET = "nothing is known of this review yet: come back in a moment"
ABANDONED = "this review was given up, because nobody waited for it: ask for it again"
ONE_OF_BOTH = "expected either a table or a record"
TOO_MANY_UNDER_WAY = "too many reviews of your address are under way: wait until one is done"
TOO_MANY_AN_HOUR = "your address has asked for too many reviews: come back in an hour"
BUSY = "too many reviews are under way: come back later"

_read_subject: Callable[[bytes], jobs.ReviewSubject] = msgspec.json.Decoder(jobs.ReviewSubject).decode


@dataclass
class ReviewTask:
    """A review that waits for its turn or is being made, and the timer that gives it up."""

    run: ReviewRun
    feed: ReviewFeed
    timer: Timer | None = None
    task: "asyncio.Task[None] | None" = field(default=None)

    @property
    def key(self) -> str:
        return self.run.checked.key

    @property
    def facts(self) -> review_wire.ReviewFacts:
        return review_wire.ReviewFacts(self.key, "running" if self.run.running else "queued")


class ReviewRegistry:
    """Finds reviews and makes new ones, only so many at a time. `run_job` does jobs for strangers."""

    def __init__(
        self,
        services: Services,
        find_table: FindTable,
        run_job: Callable[[jobs.Job], Awaitable[jobs.JobAnswer]],
        store: ReviewStore,
    ) -> None:
        self.services = services
        self.limits = services.address_limits
        self.find_table = find_table
        self.run_job = run_job
        self.store = store
        self.tasks: dict[str, ReviewTask] = {}
        self.turns = asyncio.Semaphore(services.settings.workers + 1)
        self.written = 0
        self.closing = False

    # What people ask for

    async def ask(self, wish: review_wire.AskReview, address: str) -> review_wire.ReviewFacts:
        """Begin a review unless it is kept or under way; Refusal if the match cannot be reviewed."""
        job = jobs.CheckSubject(await self._subject(wish, address), address=address)
        checked = await self.run_job(job)
        assert isinstance(checked, jobs.SubjectChecked)
        stored = await self._stored(checked.key)
        if stored is not None and stored.review is not None:
            return review_wire.ReviewFacts(checked.key, "done")
        task = self._task(checked, address)
        if stored is None:
            await self._keep_subject(checked)
        return task.facts

    async def read(self, key: str) -> bytes:
        """Return a review, packed, as far as it is known; Refusal if it is neither kept nor under way."""
        if key in self.tasks:
            self._touch(self.tasks[key])
            if self.tasks[key].run.packed is None:
                raise Refusal(NOT_YET, 404)
            return self.tasks[key].run.packed or b""
        stored = await self._stored(key)
        if stored is None or stored.review is None:
            raise Refusal(UNKNOWN, 404)
        return stored.review

    async def read_record(self, key: str) -> table_wire.RecordFacts:
        """Return the match that a review is about; Refusal if it is neither kept nor under way."""
        subject = await self._subject_of(key)
        return table_wire.RecordFacts("", subject.record, subject.box, "")

    async def follow(self, key: str, address: str) -> ReviewFeed:
        """Return the news of a review, which is begun again if it was given up before."""
        if key in self.tasks:
            return self.tasks[key].feed
        stored = await self._stored(key)
        if stored is None:
            raise Refusal(UNKNOWN, 404)
        if stored.review is not None:
            return finished_feed(stored.review)
        if not self.limits.replays.take(address):
            raise Refusal(TOO_MANY, 429)
        checked = await self.run_job(jobs.CheckSubject(read_subject(stored.subject), address=address))
        assert isinstance(checked, jobs.SubjectChecked)
        if checked.key != key:  # another version of the reviewer was asked
            raise Refusal(UNKNOWN, 404)
        return self._task(checked, address).feed

    async def show_line(self, key: str, at: int, seat: int | None, address: str) -> msgspec.Raw:
        """Return the positions of the line that is expected after the best move of a decision."""
        review = await self.read(key)
        job = jobs.ShowLine(await self._subject_of(key), review, at, seat, address=address)
        answer = await self.run_job(job)
        assert isinstance(answer, jobs.LineShown)
        return answer.positions

    async def ask_question(self, key: str, at: int, address: str) -> msgspec.Raw:
        """Return a decision as its seat saw it."""
        answer = await self.run_job(jobs.AskQuestion(await self._subject_of(key), at, address=address))
        assert isinstance(answer, jobs.QuestionAsked)
        return answer.question

    async def explain_click(
        self, key: str, at: int, click: review_wire.TriedClick, address: str
    ) -> wire.ClickObstacle:
        """Return why a thing on the board could not be clicked in a decision."""
        subject = await self._subject_of(key)
        answer = await self.run_job(jobs.ExplainReviewClick(subject, at, click, address=address))
        assert isinstance(answer, jobs.ClickExplained)
        return answer.obstacle

    async def _subject(self, wish: review_wire.AskReview, address: str) -> jobs.ReviewSubject:
        budget = self.services.settings.limits.review_budget
        if (wish.table is None) == (wish.record is None):
            raise Refusal(ONE_OF_BOTH, 400)
        if wish.record is not None:
            return jobs.ReviewSubject(wish.record, wish.box, budget)
        found = await (await self.find_table(wish.table or "", address)).record()
        return jobs.ReviewSubject(found.record, found.box, budget)

    async def _subject_of(self, key: str) -> jobs.ReviewSubject:
        if key in self.tasks:
            return self.tasks[key].run.checked.subject
        stored = await self._stored(key)
        if stored is None:
            raise Refusal(UNKNOWN, 404)
        return read_subject(stored.subject)

    # Reviews under way

    def _task(self, checked: jobs.SubjectChecked, address: str) -> ReviewTask:
        """Return the review that is under way, or begin it; Refusal if there are too many."""
        if checked.key not in self.tasks:
            self._begin(checked, address)
        self._touch(self.tasks[checked.key])
        return self.tasks[checked.key]

    def _begin(self, checked: jobs.SubjectChecked, address: str) -> None:
        if self.closing:
            raise Refusal(LEAVING, 503)
        self._enter(address)
        services = self.services
        feed = ReviewFeed(on_leave=lambda: self._touch(task))
        width = services.settings.workers
        run = ReviewRun(checked, address, services.executor, services.time, feed, width)
        task = self.tasks[checked.key] = ReviewTask(run, feed)
        task.task = asyncio.create_task(self._work(task), name=f"review {checked.key[:8]}")

    def _enter(self, address: str) -> None:
        """Count a review that begins for its address; `_work` counts its end."""
        if not self.limits.reviews.enter(address):
            raise Refusal(TOO_MANY_UNDER_WAY, 429)
        if not self.limits.all_reviews.enter(""):
            self.limits.reviews.leave(address)
            raise Refusal(BUSY, 503)
        if not self.limits.reviews_an_hour.take(address):
            self._leave(address)
            raise Refusal(TOO_MANY_AN_HOUR, 429)

    def _leave(self, address: str) -> None:
        self.limits.reviews.leave(address)
        self.limits.all_reviews.leave("")

    async def _work(self, task: ReviewTask) -> None:
        """Make a review when it has its turn, and tell everybody how that ended."""
        try:
            self._tell_queue()
            async with self.turns:
                done = await task.run.work()
            await self._keep_review(task.run.checked, done.packed)
            task.feed.end(REVIEW, write_news(bytes(done.review)))
        except asyncio.CancelledError:
            why = LEAVING if self.closing else ABANDONED
            task.feed.end(ERROR, wire.write(review_wire.ReviewError(why, again=True)))
            raise
        except FairgroundError as error:
            again = getattr(error, "status", 400) != 400
            task.feed.end(ERROR, wire.write(review_wire.ReviewError(str(error), again)))
        except Exception:
            log_failure("review failed")
            problem = review_wire.ReviewError("something went wrong on the server", again=True)
            task.feed.end(ERROR, wire.write(problem))
        finally:
            self._forget(task)

    def _forget(self, task: ReviewTask) -> None:
        del self.tasks[task.key]
        if task.timer:
            task.timer.cancel()
        self._leave(task.run.address)
        self._tell_queue()

    def _tell_queue(self) -> None:
        """Tell those who wait how many come first."""
        waiting = [task.run for task in self.tasks.values() if not task.run.running]
        running = len(self.tasks) - len(waiting)
        for ahead, run in enumerate(waiting, running):
            run.wait(ahead)

    def _touch(self, task: ReviewTask) -> None:
        """Give a review up if nobody follows it or asks for it within the next seconds."""
        if task.timer:
            task.timer.cancel()
        task.timer = self.services.time.call_later(GRACE, lambda: self._give_up(task))

    def _give_up(self, task: ReviewTask) -> None:
        if task.task and not task.feed.listeners:
            task.task.cancel()

    # The store

    async def _stored(self, key: str) -> StoredReview | None:
        """Return what is stored under a key, and note that somebody looks at it, once a day."""
        stored = await self.store.find(key)
        date = self.services.time.date()
        if stored is not None and abs(date - stored.used) > DAY:
            await self.store.touch(key, date)
        return stored

    async def _keep_subject(self, checked: jobs.SubjectChecked) -> None:
        await self._keep(self.store.keep_subject(checked.key, checked.packed, self.services.time.date()))

    async def _keep_review(self, checked: jobs.SubjectChecked, packed: bytes) -> None:
        date = self.services.time.date()
        await self._keep(self.store.keep_review(checked.key, checked.packed, packed, date))
        self.written += len(packed) + len(checked.packed)
        if self.written > self._most_bytes() // 20:
            await self._keep(self.prune())

    async def _keep(self, work: Awaitable[object]) -> None:
        """Write to the store. Those who wait get their review even if it cannot be kept."""
        try:
            await work
        except StoreError as error:
            log("review not stored", logging.WARNING, why=str(error))

    async def prune(self) -> None:
        """Delete old reviews, and some more if they take too much room."""
        self.written = 0
        days = self.services.settings.limits.review_days
        await self.store.prune(self.services.time.date() - days * DAY, self._most_bytes())

    def _most_bytes(self) -> int:
        return self.services.settings.limits.review_megabytes * MEGABYTE

    async def close(self) -> None:
        """Give all reviews up, because the server closes down."""
        self.closing = True
        tasks = [task.task for task in self.tasks.values() if task.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def finished_feed(packed: bytes) -> ReviewFeed:
    """Return the news of a review that is complete."""
    feed = ReviewFeed()
    feed.end(REVIEW, write_news(unpack(packed, MOST_BYTES)))
    return feed


def read_subject(packed: bytes) -> jobs.ReviewSubject:
    return _read_subject(unpack(packed, MOST_BYTES))
