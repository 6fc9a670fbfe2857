"""What stands before the application: addresses, limits, origins, and the headers of every answer."""

import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from fairground.server import wire
from fairground.server.http.rate_limits import Buckets, Counts
from fairground.server.metrics import Meters
from fairground.server.settings import Settings
from fairground.server.time_source import Watch

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
    " connect-src 'self'; media-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)
HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
ASSETS, API = "/assets/", "/api/"
KEPT, ASKED, NEVER = b"public, max-age=31536000, immutable", b"no-cache", b"no-store"
TOO_MANY = "too many requests from your address: wait a minute"


class Limiter:
    """Counts what comes from each address."""

    def __init__(self, settings: Settings, watch: Watch) -> None:
        limits, now = settings.limits, watch.now
        self.requests = Buckets(limits.requests, 60, now)
        self.tables = Buckets(limits.tables, 60, now)
        self.tables_a_day = Buckets(limits.tables_a_day, 24 * 60 * 60, now)
        self.replays = Buckets(limits.replays, 60, now)
        self.connects = Buckets(limits.connects, 60, now)
        self.bad_keys = Buckets(limits.bad_keys, 60, now)
        self.connections = Counts(limits.connections_an_address)
        self.everybody = Counts(limits.connections)

    def bad_key(self, address: str) -> None:
        self.bad_keys.take(address)

    def guessing(self, address: str) -> bool:
        """Whether somebody there tries keys out."""
        return self.bad_keys.level(address) < 1


class Guard:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, settings: Settings, limiter: Limiter, meters: Meters) -> None:
        self.app = app
        self.meters = meters
        self.settings = settings
        self.limiter = limiter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            await self._http(scope, receive, send)
        elif not self.from_here(scope):
            await send({"type": "websocket.close", "code": 1008, "reason": "this origin may not connect"})
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                caching = kept(scope["path"], message["status"])
                message["headers"] = with_headers(message.get("headers", ()), caching)
                self.meters.answered(message["status"])
            await send(message)

        if self.limiter.requests.take(address_of(scope)):
            await self.app(scope, receive, send_with_headers)
        else:
            await refuse(send_with_headers, 429, TOO_MANY)

    def from_here(self, scope: Scope) -> bool:
        """Whether a WebSocket comes from our own pages, or from a program, which has no origin."""
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1")
        if not origin or origin in self.settings.origins:
            return True
        parts = urlsplit(origin)
        return parts.scheme in {"http", "https"} and parts.netloc == headers.get(b"host", b"").decode(
            "latin-1"
        )


def kept(path: str, status: int) -> bytes:
    """How long browsers may keep an answer: parts of the site have their digest in the name."""
    if path.startswith(API):
        return NEVER  # it may hold keys
    return KEPT if path.startswith(ASSETS) and status in {200, 304} else ASKED


def with_headers(headers: Iterable[tuple[bytes, bytes]], caching: bytes) -> list[tuple[bytes, bytes]]:
    ours = (*HEADERS, (b"cache-control", caching))
    names = {name for name, _ in ours}
    return [*(entry for entry in headers if entry[0].lower() not in names), *ours]


async def refuse(send: Send, status: int, why: str) -> None:
    body = wire.write(wire.Problem(why))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def address_of(scope: Scope) -> str:
    """Who asks: the address, or the network where one person has many."""
    client = scope.get("client")
    host = client[0] if client else "unknown"
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 6:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
