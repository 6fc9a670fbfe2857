"""Secrets: 256 bits each, handed out once, stored hashed, compared in constant time."""

import hashlib
import hmac
import secrets
from collections.abc import Sequence

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def new_key() -> str:
    """A secret for a person, in letters that survive any link."""
    return secrets.token_urlsafe(32)


def new_name() -> str:
    """The name of a table: not secret, but not to be guessed either."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


def new_seed() -> bytes:
    """Where the chance of one match comes from."""
    return secrets.token_bytes(32)


def hashed(key: str) -> str:
    """What is stored of a key. Keys are random, so no slow hash is needed."""
    return hashlib.sha256(key.encode()).hexdigest()


def fits(key: str | None, stored: str) -> bool:
    return key is not None and hmac.compare_digest(hashed(key), stored)


def which(key: str | None, stored: Sequence[str]) -> int | None:
    """The place among `stored` that the key opens; all are compared, so that time tells nothing."""
    hits = [place for place, entry in enumerate(stored) if fits(key, entry)]
    return hits[0] if hits else None


def seal(seed: bytes) -> str:
    """The promise that is shown before the first move: SHA-256 of the seed."""
    return hashlib.sha256(seed).hexdigest()
