"""The position at which a match begins, if that is not the start of the game, and where it was taken from."""

import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import msgspec

from fairground.engine.box_text import check_text
from fairground.engine.errors import BoxError, PositionError
from fairground.engine.rng import Rng, keyed
from fairground.engine.text import escape_controls

DIGEST: Final = 16  # hexadecimal digits of a SHA-256
PURPOSE: Final = b"redeal"


@dataclass(frozen=True)
class ParentMoment:
    """A moment of a match that was over: `record` is the digest of its text, `moves` how many were made.

    Hidden things were dealt again from what the seat `redealt` knew; None if they stayed as they were.
    """

    record: str
    moves: int
    redealt: int | None = None

    def __str__(self) -> str:
        hidden = "true" if self.redealt is None else f"redealt {self.redealt}"
        return f"{self.record} {self.moves} {hidden}"


@dataclass(frozen=True)
class StartPosition:
    """Where a match begins: a dumped position without its generator, and the moment it was taken from."""

    position: Mapping[str, object]
    parent: ParentMoment | None = None


def digest_of(record: str) -> str:
    """Return the digits that identify the text of a record."""
    return hashlib.sha256(record.encode()).hexdigest()[:DIGEST]


def redealing_generator(seed: str | bytes) -> Rng:
    """Return the generator that deals hidden things again before a match with this seed.

    Like the one that draws seats, it has a secret of its own: the HMAC-SHA256 of `redeal` under the seed.
    """
    secret = seed.encode() if isinstance(seed, str) else seed
    return keyed(hmac.digest(secret, PURPOSE, "sha256"))


def write_position(position: Mapping[str, object]) -> str:
    """Return a position as one line of JSON."""
    return escape_controls(json.dumps(position, ensure_ascii=False, separators=(",", ":")))


def read_position(text: str) -> dict[str, object]:
    """Read a line of JSON that may come from anybody; PositionError says what is wrong with it.

    Its size, depth, words and numbers are bounded before it is parsed. What it means is checked when a match
    begins from it.
    """
    try:
        check_text(text, "the position")
        position = msgspec.json.decode(text, type=dict[str, object])
        check_text(write_position(position), "the position")  # controls take more room when they are written
        return position
    except BoxError as error:
        raise PositionError(str(error).replace(", line 1", "", 1)) from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise PositionError(f"expected a position in JSON: {error}") from None
