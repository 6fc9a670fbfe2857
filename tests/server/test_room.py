"""Whoever sits at a table gets in, however many others want to watch."""

from contextlib import AsyncExitStack
from pathlib import Path

import msgspec

from fairground.server import wire
from fairground.server.settings import Limits
from hosting import GENEROUS, Host, open_server, run
from settings import EVERY_GAME

GAME = EVERY_GAME[0]


def limits(**changes: int) -> Limits:
    return msgspec.structs.replace(GENEROUS, **changes)


async def answer_to(host: Host, table: str, hello: wire.Hello) -> wire.FromServer:
    """Connect for a moment; return the first message of the server."""
    async with host.socket(table) as socket:
        await socket.send(wire.write(hello).decode())
        return wire.read_answer(await socket.recv())


def test_a_seats_holder_and_the_host_get_in_beside_any_number_of_spectators(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with (
            open_server(tmp_path, limits=limits(visitors_a_table=2)) as host,
            AsyncExitStack() as stack,
        ):
            created = await host.create(GAME, 2)
            table = created.table.id
            for _ in range(2):
                await stack.enter_async_context(host.guest(table))
            full = await answer_to(host, table, wire.Hello())
            assert full == wire.Closing("too many people are at this table already", again=False)
            assert isinstance(await answer_to(host, table, wire.Hello(created.key)), wire.Welcome)
            assert isinstance(await answer_to(host, table, wire.Hello(host=created.host)), wire.Welcome)

    run(scenario())


def test_the_oldest_window_of_a_seat_is_closed_and_no_other(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=limits(windows_a_seat=3)) as host, AsyncExitStack() as stack:
            created = await host.create(GAME, 2)
            table = created.table.id
            other = await host.take(table, 1, created.invitations[1])
            guest = await stack.enter_async_context(host.guest(table, other.key))
            watching = await stack.enter_async_context(host.guest(table, None, created.host))
            windows = [await stack.enter_async_context(host.guest(table, created.key)) for _ in range(4)]
            closing = await windows[0].wait_for_close()
            assert closing is not None and "too many windows" in closing.why and not closing.again
            for window in windows[1:]:
                await window.request(wire.Rename("Ann"))
            await guest.request(wire.Rename("Ben"))
            assert await watching.ask(wire.SeatBot(1, "random")) is not None
            assert len(host.registry.tables[table].connections) == 5

    run(scenario())


def test_sitting_down_and_leaving_again_makes_no_more_spectators_than_allowed(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with (
            open_server(tmp_path, limits=limits(visitors_a_table=1)) as host,
            AsyncExitStack() as stack,
        ):
            created = await host.create(GAME, 2, listed=True)
            table = created.table.id
            for attempt in range(3):
                taken = await host.take(table, 1)
                guest = await stack.enter_async_context(host.guest(table, taken.key))
                await guest.ask(wire.Leave())
                if attempt:
                    closing = await guest.wait_for_close()
                    assert closing is not None and "too many people" in closing.why
            assert len(host.registry.tables[table].connections) == 1

    run(scenario())


def test_a_full_server_has_room_for_those_who_sit_at_a_table(tmp_path: Path) -> None:
    async def scenario() -> None:
        few = limits(connections=2, reserved_connections=1)
        async with open_server(tmp_path, limits=few) as host, AsyncExitStack() as stack:
            created = await host.create(GAME, 2)
            table = created.table.id
            for _ in range(2):
                await stack.enter_async_context(host.guest(table))
            full = wire.Closing("the server is full: come back later", again=False)
            assert await answer_to(host, table, wire.Hello()) == full
            async with host.guest(table, created.key, created.host) as guest:
                assert guest.welcome is not None and guest.welcome.seat == 0
                async with host.socket(table) as socket:
                    assert wire.read_answer(await socket.recv()) == full
            async with host.guest(table, created.key):
                pass

    run(scenario())
