"""Whole servers in simulated time, with faults: every promise holds in every schedule."""

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from simulation.faults import EVENTS, NETWORK, STORE, WORKERS
from simulation.loop import Process, SimulatedLoop, SimulatedTime, new_loop
from simulation.planted import PLANTED
from simulation.world import Report, simulate

CHUNK = 50
SEEDS = 1_000
MOST = 200  # so many seeds are enough to notice a planted fault
SOAK_SECONDS = float(os.environ.get("FAIRGROUND_SIMULATE_SECONDS", "3600"))
SOAK_FIRST = int(os.environ.get("FAIRGROUND_SIMULATE_FIRST", "1000000"))


def check(report: Report) -> None:
    if report.violations:
        pytest.fail(str(report), pytrace=False)


@pytest.mark.parametrize("first", range(0, SEEDS, CHUNK))
def test_promises_hold_in_every_schedule(first: int) -> None:
    for seed in range(first, first + CHUNK):
        check(simulate(seed))


@pytest.mark.soak
@pytest.mark.parametrize("lane", range(os.cpu_count() or 1))
def test_promises_hold_for_an_hour(lane: int) -> None:
    """Each core has seeds of its own. The environment sets how long, and which seed is the first."""
    end = time.monotonic() + SOAK_SECONDS
    seed = SOAK_FIRST + lane * 100_000_000
    while time.monotonic() < end:
        check(simulate(seed))
        seed += 1


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_noticed(name: str) -> None:
    with PLANTED[name]():
        assert any(simulate(seed).violations for seed in range(MOST))


def test_every_kind_of_fault_happens() -> None:
    missing = {*STORE, *NETWORK, *WORKERS, *EVENTS}
    for seed in range(MOST):
        missing -= set(+simulate(seed).faults)
        if not missing:
            break
    assert not missing


def test_a_seed_replays_exactly() -> None:
    for seed in range(10):
        assert simulate(seed).lines == simulate(seed).lines


def test_a_seed_replays_exactly_in_another_process() -> None:
    """The order of sets, and what the tests set up otherwise, do not matter."""
    root = Path(__file__).parent
    seed = 7
    for salt in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": salt, "PYTHONPATH": f"{root.parent / 'src'}:{root}"}
        environment.pop("FAIRGROUND_GAMES", None)
        command = [sys.executable, "-m", "simulation", "--seed", str(seed), "--trace"]
        shown = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
        assert shown.splitlines()[:-1] == simulate(seed).lines


# The loop


def run(loop: SimulatedLoop, work: asyncio.Task[None]) -> None:
    loop.run_while(lambda: not work.done())
    work.result()


def test_time_jumps_to_the_next_timer() -> None:
    loop = new_loop(Random(1))

    async def scenario() -> None:
        await asyncio.sleep(3600)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.Event().wait(), 60)
        queue: asyncio.Queue[int] = asyncio.Queue()
        loop.call_later(5, queue.put_nowait, 1)
        assert await queue.get() == 1

    run(loop, loop.create_task(scenario()))
    assert loop.time() == 3665.0


def test_calls_made_soon_keep_their_order_and_simultaneous_timers_do_not() -> None:
    soon: list[int] = []
    orders = set()
    for seed in range(20):
        loop, later = new_loop(Random(seed)), list[int]()
        soon.clear()
        for number in range(4):
            loop.call_soon(soon.append, number)
            loop.call_later(1.0, later.append, number)
        loop.run_while(lambda: True)
        assert soon == [0, 1, 2, 3]
        assert sorted(later) == soon
        orders.add(tuple(later))
    assert len(orders) > 5


def test_nothing_of_a_killed_process_runs_again() -> None:
    loop, process = new_loop(Random(1)), Process("victim")
    steps: list[str] = []
    tasks: list[asyncio.Task[None]] = []

    async def child() -> None:
        await asyncio.sleep(2)
        steps.append("child")

    async def parent() -> None:
        try:
            tasks.append(loop.create_task(child()))
            await asyncio.sleep(1)
            steps.append("parent")
            await asyncio.sleep(2)
            steps.append("never")
        finally:
            steps.append("cleaned up")

    tasks.append(loop.create_task(parent(), context=process.context.copy()))
    loop.call_later(1.5, process.kill)
    loop.run_while(lambda: True)
    assert steps == ["parent"]
    process.alive = True
    loop.discard_tasks()


def test_a_date_may_jump_while_time_goes_on() -> None:
    loop = new_loop(Random(1))
    source = SimulatedTime(loop, 5.0, 1e9)
    loop.call_later(2.0, source.jump, -3600.0)
    loop.run_while(lambda: True)
    assert source.now() == 7.0
    assert source.date() == 1e9 + 2.0 - 3600.0
