"""What a worker process is asked, and what it answers: one line of JSON each."""

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from fairground.server.wire import Create, Replay


class Think(msgspec.Struct, tag="think"):
    """Choose a move for a seat. The worker builds the match from its record."""

    table: str
    record: str
    box: str | None
    seat: int
    level: str


class Show(msgspec.Struct, tag="show"):
    """Show a part of a record."""

    replay: Replay


class Try(msgspec.Struct, tag="try"):
    """Set a match up as somebody wishes, to see whether that is possible."""

    create: Create


class Chosen(msgspec.Struct, tag="chosen"):
    """The move that the bot chose."""

    move: int


class Shown(msgspec.Struct, tag="shown"):
    """The moments that were asked for: a `Replayed`, as it is sent on."""

    replayed: msgspec.Raw


class Possible(msgspec.Struct, tag="possible"):
    """It can be played; `box` is the digest of its box."""

    box: str


class Impossible(msgspec.Struct, tag="impossible"):
    """It cannot be done, and why."""

    why: str


Job: TypeAlias = Think | Show | Try
Answer: TypeAlias = Chosen | Shown | Possible | Impossible

read_job: Callable[[bytes], Job] = msgspec.json.Decoder(Job).decode
read_answer: Callable[[bytes], Answer] = msgspec.json.Decoder(Answer).decode
write = msgspec.json.Encoder().encode
