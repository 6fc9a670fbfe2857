"""Whatever strangers send, they get a sentence, and never a failure of the server."""

import asyncio
import contextlib
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from fairground.server import replay_wire, table_wire, wire
from fairground.server.app import answer_store_error
from fairground.server.errors import StoreError
from fairground.server.store.store_errors import store_error
from hosting import GENEROUS, PATIENCE, Host, open_server, run
from settings import EVERY_GAME

GAME = EVERY_GAME[0]
SOON = msgspec.structs.replace(GENEROUS, body_seconds=1, head_seconds=2)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, str]]:
    """A server in a thread of its own: its port and a table."""
    folder = tmp_path_factory.mktemp("strange")
    found: list[tuple[int, str]] = []
    ready, stop = threading.Event(), threading.Event()

    async def serve() -> None:
        async with open_server(folder, limits=SOON) as host:
            found.append((host.port, (await host.create(GAME, 2)).table.id))
            ready.set()
            await asyncio.to_thread(stop.wait)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    assert ready.wait(600)
    yield found[0]
    stop.set()
    thread.join()


class Answer(msgspec.Struct):
    """What came back: a status of 0 means that the connection was closed without a word."""

    status: int
    head: bytes
    body: bytes


def exchange(port: int, request: bytes) -> Answer:
    """Send any bytes; return the first answer."""
    said = b""
    with (
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line,
        contextlib.suppress(OSError),
    ):
        line.sendall(request)
        while part := line.recv(65536):
            said += part
    head, _, body = said.partition(b"\r\n\r\n")
    return Answer(int(head.split(b" ", 2)[1]) if head else 0, head, body)


def check(answer: Answer, method: bytes = b"GET") -> None:
    """No failure; and a refusal has a sentence, which quotes no driver and no traceback."""
    assert answer.status < 500, answer
    if answer.status >= 400 and method != b"HEAD":
        why = msgspec.json.decode(answer.body, type=wire.Problem).why
        assert why and "Traceback" not in why and "sqlite3" not in why and "asyncpg" not in why, why


# Requests

SEGMENTS = st.sampled_from(
    [
        *b"%00 %ff %ed%a0%80 % %zz .. %2e%2e %2f . ' {x} * -1 1e9 0x1 NaN %0d%0a %5c ~".split(),
        *(b"\xff\xfe", b"\xc3\xa9", b"", b"a b", b"x" * 5000, b"9" * 400),
    ]
)
WORDS = st.one_of(SEGMENTS, st.binary(max_size=12).map(lambda raw: raw.translate(None, b" \r\n?#")))
METHODS = st.sampled_from(b"GET POST PUT DELETE HEAD OPTIONS PATCH TRACE CONNECT PROPFIND FOO get".split())
ROUTES = st.sampled_from(
    b"/ /api /api/tables /api/tables/@ /api/tables/@/chairs/@ /api/tables/@/invitations/@"
    b" /api/tables/@/box /api/tables/@/record /api/tables/@/live /api/games/@ /api/games/@/rules"
    b" /api/games/@/box /api/replay /api/reviews /api/reviews/@ /api/reviews/@/line?at=@ /api/reviews/@/live"
    b" /assets/@ /@ /@/@ /ready /metrics /api/openapi.json @ http://x/@".split()
)
HEADER_NAMES = st.sampled_from(
    b"X-Host-Key Content-Type Accept Accept-Encoding Range If-Modified-Since If-None-Match Expect Origin Host"
    b" Cookie X-Forwarded-For X-Forwarded-Proto Upgrade Connection Content-Length Transfer-Encoding \xff"
    b" Sec-WebSocket-Key Sec-Fetch-Site Content-Encoding".split()
)
HEADER_VALUES = st.one_of(
    st.sampled_from(
        [
            *b"application/json multipart/form-data bytes=0- bytes=9-1 -1 1e3 +5 0 3 chunked".split(),
            *b"websocket upgrade close 100-continue [::1 \x01 =;=;, */*;q=x null http://[ h2c".split(),
            *(b"", b"\xff\xfe", b"a" * 9000, b"9" * 20, b"application/json; charset=zz", b"gzip, chunked"),
            *(b"keep-alive, Upgrade", b"Thu, 99 Xxx 2026 99:99:99 GMT"),
        ]
    ),
    st.binary(max_size=20).map(lambda raw: raw.translate(None, b"\r\n")),
)
VALUES = st.recursive(
    st.sampled_from(
        [
            *(
                "null",
                "true",
                "-0",
                "1e999",
                "-1e999",
                "NaN",
                "Infinity",
                "0.1",
                "[]",
                "{}",
                "2",
                "'",
                "\x00",
            ),
            *('""', r'"\ud800"', r'"\udfff\ud800"', r'"\u0000"', r'"\u202e"', f'"{GAME}"'),
            *("1" * 5000, "-" + "9" * 30, '"' + "x" * 3000 + '"'),
        ]
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda parts: "[" + ",".join(parts) + "]"),
        st.lists(st.tuples(st.sampled_from(["a", "\\ud800", ""]), inner), max_size=3).map(
            lambda pairs: "{" + ",".join(f'"{key}":{value}' for key, value in pairs) + "}"
        ),
    ),
    max_leaves=6,
)
FIELDS = st.sampled_from(
    [
        *table_wire.Create.__struct_fields__,
        *table_wire.Take.__struct_fields__,
        *replay_wire.Replay.__struct_fields__,
        r"\ud800",
    ]
)


@st.composite
def bodies(draw: st.DrawFn) -> bytes:
    """JSON that is almost right, deeply nested, or no JSON at all."""
    kind = draw(st.sampled_from(["fields", "nested", "bytes"]))
    if kind == "bytes":
        return draw(st.binary(max_size=60))
    if kind == "nested":
        depth = draw(st.sampled_from([10, 500, 5_000, 100_000]))
        return draw(st.sampled_from([b"[", b'{"a":', b'{"game":['])) * depth
    usual = [("game", f'"{GAME}"'), ("seats", "2")] if draw(st.booleans()) else []
    pairs = usual + draw(st.lists(st.tuples(FIELDS, VALUES), max_size=4))
    return ("{" + ",".join(f'"{key}":{value}' for key, value in pairs) + "}").encode()


@st.composite
def requests(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """A request and its method; `TABLE` stands for a table that exists."""
    method, path = draw(METHODS), draw(ROUTES)
    while b"@" in path:
        path = path.replace(b"@", draw(st.one_of(st.sampled_from([b"TABLE", b"1", GAME.encode()]), WORDS)), 1)
    query = draw(
        st.one_of(st.just(b""), WORDS.map(lambda word: b"?" + word), st.just(b"?a=" + b"%ff" * 2000))
    )
    version = draw(
        st.sampled_from([b"HTTP/1.1", b"HTTP/1.1", b"HTTP/1.0", b"HTTP/0.9", b"HTTP/2.0", b"HTTP/9", b""])
    )
    body = draw(st.one_of(st.just(b""), bodies()))
    headers = [(b"Connection", b"close"), *draw(st.lists(st.tuples(HEADER_NAMES, HEADER_VALUES), max_size=3))]
    if draw(st.integers(0, 9)):
        headers.append((b"Host", b"localhost"))
    if body:
        headers.append((b"Content-Length", str(len(body)).encode()))
    if body and draw(st.integers(0, 4)):
        headers.append((b"Content-Type", b"application/json"))
    lines = [
        method + b" " + path + query + b" " + version,
        *(name + b": " + value for name, value in headers),
    ]
    return b"\r\n".join(lines) + b"\r\n\r\n" + body, method


@settings(
    max_examples=400,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(asked=requests())
def test_no_request_makes_the_server_fail(server: tuple[int, str], asked: tuple[bytes, bytes]) -> None:
    port, table = server
    request, method = asked
    check(exchange(port, request.replace(b"TABLE", table.encode())), method)


def post(path: bytes, body: bytes, more: bytes = b"") -> bytes:
    head = (
        b"POST "
        + path
        + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
    )
    return head + more + b"Content-Length: %d\r\n\r\n" % len(body) + body


@settings(max_examples=300, deadline=None, database=None)
@given(
    body=bodies(),
    path=st.sampled_from([b"/api/tables", b"/api/replay", b"/api/reviews", b"/api/tables/TABLE/chairs/1"]),
)
@example(body=b'{"game":"%s","seats":2,"name":"\\ud800"}' % GAME.encode(), path=b"/api/tables")
@example(body=b'{"name":"\\udfff"}', path=b"/api/tables/TABLE/chairs/1")
@example(body=b'{"name":"a\\u0000b"}', path=b"/api/tables/TABLE/chairs/1")
@example(body=b"[" * 200_000, path=b"/api/tables")
@example(body=b'{"invitation":' * 100_000, path=b"/api/tables/TABLE/chairs/1")
@example(body=b'{"record":"\\ud800"}', path=b"/api/replay")
@example(body=b'{"record":"\\ud800"}', path=b"/api/reviews")
def test_no_body_makes_the_server_fail(server: tuple[int, str], body: bytes, path: bytes) -> None:
    port, table = server
    check(exchange(port, post(path.replace(b"TABLE", table.encode()), body)))


LONG_PATHS = [b"/" + b"a" * 3000, b"/a/" * 2000, b"/assets/" + b"x" * 300, b"/api/tables/" + b"%ff" * 30]
STRANGE_PATHS = b"/%00 /api/tables/%00 /%ff%fe /api/games/%ed%a0%80 /..%2f..%2fetc /assets/%00.js".split()


@pytest.mark.parametrize("path", [*STRANGE_PATHS, *LONG_PATHS, b"/api/tables/a/chairs/" + b"9" * 5000])
def test_a_strange_path_is_not_found(server: tuple[int, str], path: bytes) -> None:
    answer = exchange(
        server[0], b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    )
    assert answer.status in {400, 404, 405}, answer
    check(answer)


@settings(max_examples=200, deadline=None, database=None)
@given(body=bodies())
def test_no_message_makes_a_table_fail(body: bytes) -> None:
    """A message is read completely, or refused with an error of the reader."""
    with contextlib.suppress(msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        wire.write(wire.read_request(body.decode()))


def test_strange_messages_are_refused_and_the_connection_goes_on(tmp_path: Path) -> None:
    strange = [
        '{"type":"rename","name":"\\ud800"}',
        '{"type":"rename","name":"a\\u0000b"}',
        '{"type":"play","update":1e400,"move":1}',
        '{"type":"play","update":' + "9" * 5000 + ',"move":1}',
        '{"type":"play","update":NaN,"move":1}',
        "[" * 16_000,
        '{"type":' * 2_000,
        '{"type":"\\udfff"}',
        "",
    ]

    async def scenario(host: Host) -> None:
        created = await host.create(GAME, 2)
        async with host.guest(created.table.id, created.key, created.host) as guest:
            for text in strange:
                before = len(guest.refused) + len(guest.done)
                await guest.socket.send(text)
                await guest.until(lambda: len(guest.refused) + len(guest.done) > before)  # noqa: B023
            await guest.request(wire.Rename("Ann"))

    async def whole() -> None:
        async with open_server(tmp_path) as host:
            await scenario(host)

    run(whole())


def test_what_a_driver_says_reaches_no_client() -> None:
    error = store_error(ValueError("asyncpg: password of user fair is wrong\nmore"))
    answer = answer_store_error(None, error)  # type: ignore[arg-type]
    assert answer.content == wire.Problem("nothing was changed: the store does not work")
    assert error.detail == "ValueError: asyncpg: password of user fair is wrong"
    assert store_error(TimeoutError()).args == ("the database does not answer",)
    quoting = store_error(ValueError("invalid input for query argument $3: 'the seed'"))
    assert "seed" not in quoting.detail and isinstance(quoting, StoreError)
