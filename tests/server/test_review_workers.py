"""Workers that make reviews: killed ones cost a retry, bots go first, hostile matches harm nobody else."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import msgspec
import pytest

from fairground.analysis.review import review_match
from fairground.server import review_wire
from fairground.server.settings import Limits
from fairground.server.time_source import ManualTime
from fairground.server.workers import jobs
from fairground.server.workers.background import HOLD, BackgroundGate
from fairground.server.workers.executor import LaneExecutor
from fairground.server.workers.fair_queue import FairQueue, QueuedJob
from fairground.server.workers.lanes import LANES, Lane, lane_of, make_lanes
from hosting import open_server, run
from pools import Stage, closing, think
from reviewing import PLENTY, ask, finished_match, finished_record, following, review_limits
from settings import EVERY_GAME

GAME = EVERY_GAME[0]
BUDGET = 256  # so that there is time to kill somebody


def review_job(record: str, key: str = "key", address: str = "", box: str | None = None) -> jobs.ReviewMoves:
    """Return a job of a review for a stage, which does what the record says."""
    return jobs.ReviewMoves(key, jobs.ReviewSubject(record, box, 1), [0], True, address=address)


def brisk_lanes(workers: int, **changes: int) -> list[Lane]:
    """Return lanes in which reviews do not wait for whatever else this machine does."""
    changes = {"nice": 0, **changes}
    return [
        msgspec.structs.replace(lane, **changes) if lane.background else lane for lane in make_lanes(workers)
    ]


def reviewers(pools: LaneExecutor) -> set[int]:
    """Return the ids of the processes that make reviews."""
    workers = pools.pools["review"].workers
    return {worker.child.process.pid for worker in workers if worker.child.process}


# Killed workers


def test_a_review_whose_workers_are_killed_is_the_same_as_any(tmp_path: Path) -> None:
    """Killed before, between and after results, it costs a retry and nothing else."""

    async def scenario() -> None:
        limits = review_limits(review_budget=BUDGET)
        async with (
            closing(LaneExecutor(brisk_lanes(2))) as pools,
            open_server(tmp_path, workers=pools, limits=limits) as host,
        ):
            key = (await ask(host, record=finished_record(GAME))).key
            async with following(host, key) as follower:
                killed: set[int] = set()
                run_now = host.backend.reviews.tasks[key].run
                for fine in (0, 5, 15):
                    while run_now.fine < fine or not reviewers(pools) - killed:
                        await asyncio.sleep(0.01)
                    for process in reviewers(pools) - killed:
                        os.kill(process, signal.SIGKILL)
                        killed.add(process)
                made = await follower.end()
            assert len(killed) >= 3 and not killed & reviewers(pools)
            assert made == review_match(finished_match(GAME), BUDGET)
            assert not pools.quarantine.reasons, "no job was found guilty of it"
            assert not host.backend.reviews.tasks

    run(scenario())


# A review that ends every worker that tries it, and one that never ends. The rest is a real worker.
RIGGED = """
import os, time
from fairground.server.workers import reviews, worker

review_move = reviews.Reviewer.review_move

def rigged(self, at, effort):
    if "die" in self.match.players.values():
        os._exit(1)
    while "spin" in self.match.players.values():
        pass
    if "bomb" in self.match.players.values():
        heap = [bytearray(1 << 20) for _ in range(1 << 20)]
    return review_move(self, at, effort)

reviews.Reviewer.review_move = rigged
worker.main()
"""


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("die", "this cannot be done here, because it ended the process that tried it"),
        ("spin", "this cannot be done here, because it takes longer than the server allows"),
        ("bomb", "that takes more memory than the server allows"),
    ],
)
def test_a_review_that_ends_its_workers_is_refused_and_others_are_made(
    name: str, why: str, tmp_path: Path
) -> None:
    async def scenario() -> None:
        lanes = brisk_lanes(1, processor_time=2)
        command = (sys.executable, "-c", RIGGED)
        limits = msgspec.structs.replace(PLENTY, worker_megabytes=512)
        async with (
            closing(LaneExecutor(lanes, limits, command=command)) as pools,
            open_server(tmp_path, workers=pools, limits=limits) as host,
        ):
            bad = finished_record(GAME).replace("\n\n", f"\nplayer 0 {name}\n\n", 1)
            async with following(host, (await ask(host, record=bad)).key) as follower:
                assert (await follower.all())[-1] == review_wire.ReviewError(why)
            key = (await ask(host, record=finished_record(GAME))).key
            async with following(host, key) as follower:
                await follower.end()
            spent = sum(pools.metrics.failures.labels(lane, "killed")._value.get() for lane in LANES)
            async with following(host, (await ask(host, record=bad)).key) as follower:
                last = (await follower.all())[-1]
                assert isinstance(last, review_wire.ReviewError) and last.error == why
            again = sum(pools.metrics.failures.labels(lane, "killed")._value.get() for lane in LANES)
            assert again == spent, "it is not tried a second time"

    run(scenario())


# Priority


def test_reviews_have_lanes_of_their_own_at_the_lowest_priority() -> None:
    own = review_job("x", box="own")
    assert (lane_of(review_job("x")), lane_of(own)) == ("review", "own_box_review")
    background = {name for name, lane in LANES.items() if lane.background}
    assert background == {"review", "own_box_review"}
    most = max(lane.nice for lane in LANES.values() if not lane.background)
    assert all(LANES[name].nice > most for name in background)
    subject = jobs.ReviewSubject("x", None, 1)
    for job in (jobs.CheckSubject(subject), jobs.ShowLine(subject, b"", 0, 0), jobs.AskQuestion(subject, 0)):
        assert lane_of(job) == "replay"


def test_no_bot_waits_for_a_review(tmp_path: Path) -> None:
    """All reviewers are busy and more reviews wait; every kind of bot still answers."""

    async def scenario() -> None:
        stage = Stage(tmp_path)
        async with closing(LaneExecutor(command=stage.command)) as pools:
            held = [asyncio.create_task(pools.ask(review_job("wait x", str(n)))) for n in range(5)]
            await stage.until("wait x")
            for level in ("greedy", "maestro"):
                await pools.ask(think(level=level))
            await pools.ask(think(box="own"))
            assert not any(task.done() for task in held)
            stage.open("x")
            await asyncio.gather(*held)

    run(scenario())


def test_reviews_wait_for_a_processor_that_bots_have_left() -> None:
    gate = BackgroundGate(ManualTime(), processors=2)
    gate.time.advance(HOLD)  # type: ignore[attr-defined]
    gate.begin()
    assert not gate.seconds_to_wait(), "the second processor is free"
    with gate.pass_live():
        assert gate.seconds_to_wait()
    gate.begin()
    assert gate.seconds_to_wait(), "there are no more processors"


def test_under_bots_on_all_processors_a_review_goes_on_slowly() -> None:
    time = ManualTime()
    gate = BackgroundGate(time, processors=1)
    began = 0
    with gate.pass_live():
        for _ in range(100):
            time.advance(HOLD / 10)
            if not gate.seconds_to_wait():
                gate.begin()
                assert gate.seconds_to_wait(), "one at a time"
                gate.end()
                began += 1
    assert began in {9, 10}, "once a HOLD"


def test_a_job_that_waits_at_the_gate_begins_when_a_bot_is_done() -> None:
    async def scenario() -> None:
        time = ManualTime()
        pools = LaneExecutor(time=time)
        gate = BackgroundGate(time, processors=1)
        gate.began = time.now()
        queue = FairQueue(pools.review_accounts, time, gate)
        queue.add(QueuedJob(review_job("x"), asyncio.get_running_loop().create_future()))
        with gate.pass_live():
            taken = asyncio.create_task(queue.take())
            for _ in range(5):
                await asyncio.sleep(0)
            assert not taken.done()
        assert (await taken).job == review_job("x")
        queue.finish(taken.result())
        assert gate.background == 0

    run(scenario())


def test_what_reviews_take_is_not_charged_to_the_bots_of_the_address(tmp_path: Path) -> None:
    async def scenario() -> None:
        time, stage = ManualTime(), Stage(tmp_path)
        limits = Limits(review_seconds_an_hour=10, thinking_seconds_an_hour=10)
        async with closing(LaneExecutor(limits=limits, time=time, command=stage.command)) as pools:
            held = asyncio.create_task(pools.ask(review_job("wait x", address="1.2.3.4")))
            await stage.until("wait x")
            time.advance(60)
            stage.open("x")
            await held
            assert pools.review_accounts.seconds_to_wait("1.2.3.4")
            assert not pools.accounts.seconds_to_wait("1.2.3.4")
            await pools.ask(think(address="1.2.3.4"))

    run(scenario())


def test_the_reviews_of_an_address_take_turns_and_the_one_that_used_least_goes_first() -> None:
    async def scenario() -> None:
        pools = LaneExecutor(time=ManualTime())
        queue = FairQueue(pools.review_accounts, pools.time)
        loop = asyncio.get_running_loop()
        for key in ("a1", "a1", "a2", "a2"):
            queue.add(QueuedJob(review_job(key, key, "a"), loop.create_future()))
        queue.add(QueuedJob(review_job("b", "b", "b"), loop.create_future()))
        pools.review_accounts.charge("a", 1.0)
        order = []
        for _ in range(5):
            queued = await queue.take()
            order.append(queued.table)
            queue.finish(queued)
        assert order == ["b", "a1", "a2", "a1", "a2"]

    run(scenario())
