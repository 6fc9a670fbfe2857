"""Requests to addresses that strangers named reach public services only, and end in time."""

import asyncio
import ipaddress
import socket

import httpcore
import pytest

from fairground.server.notifications import outbound
from fairground.server.notifications.outbound import (
    OutboundBusy,
    OutboundClient,
    OutboundError,
    check_url,
    is_known,
    is_public,
    pick_addresses,
)
from hosting import run
from push_service import PushService, push_service

PRIVATE = [
    "127.0.0.1", "127.8.9.1", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1",
    "169.254.169.254", "100.64.0.1", "192.0.2.1", "198.18.0.1", "203.0.113.5", "224.0.0.1", "239.1.1.1",
    "240.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fc00::1", "fd12:3456::1", "ff02::1", "fec0::1",
    "::ffff:127.0.0.1", "::ffff:10.1.2.3", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::1",
    "2002:c0a8:101::", "2001:0:1::1", "2001:db8::1", "64:ff9b:1::1", "100::1", "5f00::1", "4000::1",
]  # fmt: skip
PUBLIC = [
    "8.8.8.8",
    "1.1.1.1",
    "142.250.1.1",
    "2606:4700::1111",
    "2a00:1450:4001::1",
    "::ffff:8.8.8.8",
    "2002:808:808::1",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_not_public(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))
    with pytest.raises(OutboundError):
        pick_addresses(["8.8.8.8", address])
    assert pick_addresses([address], allow_local=True) == [address]


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_public(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))
    assert pick_addresses([address]) == [address]


@pytest.mark.parametrize(
    "url",
    [
        "http://push.example.net/a",
        "https://push.example.net:8443/a",
        "https://user:key@push.example.net/a",
        "https://user@push.example.net/a",
        "https://127.0.0.1/a",
        "https://8.8.8.8/a",
        "https://[2606:4700::1111]/a",
        "https://localhost/a",
        "https://localhost./a",
        "https://intranet/a",
        "https:///a",
        "https://push.example.net/a#b",
        "https://push.example.net/a b",
        "https://push.example.net/a\r\nX: y",
        "https://pu\u0455h.example.net/a",
        "https://push.example.net:x/a",
        "https://[::1/a",
        "ftp://push.example.net/a",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "https://push.example.net/" + "a" * 1_000,
        "",
    ],
)
def test_addresses_that_no_push_service_has_are_refused(url: str) -> None:
    with pytest.raises(OutboundError) as refusal:
        check_url(url)
    assert not refusal.value.may_retry


def test_addresses_of_push_services_are_accepted() -> None:
    for url in (
        "https://fcm.googleapis.com/fcm/send/abc:def-_1",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
        "https://web.push.apple.com/QGuQ",
        "https://wns2-par02p.notify.windows.com/w/?token=BQYA",
    ):
        check_url(url)


def resolve_to(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Let names have these addresses, one answer after the other; return the names that were looked up."""
    asked: list[str] = []
    left = list(answers)

    def look_up(host: str, port: int) -> list[str]:
        asked.append(host)
        return left.pop(0) if len(left) > 1 else left[0]

    monkeypatch.setattr(outbound, "_look_up", look_up)
    return asked


def test_a_name_that_leads_to_a_private_address_is_never_connected_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    resolve_to(monkeypatch, ["127.0.0.1"])

    async def scenario() -> None:
        async with push_service() as service:
            client = OutboundClient()
            for url in (f"https://rebind.example/{service.port}", "https://rebind.example/push"):
                with pytest.raises(OutboundError, match="public") as refusal:
                    await client.post(url, {}, b"x")
                assert not refusal.value.may_retry
            await client.close()
            assert service.received == []

    run(scenario())


def test_the_connection_goes_to_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that points somewhere else the second time it is asked (DNS rebinding) gains nothing."""
    asked = resolve_to(monkeypatch, ["203.0.114.7"], ["127.0.0.1"])
    tried: list[str] = []

    async def connect(self: object, host: str, *more: object) -> None:
        tried.append(host)
        raise httpcore.ConnectError

    monkeypatch.setattr(httpcore.AnyIOBackend, "connect_tcp", connect)

    async def scenario() -> None:
        client = OutboundClient()
        with pytest.raises(OutboundError, match="does not answer"):
            await client.post("https://rebind.example/push", {}, b"x")
        await client.close()

    run(scenario())
    assert tried == ["203.0.114.7"] and asked == ["rebind.example"]


async def refused(service: PushService, client: OutboundClient) -> OutboundError:
    with pytest.raises(OutboundError) as refusal:
        await client.post(service.endpoint(), {"TTL": "1"}, b"x")
    return refusal.value


def test_an_answer_is_its_status_and_the_time_to_wait() -> None:
    async def scenario() -> None:
        async with push_service() as service:
            client = OutboundClient(allow_local=True)
            for status, header, wanted in (
                (201, "", None),
                (429, "120", 120.0),
                (503, "soon", None),
                (410, "9" * 7, None),
            ):
                service.status, service.headers = status, {"Retry-After": header} if header else {}
                answer = await client.post(service.endpoint(), {"TTL": "1"}, b"hello")
                assert (answer.status, answer.retry_after) == (status, wanted)
            assert [request.body for request in service.received] == [b"hello"] * 4
            await client.close()

    run(scenario())


def test_redirects_are_not_followed() -> None:
    async def scenario() -> None:
        async with push_service() as service, push_service() as other:
            service.status, service.headers = 307, {"Location": other.endpoint()}
            client = OutboundClient(allow_local=True)
            assert (await client.post(service.endpoint(), {}, b"x")).status == 307
            assert other.received == []
            await client.close()

    run(scenario())


def test_a_long_answer_is_not_read_to_its_end() -> None:
    async def scenario() -> None:
        async with push_service() as service:
            service.body = bytes(4_000_000)
            client = OutboundClient(allow_local=True)
            assert (await client.post(service.endpoint(), {}, b"x")).status == 201
            service.body = b""
            assert (await client.post(service.endpoint(), {}, b"x")).status == 201
            await client.close()

    run(scenario())


def test_a_service_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbound, "OTHER_SECONDS", 0.2)

    async def scenario() -> None:
        async with push_service() as service:
            service.open_door.clear()
            client = OutboundClient(allow_local=True)
            assert (await refused(service, client)).may_retry
            await client.close()

    run(scenario())


def test_services_that_never_answer_delay_nobody_elses(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stranger's services fill their own lane; the usual ones have another."""
    monkeypatch.setattr(outbound, "OTHER_AT_ONCE", 3)

    async def scenario() -> None:
        async with push_service() as strangers, push_service() as usual:
            strangers.open_door.clear()
            client = OutboundClient(allow_local=True)
            held = [asyncio.create_task(client.post(strangers.endpoint(), {}, b"x")) for _ in range(3)]
            await asyncio.sleep(0)
            with pytest.raises(OutboundBusy):
                await client.post(strangers.endpoint(), {}, b"x")
            monkeypatch.setattr(outbound, "is_known", lambda url: url == usual.endpoint())
            assert (await client.post(usual.endpoint(), {}, b"x")).status == 201
            strangers.open_door.set()
            assert [answer.status for answer in await asyncio.gather(*held)] == [201] * 3
            assert (await client.post(strangers.endpoint(), {}, b"x")).status == 201
            await client.close()

    run(scenario())


@pytest.mark.parametrize(
    ("url", "known"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/gAAA", True),
        ("https://googleapis.com.evil.example/push", False),
        ("https://evilgoogleapis.com/push", False),
    ],
)
def test_the_usual_services_are_known_by_their_names(url: str, known: bool) -> None:
    assert is_known(url) == known


@pytest.mark.parametrize(
    "answer",
    [b"", b"HTTP/1.1 999999 x\r\n\r\n", b"nonsense\r\n\r\n", b"HTTP/1.1 200 x\r\nA: " + b"b" * 200_000],
)
def test_a_service_that_answers_nonsense_is_an_error(answer: bytes) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(answer)
        writer.close()

    async def scenario() -> None:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        client = OutboundClient(allow_local=True)
        with pytest.raises(OutboundError):
            await client.post(f"http://127.0.0.1:{port}/push", {}, b"x")
        await client.close()
        server.close()

    run(scenario())


def test_a_service_that_is_not_there_is_an_error() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]

    async def scenario() -> None:
        client = OutboundClient(allow_local=True)
        with pytest.raises(OutboundError):
            await client.post(f"http://127.0.0.1:{port}/push", {}, b"x")
        with pytest.raises(OutboundError, match="no address"):
            await client.post("https://no-such-name.invalid/push", {}, b"x")
        await client.close()

    run(scenario())
