"""Messages between servers on the same database, about tables that one owns and another has people for.

A message is JSON. Several messages travel in one frame, which is compressed and split into parts that fit
into a notification of PostgreSQL.
"""

import base64
import zlib
from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from fairground.server import wire
from fairground.server.tables.rest_requests import RestRequest

PART_BYTES = 7_900  # a notification of PostgreSQL holds less than 8,000 bytes
HEADER_BYTES = 60


# To the server that owns the table. `connection` and `call` are numbers that the sender chose.


class OpenConnection(msgspec.Struct, tag="enter"):
    """Somebody connects to the table; `only_seated` if the sender is full but for people who sit there.

    `passport` is the public id of the passport that they have shown.
    """

    connection: int
    table: str
    address: str
    hello: wire.Hello
    only_seated: bool = False
    passport: str = ""


class ForwardRequest(msgspec.Struct, tag="ask"):
    """A request that came over a WebSocket."""

    connection: int
    request: wire.Request


class CloseConnection(msgspec.Struct, tag="exit"):
    """The connection has ended."""

    connection: int


class CallTable(msgspec.Struct, tag="do"):
    """A request that came over REST; without one, the table's record is wanted."""

    call: int
    table: str
    request: RestRequest | None


# Back to the server that holds the connection


class ForwardMessage(msgspec.Struct, tag="bring"):
    """A message for a connection, as it goes over the WebSocket."""

    table: str
    connection: int
    message: msgspec.Raw


class EndConnection(msgspec.Struct, tag="end"):
    """The table closes a connection; `bad_key` if the key opened nothing."""

    table: str
    connection: int
    why: str
    again: bool
    bad_key: bool = False


class CallResult(msgspec.Struct, tag="answer"):
    """The result of a call."""

    table: str
    call: int
    result: msgspec.Raw


class CallFailed(msgspec.Struct, tag="failed"):
    """A call was refused."""

    table: str
    call: int
    why: str
    status: int


# Between any two servers


class Probe(msgspec.Struct, tag="probe"):
    """Asks whether the other server still runs."""


class ProbeAnswer(msgspec.Struct, tag="here"):
    """Says that it does."""


# To every server


class ChannelOpened(msgspec.Struct, tag="opened"):
    """The sender listens from now on; what was sent to it before may be lost."""


ToOwner: TypeAlias = OpenConnection | ForwardRequest | CloseConnection | CallTable
FromOwner: TypeAlias = ForwardMessage | EndConnection | CallResult | CallFailed
ServerMessage: TypeAlias = ToOwner | FromOwner | Probe | ProbeAnswer | ChannelOpened


class Frame(msgspec.Struct):
    """Messages of one server to another, in order."""

    sender: str
    messages: list[ServerMessage]


_read: Callable[[bytes], Frame] = msgspec.json.Decoder(Frame).decode
_write = msgspec.json.Encoder().encode


def pack(sender: str, messages: Sequence[ServerMessage]) -> list[bytes]:
    """Return the parts of a frame, each with a header: sender, number of the part, number of parts."""
    frame = base64.b64encode(zlib.compress(_write(Frame(sender, list(messages))), 1))
    size = PART_BYTES - HEADER_BYTES
    bodies = [frame[start : start + size] for start in range(0, len(frame), size)]
    headers = (f"{sender} {number} {len(bodies)} ".encode() for number in range(len(bodies)))
    return [header + body for header, body in zip(headers, bodies, strict=True)]


class FrameAssembler:
    """Puts the parts of each sender's frames together. They arrive in order unless some are lost."""

    def __init__(self) -> None:
        self.parts: dict[str, list[bytes]] = {}

    def add(self, part: bytes) -> Frame | None:
        """Add a part; return the whole frame if this was its last part."""
        sender, number, count, body = part.split(b" ", 3)
        parts = self.parts.setdefault(sender.decode(), [])
        if int(number) == 0:
            parts.clear()
        parts.append(body)
        if len(parts) != int(number) + 1 or len(parts) < int(count):
            return None
        del self.parts[sender.decode()]
        return _read(zlib.decompress(base64.b64decode(b"".join(parts))))
