"""Secrets: random bits, handed out once, stored as hashes, compared in constant time.

A browser makes the key of a passport by itself. Its form differs from that of the keys that a server hands
out, so neither can be taken for the other.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
LETTERS = ALPHABET[:23]
PASSPORT_KEY = "^fp-[0-9a-f]{32}$"  # 128 random bits


def new_key() -> str:
    """Return a new secret for a person, in characters that are safe in a link."""
    return secrets.token_urlsafe(32)


def new_name() -> str:
    """Return a new table's name: not secret, but hard to guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


def new_person() -> str:
    """Return the public id of a new passport."""
    return "".join(secrets.choice(LETTERS) for _ in range(16))


def new_seed() -> bytes:
    """Return the seed from which all chance in one match is drawn."""
    return secrets.token_bytes(32)


def hash_key(key: str) -> str:
    """Return what is stored of a key. Keys are random, so no slow hash is needed."""
    return hashlib.sha256(key.encode()).hexdigest()


def is_key_of(key: str | None, stored: str) -> bool:
    """Return whether the key is the one whose hash is stored."""
    return key is not None and hmac.compare_digest(hash_key(key), stored)


def find_key(key: str | None, stored: Sequence[str]) -> int | None:
    """Return the index of the key's hash. All hashes are compared, so the time taken reveals nothing."""
    hits = [index for index, entry in enumerate(stored) if is_key_of(key, entry)]
    return hits[0] if hits else None


def seal(seed: bytes) -> str:
    """Return the commitment that is published before the first move: the SHA-256 of the seed."""
    return hashlib.sha256(seed).hexdigest()
