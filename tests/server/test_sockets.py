"""Connections that are silent, slow or greedy end, and never keep others out."""

import asyncio
import contextlib
import re
import resource
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.frames import Frame, Opcode

from fairground.server import descriptors, wire
from fairground.server.http.open_sockets import OpenSockets
from fairground.server.http.protocols import MOST_MESSAGES
from fairground.server.settings import Limits
from hosting import GENEROUS, PATIENCE, Host, open_server, run
from settings import EVERY_GAME

GAME = EVERY_GAME[0]
REQUEST = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
HEAD = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


def limits(**changes: int) -> Limits:
    return msgspec.structs.replace(GENEROUS, **changes)


class Raw:
    """A TCP connection of a stranger, who sends any bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def answer(self) -> bytes:
        """Return the head of the next answer and whatever came with it."""
        return await asyncio.wait_for(self.reader.readuntil(b"}"), PATIENCE)

    async def rest(self) -> bytes:
        """Wait until the server ends the connection; return what it said."""
        said = b""
        with contextlib.suppress(ConnectionError):
            while part := await asyncio.wait_for(self.reader.read(65536), PATIENCE):
                said += part
        return said


@contextlib.asynccontextmanager
async def raw(host: Host) -> AsyncIterator[Raw]:
    reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
    try:
        yield Raw(reader, writer)
    finally:
        writer.transport.abort()


async def trickle(line: Raw, byte: bytes) -> None:
    """Send a byte every now and then."""
    with contextlib.suppress(ConnectionError):
        while True:
            await line.send(byte)
            await asyncio.sleep(0.2)


@pytest.mark.parametrize(
    ("first", "then", "why"),
    [
        (b"", b"", b""),
        (b"", b"\r\n", b"408"),
        (b"GET /", b"x", b"408"),
        (b"GET / HTTP/1.1\r\n", b"a: b\r\n", b"408"),
        (REQUEST, b"\r\n", b"200"),
    ],
    ids=["silence", "empty lines", "a slow path", "slow headers", "empty lines after a request"],
)
def test_a_head_that_does_not_come_ends_the_connection(
    tmp_path: Path, first: bytes, then: bytes, why: bytes
) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=limits(head_seconds=1)) as host, raw(host) as line:
            await line.send(first)
            slow = asyncio.create_task(trickle(line, then))
            assert why in await line.rest()
            slow.cancel()

    run(scenario())


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_that_trickles_is_cut(tmp_path: Path, chunked: bool) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=limits(body_seconds=1)) as host, raw(host) as line:
            length = b"Transfer-Encoding: chunked" if chunked else b"Content-Length: 500000"
            await line.send(HEAD + length + b"\r\n\r\n")
            slow = asyncio.create_task(trickle(line, b"1\r\nx\r\n" if chunked else b"x"))
            said = await line.rest()
            assert b"408" in said and b"came too slowly" in said
            slow.cancel()

    run(scenario())


def test_an_answered_request_whose_body_goes_on_is_cut(tmp_path: Path) -> None:
    """It was refused by its head; the rest is not waited for."""

    async def scenario() -> None:
        async with open_server(tmp_path, limits=limits(body_seconds=1)) as host, raw(host) as line:
            head = HEAD.replace(b"application/json", b"text/plain")
            await line.send(head + b"Content-Length: 500000\r\n\r\n")
            assert b"415" in await line.answer()
            slow = asyncio.create_task(trickle(line, b"x"))
            await line.rest()
            slow.cancel()

    run(scenario())


@pytest.mark.parametrize(
    "head",
    [
        b"GET /" + b"x" * 40_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nA: " + b"x" * 40_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"A: x\r\n" * 30_000 + b"\r\n",
        b"GET / HTTP/1.1\r\n" + b"x" * 300_000,
        b"\r\n" * 40_000,
    ],
    ids=["path", "header", "headers", "name", "nothing"],
)
def test_a_head_has_a_limit(tmp_path: Path, head: bytes) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, raw(host) as line:
            with contextlib.suppress(ConnectionError):
                await line.send(head)
            said = await line.rest()
            assert not said or b"431" in said
            assert (await host.web.get("/health")).status_code == 200

    run(scenario())


def test_trailers_are_not_headers(tmp_path: Path) -> None:
    """A trailer could otherwise say what a proxy before us has taken out of the head."""

    async def scenario() -> None:
        async with open_server(tmp_path, limits=limits(requests=1)) as host, raw(host) as line:
            body = b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n"
            await line.send(HEAD + body)
            assert b" 400 " in await line.answer()
            assert (await host.web.get("/health")).status_code == 429, "it counted for the true address"

    run(scenario())


def test_a_pipeline_has_a_limit(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, raw(host) as line:
            with contextlib.suppress(ConnectionError):
                await line.send(REQUEST * 5_000)
            assert (await line.rest()).count(b"HTTP/1.1 200") < 5_000
            async with raw(host) as other:
                await other.send(REQUEST * 8)
                for _ in range(8):
                    assert b"200" in await other.answer()

    run(scenario())


def test_an_idle_connection_gives_way_to_a_new_one(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=limits(sockets=3)) as host:
            created = await host.create(GAME, 2)
            async with host.guest(created.table.id) as guest, raw(host) as silent:
                async with raw(host) as newer:
                    await newer.send(REQUEST)
                    assert b"200" in await newer.answer()
                    async with raw(host) as newest:
                        await newest.send(REQUEST)
                        assert b"200" in await newest.answer()
                        assert await silent.rest() == b""
                assert (await host.web.get("/health")).status_code == 200
                await (await guest.socket.ping())
                assert guest.closing is None, "who is at a table stays"

    run(scenario())


def test_a_full_server_refuses_new_connections(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=limits(sockets=2)) as host:
            created = await host.create(GAME, 2)
            async with host.guest(created.table.id), host.guest(created.table.id), raw(host) as third:
                assert await third.rest() == b""
            async with raw(host) as line:
                await line.send(REQUEST)
                assert b"200" in await line.answer()

    run(scenario())


def test_an_address_has_a_share_unless_it_is_a_proxy() -> None:
    class Fake:
        ended = False

        def give_way(self) -> None:
            self.ended = True

    sockets = OpenSockets(limits(sockets=8, sockets_an_address=2), lambda host: host == "10.0.0.9")
    stranger = [Fake() for _ in range(4)]
    assert [sockets.enter(each, "192.0.2.7") for each in stranger] == [True, True, False, False]
    sockets.set_idle(stranger[1])
    assert sockets.enter(stranger[2], "::ffff:192.0.2.7") and stranger[1].ended and not stranger[0].ended
    proxied = [Fake() for _ in range(6)]
    assert all(sockets.enter(each, "10.0.0.9") for each in proxied)
    sockets.set_idle(stranger[2])
    for each in proxied:
        sockets.set_idle(each)
    assert sockets.enter(Fake(), "192.0.2.8") and proxied[0].ended, "the address with most gives way"
    for each in [*stranger, *proxied]:
        sockets.leave(each)
        sockets.leave(each)
    assert sockets.count == {"192.0.2.8": 1} and not sockets.idle


def test_strangers_have_a_share_of_the_sockets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "192.0.2.1")

    async def scenario() -> None:
        async with open_server(tmp_path, limits=limits(sockets_an_address=2)) as host:
            created = await host.create(GAME, 2)
            async with host.guest(created.table.id), host.guest(created.table.id), raw(host) as third:
                assert await third.rest() == b""

    run(scenario())


# WebSockets


async def websocket(host: Host, table: str) -> Raw:
    """Connect by hand, to be able to misbehave."""
    reader, writer = await asyncio.open_connection("127.0.0.1", host.port, limit=2**24)
    line = Raw(reader, writer)
    await line.send(
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    assert b" 101 " in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
    return line


def frame(code: Opcode, data: bytes, fin: bool = True) -> bytes:
    return Frame(code, data, fin).serialize(mask=True)


def hello() -> bytes:
    return frame(Opcode.TEXT, wire.write(wire.Hello()))


async def send_until_cut(line: Raw, data: bytes, seconds: float = PATIENCE) -> int:
    """Send the same again and again and never read; return how many bytes went out until the end."""
    sent = 0
    line.writer.transport.pause_reading()  # type: ignore[attr-defined]  # asyncio's type lacks it
    line.writer.transport.set_write_buffer_limits(high=0)
    with contextlib.suppress(ConnectionError):
        async with asyncio.timeout(seconds):
            while not line.writer.transport.is_closing():
                await line.send(data)
                sent += len(data)
                await asyncio.sleep(0)
    return sent


def test_a_flood_of_pings_is_cut(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=limits(messages_a_second=30)) as host:
            created = await host.create(GAME, 2)
            for code, data in ((Opcode.PING, b"x" * 125), (Opcode.PONG, b""), (Opcode.CONT, b"")):
                line = await websocket(host, created.table.id)
                await line.send(hello() + (frame(Opcode.TEXT, b"", False) if code == Opcode.CONT else b""))
                await send_until_cut(line, frame(code, data, code != Opcode.CONT) * 100)
                line.writer.transport.abort()
            assert (await host.web.get("/health")).status_code == 200

    run(scenario())


def test_a_client_that_never_reads_is_not_read_and_then_cut(tmp_path: Path) -> None:
    """Even if it sends no faster than it may, its answers must not pile up."""

    async def scenario() -> None:
        generous = limits(send_seconds=2, messages_a_second=10**6)
        async with open_server(tmp_path, limits=generous) as host:
            created = await host.create(GAME, 2)
            line = await websocket(host, created.table.id)
            line.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            await line.send(hello())
            sent = await send_until_cut(line, frame(Opcode.PING, b"x" * 125) * 50)
            assert sent < 64 * 2**20, "the kernel's buffers hold a few megabytes, the server nothing more"
            line.writer.transport.abort()

    run(scenario())


def test_more_messages_than_anybody_sends_end_the_connection(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=limits(messages_a_second=30)) as host:
            created = await host.create(GAME, 2)
            line = await websocket(host, created.table.id)
            await send_until_cut(line, hello() + frame(Opcode.TEXT, b"{}") * 5 * MOST_MESSAGES)
            line.writer.transport.abort()

    run(scenario())


# Descriptors


@contextlib.contextmanager
def serving(folder: Path, soft: int, hard: int) -> Iterator[tuple[int, Path]]:
    """Start a server that may open only so many files; yield its port and its log."""
    log = folder / "log"
    command = [
        sys.executable,
        "-m",
        "fairground",
        "serve",
        "--port",
        "0",
        "--store",
        f"sqlite:///{folder}/t.db",
    ]
    with log.open("wb") as lines:
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=lines,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard)),
        )
    try:
        assert process.stdout is not None
        line = process.stdout.readline().decode()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        assert found, log.read_text()
        yield int(found[1]), log
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize(("soft", "hard"), [(1024, 1024), (64, 64)])
def test_silent_connections_do_not_make_a_server_unreachable(tmp_path: Path, soft: int, hard: int) -> None:
    with serving(tmp_path, soft, hard) as (port, log), contextlib.ExitStack() as stack:
        for _ in range(1_100):
            with contextlib.suppress(ConnectionError):
                stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE))
        for _ in range(5):
            assert _ask(port).status_code == 200
        assert "the limit of open files is too low" in log.read_text()


def _ask(port: int) -> httpx.Response:
    """Ask as anybody would, who tries again when the connection was refused."""
    for _ in range(20):
        with contextlib.suppress(httpx.TransportError):
            return httpx.get(f"http://127.0.0.1:{port}/health", timeout=PATIENCE)
    raise AssertionError("the server is unreachable")


def test_a_server_raises_its_limit_of_open_files(tmp_path: Path) -> None:
    with serving(tmp_path, 256, 16_384) as (port, log):
        assert _ask(port).status_code == 200
        assert "the limit of open files" not in log.read_text()


def test_limits_fit_into_the_descriptors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(descriptors, "_raise_limit", lambda wanted: min(wanted, 1024))
    fitted = descriptors.fit_to_descriptors(Limits())
    assert fitted.connections < fitted.sockets == 1024 - descriptors.RESERVE
    small = Limits(sockets=100, connections=50)
    assert descriptors.fit_to_descriptors(small) == small
