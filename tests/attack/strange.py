"""Requests and messages that no browser sends. Each must get a sentence; the server never fails."""

import asyncio
from collections.abc import Iterator

import httpx
import msgspec

from attack.floods import FAILED, repeat
from attack.new_tables import set_up
from attack.tally import Tally
from attack.target import QUICK_GAME, Target
from fairground.server import wire

JSON = {"content-type": "application/json"}
DEEP = 100_000


def bodies() -> Iterator[bytes]:
    """Yield bodies for any route; GAME stands for the name of a game."""
    yield b"[" * DEEP
    yield b'{"a":' * DEEP
    yield b'{"game": "\\ud800", "seats": 2}'
    yield b'{"game": "GAME", "seats": 2, "name": "\\ud800\\udfff\\u202e\\u0000"}'
    yield b'{"game": "GAME", "seats": 1e400}'
    yield b'{"game": "GAME", "seats": ' + b"9" * 10_000 + b"}"
    yield b'{"game": "GAME", "seats": NaN}'
    yield b'{"game": "GAME", "seats": 2, "bots": ["exec:/bin/true", "python:os.system"], "start": true}'
    yield b'{"game": "../../etc/passwd", "seats": 2}'
    yield b'{"record": "' + b"game GAME\\n" * 20_000 + b'"}'
    yield b'{"record": "game GAME 1\\nseats ' + b"9" * 5000 + b'\\n"}'
    yield b"\xff\xfe\x00"
    yield b""
    yield b"null"


def paths() -> Iterator[str]:
    """Yield paths for GET requests."""
    yield "/api/tables/%00"
    yield "/api/tables/%ff%fe"
    yield "/api/tables/" + "a" * 20_000
    yield "/api/games/..%2f..%2fetc%2fpasswd/rules"
    yield "/api/games/%F0%9F%8E%AA"
    yield "/assets/..%2f..%2fapp.py"
    yield "/assets/%00.js"
    yield "/api/tables/x/chairs/" + "9" * 400
    yield "/?" + "a=b&" * 5000
    yield "//api//games"
    yield "/api/tables/x/record"
    yield "/api/tables/x/chat"
    yield "/api/off/x%0d%0aSet-Cookie:%20a=b"
    yield "/api/off/%00"
    yield "/api/people/%2e%2e/ratings/x"
    yield "/api/ratings/" + "a" * 20_000
    yield "/api/tournaments/%00"
    yield "/api/me/matches?after=" + "9" * 99
    yield "/api/me/matches?phase=nothing"


async def strange(target: Target, stop: asyncio.Event, tally: Tally) -> None:
    """Send everything that is odd to every route."""
    async with target.web(target.next_attacker()) as web:
        while not stop.is_set():
            await _once(web, tally)
            await asyncio.sleep(5)


async def _once(web: httpx.AsyncClient, tally: Tally) -> None:
    for path in paths():
        await _send(web, tally, "GET", path)
    for path in (
        "/api/tables",
        "/api/replay",
        "/api/reviews",
        "/api/tables/x/chairs/0",
        "/api/tables/x/invitations/0",
        "/api/me",
        "/api/me/key",
        "/api/me/seats",
        "/api/me/transfers",
        "/api/transfers",
        "/api/tournaments",
        "/api/tournaments/x/players",
        "/api/notifications/devices",
        "/api/notifications/mail",
        "/api/off/x/kinds",
    ):
        for body in (text.replace(b"GAME", QUICK_GAME.encode()) for text in bodies()):
            await _send(web, tally, "POST", path, content=body, headers=JSON)
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"):
        await _send(web, tally, method, "/api/tables", content=b"{}", headers=JSON)


async def _send(web: httpx.AsyncClient, tally: Tally, method: str, path: str, **more: object) -> None:
    try:
        tally.answer(await web.request(method, path, **more), f"{method} {path[:60]}")  # type: ignore[arg-type]
    except FAILED as error:
        tally.count(type(error).__name__)
    await asyncio.sleep(0.05)


async def origins(target: Target, stop: asyncio.Event, tally: Tally) -> None:
    """Post from a page elsewhere, and through a name that points to this machine. All must be refused."""
    wish = msgspec.json.encode({"game": QUICK_GAME, "seats": 2})
    hostile: list[dict[str, str]] = [
        {**JSON, "origin": "https://evil.example"},
        {**JSON, "origin": "null"},
        {**JSON, "host": "evil.example", "origin": "http://evil.example"},
        {**JSON, "host": "evil.example"},
        {**JSON, "sec-fetch-site": "cross-site"},
        {"content-type": "text/plain"},
        {"content-type": "application/x-www-form-urlencoded"},
    ]
    async with target.web(target.next_attacker()) as web:

        async def post() -> None:
            for headers in hostile:
                answer = await web.post("/api/tables", content=wish, headers=headers)
                tally.answer(answer)
                if answer.status_code < 400:
                    tally.fault(f"a request with {headers} was carried out")
                await asyncio.sleep(0.1)

        await repeat(stop, 1.0, post)


async def messages(target: Target, stop: asyncio.Event, tally: Tally) -> None:
    """Send odd messages over a WebSocket."""
    source = target.next_attacker()
    odd = [
        "[" * 10_000,
        '{"type":"play","update":-1,"move":0}',
        '{"type":"play","update":1e300,"move":0}',
        '{"type":"play","update":1,"move":' + "9" * 5000 + "}",
        '{"type":"rename","name":"\\ud800"}',
        '{"type":"bot","seat":99,"level":"exec:/bin/true"}',
        '{"type":"hello"}',
        '{"type":"nothing"}',
        "\x00",
        "",
    ]
    async with target.web(source) as web:
        created = await set_up(web, tally)
    if created is None:
        return

    async def once() -> None:
        async with target.socket(created.table.id, source) as socket:
            await socket.send(wire.write(wire.Hello(created.key, created.host)), text=True)
            for message in odd:
                await socket.send(message)
            for _ in odd:
                answer = wire.read_answer(await asyncio.wait_for(socket.recv(), 30))
                tally.count(str(answer.__struct_config__.tag))

    await repeat(stop, 0.5, once)
