"""A database that hangs, without closing its connections, keeps nobody waiting and makes nobody lie."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from crowd import seat_people
from fairground.server import table_wire, wire
from fairground.server.settings import ServerSettings
from freezing import freezing
from hosting import GENEROUS, PATIENCE, Guest, Host, open_server, run
from postgres import Postgres, postgres
from processes import stable
from settings import EVERY_GAME

GAME = EVERY_GAME[0]


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


async def wait_for_close(guest: Guest) -> wire.Closing:
    """Wait until the server ends a connection, and says why."""
    closing = await guest.wait_for_close()
    assert closing is not None
    return closing


async def come_back(port: int, table: str, key: str) -> Guest:
    """Reconnect like a browser, again and again, until the table is there."""
    async with asyncio.timeout(PATIENCE):
        while True:
            guest = Guest(await connect(address(port, table), max_size=None, ping_interval=None))
            if await is_welcome(guest, key):
                return guest
            await guest.socket.close()
            await asyncio.sleep(0.2)


async def is_welcome(guest: Guest, key: str) -> bool:
    await guest.send(wire.Hello(key))
    with suppress(ConnectionClosed):
        await guest.until(lambda: guest.update is not None or guest.closing is not None)
    return guest.update is not None


def address(port: int, table: str) -> str:
    return f"ws://127.0.0.1:{port}/api/tables/{table}/live"


@asynccontextmanager
async def playing(host: Host) -> AsyncIterator[Guest]:
    """Sit at a table against a bot that never gets to move, because the person moves first."""
    created = await host.create(GAME, 2, bots=[None, "random"], start=True)
    async with host.guest(created.table.id, created.key) as guest:
        guest.key = created.key
        await guest.until(lambda: bool(guest.now.offers))
        yield guest


def a_move(guest: Guest, mark: str) -> wire.Play:
    return wire.Play(guest.now.update, guest.now.offers[0].move, mark=mark)


async def stored_moves(host: Host, table: str) -> list[str]:
    moves = await host.registry.services.store.moves(table)
    assert [move.ordinal for move in moves] == list(range(len(moves)))
    return [move.words for move in moves if move.seat == 0]


async def settle(host: Host) -> None:
    """Wait until the server has done what it does by itself at the start."""
    maintenance = host.registry.maintenance
    while len(maintenance.pauses) < len(maintenance.tasks):
        await asyncio.sleep(0.01)


FREEZES = {
    "before it begins": lambda proxy: proxy.freeze(),
    "before the commit arrives": lambda proxy: proxy.freeze_at(b"COMMIT"),
    "before the answer arrives": lambda proxy: proxy.freeze_at(b"COMMIT", only_answers=True),
}


@pytest.mark.parametrize("moment", FREEZES)
def test_a_move_is_answered_and_made_exactly_once(database: Postgres, tmp_path: Path, moment: str) -> None:
    async def scenario() -> None:
        async with freezing(database) as proxy, open_server(tmp_path, store=proxy.url) as host:
            async with playing(host) as guest:
                table, key, before = guest.table, guest.key, await stored_moves(host, guest.table)
                move = a_move(guest, "mine")
                await settle(host)
                FREEZES[moment](proxy)
                await guest.send(move)
                closing = await wait_for_close(guest)  # although the database still hangs
                assert closing.again and not guest.done
                unknown = moment != "before it begins"
                given_up = "reconnect" in closing.why  # the server could not keep the table meanwhile
                told = guest.refused or "nothing was changed" in closing.why
                assert given_up or "not known" in closing.why or (told and not unknown), closing.why
                assert not (unknown and guest.refused), "nobody knows whether it was saved"
            proxy.thaw()
            assert key is not None
            again = await come_back(host.port, table, key)
            await again.send(move)
            await again.until(lambda: "mine" in again.done or bool(again.refused))
            assert not again.refused
            assert len(await stored_moves(host, table)) == len(before) + 1, "it was made exactly once"
            await again.socket.close()

    run(scenario())


def test_what_is_not_known_is_said_so(database: Postgres, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with freezing(database) as proxy, open_server(tmp_path, store=proxy.url) as host:
            await host.create(GAME, 2)  # the session is open from now on
            await settle(host)
            proxy.freeze_at(b"COMMIT")
            wish = {"game": GAME, "seats": 2, "listed": True}
            status, why = await host.refusal("POST", "/api/tables", json=wish)
            assert (status, "it is not known whether this was saved" in why) == (503, True)
            assert "nothing was changed" not in why
            proxy.thaw()

    run(scenario())


def test_a_server_without_an_answering_database_is_alive_but_not_ready(
    database: Postgres, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with freezing(database) as proxy, open_server(tmp_path, store=proxy.url) as host:
            assert (await host.web.get("/ready")).status_code == 200
            proxy.freeze()
            answers = await asyncio.gather(*(host.refusal("GET", "/ready") for _ in range(40)))
            assert {status for status, _ in answers} == {503}
            assert all("does not answer" in why or "does not work" in why for _, why in answers)
            assert (await host.web.get("/health")).status_code == 200
            status, why = await host.refusal("POST", "/api/tables", json={"game": GAME, "seats": 2})
            assert status == 503 and "asyncpg" not in why
            proxy.thaw()
            async with asyncio.timeout(PATIENCE):
                while (await host.web.get("/ready")).status_code != 200:
                    await asyncio.sleep(0.2)
            await host.create(GAME, 2)

    run(scenario())


def test_visitors_are_told_when_the_channel_of_their_server_hangs(database: Postgres, tmp_path: Path) -> None:
    """They are at a table of another server, and nothing would ever reach them."""

    async def scenario() -> None:
        async with (
            freezing(database) as proxy,
            open_server(tmp_path, store=database.url) as owner,
            open_server(tmp_path, store=proxy.url) as other,
            playing(owner) as guest,
            other.guest(guest.table) as visitor,
        ):
            proxy.freeze()
            assert (await wait_for_close(visitor)).again
            proxy.thaw()

    run(scenario())


def test_a_stopped_owner_keeps_nobody_waiting(database: Postgres, tmp_path: Path) -> None:
    """A process that is stopped, and not ended, keeps its locks; its people are told to come back."""

    async def scenario() -> None:
        settings = ServerSettings(port=0, store=database.url, limits=GENEROUS)
        async with stable(tmp_path / "log") as horses:
            owner, other = await horses.server(settings), await horses.server(settings)
            async with httpx.AsyncClient(base_url=f"http://{owner.address}", timeout=PATIENCE) as web:
                seats = await seat_people(web, GAME)
            port = int(other.address.partition(":")[2])
            guest = await come_back(port, seats.table, seats.keys[0])
            os.kill(owner.pid, signal.SIGSTOP)
            try:
                await guest.send(
                    a_move(guest, "mine") if guest.now.offers else wire.Rename("Ann", mark="mine")
                )
                assert (await wait_for_close(guest)).again
            finally:
                os.kill(owner.pid, signal.SIGCONT)
            guest = await come_back(port, seats.table, seats.keys[0])
            assert guest.now.phase == "playing"
            await guest.socket.close()

    run(scenario())


def test_a_server_ends_although_its_database_hangs(database: Postgres, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with freezing(database) as proxy, stable(tmp_path / "log") as horses:
            server = await horses.server(ServerSettings(port=0, store=proxy.url, limits=GENEROUS))
            web = httpx.AsyncClient(base_url=f"http://{server.address}", timeout=PATIENCE)
            clock = {"clock": {"kind": "bank", "seconds": 600, "increment": 0}}
            wish = {"game": GAME, "seats": 2, "bots": [None, "random"], "start": True, **clock}
            created = msgspec.json.decode(
                (await web.post("/api/tables", json=wish)).content, type=table_wire.Created
            )
            guest = await come_back(
                int(server.address.partition(":")[2]), created.table.id, created.key or ""
            )
            proxy.freeze()
            os.kill(server.pid, signal.SIGTERM)
            closing = await wait_for_close(guest)
            assert closing.again
            await asyncio.wait_for(server._gone(), PATIENCE)
            await web.aclose()
        assert "took too long" not in (tmp_path / "log").read_text()

    run(scenario())


def test_a_start_that_hangs_can_be_ended(database: Postgres, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with freezing(database) as proxy:
            proxy.freeze_at(b"hashtextextended")  # the lock of the schema
            words = ("-m", "fairground", "serve", "--port", "0", "--store", proxy.url)
            process = await asyncio.create_subprocess_exec(sys.executable, *words)
            await asyncio.wait_for(proxy.triggered.wait(), PATIENCE)
            process.send_signal(signal.SIGTERM)
            assert await asyncio.wait_for(process.wait(), PATIENCE) == 0

    run(scenario())
