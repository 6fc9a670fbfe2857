"""A worker may take only so much memory, processor time and files: what takes more ends alone."""

import asyncio
import sys
from pathlib import Path

import msgspec
import pytest

from fairground import Match, load
from fairground.processes import CAN_LIMIT
from fairground.server import replay_wire
from fairground.server.metrics import Metrics
from fairground.server.settings import Limits
from fairground.server.workers import jobs
from fairground.server.workers.executor import LaneExecutor
from fairground.server.workers.lanes import LANES
from fairground.server.workers.pool import NoAnswer
from fairground.server.workers.worker import JobHandler
from hosting import run
from pools import RIGGED, closing
from settings import EVERY_GAME

GAME = EVERY_GAME[0]
COMMAND = (sys.executable, "-c", RIGGED)
RECORD = str(Match(load(GAME), seed="x").record())
pytestmark = pytest.mark.skipif(not CAN_LIMIT, reason="this system has no limits for processes")


def replay(record: str) -> jobs.ReplayRecord:
    return jobs.ReplayRecord(replay_wire.Replay(record, count=1))


def choice() -> jobs.ChooseMove:
    seat = Match(load(GAME), seed="x").state.actors()[0]
    return jobs.ChooseMove("t", RECORD, None, seat, "greedy")


def process_of(pools: LaneExecutor, lane: str) -> int:
    process = pools.pools[lane].workers[0].child.process
    assert process is not None
    return process.pid


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ("fault", "that cannot be done, because something unexpected went wrong"),
        ("files", "that cannot be done, because something unexpected went wrong"),
        ("long", "the answer is too long: ask for less"),
        ("nonsense", "line 1: expected `game NAME VERSION` first, got 'nonsense'"),
    ],
)
def test_a_job_that_goes_wrong_is_answered_with_a_sentence_and_its_worker_goes_on(
    record: str, sentence: str
) -> None:
    async def scenario() -> None:
        limits = Limits(worker_megabytes=200)
        async with closing(LaneExecutor(limits=limits, command=COMMAND)) as pools:
            assert isinstance(await pools.ask(choice()), jobs.MoveChosen)
            bot = process_of(pools, "quick")
            answer, choosing = await asyncio.gather(pools.ask(replay(record)), pools.ask(choice()))
            assert answer == jobs.JobFailed(sentence)
            assert isinstance(choosing, jobs.MoveChosen)
            worker = process_of(pools, "replay")
            assert isinstance(await pools.ask(replay(RECORD)), jobs.RecordReplayed)
            assert (process_of(pools, "quick"), process_of(pools, "replay")) == (bot, worker)

    run(scenario())


def test_a_memory_bomb_leaves_the_other_workers_alone_and_is_tried_once() -> None:
    async def scenario() -> None:
        limits, metrics = Limits(worker_megabytes=200), Metrics()
        async with closing(LaneExecutor(limits=limits, metrics=metrics, command=COMMAND)) as pools:
            assert isinstance(await pools.ask(choice()), jobs.MoveChosen)
            bot = process_of(pools, "quick")
            for _ in range(3):
                with pytest.raises(NoAnswer, match="that takes more memory than the server allows"):
                    await pools.ask(replay("bomb"))
            refused = {"lane": "replay", "how": "refused"}
            assert metrics.registry.get_sample_value("fairground_job_failures_total", refused) == 2
            assert isinstance(await pools.ask(choice()), jobs.MoveChosen)
            assert isinstance(await pools.ask(replay(RECORD)), jobs.RecordReplayed)
            assert process_of(pools, "quick") == bot

    run(scenario())


def test_what_a_worker_remembers_of_others_does_not_take_the_memory_of_a_job(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    handler = JobHandler()
    job = choice()
    for table in ("a", "b"):
        handler.answer(msgspec.structs.replace(job, table=table))

    def crowded(asked: jobs.ChooseMove) -> int:
        if len(handler.matches) > 1:
            raise MemoryError
        return 7

    monkeypatch.setattr(handler, "choose_move", crowded)
    assert handler.answer(job) == jobs.MoveChosen(7)


def test_a_job_that_uses_up_its_processor_time_is_ended_and_refused() -> None:
    async def scenario() -> None:
        lanes = [msgspec.structs.replace(LANES["replay"], processor_time=1, patience=600.0)]
        async with closing(LaneExecutor(lanes, command=COMMAND)) as pools:
            for _ in range(2):
                with pytest.raises(NoAnswer, match="it takes longer than the server allows"):
                    await pools.ask(replay("spin"))
            for _ in range(3):
                assert isinstance(await pools.ask(replay(RECORD)), jobs.RecordReplayed)

    run(scenario())


def test_every_job_has_its_processor_time_anew() -> None:
    async def scenario() -> None:
        lanes = [msgspec.structs.replace(LANES["replay"], processor_time=1, patience=600.0)]
        async with closing(LaneExecutor(lanes, command=COMMAND)) as pools:
            for _ in range(6):
                assert isinstance(await pools.ask(replay("half a second")), jobs.JobFailed)

    run(scenario())


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_game_fits_into_a_worker(name: str) -> None:
    """The strongest bot plays the first move of every game within the usual limits."""

    async def scenario() -> None:
        match = Match(load(name), load(name).seats[-1], seed="x")
        async with closing(LaneExecutor()) as pools:
            seat = match.state.actors()[0]
            job = jobs.ChooseMove("t", str(match.record()), None, seat, "maestro")
            assert isinstance(await pools.ask(job), jobs.MoveChosen)

    run(scenario())


def limit_of(pid: int, name: str) -> str:
    lines = Path(f"/proc/{pid}/limits").read_text().splitlines()
    return next(line for line in lines if line.startswith(name))[len(name) :].split()[0]


@pytest.mark.skipif(not Path("/proc/self/limits").exists(), reason="only Linux shows the limits of others")
def test_a_worker_has_few_files_and_leaves_no_core() -> None:
    async def scenario() -> None:
        async with closing(LaneExecutor()) as pools:
            await pools.ask(choice())
            worker = process_of(pools, "quick")
            assert limit_of(worker, "Max open files") == "64"
            assert limit_of(worker, "Max core file size") == "0"
            assert limit_of(worker, "Max address space") != "unlimited"
            assert int(limit_of(worker, "Max cpu time")) < 60

    run(scenario())
