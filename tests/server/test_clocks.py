"""Clocks per move, banks with an increment, and what happens when time is up. Tests advance the time."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from fairground.server import wire
from fairground.server.tables.clocks import Clocks
from fairground.server.time_source import ManualTime
from fairground.server.workers import jobs
from hosting import Guest, open_server, run
from settings import EVERY_GAME

GAME = EVERY_GAME[0]


def turns(guests: dict[int, Guest]) -> tuple[Guest, int]:
    """Return somebody who owes a move, and their seat."""
    return next((guest, seat) for seat, guest in guests.items() if guest.now.offers)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_when_the_time_for_a_move_is_up_a_bot_makes_it(name: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime()
        async with open_server(tmp_path, time) as host, AsyncExitStack() as stack:
            clock = {"kind": "move", "seconds": 30}
            guests = await host.sit_down(stack, name, clock=clock, away=None)
            guest, seat = turns(guests)
            assert guest.now.times.left[seat] == 30 and seat in guest.now.times.running
            time.advance(29.5)
            await guest.request(wire.Rename("slow"))
            assert guest.now.moves == 0
            assert guest.now.times.left[seat] == 0.5
            time.advance(0.5)
            await guest.until(lambda: guest.now.moves > 0 and guest.now.times.left[seat] == 30)
            assert seat in [made.seat for made in host.match(guest.table).made]
            assert guest.now.chairs[seat].bot is None, "only this move was the bot's"

    run(scenario())


def test_a_late_move_is_refused(tmp_path: Path) -> None:
    class Asleep:
        async def ask(self, job: jobs.Job) -> jobs.JobAnswer:
            await asyncio.Event().wait()
            raise AssertionError

    async def scenario() -> None:
        time = ManualTime()
        async with open_server(tmp_path, time, Asleep()) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, GAME, clock={"kind": "move", "seconds": 30})
            guest, _ = turns(guests)
            before = guest.now
            time.advance(30)
            await guest.until(lambda: guest.now.update > before.update)
            assert guest.now.offers == []
            refused = await guest.ask(wire.Play(guest.now.update, before.offers[0].move))
            assert refused is not None and refused.why == "your time is up: a bot makes this move"

    run(scenario())


def test_a_bank_is_used_up_move_by_move_and_grows_by_the_increment(tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime()
        async with open_server(tmp_path, time) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, GAME, clock={"kind": "bank", "seconds": 100, "increment": 7})
            guest, seat = turns(guests)
            time.advance(40)
            await guest.play(guest.now.offers[0].move)
            assert guest.now.times.left[seat] == 67
            others = [left for other, left in enumerate(guest.now.times.left) if other != seat]
            assert all(left in (60, 100) for left in others), "seats that decide at once use the same time"

    run(scenario())


def test_clocks_pause_while_the_server_is_down(tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime()
        async with open_server(tmp_path, time) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, GAME, clock={"kind": "bank", "seconds": 100})
            guest, seat = turns(guests)
            table, key = guest.table, guest.key
            time.advance(30)
        time.advance(10_000)
        async with open_server(tmp_path, time) as host:
            assert table in host.registry.tables, "its clock must run even if nobody is connected"
            async with host.guest(table, key) as guest:
                assert guest.now.times.left[seat] == 70
                time.advance(10)
                await guest.request(wire.Rename("back"))
                assert guest.now.times.left[seat] == 60

    run(scenario())


def test_only_the_clocks_of_deciding_seats_run() -> None:
    clocks = Clocks(wire.Clock("bank", 10, 2), [10.0, 10.0])
    clocks.run([0], 0.0)
    clocks.run([1], 4.0)
    clocks.finish_move(0)
    assert clocks.times(5.0) == wire.Times([8.0, 9.0], [1])
    clocks.settle(99.0)
    assert clocks.expired_seats() == [1]
    assert clocks.seconds_to_expiry() == 0.0


def test_without_a_clock_nobody_runs_out_of_time() -> None:
    clocks = Clocks(wire.Clock(), [0.0, 0.0])
    clocks.run([0, 1], 0.0)
    assert clocks.times(10.0**9) == wire.Times([None, None], [])
    assert clocks.expired_seats() == [] and clocks.seconds_to_expiry() is None
