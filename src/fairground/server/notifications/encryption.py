"""Encrypts what is pushed, so that only the browser that subscribed can read it (RFC 8291, RFC 8188)."""

import base64
import binascii
import os
import struct

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from fairground.engine.errors import FairgroundError

CURVE = ec.SECP256R1()
POINT_BYTES, AUTH_BYTES, SALT_BYTES = 65, 16, 16
TEXT_BYTES = 2_048  # every text is padded to this length, so its length tells a push service nothing
RECORD_BYTES = 4_096
LAST_RECORD = b"\x02"


class BadSubscription(FairgroundError):
    """The keys of a subscription are not what a browser makes."""


def to_base64(data: bytes) -> str:
    """Write bytes as Web Push does: base64 for links, without padding."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def from_base64(text: str) -> bytes:
    """Read what `to_base64` writes; BadSubscription if it is something else."""
    try:
        return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except (binascii.Error, ValueError):
        raise BadSubscription("expected the keys of a push subscription in base64url") from None


def check_keys(p256dh: str, auth: str) -> None:
    """Raise BadSubscription unless these are the keys of a browser: a point on the curve and 16 bytes."""
    _read_point(from_base64(p256dh))
    if len(from_base64(auth)) != AUTH_BYTES:
        raise BadSubscription(f"expected {AUTH_BYTES} bytes as the secret of a push subscription")


def encrypt(text: bytes, p256dh: str, auth: str) -> bytes:
    """Return the body of a push message, always of the same length; ValueError if the text is too long."""
    if len(text) > TEXT_BYTES:
        raise ValueError(f"a push message has at most {TEXT_BYTES} bytes, not {len(text)}")
    sender = ec.generate_private_key(CURVE)
    record = text + LAST_RECORD + bytes(TEXT_BYTES - len(text))
    return encrypt_record(record, from_base64(p256dh), from_base64(auth), sender, os.urandom(SALT_BYTES))


def encrypt_record(
    record: bytes, receiver: bytes, auth: bytes, sender: ec.EllipticCurvePrivateKey, salt: bytes
) -> bytes:
    """Return an encrypted record behind its header (RFC 8188 §2.1, RFC 8291 §3.4)."""
    point = sender.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = sender.exchange(ec.ECDH(), _read_point(receiver))
    secret = _derive(32, auth, b"WebPush: info\0" + receiver + point, shared)
    key = _derive(16, salt, b"Content-Encoding: aes128gcm\0", secret)
    nonce = _derive(12, salt, b"Content-Encoding: nonce\0", secret)
    header = salt + struct.pack("!IB", RECORD_BYTES, len(point)) + point
    return header + AESGCM(key).encrypt(nonce, record, None)


def _derive(length: int, salt: bytes, info: bytes, secret: bytes) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def _read_point(data: bytes) -> ec.EllipticCurvePublicKey:
    if len(data) != POINT_BYTES:
        raise BadSubscription(f"expected {POINT_BYTES} bytes as the key of a push subscription")
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, data)
    except ValueError:
        raise BadSubscription(
            "expected a point on the curve P-256 as the key of a push subscription"
        ) from None
