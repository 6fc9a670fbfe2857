"""A server runs bots by name alone: no stored table and no job can make it run somebody's code."""

import sys
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest

from fairground import Match, load
from fairground.server import wire
from fairground.server.services import Services
from fairground.server.store.opening import open_store
from fairground.server.store.store import Change, StoredChair, StoredTable
from fairground.server.workers import jobs
from fairground.server.workers.worker import JobHandler
from hosting import Guest, open_server, options_of, play_randomly, run, stored_table
from settings import EVERY_GAME

GAME = EVERY_GAME[0]
FOREIGN = ["exec:{program}", "python:strangers.First", "policy:{program}", "search:iterations=2", "nemo"]


def marking(marker: Path) -> str:
    """Return a command line that leaves a file behind."""
    return f"{sys.executable} -I -S -c \"open('{marker}', 'w').close()\""


@pytest.mark.parametrize("spec", FOREIGN)
def test_a_worker_refuses_what_is_no_name(spec: str, tmp_path: Path) -> None:
    marker = tmp_path / "ran"
    level = spec.format(program=marking(marker))
    record = str(Match(load(GAME), seed="x").record())
    answer = JobHandler().answer(jobs.ChooseMove("t", record, None, 0, level))
    assert isinstance(answer, jobs.JobFailed) and "expected one of the bots random, greedy" in answer.why
    assert not marker.exists()


@pytest.mark.parametrize("spec", FOREIGN)
def test_the_stand_in_plays_for_a_bot_whose_name_is_unknown(spec: str, tmp_path: Path) -> None:
    marker = tmp_path / "ran"
    level = spec.format(program=marking(marker))

    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            created = await host.create(GAME, 2, bots=[None, "random"], seat=0, options=options_of(GAME))
            guests = {
                0: await stack.enter_async_context(host.guest(created.table.id, created.key, created.host))
            }
            host.registry.tables[created.table.id].state.chairs[1].bot = level
            await guests[0].request(wire.Start())
            await play_randomly(guests, "stand-in")
            assert levels_asked(host.registry.services) == {"greedy"}
        assert not marker.exists()

    run(scenario())


@pytest.mark.parametrize("spec", FOREIGN)
def test_a_command_in_a_stored_table_never_runs(spec: str, tmp_path: Path) -> None:
    marker = tmp_path / "ran"
    level = spec.format(program=marking(marker))

    async def scenario() -> None:
        async with open_store(f"sqlite:///{tmp_path / 'tables.db'}") as store:
            await store.write([Change(table_with(level), new=True)])
        async with open_server(tmp_path) as host, host.socket("stored") as socket:
            guest = Guest(socket)
            await guest.send(wire.Hello())
            await guest.until(lambda: bool(guest.closing or (guest.update and guest.now.phase == "over")))
            assert not levels_asked(host.registry.services) - {"greedy"}
        assert not marker.exists()

    run(scenario())


def levels_asked(services: Services) -> set[str]:
    done: list[jobs.Job] = services.executor.done  # type: ignore[attr-defined]  # the stand-in of the tests
    return {job.level for job in done if isinstance(job, jobs.ChooseMove)}


def table_with(level: str) -> StoredTable:
    """Return a match that has begun, with a bot of this level in both chairs."""
    chairs = [StoredChair("a", bot=level), StoredChair("b", bot=level)]
    return stored_table(load(GAME), options_of(GAME), chairs)


def test_the_address_that_pays_is_not_sent_to_the_worker() -> None:
    job = jobs.ChooseMove("t", "record", None, 0, "random", address="192.0.2.7")
    assert b"192.0.2.7" not in jobs.write_job(job)
    assert jobs.read_job(jobs.write_job(job)) == msgspec.structs.replace(job, address="")
