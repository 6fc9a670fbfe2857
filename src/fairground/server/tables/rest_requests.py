"""Requests to a table that come over REST or from another part of the server, and their answers."""

from typing import TypeAlias

import msgspec

from fairground.server import table_wire
from fairground.server.people_wire import Person


class TakeChair(msgspec.Struct, tag="take"):
    """Sit down in a free chair; whoever has a passport is a `person`."""

    seat: int
    name: str
    invitation: str | None
    person: Person | None = None


class Invite(msgspec.Struct, tag="invite"):
    """Make a new invitation to a free chair; the host shows their key, or the passport with that id."""

    seat: int
    host: str | None
    passport: str = ""


class KeepSeat(msgspec.Struct, tag="keep"):
    """Hang the chair that a key opens on the passport of a person."""

    key: str
    person: Person


class ForgetPerson(msgspec.Struct, tag="forget"):
    """Delete everything about the person with a passport; a bot plays on for them."""

    passport: str


class EndContest(msgspec.Struct, tag="end"):
    """Let the people with these passports leave a match of a tournament; `late` if its round is over.

    Only a tournament asks for this; nobody can over REST.
    """

    leavers: list[str]
    late: bool


class ContestEnded(msgspec.Struct):
    """The answer to `EndContest`: whether the result of the match is known."""

    table: str
    settled: bool


RestRequest: TypeAlias = TakeChair | Invite | KeepSeat | ForgetPerson | EndContest
RestResult: TypeAlias = table_wire.Taken | table_wire.Invitation | table_wire.Settled | ContestEnded
