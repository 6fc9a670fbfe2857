"""Several servers on one PostgreSQL act as one: any of them can be asked, and the table's owner does it."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest

from crowd import Player, all_play, look, seat_people
from fairground import Match, Record, load
from fairground.engine.rng import seeded
from fairground.server import wire
from fairground.server.cluster import messages
from fairground.server.cluster.postgres import PostgresStore
from fairground.server.cluster.relay import Relay
from fairground.server.cluster.remote_table import RemoteTable
from fairground.server.errors import StoreError
from fairground.server.store.store import Change
from fairground.server.tables.connection import Connection
from fairground.server.tables.registry import TableRegistry
from fairground.server.tables.table import Table
from hosting import GENEROUS, PATIENCE, Host, open_server, run
from postgres import Postgres, postgres
from settings import EVERY_GAME

SOME_GAME = EVERY_GAME[0]


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


async def until(condition: object) -> None:
    """Wait until the condition holds."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # type: ignore[operator]
            await asyncio.sleep(0.01)


async def two(stack: AsyncExitStack, database: Postgres, folder: Path) -> tuple[Host, Host]:
    first = await stack.enter_async_context(open_server(folder, store=database.url))
    second = await stack.enter_async_context(open_server(folder, store=database.url))
    return first, second


def address(host: Host) -> str:
    return f"127.0.0.1:{host.port}"


@pytest.mark.parametrize("name", EVERY_GAME)
def test_people_at_different_servers_play_a_match(name: str, database: Postgres, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            hosts = await two(stack, database, tmp_path)
            seats = await seat_people(hosts[0].web, name)
            players = [
                Player(lambda seat=seat: address(hosts[seat % 2]), seats.table, key, seeded(str(seat)), seat)  # type: ignore[misc]
                for seat, key in seats.keys.items()
            ]
            await all_play(players)
            assert isinstance(await hosts[1].backend.find_table(seats.table), RemoteTable)
            assert seats.table not in hosts[1].registry.tables
            for player in players:
                for host in hosts:
                    screen, story = await look(lambda host=host: address(host), player.table, player.key)  # type: ignore[misc]
                    assert player.screen is not None and player.screen.all() == screen.all()
                    assert player.story == story
            answers = [await host.web.get(f"/api/tables/{seats.table}/record") for host in hosts]
            assert answers[0].content == answers[1].content
            record = Record.parse(answers[0].json()["record"])
            assert Match.replay(load(name), record).over

    run(scenario())


def test_chairs_are_taken_through_any_server(database: Postgres, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            first, second = await two(stack, database, tmp_path)
            created = await first.create(SOME_GAME)
            async with first.guest(created.table.id, created.key, created.host) as host:
                path = f"/api/tables/{created.table.id}/chairs/1"
                status, why = await second.refusal("POST", path, json={"invitation": "wrong"})
                assert (status, "invitation" in why) == (403, True)
                taken = await second.take(created.table.id, 1, created.invitations[1], "Ada")
                await host.until(lambda: host.now.chairs[1].name == "Ada")
                async with second.guest(created.table.id, taken.key) as guest:
                    await host.until(lambda: host.presence is not None and host.presence.present[1])
                    assert guest.welcome is not None and guest.welcome.seat == 1
                    refused = await guest.ask(wire.Play(guest.now.update, 0))
                    assert refused is not None and "not begun" in refused.why
                await host.until(lambda: host.presence is not None and not host.presence.present[1])

    run(scenario())


def test_wrong_keys_are_counted_by_the_server_that_holds_the_connection(
    database: Postgres, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            first, second = await two(stack, database, tmp_path)
            created = await first.create(SOME_GAME)
            async with first.guest(created.table.id, created.key):
                async with second.socket(created.table.id) as socket:
                    await socket.send(wire.write(wire.Hello("wrong key")), text=True)
                    last = wire.read_answer(await asyncio.wait_for(socket.recv(), PATIENCE))
                assert isinstance(last, wire.Closing) and not last.again
            assert "127.0.0.1" in second.registry.services.address_limits.bad_keys.buckets

    run(scenario())


def test_a_full_server_has_room_for_people_who_sit_at_another_servers_table(
    database: Postgres, tmp_path: Path
) -> None:
    async def scenario() -> None:
        few = msgspec.structs.replace(GENEROUS, connections=1, reserved_connections=1)
        async with AsyncExitStack() as stack:
            first = await stack.enter_async_context(open_server(tmp_path, store=database.url))
            second = await stack.enter_async_context(open_server(tmp_path, store=database.url, limits=few))
            created = await first.create(SOME_GAME)
            table = created.table.id
            await stack.enter_async_context(first.guest(table))
            await stack.enter_async_context(second.guest(table))
            async with second.socket(table) as socket:
                await socket.send(wire.write(wire.Hello()), text=True)
                last = wire.read_answer(await asyncio.wait_for(socket.recv(), PATIENCE))
                assert last == wire.Closing("the server is full: come back later", again=False)
            async with second.guest(table, created.key) as guest:
                assert guest.welcome is not None and guest.welcome.seat == 0

    run(scenario())


def test_a_table_moves_when_its_server_shuts_down(database: Postgres, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, store=database.url) as second:
            async with open_server(tmp_path, store=database.url) as first:
                created = await first.create(SOME_GAME)
                table = created.table.id
                async with first.guest(table, created.key), second.guest(table, created.key) as far:
                    assert table in first.registry.tables
                    closing = asyncio.create_task(far.wait_for_close())
                    await first.registry.close()
                    said = await asyncio.wait_for(closing, PATIENCE)
                    assert said is not None and said.again
            async with second.guest(table, created.key):
                assert table in second.registry.tables

    run(scenario())


def test_a_due_table_is_woken_by_one_server_only(database: Postgres, tmp_path: Path) -> None:
    """A server leaves tables alone that another one owns, and wakes them once they are free."""

    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            first, second = await two(stack, database, tmp_path)
            async with AsyncExitStack() as people:
                guests = await first.sit_down(people, SOME_GAME, clock={"kind": "bank", "seconds": 1000})
                table = guests[0].table
            maintenance = second.registry.maintenance
            second.registry.services.uptime.catch_up(5000.0)
            assert table in await second.registry.services.store.due_tables(5000.0, "", 1000)
            await maintenance.wake_tables()
            assert table not in second.registry.tables and table not in maintenance.not_woken
            await first.registry.close()
            await maintenance.wake_tables()
            assert table in second.registry.tables

    run(scenario())


def test_a_server_that_lost_its_session_can_no_longer_write(database: Postgres, tmp_path: Path) -> None:
    """People reconnect and find the table as it was stored."""

    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            first, second = await two(stack, database, tmp_path)
            created = await first.create(SOME_GAME)
            table = created.table.id
            async with first.guest(table, created.key) as guest:
                old = first.registry.tables[table]
                end_sessions(database, "owner", first.registry)
                said = await guest.wait_for_close()
                assert said is not None and said.again
            async with second.guest(table, created.key) as guest:
                assert table in second.registry.tables
                with pytest.raises(StoreError, match="no longer owns the table"):
                    await first.registry.services.store.write([Change(old.state.stored)])
                await guest.request(wire.Rename("Ada"))
            async with first.guest(table, created.key) as guest:
                assert guest.now.chairs[0].name == "Ada"

    run(scenario())


def test_a_lost_channel_costs_no_more_than_reconnecting(database: Postgres, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            hosts = await two(stack, database, tmp_path)
            created = await hosts[0].create(SOME_GAME)
            table = created.table.id
            async with hosts[0].guest(table, created.key) as near:
                for host in hosts:
                    async with hosts[1].guest(table, created.key) as far:
                        end_sessions(database, "channel", host.registry)
                        said = await far.wait_for_close()
                        assert said is not None and said.again
                    async with hosts[1].guest(table, created.key) as far:
                        await far.request(wire.Rename("Ada"))
                await near.until(lambda: near.now.chairs[0].name == "Ada")

    run(scenario())


def test_connections_of_a_dead_server_are_closed(
    database: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            first, second = await two(stack, database, tmp_path)
            created = await first.create(SOME_GAME)
            async with first.guest(created.table.id, created.key):
                table = first.registry.tables[created.table.id]
                connected: list[Connection] = []

                def connect(connection: Connection, hello: wire.Hello) -> None:
                    connected.append(connection)
                    Table.connect(table, connection, hello)

                monkeypatch.setattr(table, "connect", connect)
                channel = relay_of(second).channel
                message = messages.OpenConnection(1, created.table.id, "somewhere", wire.Hello())
                await channel.send(name_of(first.registry), message)
                channel.name = "nobody"  # from now on another server seems to be the sender
                await channel.send(name_of(first.registry), message)
                await until(lambda: len(connected) == 2)
                await until(lambda: connected[0] in table.connections and connected[1].closing is not None)
                await until(lambda: connected[1] not in table.connections | table.connecting)

    run(scenario())


def test_long_messages_travel_in_parts() -> None:
    rng = seeded("long")
    text = "".join(chr(33 + rng.below(90)) for _ in range(50_000))
    sent = [messages.EndConnection("table", number, text[number:], True) for number in range(2)]
    parts = messages.pack("me", sent)
    assert len(parts) > 5
    assert max(map(len, parts)) < 8000
    assembler = messages.FrameAssembler()
    assert assembler.add(parts[2]) is None  # the beginning was lost
    assert [assembler.add(part) for part in parts[:-1]] == [None] * (len(parts) - 1)
    frame = assembler.add(parts[-1])
    assert frame == messages.Frame("me", list(sent))


def test_a_missing_database_is_reported(tmp_path: Path) -> None:
    async def scenario() -> None:
        with pytest.raises(StoreError, match="the store does not work"):
            async with open_server(tmp_path, store=f"postgresql://nobody@/nothing?host={tmp_path}"):
                raise AssertionError("it was opened")

    run(scenario())


def relay_of(host: Host) -> Relay:
    relay = getattr(host.backend.find_table, "__self__", None)
    assert isinstance(relay, Relay)
    return relay


def name_of(registry: TableRegistry) -> str:
    store = registry.services.store
    assert isinstance(store, PostgresStore)
    return store.name


def end_sessions(database: Postgres, kind: str, registry: TableRegistry) -> None:
    """Break one of a server's connections to the database."""
    database.sql(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        f" WHERE application_name = 'fairground {kind} {name_of(registry)}'"
    )
