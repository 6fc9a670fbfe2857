"""Origins, headers, limits, and logs without secrets."""

import asyncio
import io
import logging
import re
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from fairground.server import logs, wire
from fairground.server.errors import ServerError
from fairground.server.http import site
from fairground.server.http.addresses import address_of, countable_address
from fairground.server.http.guard import POLICY
from fairground.server.http.rate_limits import ConcurrencyLimit, RateLimit
from fairground.server.settings import Limits, limits_from
from hosting import GENEROUS, PATIENCE, open_server, play_randomly, run
from settings import EVERY_GAME

GAME = EVERY_GAME[0]


def limits(**changes: int) -> Limits:
    return msgspec.structs.replace(GENEROUS, **changes)


def test_every_answer_has_the_headers(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=limits(requests=6)) as host:
            for path in ("/", "/plain.js", "/api/games", "/api/nothing", "/health", "/api/openapi.json", "/"):
                answer = await host.web.get(path)
                assert answer.headers["content-security-policy"] == POLICY
                assert answer.headers["x-content-type-options"] == "nosniff"
                assert answer.headers["referrer-policy"] == "no-referrer"
                assert "server" not in answer.headers
            assert answer.status_code == 429, "the refusal has them too"

    run(scenario())


def test_answers_with_keys_are_not_cached_and_pages_are_revalidated(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            created = await host.web.post("/api/tables", json={"game": GAME, "seats": 2})
            assert created.headers["cache-control"] == "no-store"
            assert "content-encoding" not in created.headers, "its length must not reveal anything about keys"
            assert (await host.web.get("/")).headers["cache-control"] == "no-cache"
            assert (await host.web.get("/assets/nothing.js")).headers["cache-control"] == "no-cache"

    run(scenario())


def test_assets_of_the_site_are_compressed_and_cached(tmp_path: Path) -> None:
    """They have their digest in the name, so a new version has another name."""
    parts = sorted((site.folder() / "assets").glob("*.js"), key=lambda part: -part.stat().st_size)
    assert parts, "the site is not built: `make site` does it"

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            answer = await host.web.get(f"/assets/{parts[0].name}", headers={"Accept-Encoding": "gzip"})
            assert answer.headers["content-encoding"] == "gzip"
            assert "immutable" in answer.headers["cache-control"]
            assert answer.content == parts[0].read_bytes()

    run(scenario())


def test_the_content_security_policy_allows_only_this_server() -> None:
    assert "default-src 'none'" in POLICY and "unsafe" not in POLICY and "*" not in POLICY
    assert not re.search(r"https?:", POLICY)


def test_the_plain_page_follows_the_content_security_policy() -> None:
    page = (site.SERVER / "plain/index.html").read_text()
    assert not re.search(r"<script(?![^>]*\bsrc=)", page) and "<style" not in page and " style=" not in page
    assert not re.search(r"\son\w+=", page)
    assert not re.search(r"(https?:)?//", page)


def test_other_origins_may_not_connect(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, origins=("https://fair.example",)) as host:
            created = await host.create(GAME, 2)
            table = created.table.id
            for foreign in ("https://evil.example", f"http://127.0.0.1:{host.port + 1}", "null", "file://"):
                with pytest.raises(InvalidStatus):
                    async with host.socket(table, foreign):
                        pass
            for good in (f"http://127.0.0.1:{host.port}", "https://fair.example", None):
                async with host.socket(table, good) as socket:
                    await socket.send(wire.write(wire.Hello()).decode())
                    assert isinstance(wire.read_answer(await socket.recv()), wire.Welcome)

    run(scenario())


def test_too_much_is_refused(tmp_path: Path) -> None:
    async def scenario() -> None:
        few = limits(tables_a_day=3, connections_an_address=2, visitors_a_table=1, body_bytes=5000)
        async with open_server(tmp_path, limits=few) as host:
            created = await host.create(GAME, 2)
            await host.create(GAME, 2)
            await host.create(GAME, 2)
            status, why = await host.refusal("POST", "/api/tables", json={"game": GAME, "seats": 2})
            assert (status, "too many" in why) == (429, True)
            json = {"Content-Type": "application/json"}
            big = await host.web.post("/api/tables", content=b"x" * 6000, headers=json)
            assert big.status_code == 413 and big.json()["why"]
            async with host.guest(created.table.id), host.socket(created.table.id) as second:
                await second.send(wire.write(wire.Hello()).decode())
                answer = wire.read_answer(await second.recv())
                assert answer == wire.Closing("too many people are at this table already", again=False)
            table = created.table.id
            async with host.socket(table), host.socket(table), host.socket(table) as third:
                assert isinstance(wire.read_answer(await third.recv()), wire.Closing)

    run(scenario())


def test_tables_that_wait_are_limited(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=limits(waiting_tables=2, address_share=100)) as host:
            await host.create(GAME, 2)
            await host.create(GAME, 2)
            status, why = await host.refusal("POST", "/api/tables", json={"game": GAME, "seats": 2})
            assert (status, "too many tables are waiting" in why) == (503, True)
            await host.create(GAME, 2, bots=[None, "random"], start=True)

    run(scenario())


def test_guessing_keys_is_stopped(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=limits(bad_keys=3)) as host:
            created = await host.create(GAME, 2)
            path = f"/api/tables/{created.table.id}/chairs/1"
            for _ in range(3):
                assert (await host.refusal("POST", path, json={"invitation": "guess"}))[0] == 403
            assert (await host.refusal("POST", path, json={"invitation": created.invitations[1]}))[0] == 429
            async with host.socket(created.table.id) as socket:
                answer = wire.read_answer(await socket.recv())
                assert isinstance(answer, wire.Closing) and "too many" in answer.why

    run(scenario())


def test_a_connection_without_a_hello_is_closed(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=limits(hello_seconds=1)) as host:
            created = await host.create(GAME, 2)
            async with host.socket(created.table.id) as socket:
                answer = wire.read_answer(await asyncio.wait_for(socket.recv(), 60))
                assert answer == wire.Closing("expected a hello, got nothing", again=False)

    run(scenario())


@contextmanager
def logged() -> Iterator[io.StringIO]:
    """Everything that the server logs, down to debug messages."""
    stream = io.StringIO()
    names = ("fairground", "uvicorn", "litestar")
    before = {name: (logging.getLogger(name).handlers, logging.getLogger(name).level) for name in names}
    logs.set_up(stream, logging.DEBUG)
    try:
        yield stream
    finally:
        for name, (handlers, level) in before.items():
            logger = logging.getLogger(name)
            logger.handlers, logger.propagate = handlers, True
            logger.setLevel(level)


def test_logs_hold_no_secrets(tmp_path: Path) -> None:
    async def scenario() -> list[str]:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            created = await host.create(GAME, 2)
            guests = await host.sit_down(stack, GAME)
            await host.refusal(
                "POST", f"/api/tables/{created.table.id}/chairs/1", json={"invitation": "guess-me"}
            )
            await play_randomly(guests, "logs")
            seed = guests[0].now.seed
            held = [guests[0].key, guests[1].key, created.key, created.host, seed, "guess-me"]
            return [secret for secret in [*held, *created.invitations] if secret]

    with logged() as stream:
        secrets = run(scenario())
    text = stream.getvalue()
    assert len(secrets) >= 7
    assert '"event":"table created"' in text
    for line in text.splitlines():
        assert msgspec.json.decode(line)["level"] in {"debug", "info", "warning"}
    assert not [secret for secret in secrets if secret in text]


def test_strangers_cannot_fill_the_log(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            created = await host.create(GAME, 2)
            for nonsense in (
                b"nonsense\r\n\r\n",
                b"GET / HTTP/1.1\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n",
            ):
                reader, writer = await asyncio.open_connection("127.0.0.1", host.port)
                writer.write(nonsense)
                assert await asyncio.wait_for(reader.readline(), PATIENCE)
                writer.close()
            async with host.socket(created.table.id) as socket:
                await socket.send(b"\xff\xfe", text=True)
                with pytest.raises(ConnectionClosed):
                    await socket.recv()

    with logged() as stream:
        run(scenario())
    lines = [msgspec.json.decode(line) for line in stream.getvalue().splitlines()]
    assert [line for line in lines if line["level"] != "info"] == []


def test_a_failure_is_logged_with_its_traceback_and_without_its_message() -> None:
    with logged() as stream:
        try:
            raise ValueError("seat 1 holds the ace")
        except ValueError:
            logs.logger.exception("request failed")
    line = msgspec.json.decode(stream.getvalue())
    assert line["error"] == "ValueError" and "test_guard.py" in line["trace"]
    assert "the ace" not in line["trace"].replace('raise ValueError("seat 1 holds the ace")', "")


def test_secrets_are_stored_hashed(tmp_path: Path) -> None:
    async def scenario() -> list[str]:
        async with open_server(tmp_path) as host:
            created = await host.create(GAME, 2)
            taken = await host.take(created.table.id, 1, created.invitations[1])
            return [key for key in (created.key, created.host, taken.key, *created.invitations) if key]

    secrets = run(scenario())
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert len(secrets) == 4
    assert not [key for key in secrets if key.encode() in stored]


def test_a_rate_limit_recovers_with_time() -> None:
    now = [0.0]
    buckets = RateLimit(3, 60, lambda: now[0], names=2)
    assert [buckets.take("a") for _ in range(4)] == [True, True, True, False]
    now[0] = 20.0
    assert buckets.take("a") and not buckets.take("a")
    assert buckets.take("b") and buckets.take("c")
    assert len(buckets.buckets) <= 2


def test_a_concurrency_limit_recovers_when_slots_are_given_back() -> None:
    counts = ConcurrencyLimit(1)
    assert counts.enter("a") and not counts.enter("a") and counts.enter("b")
    counts.leave("a")
    assert counts.enter("a")


def test_addresses_of_an_ipv6_network_count_as_one() -> None:
    def scope(host: str) -> dict[str, object]:
        return {"client": (host, 1)}

    assert address_of(scope("2001:db8::1")) == address_of(scope("2001:db8::ffff"))  # type: ignore[arg-type]
    assert address_of(scope("192.0.2.1")) != address_of(scope("192.0.2.2"))  # type: ignore[arg-type]
    assert address_of({"client": None}) == "unknown"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("written", "counted"),
    [
        ("::ffff:192.0.2.7", "192.0.2.7"),  # an IPv4 client of a socket that is open to both
        ("::FFFF:C000:207", "192.0.2.7"),
        ("64:ff9b::192.0.2.7", "192.0.2.7"),  # translated for a network without IPv4 (RFC 6052)
        ("2002:c000:207:9::1", "192.0.2.7"),  # 6to4 (RFC 3056): one IPv4 address has 65,536 networks
        ("fe80::1%eth0", "fe80::/64"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("192.0.2.7", "192.0.2.7"),
        ("no address" * 1000, "unknown"),
        ("", "unknown"),
    ],
)
def test_an_address_counts_as_the_person_behind_it(written: str, counted: str) -> None:
    assert countable_address(written) == counted


def test_an_ipv4_client_has_one_limit_however_its_address_is_written(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=limits(requests=2)) as host:
            for written in ("192.0.2.7", "::ffff:192.0.2.7"):
                answer = await host.web.get("/health", headers={"X-Forwarded-For": written})
                assert answer.status_code == 200
            answer = await host.web.get("/health", headers={"X-Forwarded-For": "2002:c000:207::1"})
            assert answer.status_code == 429

    run(scenario())


def test_limits_come_from_the_environment() -> None:
    assert limits_from({"FAIRGROUND_TABLES": "7"}).tables == 7
    assert limits_from({}) == Limits()
    with pytest.raises(ServerError, match="FAIRGROUND_TABLES to be a number of at least 1, got 'many'"):
        limits_from({"FAIRGROUND_TABLES": "many"})
