"""Pages of other people cannot change anything here, whatever they make a browser send."""

from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from fairground.server.http.origins import OriginPolicy, host_name
from hosting import PATIENCE, Host, open_server, run
from settings import EVERY_GAME

GAME = EVERY_GAME[0]
WISH = b'{"game": "%s", "seats": 2, "listed": true}' % GAME.encode()
EVIL = "https://evil.example"
# What a form or a script of another page may send without asking this server first.
SIMPLE_TYPES = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", None]


async def post(
    server: Host, path: str = "/api/tables", body: bytes = WISH, **headers: str | None
) -> httpx.Response:
    """Send a change with these headers; None leaves one out."""
    named = {name.replace("_", "-"): value for name, value in headers.items() if value is not None}
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=PATIENCE) as web:
        return await web.post(path, content=body, headers=named)


async def lobby(host: Host) -> list[object]:
    found: list[object] = (await host.web.get("/api/tables")).json()
    return found


def test_a_page_of_another_origin_changes_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            for kind in SIMPLE_TYPES:
                answer = await post(host, content_type=kind)
                assert answer.status_code == 415 and "application/json" in answer.json()["why"], kind
            for origin in (EVIL, "null", f"http://127.0.0.1:{host.port + 1}", "file://", "http://["):
                answer = await post(host, content_type="application/json", origin=origin)
                assert answer.status_code == 403 and "another origin" in answer.json()["why"], origin
            answer = await post(host, content_type="application/json", sec_fetch_site="cross-site")
            assert answer.status_code == 403, "some browsers leave out the origin"
            assert await lobby(host) == []

    run(scenario())


def test_a_page_of_this_server_may_change_things(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, origins=("https://fair.example/",)) as host:
            own = f"http://127.0.0.1:{host.port}"
            for origin, site in ((own, "same-origin"), ("https://fair.example", "cross-site"), (None, None)):
                kind = "application/json; charset=utf-8"
                answer = await post(host, content_type=kind, origin=origin, sec_fetch_site=site)
                assert answer.status_code == 201, (origin, answer.text)

    run(scenario())


def test_an_invitation_is_json_too(tmp_path: Path) -> None:
    """It needs a key in a header, which no other page can send; but every change has the same rule."""

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            created = await host.create(GAME, 2)
            path, key = f"/api/tables/{created.table.id}/invitations/1", created.host
            assert (await post(host, path, b"", x_host_key=key)).status_code == 415
            json = "application/json"
            assert (await post(host, path, b"", content_type=json, x_host_key=key)).status_code == 400
            assert (await post(host, path, b'{"a": 1}', content_type=json, x_host_key=key)).status_code == 400
            assert (await post(host, path, b"{}", content_type=json, x_host_key=key)).status_code == 201

    run(scenario())


def test_a_name_that_somebody_points_at_this_server_is_refused(tmp_path: Path) -> None:
    """To a browser, such a page and this server are of one origin."""

    async def scenario() -> None:
        async with open_server(tmp_path, host_names=("Fair.example",)) as host:
            created = await host.create(GAME, 2)
            for name in ("rebound.evil.example", "rebound.evil.example:8000", "localhost.evil.example"):
                answer = await post(host, host=name, content_type="application/json", origin=f"http://{name}")
                assert answer.status_code == 421 and "--host-name" in answer.json()["why"]
                read = await host.web.get("/api/tables", headers={"Host": name})
                assert read.status_code == 421, "nor may it read"
                with pytest.raises(InvalidStatus):
                    await connect_as(host, created.table.id, name)
            for name in (
                "fair.example",
                "FAIR.example.:8000",
                "localhost",
                "a.localhost:1",
                "10.1.2.3",
                "[::1]:8",
            ):
                answer = await post(host, host=name, content_type="application/json")
                assert answer.status_code == 201, name
                await connect_as(host, created.table.id, name)

    run(scenario())


async def connect_as(host: Host, table: str, name: str) -> None:
    """Open and close a WebSocket under another name of the server."""
    address = f"ws://{name}/api/tables/{table}/live"
    async with connect(address, host="127.0.0.1", port=host.port, open_timeout=PATIENCE, proxy=None):
        pass


def test_a_program_of_the_old_days_needs_no_host(tmp_path: Path) -> None:
    """Some proxies ask for /health with HTTP/1.0 and no Host; no browser does."""

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            scope = {"type": "http", "method": "GET", "headers": []}
            policy = OriginPolicy(host.registry.services.settings)
            assert policy.refusal(scope) is None  # type: ignore[arg-type]
            twice = {**scope, "headers": [(b"host", b"localhost"), (b"host", b"localhost")]}
            assert policy.refusal(twice) == (400, "expected one Host, got 2")  # type: ignore[arg-type]

    run(scenario())


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("fair.example:8000", "fair.example"),
        ("FAIR.example.", "fair.example"),
        ("[2001:db8::1]:80", "2001:db8::1"),
        ("10.0.0.1", "10.0.0.1"),
        ("", None),
        ("a b", None),
        ("fair.example:80:80", None),
        ("[fair.example]", None),
        ("user@fair.example", None),
        ("\xe4.example", None),
    ],
)
def test_the_name_in_a_host_header(host: str, name: str | None) -> None:
    assert host_name(host) == name
