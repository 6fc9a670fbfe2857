"""Requests to addresses that strangers named: to public ones only, without redirects, with limits.

A name is resolved here, every address that it has is checked, and the connection goes to exactly such an
address. So no name can point at one address while it is checked and at another one afterwards.
"""

import asyncio
import contextlib
import ipaddress
import socket
import ssl
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias
from urllib.parse import urlsplit

import httpcore
import msgspec

from fairground.engine.errors import FairgroundError
from fairground.server.http.addresses import embedded_ipv4

Headers: TypeAlias = dict[bytes | str, bytes | str]
IpAddress: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
PUBLIC_IPV6 = ipaddress.IPv6Network("2000::/3")
TEREDO = ipaddress.IPv6Network("2001::/32")
HTTPS_PORT = 443
MOST_ADDRESSES = 4  # of one name are tried
RESOLVERS, CONNECTIONS = 4, 16
RESOLVE_SECONDS, STEP_SECONDS = 5.0, 10.0
# The push services of the usual browsers have a lane of their own. Any other may be a stranger's who keeps
# the server waiting: it has less time, and when its lane is full, a request fails at once.
KNOWN_SERVICES = ("googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com")
KNOWN_SECONDS, OTHER_SECONDS = 20.0, 6.0
KNOWN_AT_ONCE, OTHER_AT_ONCE = 200, 16
READ_BYTES = 4_096  # of an answer's body; nobody looks at it
LONGEST_URL = 1_000


class OutboundError(FairgroundError):
    """A request that may not be sent, or was not answered. `may_retry` says whether that can change."""

    def __init__(self, why: str, may_retry: bool = True) -> None:
        super().__init__(why)
        self.may_retry = may_retry


class OutboundBusy(OutboundError):
    """A request that was not sent, because too many others wait for an answer."""


class OutboundAnswer(msgspec.Struct, frozen=True):
    """What was answered: the status, and after how many seconds to try again, if the answer says so."""

    status: int
    retry_after: float | None = None


def check_url(url: str, allow_local: bool = False) -> None:
    """Raise OutboundError unless a URL is one of a public service: https, with its usual port and a name."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise _forbidden("expected the address of a push service") from None
    host = parts.hostname or ""
    if len(url) > LONGEST_URL or not (url.isascii() and url.isprintable()) or " " in url or not host:
        raise _forbidden("expected the address of a push service")
    if allow_local:
        return
    if parts.scheme != "https" or port not in {None, HTTPS_PORT} or "@" in parts.netloc or parts.fragment:
        raise _forbidden("expected the address of a push service that begins with https:// and has no port")
    if "." not in host.rstrip(".") or _address(host) is not None:
        raise _forbidden("expected the address of a push service with a public name")


def is_public(address: IpAddress) -> bool:
    """Return whether an address belongs to the public internet, as does what it may stand for."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = embedded_ipv4(address)
        if inner is not None:
            return is_public(inner)
        return address in PUBLIC_IPV6 and address not in TEREDO and address.is_global
    return address.is_global and not (address.is_multicast or address.is_reserved)


def pick_addresses(found: Iterable[str], allow_local: bool = False) -> list[str]:
    """Return the addresses to try; OutboundError if any of them is not public."""
    addresses = list(dict.fromkeys(found))
    for text in addresses:
        address = _address(text)
        if address is None or not (allow_local or is_public(address)):
            raise _forbidden("this name does not lead to a public address")
    if not addresses:
        raise OutboundError("this name has no address")
    return addresses[:MOST_ADDRESSES]


def _address(text: str) -> IpAddress | None:
    try:
        return ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None


def _forbidden(why: str) -> OutboundError:
    return OutboundError(why, may_retry=False)


class PublicNetwork(httpcore.AsyncNetworkBackend):
    """Opens connections to public addresses only. Names are resolved in threads of their own."""

    def __init__(self, allow_local: bool = False) -> None:
        self.allow_local = allow_local
        self.inner = httpcore.AnyIOBackend()
        self.threads = ThreadPoolExecutor(RESOLVERS, "resolver")

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        failure: Exception = OutboundError("this name has no address")
        for address in pick_addresses(await self._resolve(host, port), self.allow_local):
            try:
                return await self.inner.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def _resolve(self, host: str, port: int) -> list[str]:
        loop = asyncio.get_running_loop()
        work = loop.run_in_executor(self.threads, _look_up, host, port)
        try:
            return await asyncio.wait_for(work, RESOLVE_SECONDS)
        except (OSError, UnicodeError, TimeoutError):
            raise OutboundError("this name has no address") from None

    def close(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)


def _look_up(host: str, port: int) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(entry[4][0]) for entry in found]


class OutboundLane:
    """Sends requests to some services, at most so many at a time, each in at most so many seconds."""

    def __init__(self, network: PublicNetwork, trusted: ssl.SSLContext, most: int, seconds: float) -> None:
        self.network = network
        self.most, self.seconds, self.under_way = most, seconds, 0
        self.pool = httpcore.AsyncConnectionPool(
            ssl_context=trusted,
            max_connections=CONNECTIONS,
            max_keepalive_connections=CONNECTIONS // 2,
            keepalive_expiry=30,
            network_backend=network,
        )

    async def post(self, url: str, headers: Headers, body: bytes) -> OutboundAnswer:
        if self.under_way >= self.most:
            raise OutboundBusy("too many other requests wait for an answer")
        self.under_way += 1
        try:
            async with asyncio.timeout(self.seconds):
                return await self._post(url, headers, body)
        finally:
            self.under_way -= 1

    async def _post(self, url: str, headers: Headers, body: bytes) -> OutboundAnswer:
        timeouts = dict.fromkeys(("connect", "read", "write", "pool"), STEP_SECONDS)
        async with self.pool.stream(
            "POST", url, headers=headers, content=body, extensions={"timeout": timeouts}
        ) as response:
            await _skip_body(response)
            return OutboundAnswer(response.status, _retry_after(response))

    async def close(self) -> None:
        await self.pool.aclose()
        self.network.close()


class OutboundClient:
    """Sends requests to services that strangers named. `allow_local` is for the services of tests."""

    def __init__(self, allow_local: bool = False, trusted: ssl.SSLContext | None = None) -> None:
        self.allow_local = allow_local
        trusted = trusted or ssl.create_default_context()
        self.known = OutboundLane(PublicNetwork(allow_local), trusted, KNOWN_AT_ONCE, KNOWN_SECONDS)
        self.other = OutboundLane(PublicNetwork(allow_local), trusted, OTHER_AT_ONCE, OTHER_SECONDS)

    async def post(self, url: str, headers: Headers, body: bytes) -> OutboundAnswer:
        """Send a request and return the answer's status; OutboundError if there is none in time."""
        check_url(url, self.allow_local)
        lane = self.known if is_known(url) else self.other
        try:
            return await lane.post(url, headers, body)
        except OutboundError:
            raise
        except (
            httpcore.NetworkError,
            httpcore.TimeoutException,
            httpcore.ProtocolError,
            httpcore.UnsupportedProtocol,
            TimeoutError,
            OSError,
        ) as error:
            raise OutboundError(f"the service does not answer ({type(error).__name__})") from None

    async def close(self) -> None:
        await self.known.close()
        await self.other.close()


def is_known(url: str) -> bool:
    """Return whether a URL is one of the push services of the usual browsers."""
    host = (urlsplit(url).hostname or "").rstrip(".")
    return any(host == name or host.endswith(f".{name}") for name in KNOWN_SERVICES)


async def _skip_body(response: httpcore.Response) -> None:
    """Read a short body, so that the connection can be used again; one that is long ends the connection."""
    read = 0
    with contextlib.suppress(httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError):
        async for part in response.aiter_stream():
            read += len(part)
            if read > READ_BYTES:
                return


def _retry_after(response: httpcore.Response) -> float | None:
    """Return the seconds in the header `Retry-After`, if it has some."""
    values = [value for name, value in response.headers if name.lower() == b"retry-after"]
    if not values or not values[0].isdigit() or len(values[0]) > 6:
        return None
    return float(values[0])
