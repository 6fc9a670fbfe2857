"""Invalid messages: each gets a refusal, and nothing changes."""

import string
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from fairground.server import wire
from fairground.server.tables.state import TableState
from fairground.server.typescript import files
from hosting import Guest, open_server, run
from settings import EVERY_GAME

GAME = EVERY_GAME[0]
ROOT = Path(__file__).parents[2]

TEXT = st.text(alphabet=string.printable, max_size=30)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=8,
)
KINDS = st.sampled_from([*[kind.__struct_config__.tag for kind in wire.FromBrowser.__args__], "update", ""])
FIELDS = ("update", "move", "mark", "name", "seat", "level", "yes", "key", "host", "since")
MESSAGES = st.one_of(
    st.binary(max_size=80),
    TEXT,
    JSON.map(lambda value: msgspec.json.encode(value).decode()),
    st.builds(
        lambda kind, more: msgspec.json.encode({"type": kind, **more}).decode(),
        KINDS,
        st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=5),
    ),
)


def test_the_typescript_is_up_to_date() -> None:
    """`make wire` writes it."""
    for place, text in files().items():
        file = ROOT / "web/src" / place
        if file.parent.is_dir():  # a game outside the repository has no board
            assert file.read_text() == text, f"{place} is old: run `make wire`"


def test_malformed_and_forged_messages_change_nothing(tmp_path: Path) -> None:
    async def scenario(examples: list[str | bytes]) -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, GAME)
            state = host.registry.tables[guests[0].table].state
            before = snapshot(state)
            while examples:
                async with host.guest(guests[0].table) as stranger:
                    await send_all(stranger, examples)
            assert snapshot(state) == before
            await guests[0].request(wire.Rename("still here"))

    run(scenario(collected(150)))


def snapshot(state: TableState) -> tuple[object, ...]:
    return state.stored.update_number, wire.write(state.chairs), list(state.update_numbers)


async def send_all(stranger: Guest, examples: list[str | bytes]) -> None:
    """Send messages one by one and check that each is refused, until the connection is closed."""
    try:
        while examples:
            await stranger.socket.send(examples.pop())
            assert await stranger.ask(wire.Rename("x")) is not None
    except ConnectionClosed:
        pass


def collected(count: int) -> list[str | bytes]:
    """Return messages that hypothesis generates, the same every time."""
    found: list[str | bytes] = []

    @settings(max_examples=count, derandomize=True, database=None)
    @given(MESSAGES)
    def collect(message: str | bytes) -> None:
        found.append(message)

    collect()
    return found


def test_invalid_messages_from_a_seat_are_refused(tmp_path: Path) -> None:
    """The person keeps the seat and can play on."""

    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, GAME)
            guest = guests[0]
            for number, nonsense in enumerate(NONSENSE):
                seen = len(guest.refused)
                await guest.socket.send(nonsense)
                await guest.until(lambda seen=seen: len(guest.refused) > seen)  # type: ignore[misc]
                assert len(guest.refused) == seen + 1, number
            assert host.match(guest.table).made == []
            await guest.play(guest.now.offers[0].move)

    run(scenario())


NONSENSE = [
    "",
    "[]",
    "null",
    "{}",
    "[" * 5000,
    '{"type":"hello"}',
    '{"type":"play"}',
    '{"type":"play","update":"1","move":0}',
    '{"type":"play","update":-1,"move":0}',
    '{"type":"play","update":1,"move":0,"seat":1}',
    '{"type":"play","update":1,"move":1e400}',
    '{"type":"rename","name":"' + "x" * 25 + '"}',
    '{"type":"rename","name":7}',
    '{"type":"nonsense"}',
    '{"type":"undo","update":0}',
    '{"type":"bot","seat":-1,"level":"random"}',
    '{"type":"agree","seat":1,"yes":1}',
    '{"type":"agree"}',
    '{"type":"remove","seat":100}',
    '{"type":"play","update":1,"move":0,"mark":"' + "x" * 41 + '"}',
    "\u0000",
]


def test_an_oversized_message_ends_the_connection_only(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, GAME)
            await guests[0].socket.send("x" * 2_000_000)
            await guests[0].wait_for_close()
            await guests[1].request(wire.Rename("unmoved"))
            async with host.guest(guests[1].table, guests[0].key) as back:
                assert back.now.moves == 0

    run(scenario())


def test_a_binary_frame_is_refused(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, GAME)
            await guests[0].socket.send(b"\x00\xff")
            await guests[0].until(lambda: bool(guests[0].refused))
            await guests[0].request(wire.Rename("unmoved"))

    run(scenario())


def test_keys_of_another_table_open_nothing(tmp_path: Path) -> None:
    """A key opens its own chair at its own table."""

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            one = await host.create(GAME, 2)
            other = await host.create(GAME, 2)
            for hello in (wire.Hello(one.key), wire.Hello(None, one.host), wire.Hello(one.key, one.host)):
                async with host.socket(other.table.id) as socket:
                    await socket.send(wire.write(hello).decode())
                    assert isinstance(wire.read_answer(await socket.recv()), wire.Closing)

    run(scenario())


def test_a_missing_table_is_reported(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, host.socket("nowhere") as socket:
            await socket.send(wire.write(wire.Hello()).decode())
            assert wire.read_answer(await socket.recv()) == wire.Closing(
                "there is no such table", again=False
            )

    run(scenario())
