"""The lobby is told as it changes: public tables only, to so many listeners, and so often."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from fairground.server import lobby_wire, table_wire, wire
from fairground.server.errors import StoreError
from fairground.server.settings import Limits
from fairground.server.tables import lobby
from fairground.server.time_source import ManualTime
from hosting import GENEROUS, PATIENCE, Host, open_server, play_randomly, run
from settings import EVERY_GAME

GAME = EVERY_GAME[0]


def limits(**changes: int) -> Limits:
    return msgspec.structs.replace(GENEROUS, **changes)


class Listener:
    """Somebody who listens to the lobby, and knows what they were last told."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.tables: dict[str, dict[str, table_wire.TableFacts]] = {}
        self.messages: list[lobby_wire.FromLobby] = []

    async def receive(self) -> lobby_wire.FromLobby:
        message = lobby_wire.read_lobby(await asyncio.wait_for(self.socket.recv(), PATIENCE))
        self.messages.append(message)
        if isinstance(message, lobby_wire.Lobby):
            self.tables[message.kind] = {facts.table.id: facts for facts in message.tables}
        return message

    async def until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            await self.receive()

    async def settle(self) -> None:
        """Wait for the first state of the lobby."""
        await self.until(lambda: set(self.tables) == {"open", "over"})


@asynccontextmanager
async def listening(host: Host, origin: str | None = None) -> AsyncIterator[Listener]:
    headers = {"Origin": origin} if origin else {}
    address = f"ws://127.0.0.1:{host.port}/api/lobby"
    async with connect(address, additional_headers=headers, max_size=None, ping_interval=None) as socket:
        yield Listener(socket)


def test_listeners_are_told_the_same_as_those_who_ask(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            await host.create(GAME, 2, listed=True, name="Ann")
            async with listening(host) as listener:
                await listener.settle()
                asked = msgspec.json.decode((await host.web.get("/api/tables")).content)
                told = listener.messages[0]
                assert isinstance(told, lobby_wire.Lobby)
                assert asked == msgspec.json.decode(wire.write(told.tables)) != []

    run(scenario())


def test_a_new_public_table_appears_and_changes_and_ends_before_the_eyes_of_a_listener(
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, listening(host) as listener, AsyncExitStack() as stack:
            await listener.settle()
            assert listener.tables == {"open": {}, "over": {}}
            guests = await host.sit_down(stack, GAME, 2, listed=True)
            table = guests[0].table
            await listener.until(lambda: table in listener.tables["open"])
            await listener.until(lambda: listener.tables["open"][table].phase == "playing")
            await play_randomly(guests, "lobby")
            await listener.until(lambda: table in listener.tables["over"])
            await listener.until(lambda: table not in listener.tables["open"])

    run(scenario())


def test_a_private_table_is_never_told(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, listening(host) as listener:
            await listener.settle()
            private = await host.create(GAME, 2, name="secret name")
            public = await host.create(GAME, 2, listed=True)
            await listener.until(lambda: public.table.id in listener.tables["open"])
            told = b"".join(wire.write(message) for message in listener.messages)
            assert private.table.id.encode() not in told and b"secret name" not in told

    run(scenario())


def test_a_private_tables_changes_are_no_reason_to_read_the_lobby(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, ManualTime()) as host, listening(host) as listener:
            await listener.settle()
            feed = host.registry.lobby
            await host.create(GAME, 2)
            assert not feed.stale.is_set()
            await host.create(GAME, 2, listed=True)
            assert feed.stale.is_set()

    run(scenario())


def test_there_is_at_most_one_message_a_second_however_much_changes(tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime()
        async with open_server(tmp_path, time) as host, listening(host) as listener:
            await listener.settle()
            first = len(listener.messages)
            created = [(await host.create(GAME, 2, listed=True)).table.id for _ in range(20)]
            await asyncio.sleep(0.05)
            time.advance(lobby.PAUSE)
            await listener.until(lambda: len(listener.tables["open"]) == 20)
            assert len(listener.messages) == first + 1 and set(listener.tables["open"]) == set(created)

    run(scenario())


def test_a_lobby_in_which_nothing_happens_tells_that_it_is_there(tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime()
        async with open_server(tmp_path, time) as host, listening(host) as listener:
            await listener.settle()
            while lobby_wire.Alive() not in listener.messages:
                time.advance(lobby.REREAD)
                receiving = asyncio.create_task(listener.receive())
                await asyncio.wait({receiving}, timeout=0.05)
                if not receiving.done():
                    receiving.cancel()
                    await asyncio.gather(receiving, return_exceptions=True)
            assert time.now() >= lobby.HEARTBEAT

    run(scenario())


def test_too_many_listeners_are_refused_with_a_sentence(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with (
            open_server(tmp_path, limits=limits(lobby_listeners_an_address=1)) as host,
            listening(host) as first,
        ):
            await first.settle()
            async with listening(host) as second:
                refused = await second.receive()
                assert refused == wire.Closing("too many requests from your address: wait a minute", False)
            assert len(host.registry.lobby.listeners) == 1

    run(scenario())


def test_a_full_lobby_is_told_with_a_sentence_and_has_room_again(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=limits(lobby_listeners=1)) as host:
            async with listening(host) as first:
                await first.settle()
                async with listening(host) as second:
                    assert await second.receive() == wire.Closing(
                        "the server is full: come back later", False
                    )
            while host.registry.lobby.listeners:
                await asyncio.sleep(0.01)
            async with listening(host) as third:
                await third.settle()

    run(scenario())


def test_a_listener_who_says_something_is_sent_away(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, listening(host) as listener:
            await listener.socket.send("let me in")
            while not isinstance(await listener.receive(), wire.Closing):
                pass
            assert listener.messages[-1] == wire.Closing("the lobby takes no messages", False)

    run(scenario())


def test_a_page_of_another_origin_does_not_listen(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            with pytest.raises(InvalidStatus, match="403"):
                async with listening(host, "https://elsewhere.example") as listener:
                    await listener.receive()

    run(scenario())


def test_for_a_slow_reader_only_the_newest_state_waits(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            feed = host.registry.lobby
            slow = feed.enter()
            first = [await slow.next(), await slow.next()]
            assert all(text is not None for text in first)
            for number in range(100):
                feed._publish(lobby_wire.Lobby("open", []) if number % 2 else lobby_wire.Lobby("over", []))
                feed._tell("open", f"state {number}")
            assert await slow.next() == "state 99"
            waiting = asyncio.create_task(slow.next())
            await asyncio.sleep(0.05)
            assert not waiting.done()
            feed.leave(slow)
            waiting.cancel()

    run(scenario())


def test_with_many_listeners_of_a_long_lobby_the_pauses_get_longer(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            feed = host.registry.lobby
            feed.texts = {"open": "x" * 100_000}
            feed.listeners = {lobby.LobbyListener(feed) for _ in range(400)}
            assert feed._seconds_to_pause() * lobby.BYTES_A_SECOND >= 400 * 100_000
            feed.listeners = {lobby.LobbyListener(feed)}
            assert feed._seconds_to_pause() == lobby.PAUSE
            feed.listeners.clear()

    run(scenario())


def test_nothing_is_read_while_nobody_listens(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            feed = host.registry.lobby
            async with listening(host) as listener:
                await listener.settle()
            while feed.listeners:
                await asyncio.sleep(0.01)
            assert feed.task is not None
            await asyncio.wait_for(feed.task, PATIENCE)
            table = (await host.create(GAME, 2, listed=True)).table.id
            async with listening(host) as listener:
                await listener.settle()
                assert table in listener.tables["open"]

    run(scenario())


def test_a_store_that_fails_for_a_while_ends_no_connection(tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime()
        async with open_server(tmp_path, time) as host, listening(host) as listener:
            await listener.settle()
            feed = host.registry.lobby
            read = feed.read_tables

            async def fail(phases: list[wire.Phase]) -> list[table_wire.TableFacts]:
                feed.read_tables = read
                raise StoreError("the store does not work")

            feed.read_tables = fail
            table = (await host.create(GAME, 2, listed=True)).table.id
            while table not in listener.tables["open"]:
                time.advance(lobby.REREAD)
                await asyncio.sleep(0.01)
                if feed.read_tables is read and feed.versions["open"] > 1:
                    await listener.receive()

    run(scenario())


def test_a_closing_server_lets_listeners_go_and_says_so(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with AsyncExitStack() as outer:
            async with open_server(tmp_path) as host:
                listener = await outer.enter_async_context(listening(host))
                await listener.settle()
            assert await listener.receive() == wire.Closing(
                "the server is closing down or moving the table; reconnect in a moment", True
            )
            with pytest.raises(ConnectionClosed):
                await listener.socket.recv()

    run(scenario())
