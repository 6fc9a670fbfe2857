"""The outermost layer of the application: rate limits, origins, and the headers of every answer."""

from collections.abc import Iterable

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from fairground.server import wire
from fairground.server.http.addresses import address_of
from fairground.server.http.origins import OriginPolicy
from fairground.server.http.rate_limits import TOO_MANY, AddressLimits
from fairground.server.metrics import Metrics
from fairground.server.settings import ServerSettings

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
NOT_UTF_8 = "\N{REPLACEMENT CHARACTER}"  # stands for bytes of a path that are not UTF-8
ASSETS, API = "/assets/", "/api/"
FOREVER, REVALIDATE, NEVER = b"public, max-age=31536000, immutable", b"no-cache", b"no-store"


class Guard:
    """Wraps the application: refuses what is not allowed and adds headers to what is answered."""

    def __init__(
        self, app: ASGIApp, settings: ServerSettings, limits: AddressLimits, metrics: Metrics
    ) -> None:
        self.app = app
        self.policy = OriginPolicy(settings)
        self.limits = limits
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            await self._http(scope, receive, send)
        elif not (self.policy.may_connect(scope) and is_possible_path(scope["path"])):
            await send({"type": "websocket.close", "code": 1008, "reason": "this origin may not connect"})
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                caching = cache_policy(scope["path"], message["status"])
                message["headers"] = with_headers(message.get("headers", ()), caching)
                self.metrics.count_answer(message["status"])
            await send(message)

        if not self.limits.requests.take(address_of(scope)):
            await refuse(send_with_headers, 429, TOO_MANY)
        elif (refusal := self.policy.refusal(scope)) is not None:
            await refuse(send_with_headers, *refusal)
        elif not is_possible_path(scope["path"]):
            await refuse(send_with_headers, 404, "there is nothing at this path")
        else:
            await self.app(scope, receive, send_with_headers)


def is_possible_path(path: str) -> bool:
    """Return whether there could be something at a path: it has text, and no part that no file can have."""
    return path.isprintable() and NOT_UTF_8 not in path and all(len(p) <= 200 for p in path.split("/"))


def cache_policy(path: str, status: int) -> bytes:
    """Return how browsers may cache an answer. Assets have their digest in the name, so they never change."""
    if path.startswith(API):
        return NEVER  # it may contain keys
    return FOREVER if path.startswith(ASSETS) and status in {200, 304} else REVALIDATE


def with_headers(headers: Iterable[tuple[bytes, bytes]], caching: bytes) -> list[tuple[bytes, bytes]]:
    ours = (*HEADERS, (b"cache-control", caching))
    names = {name for name, _ in ours}
    return [*(entry for entry in headers if entry[0].lower() not in names), *ours]


async def refuse(send: Send, status: int, why: str) -> None:
    body = wire.write(wire.Problem(why))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
