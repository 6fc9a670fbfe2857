"""A server that has too much to do refuses new tables; those that play go on."""

import asyncio
import contextlib
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from fairground.server import table_wire, wire
from fairground.server.delay import HALF_LIFE, LONGEST, RecentDelay
from fairground.server.errors import Refusal
from fairground.server.tables.registry import OVERLOADED
from fairground.server.time_source import ManualTime
from hosting import Host, open_server, options_of, run
from settings import EVERY_GAME

GAME = EVERY_GAME[0]


def wait_often(delay: RecentDelay, time: ManualTime, seconds: float, times: int) -> None:
    """Let something wait so long, four times a second."""
    for _ in range(times):
        time.advance(0.25)
        delay.note(seconds)


def test_the_mean_comes_close_to_what_everybody_waits_and_fades_afterwards() -> None:
    time = ManualTime()
    delay = RecentDelay(time.now)
    wait_often(delay, time, 2.0, 400)
    assert delay.seconds() == pytest.approx(2.0, rel=0.01)
    time.advance(HALF_LIFE)
    assert delay.seconds() == pytest.approx(1.0, rel=0.01)


def test_a_single_long_wait_is_no_overload() -> None:
    time = ManualTime()
    delay = RecentDelay(time.now)
    time.advance(3600)
    delay.note(600)
    assert 0 < delay.seconds() < LONGEST / 5


async def create(host: Host) -> table_wire.Created:
    wish = table_wire.Create(GAME, 2, options_of(GAME), seat=0)
    return await host.backend.registry.create(wish, "192.0.2.1")


def test_an_overloaded_server_refuses_new_tables_and_those_that_play_go_on(tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime()
        async with open_server(tmp_path, time) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, GAME)
            delay = host.backend.registry.services.delay
            wait_often(delay, time, 2.0, 100)
            with pytest.raises(Refusal, match=OVERLOADED) as refused:
                await create(host)
            assert refused.value.status == 503
            mover = next(guest for guest in guests.values() if guest.now.offers)
            before = mover.now.update
            await mover.ask(wire.Play(before, mover.now.offers[0].move))
            await mover.until(lambda: mover.now.update > before)
            time.advance(60)
            assert (await create(host)).table.game == GAME

    run(scenario())


def test_the_delay_is_the_time_that_commands_wait_at_a_table(tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime()
        async with open_server(tmp_path, time) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, GAME)
            services, (table,) = host.backend.registry.services, host.backend.registry.tables.values()
            before, asked = services.delay.seconds(), asyncio.create_task(table.record())
            await asyncio.sleep(0)
            time.advance(1.0)
            with contextlib.suppress(Refusal):  # the match is not over
                await asked
            assert before == 0.0 < services.delay.seconds()
            assert guests

    run(scenario())
