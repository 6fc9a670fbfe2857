"""What a worker process is asked, and what it answers: one line of JSON each."""

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from fairground.server.wire import Create, Replay


class ChooseMove(msgspec.Struct, tag="think"):
    """Let the bot `level` choose a move for a seat. The worker rebuilds the match from its record."""

    table: str
    record: str
    box: str | None
    seat: int
    level: str


class ReplayRecord(msgspec.Struct, tag="show"):
    """Replay a record and return the moments that were asked for."""

    replay: Replay


class CheckSetup(msgspec.Struct, tag="try"):
    """Set up a match as somebody wishes, to see whether that is possible. `rules` is None for the newest."""

    create: Create
    rules: int | None = None


class MoveChosen(msgspec.Struct, tag="chosen"):
    """The move that the bot chose."""

    move: int


class RecordReplayed(msgspec.Struct, tag="shown"):
    """The moments that were asked for: a `wire.Replayed`, already encoded."""

    replayed: msgspec.Raw


class SetupChecked(msgspec.Struct, tag="possible"):
    """The match can be played; `box` is the digest of its box, `text` its text as JSON if it was sent."""

    box: str
    text: str | None = None


class JobFailed(msgspec.Struct, tag="impossible"):
    """The job cannot be done, and why."""

    why: str


Job: TypeAlias = ChooseMove | ReplayRecord | CheckSetup
JobAnswer: TypeAlias = MoveChosen | RecordReplayed | SetupChecked | JobFailed

read_job: Callable[[bytes], Job] = msgspec.json.Decoder(Job).decode
read_answer: Callable[[bytes], JobAnswer] = msgspec.json.Decoder(JobAnswer).decode
write = msgspec.json.Encoder().encode
