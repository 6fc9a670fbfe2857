"""Lanes of workers: no kind of job waits for another, and a job that harms its worker harms nobody else."""

import asyncio
import re
from pathlib import Path

import msgspec
import pytest

from fairground.bots.registry import LEVELS, list_bots
from fairground.server import replay_wire, table_wire
from fairground.server.errors import Refusal
from fairground.server.metrics import Metrics
from fairground.server.settings import Limits
from fairground.server.time_source import ManualTime
from fairground.server.workers import jobs
from fairground.server.workers.executor import LaneExecutor
from fairground.server.workers.lanes import LANES, lane_of, make_lanes
from fairground.server.workers.pool import NoAnswer, NoWorker
from fairground.server.workers.public_jobs import MOST_PUBLIC_JOBS, PublicJobs
from fairground.server.workers.quarantine import Quarantine
from hosting import run
from pools import Stage, closing, think


def check(box: str, address: str = "", name: str = "") -> jobs.CheckSetup:
    return jobs.CheckSetup(table_wire.Create("game", 2, box=box, name=name), address=address)


def replay(record: str, address: str = "") -> jobs.ReplayRecord:
    return jobs.ReplayRecord(replay_wire.Replay(record), address=address)


# Which lane


def test_quick_and_strong_bots_and_strangers_boxes_have_lanes_of_their_own() -> None:
    assert {lane_of(think(level=level)) for level in LEVELS[:4]} == {"quick"}
    assert {lane_of(think(level=level)) for level in LEVELS[4:]} == {"strong"}
    assert lane_of(think(level="somebody's")) == "strong", "nobody knows how long it thinks"
    assert {lane_of(think(level=level, box="own")) for level in list_bots()} == {"own_box"}
    assert (lane_of(check("box")), lane_of(replay("record"))) == ("check", "replay")


def test_only_strong_bots_and_reviews_have_several_processes() -> None:
    assert {lane.name: lane.processes for lane in make_lanes(5)} == {
        **dict.fromkeys(LANES, 1),
        "strong": 5,
        "review": 5,
    }


# Nobody waits for another lane


@pytest.mark.parametrize(
    "slow", [replay("wait slow"), check("wait slow"), think("slow", "wait slow", box="own")]
)
def test_something_slow_delays_no_bot(slow: jobs.Job, tmp_path: Path) -> None:
    async def scenario() -> None:
        stage = Stage(tmp_path)
        async with closing(LaneExecutor(command=stage.command)) as pools:
            waiting = asyncio.create_task(pools.ask(slow))
            await stage.until("slow" if isinstance(slow, jobs.ChooseMove) else "wait slow")
            for level in ("novice", "maestro"):
                assert await pools.ask(think(level=level)) == jobs.MoveChosen(7)
            assert not waiting.done()
            stage.open("slow")
            await waiting

    run(scenario())


def test_a_novice_answers_while_40_tables_of_strong_bots_wait(tmp_path: Path) -> None:
    async def scenario() -> None:
        stage = Stage(tmp_path)
        async with closing(LaneExecutor(make_lanes(2), command=stage.command)) as pools:
            strong = [
                asyncio.create_task(pools.ask(think(f"table {number}", "wait strong")))
                for number in range(40)
            ]
            await stage.until("table 0", "table 1")
            assert await pools.ask(think("novice", level="novice")) == jobs.MoveChosen(7)
            assert not any(task.done() for task in strong)
            assert len(pools.pools["strong"].queue) == 38
            stage.open("strong")
            await asyncio.gather(*strong)
            assert stage.events.count("start") == 3

    run(scenario())


# Fairness within a lane


def test_an_address_with_40_tables_does_not_keep_another_waiting(tmp_path: Path) -> None:
    async def scenario() -> None:
        stage = Stage(tmp_path)
        async with closing(LaneExecutor(command=stage.command)) as pools:
            many = [
                asyncio.create_task(pools.ask(think(f"table {number}", "wait first", address="a")))
                for number in range(40)
            ]
            await stage.until("table 0")
            other = asyncio.create_task(pools.ask(think("other", address="b")), name="other")
            await asyncio.sleep(0)
            stage.open("first")
            await asyncio.gather(other, *many)
            assert stage.events[1:3] == ["table 0", "other"]

    run(scenario())


def test_who_has_used_up_the_budget_waits_while_others_go_on(tmp_path: Path) -> None:
    async def scenario() -> None:
        stage, time = Stage(tmp_path), ManualTime()
        limits = Limits(thinking_seconds_an_hour=360)
        async with closing(LaneExecutor(limits=limits, time=time, command=stage.command)) as pools:
            pools.accounts.charge("a", 365.0)
            poor = asyncio.create_task(pools.ask(think("poor", address="a")))
            for number in range(3):
                await pools.ask(think(f"rich {number}", address="b"))
            assert stage.events == ["start", "rich 0", "rich 1", "rich 2"] and not poor.done()
            time.advance(50.0)
            await pools.ask(think("rich", address="b"))
            assert not poor.done(), "a tenth of a second comes back each second"
            time.advance(11.0)
            assert await poor == jobs.MoveChosen(7)

    run(scenario())


def test_strangers_who_have_used_up_the_budget_are_told_to_wait(tmp_path: Path) -> None:
    async def scenario() -> None:
        stage = Stage(tmp_path)
        pools = LaneExecutor(
            limits=Limits(thinking_seconds_an_hour=360), time=ManualTime(), command=stage.command
        )
        async with closing(pools):
            pools.accounts.charge("a", 369.0)
            with pytest.raises(
                Refusal, match="used up its computing time: come back in 100 seconds"
            ) as refused:
                await PublicJobs(pools, 4).run(replay("", address="a"))
            assert refused.value.status == 429
            await PublicJobs(pools, 4).run(replay("", address="b"))

    run(scenario())


# Jobs that harm their workers


@pytest.mark.parametrize("job", [replay("die"), check("die"), replay("stop"), check("stop")])
def test_a_strangers_job_that_ends_or_hangs_a_worker_is_tried_once(job: jobs.Job, tmp_path: Path) -> None:
    async def scenario() -> None:
        stage = Stage(tmp_path)
        lanes = [msgspec.structs.replace(LANES[lane_of(job)], patience=5.0)]
        async with closing(LaneExecutor(lanes, command=stage.command)) as pools:
            for _ in range(3):
                with pytest.raises(Refusal, match="this cannot be done here, because it") as refused:
                    await PublicJobs(pools, 4).run(msgspec.structs.replace(job, address=f"{id(object())}"))
                assert refused.value.status == 400
            assert len(stage.events) == 2, "one process was started, and given one job"

    run(scenario())


def test_the_same_job_is_not_tried_again_by_those_who_were_waiting(tmp_path: Path) -> None:
    async def scenario() -> None:
        stage = Stage(tmp_path)
        async with closing(LaneExecutor(command=stage.command)) as pools:
            asked = [pools.ask(replay("die", address)) for address in "abcd"]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            assert all(isinstance(answer, NoAnswer) for answer in answers)
            assert stage.events == ["start", "die"]

    run(scenario())


def test_a_box_is_known_again_under_another_name(tmp_path: Path) -> None:
    quarantine = Quarantine()
    quarantine.add(check("box", "a", "Ann"), "no")
    assert quarantine.reason(check("box", "b", "Bob")) == "no"
    assert quarantine.reason(check("other", "a", "Ann")) is None


def test_the_quarantine_is_bounded_and_forgets_the_oldest() -> None:
    quarantine = Quarantine(most=3)
    for box in "abcd":
        quarantine.add(check(box), box)
        quarantine.reason(check("b"))
    assert [quarantine.reason(check(box)) for box in "abcd"] == [None, "b", "c", "d"]
    quarantine.add(check("e"), "e")
    quarantine.add(check("f"), "f")
    assert len(quarantine.reasons) == 3


def test_a_bots_job_is_tried_twice_and_then_remembered_for_that_position(tmp_path: Path) -> None:
    async def scenario() -> None:
        stage = Stage(tmp_path)
        async with closing(LaneExecutor(command=stage.command)) as pools:
            for _ in range(3):
                with pytest.raises(NoAnswer, match="it ended the process that tried it"):
                    await pools.ask(think("doomed", "die"))
            assert stage.events == ["start", "doomed", "start", "doomed"]
            assert await pools.ask(think("doomed", "another position")) == jobs.MoveChosen(7)

    run(scenario())


def test_the_job_after_an_idle_worker_was_killed_is_not_blamed(tmp_path: Path) -> None:
    async def scenario() -> None:
        stage = Stage(tmp_path)
        async with closing(LaneExecutor(command=stage.command)) as pools:
            await pools.ask(replay("first"))
            process = pools.pools["replay"].workers[0].child.process
            assert process is not None
            process.kill()
            await process.wait()
            assert await pools.ask(replay("second")) == jobs.MoveChosen(7)
            assert stage.events == ["start", "first", "start", "second"]

    run(scenario())


def test_a_server_that_cannot_start_processes_says_so_and_blames_no_job() -> None:
    async def scenario() -> None:
        async with closing(LaneExecutor(command=("/no/such/program",))) as pools:
            for _ in range(2):
                with pytest.raises(NoWorker, match="no worker process can be started"):
                    await pools.ask(replay(""))
            assert not pools.quarantine.reasons

    run(scenario())


def test_whoever_waits_when_the_server_closes_is_told(tmp_path: Path) -> None:
    async def scenario() -> None:
        stage = Stage(tmp_path)
        pools = LaneExecutor(command=stage.command)
        asked = [asyncio.create_task(pools.ask(think(str(number), "stop"))) for number in range(3)]
        await stage.until("0")
        await pools.close()
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert {str(answer) for answer in answers} == {"the server is closing down"}
        with pytest.raises(NoWorker):
            await pools.ask(think())

    run(scenario())


# Strangers' jobs


def test_an_address_may_have_only_a_few_jobs_waiting(tmp_path: Path) -> None:
    async def scenario() -> None:
        stage = Stage(tmp_path)
        async with closing(LaneExecutor(command=stage.command)) as pools:
            public = PublicJobs(pools, an_address=4)
            asked = [asyncio.create_task(public.run(replay("wait gate", "a"))) for _ in range(4)]
            await asyncio.sleep(0)
            with pytest.raises(Refusal, match="too many checks and replays of your address") as refused:
                await public.run(replay("", "a"))
            assert refused.value.status == 429
            stage.open("gate")
            await asyncio.gather(
                public.run(replay("", "b")), *(public.run(replay("")) for _ in range(9)), *asked
            )
            await public.run(replay("", "a"))

    run(scenario())


def test_all_strangers_together_may_have_only_so_many_jobs_waiting(tmp_path: Path) -> None:
    async def scenario() -> None:
        stage = Stage(tmp_path)
        async with closing(LaneExecutor(command=stage.command)) as pools:
            public = PublicJobs(pools, an_address=4)
            asked = [
                asyncio.create_task(public.run(replay("wait gate", str(number))))
                for number in range(MOST_PUBLIC_JOBS)
            ]
            await asyncio.sleep(0)
            with pytest.raises(Refusal, match="the server is busy") as refused:
                await public.run(replay("", "late"))
            assert refused.value.status == 503
            stage.open("gate")
            await asyncio.gather(*asked)
            assert not public.by_address.count and not public.in_all.count

    run(scenario())


# Metrics


def test_metrics_count_the_jobs_of_each_lane(tmp_path: Path) -> None:
    async def scenario() -> None:
        stage, metrics = Stage(tmp_path), Metrics()
        read = metrics.registry.get_sample_value
        async with closing(LaneExecutor(metrics=metrics, command=stage.command)) as pools:
            asked = [asyncio.create_task(pools.ask(replay("wait gate", str(number)))) for number in range(3)]
            await stage.until("wait gate")
            assert read("fairground_jobs", {"lane": "replay", "state": "waiting"}) == 2
            assert read("fairground_jobs", {"lane": "replay", "state": "running"}) == 1
            stage.open("gate")
            await asyncio.gather(*asked)
            for _ in range(3):
                with pytest.raises(NoAnswer):
                    await pools.ask(replay("die"))
            assert read("fairground_job_failures_total", {"lane": "replay", "how": "killed"}) == 1
            assert read("fairground_job_failures_total", {"lane": "replay", "how": "refused"}) == 2
            assert read("fairground_jobs", {"lane": "replay", "state": "running"}) == 0
            for lane in LANES:
                assert read("fairground_job_failures_total", {"lane": lane, "how": "killed"}) is not None

    run(scenario())


def test_the_page_for_operators_lists_every_lane() -> None:
    page = (Path(__file__).parents[2] / "docs/deploy.md").read_text()
    rows = dict(re.findall(r"^\| `(\w+)` \|.*\| (\d+ s \| \d+ s) \|$", page, re.MULTILINE))
    assert rows == {name: f"{lane.processor_time} s | {lane.patience:.0f} s" for name, lane in LANES.items()}
