"""Worker processes die and hang, and the match goes on."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from fairground import Match, load
from fairground.engine.rng import seeded
from fairground.engine.state import State
from fairground.server.workers import jobs
from fairground.server.workers.executor import LaneExecutor
from fairground.server.workers.lanes import LANES, make_lanes
from fairground.server.workers.pool import NoAnswer, NoWorker
from fairground.server.workers.worker import REMEMBERED, JobHandler
from hosting import Inline, open_server, options_of, run
from pools import Stage, closing, think
from settings import EVERY_GAME

GAME = EVERY_GAME[0]
ANSWER = '{"type":"chosen","move":7}'


def thought(match: Match[State, object], seat: int, level: str = "greedy") -> jobs.ChooseMove:
    return jobs.ChooseMove("table", str(match.record()), None, seat, level)


def fickle(folder: Path, fault: str) -> tuple[str, ...]:
    """Return a worker that does `fault` when it is started for the first time, and works afterwards."""
    flag = folder / "started"
    script = (
        "import os, sys, time\n"
        f"first = not os.path.exists({str(flag)!r})\n"
        f"open({str(flag)!r}, 'w').close()\n"
        "for line in sys.stdin:\n"
        f"    if first: {fault}\n"
        f"    print({ANSWER!r}, flush=True)\n"
    )
    return sys.executable, "-I", "-S", "-c", script


@pytest.mark.parametrize(
    "fault", ["os._exit(1)", "time.sleep(10**6)", "print('half', end='', flush=True); os._exit(0)"]
)
def test_a_worker_that_fails_is_replaced_and_its_job_is_repeated(fault: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        patience = 10.0 if "sleep" in fault else 600.0
        quick = msgspec.structs.replace(LANES["quick"], patience=patience)
        async with closing(LaneExecutor([quick], command=fickle(tmp_path, fault))) as pools:
            answer = await pools.ask(jobs.ChooseMove("t", "", None, 0, "random"))
            assert answer == jobs.MoveChosen(7)
            assert len(pools.pools["quick"].workers) == 1

    run(scenario())


def test_a_worker_is_ready_before_the_first_move_of_a_bot_is_asked_for(tmp_path: Path) -> None:
    async def scenario() -> None:
        stage = Stage(tmp_path)
        async with closing(LaneExecutor(command=stage.command)) as pools:
            for _ in range(3):
                pools.expect_bot("maestro", own_box=False)
            await stage.until("start")
            ready = processes(pools)
            assert len(ready) == 1
            await pools.ask(think())
            assert processes(pools) == ready
            assert stage.events == ["start", "t"]

    run(scenario())


def test_a_worker_that_cannot_start_early_refuses_the_job_itself() -> None:
    async def scenario() -> None:
        async with closing(LaneExecutor(command=("/nowhere",))) as pools:
            pools.expect_bot("maestro", own_box=False)
            await asyncio.sleep(0.01)
            with pytest.raises(NoWorker, match="no worker process can be started"):
                await pools.ask(think())

    run(scenario())


def test_workers_are_ready_as_soon_as_somebody_sees_that_a_bot_takes_part(tmp_path: Path) -> None:
    async def scenario() -> None:
        workers = Inline()
        async with open_server(tmp_path, workers=workers) as host:
            created = await host.create(GAME, 2, seat=0, bots=[None, "maestro"])
            assert workers.expected == set()
            async with host.guest(created.table.id) as guest:
                assert guest.now.phase == "waiting"
                assert workers.expected == {"maestro"}

    run(scenario())


def test_a_worker_for_bots_needs_no_database() -> None:
    """What it imports delays the first move of the first bot."""
    script = "import sys, fairground.server.workers.worker; print(*sys.modules)"
    modules = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout
    heavy = {"sqlalchemy", "fastapi", "uvicorn", "jinja2", "fairground.server.services"}
    assert not heavy & set(modules.split())


def test_a_table_whose_bots_all_fail_goes_on(tmp_path: Path) -> None:
    class Broken(Inline):
        async def ask(self, job: jobs.Job) -> jobs.JobAnswer:
            raise NoAnswer("broken")

    async def scenario() -> None:
        async with open_server(tmp_path, workers=Broken()) as host:
            wish = {"bots": ["greedy"] * 2, "seat": None, "start": True}
            created = await host.create(GAME, 2, options=options_of(GAME), **wish)
            async with host.guest(created.table.id) as guest:
                await guest.until(lambda: guest.now.phase == "over")

    run(scenario())


def processes(pools: LaneExecutor) -> set[int]:
    """Return the ids of all worker processes that were started."""
    workers = [worker for pool in pools.pools.values() for worker in pool.workers]
    return {worker.child.process.pid for worker in workers if worker.child.process}


def test_a_match_survives_the_death_of_its_workers(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        async with (
            closing(LaneExecutor(make_lanes(2))) as pools,
            open_server(tmp_path, workers=pools) as host,
        ):
            wish = {"bots": ["novice", "search"], "seat": None, "start": True}
            created = await host.create(GAME, 2, options=options_of(GAME), **wish)
            async with host.guest(created.table.id) as guest:
                await guest.until(lambda: guest.now.moves >= 3)
                killed = processes(pools)
                assert killed
                for process in killed:
                    os.kill(process, signal.SIGKILL)
                await guest.until(lambda: guest.now.phase == "over")
                assert guest.now.outcome is not None
                assert not killed & processes(pools)
            assert "bot failed" not in caplog.messages, "every move is the bot's own"

    run(scenario())


def test_a_cancelled_job_does_not_disturb_the_next(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with closing(LaneExecutor(command=fickle(tmp_path, "os._exit(1)"))) as pools:
            task = asyncio.create_task(pools.ask(jobs.ChooseMove("t", "", None, 0, "random")))
            await asyncio.sleep(0)
            task.cancel()
            assert await pools.ask(jobs.ChooseMove("t", "", None, 0, "random")) == jobs.MoveChosen(7)
            assert not pools.pools["quick"].queue.jobs()

    run(scenario())


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_bot_plays_the_same_from_memory_and_from_the_record(name: str) -> None:
    match = Match(load(name), load(name).seats[0], bytes(range(32)), options_of(name))
    rng, remembering = seeded("thinker"), JobHandler()
    for _ in range(12):
        if match.over:
            break
        seat = int(match.state.someone(rng))
        job = thought(match, seat, "random")
        assert remembering.answer(job) == JobHandler().answer(job)
        moves = match.state.legal(seat)
        match.play(seat, moves[rng.below(len(moves))])
    earlier = thought(match.at(1), match.at(1).state.actors()[0], "random")
    assert remembering.answer(earlier) == JobHandler().answer(earlier), "after an undo"


def test_a_worker_forgets_matches_of_long_ago() -> None:
    thinker = JobHandler()
    record = str(Match(load(GAME), seed="x").record())
    for number in range(REMEMBERED + 5):
        thinker.answer(jobs.ChooseMove(f"table {number}", record, None, 0, "random"))
    assert len(thinker.matches) == REMEMBERED


def test_a_job_that_cannot_be_done_is_reported() -> None:
    answer = JobHandler().answer(jobs.ChooseMove("t", "nonsense", None, 0, "random"))
    assert isinstance(answer, jobs.JobFailed) and "line 1" in answer.why
