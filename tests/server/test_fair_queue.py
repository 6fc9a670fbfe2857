"""Who thinks next: the address that has used the least lately, and within an address the tables in turn."""

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from fairground.server.time_source import ManualTime
from fairground.server.workers import jobs
from fairground.server.workers.accounts import HALF_LIFE, ThinkingAccounts
from fairground.server.workers.fair_queue import FairQueue, QueuedJob
from hosting import run
from pools import think


class Queue:
    """A queue, a clock set by hand, and jobs that take as long as a test says."""

    def __init__(self, an_hour: int = 3600) -> None:
        self.time = ManualTime()
        self.accounts = ThinkingAccounts(an_hour, self.time.now)
        self.queue = FairQueue(self.accounts, self.time)

    def add(self, address: str, table: str = "t") -> QueuedJob:
        answer: asyncio.Future[jobs.JobAnswer] = asyncio.get_running_loop().create_future()
        queued = QueuedJob(think(table, address=address), answer)
        self.queue.add(queued)
        return queued

    async def do(self, seconds: float = 1.0) -> str:
        """Do the next job and return whose it was."""
        queued = await self.queue.take()
        self.time.advance(seconds)
        self.queue.finish(queued)
        return f"{queued.address} {queued.table}"


def test_addresses_take_turns_however_many_jobs_one_has() -> None:
    async def scenario() -> None:
        queue = Queue()
        for number in range(10):
            queue.add("a", f"{number}")
        for number in range(3):
            queue.add("b", f"{number}")
        done = [(await queue.do())[0] for _ in range(13)]
        assert "".join(done) == "abababaaaaaaa"

    run(scenario())


def test_who_has_used_less_goes_first_even_if_they_came_later() -> None:
    async def scenario() -> None:
        queue = Queue()
        queue.accounts.charge("a", 10.0)
        queue.add("a"), queue.add("b"), queue.add("b"), queue.add("b")
        assert [(await queue.do(3.0))[0] for _ in range(4)] == ["b", "b", "b", "a"]

    run(scenario())


def test_use_of_long_ago_counts_less() -> None:
    queue = Queue()
    queue.accounts.charge("a", 8.0)
    queue.time.advance(HALF_LIFE)
    assert queue.accounts.recent_use("a") == 4.0
    queue.time.advance(2 * HALF_LIFE)
    assert queue.accounts.recent_use("a") == 1.0


def test_the_tables_of_an_address_take_turns() -> None:
    async def scenario() -> None:
        queue = Queue()
        for table in ("x", "x", "x", "y", "z", "z"):
            queue.add("a", table)
        done = [(await queue.do())[-1] for _ in range(6)]
        assert "".join(done) == "xyzxzx"

    run(scenario())


def test_an_address_with_a_job_under_way_goes_after_one_without() -> None:
    async def scenario() -> None:
        queue = Queue()
        queue.accounts.charge("b", 5.0)
        for address in "aab":
            queue.add(address)
        taken = [(await queue.queue.take()).address for _ in range(3)]
        assert taken == ["a", "b", "a"]

    run(scenario())


def test_a_job_that_nobody_waits_for_is_removed() -> None:
    async def scenario() -> None:
        queue = Queue()
        first, second = queue.add("a", "x"), queue.add("a", "y")
        queue.queue.discard(first)
        queue.queue.discard(first)
        assert queue.queue.jobs() == [second] and len(queue.queue) == 1
        assert await queue.do() == "a y"
        assert not queue.queue.waiting and not queue.queue.running and not len(queue.queue)

    run(scenario())


def test_an_address_in_debt_waits_until_it_is_out_of_it() -> None:
    async def scenario() -> None:
        queue = Queue(an_hour=36)
        queue.accounts.charge("a", 37.0)
        queue.add("a")
        taking = asyncio.create_task(queue.queue.take())
        await asyncio.sleep(0)
        queue.time.advance(queue.accounts.seconds_to_wait("a") - 0.5)
        await asyncio.sleep(0)
        assert not taking.done()
        queue.time.advance(0.5)
        assert (await taking).address == "a"

    run(scenario())


@given(st.lists(st.tuples(st.sampled_from("abc"), st.floats(0.0, 500.0), st.floats(0.0, 500.0)), max_size=30))
def test_a_budget_is_never_exceeded_for_long(steps: list[tuple[str, float, float]]) -> None:
    """Nobody who always waits as told uses more than the budget, what comes back, and one job."""
    queue = Queue(an_hour=360)
    used = dict.fromkeys("abc", 0.0)
    for address, pause, seconds in steps:
        queue.time.advance(pause)
        if not queue.accounts.seconds_to_wait(address):
            queue.accounts.charge(address, seconds)
            used[address] += seconds
    assert all(total <= 360 + queue.time.now() / 10 + 500.0 + 1e-6 for total in used.values())


def test_accounts_are_bounded() -> None:
    queue = Queue()
    for number in range(50_100):
        queue.accounts.charge(str(number), 1.0)
    assert len(queue.accounts.accounts) == 50_000
