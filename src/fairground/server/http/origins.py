"""Which names a server answers to, and from which pages it takes changes.

A page of somebody else may make a browser send requests here. Its name for this server, if it has pointed one
of its own at our address (DNS rebinding), is not one of ours; and what it may send without asking us first is
never JSON.
"""

import ipaddress
import re
import socket
from urllib.parse import urlsplit

from litestar.types import Scope

from fairground.server.settings import ServerSettings

READING = frozenset({"GET", "HEAD", "OPTIONS"})
JSON = "application/json"
_NAME = re.compile(r"[a-z0-9_]([a-z0-9_.-]{0,252})", re.ASCII)
_ONE_PRESS = re.compile(r"/api/off/[^/]+")
_PORT = re.compile(r":[0-9]{0,5}", re.ASCII)


class OriginPolicy:
    """Decides by the headers of a request whether it may be answered."""

    def __init__(self, settings: ServerSettings) -> None:
        self.origins = {origin.rstrip("/").lower() for origin in settings.origins}
        own = socket.gethostname().lower()
        public = urlsplit(settings.public_url).hostname or settings.host
        names = (settings.host, own, f"{own}.local", public, *settings.host_names)
        self.names = {name.lower().rstrip(".") for name in names}

    def refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Return the status and the sentence with which an HTTP request is refused, or None."""
        headers = Headers(scope)
        if (why := self._host_problem(headers)) is not None:
            return why
        if scope["method"] in READING:  # type: ignore[typeddict-item]  # only HTTP requests come here
            return None
        if _ONE_PRESS.fullmatch(scope["path"]):
            return None  # mail programs send a form (RFC 8058); the token in the path is all that counts
        return self._change_problem(headers)

    def may_connect(self, scope: Scope) -> bool:
        """Return whether a WebSocket comes to one of our names, and from an allowed page or a program."""
        headers = Headers(scope)
        return self._host_problem(headers) is None and self._is_allowed_page(headers)

    def _host_problem(self, headers: "Headers") -> tuple[int, str] | None:
        hosts = headers.all("host")
        if len(hosts) > 1:
            return 400, f"expected one Host, got {len(hosts)}"
        name = host_name(hosts[0]) if hosts else "localhost"  # every browser sends a Host
        if name is None:
            return 400, "expected a Host with a name or an address, got something else"
        return None if self._is_own_name(name) else (421, UNKNOWN_NAME.format(name[:80]))

    def _is_own_name(self, name: str) -> bool:
        """Return whether a name is ours. Nobody can point an address somewhere else, so all are good."""
        return name in self.names or name == "localhost" or name.endswith(".localhost") or is_address(name)

    def _change_problem(self, headers: "Headers") -> tuple[int, str] | None:
        if not self._is_allowed_page(headers):
            return 403, "a page of another origin may not change anything here"
        sent = headers.all("content-type")
        if len(sent) != 1 or sent[0].partition(";")[0].strip().lower() != JSON:
            return 415, f"expected the content type {JSON}"
        return None

    def _is_allowed_page(self, headers: "Headers") -> bool:
        """Return whether a page of ours sends this, or one that the operator named, or no page at all."""
        origins = [origin.lower() for origin in headers.all("origin")]
        if not origins:
            return headers.one("sec-fetch-site").lower() != "cross-site"
        if len(origins) == 1 and origins[0] in self.origins:
            return True
        return len(origins) == 1 and _is_origin_of(origins[0], headers.one("host").lower())


UNKNOWN_NAME = (
    "this server does not answer to the name {0}: start it with --host-name {0} if people are to reach it"
    " under that name"
)


class Headers:
    """The headers of a request, as text."""

    def __init__(self, scope: Scope) -> None:
        self.entries = [(name.decode("latin-1").lower(), value) for name, value in scope["headers"]]

    def all(self, name: str) -> list[str]:
        return [value.decode("latin-1").strip() for other, value in self.entries if other == name]

    def one(self, name: str) -> str:
        """Return the first value, or nothing."""
        return next(iter(self.all(name)), "")


def host_name(host: str) -> str | None:
    """Return the name or address in a Host header without its port; None if it is neither."""
    if host.startswith("["):
        name, _, port = host[1:].partition("]")
        good = is_address(name)
    else:
        name, colon, digits = host.lower().partition(":")
        name, port = name.rstrip("."), colon + digits
        good = _NAME.fullmatch(name) is not None
    return name if good and (not port or _PORT.fullmatch(port)) else None


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_origin_of(origin: str, host: str) -> bool:
    """Return whether an origin is the server itself, as the browser calls it."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(host) and parts.netloc == host
