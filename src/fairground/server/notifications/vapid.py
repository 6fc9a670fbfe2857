"""Says to push services who sends: a signed token for each of them (VAPID, RFC 8292)."""

from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from fairground.server.notifications.encryption import CURVE, from_base64, to_base64

VALID_SECONDS = 12 * 60 * 60  # services accept at most a day
RENEW_SECONDS = 60 * 60
MOST_TOKENS = 200
NUMBER_BYTES = 32
_HEADER = to_base64(b'{"typ":"JWT","alg":"ES256"}')
_write = msgspec.json.Encoder().encode


class VapidClaims(msgspec.Struct, omit_defaults=True):
    """What a token says: for which service it is, until when, and how to reach the operator."""

    aud: str
    exp: int
    sub: str | None = None


def new_private_key() -> str:
    """Return a new private key as it is stored."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return to_base64(number.to_bytes(NUMBER_BYTES, "big"))


class Vapid:
    """The key pair of a store, and tokens signed with it. `contact` is a `mailto:` or `https:` address."""

    def __init__(self, private_key: str, contact: str | None = None) -> None:
        self.key = ec.derive_private_key(int.from_bytes(from_base64(private_key), "big"), CURVE)
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public_key = to_base64(point)
        self.contact = contact
        self.tokens: dict[str, tuple[float, str]] = {}

    def authorization(self, endpoint: str, date: float) -> str:
        """Return the header `Authorization` for a request to an endpoint; a token serves for many of them."""
        parts = urlsplit(endpoint)
        service = f"{parts.scheme}://{parts.netloc}"
        expiry, token = self.tokens.get(service, (0.0, ""))
        if expiry < date + RENEW_SECONDS or expiry > date + VALID_SECONDS:
            if len(self.tokens) >= MOST_TOKENS:
                self.tokens.clear()
            expiry = date + VALID_SECONDS
            token = self._sign(VapidClaims(service, int(expiry), self.contact))
            self.tokens[service] = (expiry, token)
        return f"vapid t={token}, k={self.public_key}"

    def _sign(self, claims: VapidClaims) -> str:
        signed = f"{_HEADER}.{to_base64(_write(claims))}"
        r, s = decode_dss_signature(self.key.sign(signed.encode(), ec.ECDSA(SHA256())))
        return f"{signed}.{to_base64(r.to_bytes(NUMBER_BYTES, 'big') + s.to_bytes(NUMBER_BYTES, 'big'))}"
