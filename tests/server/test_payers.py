"""Who pays for a bot's thinking: the player or host who came or acted last, and no spectator beside them."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

from fairground.server import wire
from fairground.server.tables.connection import Connection
from fairground.server.workers import jobs
from hosting import Host, Inline, open_server, options_of, play_randomly, run
from settings import EVERY_GAME

GAME = EVERY_GAME[0]


async def connect(host: Host, table: str, address: str, key: str | None = None) -> Connection:
    """Connect to a table from an address of our choice; return after the welcome."""
    connection = Connection(address)
    (await host.backend.find_table(table)).connect(connection, wire.Hello(key))
    await connection.next()
    return connection


async def until_asked(executor: Inline, count: int) -> list[str]:
    """Wait for so many choices of bots and return the addresses that paid for them."""
    while len(executor.done) < count:
        await asyncio.sleep(0.001)
    return [job.address for job in executor.done]


def test_a_spectator_pays_where_nobody_else_is(tmp_path: Path) -> None:
    async def scenario() -> None:
        executor = Inline()
        async with open_server(tmp_path, workers=executor) as host:
            wish = {"bots": ["random"] * 2, "seat": None, "start": True, "options": options_of(GAME)}
            created = await host.create(GAME, 2, **wish)
            await connect(host, created.table.id, "192.0.2.1")
            assert (await until_asked(executor, 3))[:3] == ["192.0.2.1"] * 3

    run(scenario())


def test_a_spectator_does_not_pay_beside_a_player(tmp_path: Path) -> None:
    async def scenario() -> None:
        executor = Inline()
        async with open_server(tmp_path, workers=executor) as host, AsyncExitStack() as stack:
            wish = {"bots": [None, "random"], "seat": 0, "options": options_of(GAME)}
            created = await host.create(GAME, 2, **wish)
            table = created.table.id
            await connect(host, table, "192.0.2.1")
            guest = await stack.enter_async_context(host.guest(table, created.key, created.host))
            await connect(host, table, "192.0.2.2")
            assert host.registry.tables[table].bots.payer == "127.0.0.1"
            await guest.request(wire.Start())
            await play_randomly({0: guest}, "payers")
            assert {job.address for job in executor.done} == {"127.0.0.1"}

    run(scenario())


def test_the_player_who_acted_last_pays(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            created = await host.create(GAME, 2, seat=0, options=options_of(GAME))
            taken = await host.take(created.table.id, 1, created.invitations[1])
            ann = await connect(host, created.table.id, "192.0.2.1", created.key)
            table = host.registry.tables[created.table.id]
            await connect(host, created.table.id, "192.0.2.2", taken.key)
            assert table.bots.payer == "192.0.2.2"
            table.submit(ann, wire.Rename("Ann"))
            while table.bots.payer != "192.0.2.1":
                await asyncio.sleep(0.001)

    run(scenario())


def test_strangers_pay_for_checks_and_replays(tmp_path: Path) -> None:
    async def scenario() -> None:
        executor = Inline()
        async with open_server(tmp_path, workers=executor) as host:
            await host.web.post("/api/replay", json={"record": "nonsense"})
            await host.web.post("/api/tables", json={"game": GAME, "seats": 2, "box": "nonsense"})
            assert [type(job) for job in executor.done] == [jobs.ReplayRecord, jobs.CheckSetup]
            assert {job.address for job in executor.done} == {"127.0.0.1"}

    run(scenario())
