"""What servers on the same database write to each other about tables that one keeps and another shows.

A letter is JSON; several travel in one frame, pressed and cut into parts that PostgreSQL can carry.
"""

import base64
import zlib
from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from fairground.server import wire
from fairground.server.tables.actions import Action

PART = 7_900  # a notification of PostgreSQL holds less than 8,000 bytes


# To the server that keeps the table. `visit` and `call` are numbers of the sender.


class Enter(msgspec.Struct, tag="enter"):
    """Somebody comes to the table."""

    visit: int
    table: str
    address: str
    hello: wire.Hello


class Ask(msgspec.Struct, tag="ask"):
    """A visitor asks for something."""

    visit: int
    request: wire.Request


class Exit(msgspec.Struct, tag="exit"):
    """A visitor is gone."""

    visit: int


class Do(msgspec.Struct, tag="do"):
    """Something is asked of the table otherwise than by a visitor; without an action, its record."""

    call: int
    table: str
    action: Action | None


# Back to the server where the visitor is


class Bring(msgspec.Struct, tag="bring"):
    """A message for a visitor, as it goes over the WebSocket."""

    table: str
    visit: int
    message: msgspec.Raw


class End(msgspec.Struct, tag="end"):
    """A visit is over; `bad_key` if somebody tried a key that opens nothing."""

    table: str
    visit: int
    why: str
    again: bool
    bad_key: bool = False


class Answer(msgspec.Struct, tag="answer"):
    """What came of a `do`."""

    table: str
    call: int
    result: msgspec.Raw


class Failed(msgspec.Struct, tag="failed"):
    """A `do` was refused."""

    table: str
    call: int
    why: str
    status: int


There: TypeAlias = Enter | Ask | Exit | Do
Back: TypeAlias = Bring | End | Answer | Failed
Letter: TypeAlias = There | Back


class Frame(msgspec.Struct):
    """Letters of one server to another, in order."""

    sender: str
    letters: list[Letter]


_read: Callable[[bytes], Frame] = msgspec.json.Decoder(Frame).decode
_write = msgspec.json.Encoder().encode


def packed(sender: str, letters: Sequence[Letter]) -> list[bytes]:
    """The parts in which letters travel: sender, number of the part, how many parts, and its share."""
    whole = base64.b64encode(zlib.compress(_write(Frame(sender, list(letters))), 1))
    shares = [whole[start : start + PART - 60] for start in range(0, len(whole), PART - 60)]
    heads = (f"{sender} {number} {len(shares)} ".encode() for number in range(len(shares)))
    return [head + share for head, share in zip(heads, shares, strict=True)]


class Unpacking:
    """Puts the parts of each sender together; they come in order, unless some were lost."""

    def __init__(self) -> None:
        self.parts: dict[str, list[bytes]] = {}

    def add(self, part: bytes) -> Frame | None:
        """The whole frame, when this was its last part."""
        sender, number, count, share = part.split(b" ", 3)
        parts = self.parts.setdefault(sender.decode(), [])
        if int(number) == 0:
            parts.clear()
        parts.append(share)
        if len(parts) != int(number) + 1 or len(parts) < int(count):
            return None
        del self.parts[sender.decode()]
        return _read(zlib.decompress(base64.b64decode(b"".join(parts))))
