"""Worker processes die and hang, and the match goes on."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from fairground import Match, load
from fairground.engine.rng import seeded
from fairground.engine.state import State
from fairground.server.workers import jobs
from fairground.server.workers.pool import JobPool, NoAnswer
from fairground.server.workers.worker import REMEMBERED, JobHandler
from hosting import open_server, options_of, run
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
        pool = JobPool(1, patience, fickle(tmp_path, fault))
        try:
            answer = await pool.ask(jobs.ChooseMove("t", "", None, 0, "random"))
            assert answer == jobs.MoveChosen(7)
            assert pool.replaced >= 1
            assert len(pool.workers) == 1
        finally:
            await pool.close()

    run(scenario())


def test_a_job_that_kills_every_worker_is_given_up(tmp_path: Path) -> None:
    async def scenario() -> None:
        pool = JobPool(1, 600.0, (sys.executable, "-I", "-S", "-c", "raise SystemExit(1)"))
        try:
            with pytest.raises(NoAnswer):
                await pool.ask(jobs.ChooseMove("t", "", None, 0, "random"))
        finally:
            await pool.close()

    run(scenario())


def test_a_table_whose_bots_all_fail_goes_on(tmp_path: Path) -> None:
    class Broken:
        async def ask(self, job: jobs.Job) -> jobs.JobAnswer:
            raise NoAnswer("broken")

    async def scenario() -> None:
        async with open_server(tmp_path, workers=Broken()) as host:
            wish = {"bots": ["greedy"] * 2, "seat": None, "start": True}
            created = await host.create(GAME, 2, options=options_of(GAME), **wish)
            async with host.guest(created.table.id) as guest:
                await guest.until(lambda: guest.now.phase == "over")

    run(scenario())


def test_a_match_survives_the_death_of_its_workers(tmp_path: Path) -> None:
    async def scenario() -> None:
        pool = JobPool(2, 600.0)
        try:
            async with open_server(tmp_path, workers=pool) as host:
                wish = {"bots": ["novice", "random"], "seat": None, "start": True}
                created = await host.create(GAME, 2, options=options_of(GAME), **wish)
                async with host.guest(created.table.id) as guest:
                    await guest.until(lambda: guest.now.moves >= 3)
                    for worker in list(pool.workers):
                        if worker.process is not None:
                            os.kill(worker.process.pid, signal.SIGKILL)
                    await guest.until(lambda: guest.now.phase == "over")
                    assert guest.now.outcome is not None
        finally:
            await pool.close()

    run(scenario())


def test_a_cancelled_job_does_not_disturb_the_next(tmp_path: Path) -> None:
    async def scenario() -> None:
        pool = JobPool(1, 600.0, fickle(tmp_path, "pass"))
        try:
            task = asyncio.create_task(pool.ask(jobs.ChooseMove("t", "", None, 0, "random")))
            await asyncio.sleep(0)
            task.cancel()
            assert await pool.ask(jobs.ChooseMove("t", "", None, 0, "random")) == jobs.MoveChosen(7)
            assert pool.replaced == 0
        finally:
            await pool.close()

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
