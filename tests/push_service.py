"""A push service and the browsers that have subscribed there, for tests: it listens on this machine."""

import asyncio
import hmac
import json
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from fairground.server.notifications.encryption import CURVE, from_base64, to_base64


class Subscriber:
    """A browser that can read what it is sent: the receiver's side of RFC 8291."""

    def __init__(self, private: int | None = None, auth: bytes | None = None) -> None:
        self.key = ec.derive_private_key(private, CURVE) if private else ec.generate_private_key(CURVE)
        self.auth = auth or secrets.token_bytes(16)

    @property
    def point(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": to_base64(self.point), "auth": to_base64(self.auth)}

    def read(self, body: bytes) -> bytes:
        """Return the text of a message; an error if it was not encrypted for this browser."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, record = body[21 : 21 + length], body[21 + length :]
        assert length == 65 and len(record) <= size
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        secret = derive(self.auth, shared, b"WebPush: info\0" + self.point + sender, 32)
        key = derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derive(salt, secret, b"Content-Encoding: nonce\0", 12)
        text, last, padding = AESGCM(key).decrypt(nonce, record, None).rpartition(b"\x02")
        assert last and not padding.strip(b"\0")
        return text

    def json(self, body: bytes) -> dict[str, Any]:
        read: dict[str, Any] = json.loads(self.read(body))
        return read


def derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """HKDF with one block (RFC 5869)."""
    pseudorandom = hmac.digest(salt, secret, sha256)
    return hmac.digest(pseudorandom, info + b"\x01", sha256)[:length]


class PushRequest:
    """A request that the service has received."""

    def __init__(self, path: str, headers: dict[str, str], body: bytes) -> None:
        self.path = path
        self.headers = headers
        self.body = body

    def claims(self, service: str) -> dict[str, Any]:
        """Check the sender's signature (RFC 8292) and return what it claims."""
        scheme, _, rest = self.headers["authorization"].partition(" ")
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        assert scheme == "vapid" and set(parts) == {"t", "k"}
        signed, _, signature = parts["t"].rpartition(".")
        raw = from_base64(signature)
        r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
        key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_base64(parts["k"]))
        try:
            key.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(SHA256()))
        except InvalidSignature:
            raise AssertionError("the token is not signed with the key beside it") from None
        head, claims = (json.loads(from_base64(part)) for part in signed.split("."))
        assert head == {"typ": "JWT", "alg": "ES256"}
        assert claims["aud"] == service
        read: dict[str, Any] = claims
        return read


class PushService:
    """Answers every request with `status` and remembers it; `held` requests wait for `release`."""

    def __init__(self) -> None:
        self.received: list[PushRequest] = []
        self.status = 201
        self.headers: dict[str, str] = {}
        self.body = b""
        self.port = 0
        self.arrived = asyncio.Event()
        self.open_door = asyncio.Event()
        self.open_door.set()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def endpoint(self, name: str = "browser") -> str:
        return f"{self.origin}/push/{name}"

    async def wait_for(self, count: int) -> None:
        """Wait until so many requests have come."""
        while len(self.received) < count:
            self.arrived.clear()
            await asyncio.wait_for(self.arrived.wait(), 60)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := (await reader.readuntil(b"\r\n\r\n")).decode("latin-1"):
                first, *lines = head.strip().split("\r\n")
                headers = {
                    name.lower(): value.strip() for name, _, value in (x.partition(":") for x in lines)
                }
                body = await reader.readexactly(int(headers.get("content-length", 0)))
                self.received.append(PushRequest(first.split(" ")[1], headers, body))
                self.arrived.set()
                await self.open_door.wait()
                more = "".join(f"{name}: {value}\r\n" for name, value in self.headers.items())
                length = f"Content-Length: {len(self.body)}\r\n"
                writer.write(f"HTTP/1.1 {self.status} x\r\n{length}{more}\r\n".encode() + self.body)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    """Start a push service on a free port of this machine."""
    service = PushService()
    server = await asyncio.start_server(service.answer, "127.0.0.1", 0)
    service.port = server.sockets[0].getsockname()[1]
    try:
        yield service
    finally:
        service.open_door.set()
        server.close()
