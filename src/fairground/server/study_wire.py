"""Every message between a browser and a study room. `docs/protocol.md` explains how they are used."""

from collections.abc import Callable
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Struct

from fairground.engine.annotations import LONGEST_COMMENT, LONGEST_WORDS
from fairground.server.wire import BoxText, Closing, Key, Mark, Name, Seat

LONGEST_RECORD = 400_000
LineNumber: TypeAlias = Annotated[int, Meta(ge=0, le=2**31)]
MomentNumber: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
Perspective: TypeAlias = Annotated[str, Meta(pattern="^(spectator|open|[0-9]{1,2})$")]


class StudyPlace(Struct, frozen=True, forbid_unknown_fields=True):
    """A moment of a study: after `at` moves of a line. Line 0 is the match itself.

    `eyes` is who sees it: a seat, `spectator`, or `open` for everything.
    """

    line: LineNumber = 0
    at: MomentNumber = 0
    eyes: Perspective = "spectator"


# REST


class NewStudy(Struct, forbid_unknown_fields=True):
    """Make a study room of a match that is over: of a `table` here, or of the text of a `.game` file."""

    table: Annotated[str, Meta(max_length=32)] | None = None
    record: Annotated[str, Meta(max_length=LONGEST_RECORD)] | None = None
    box: BoxText | None = None


class StudyCreated(Struct, frozen=True):
    """The new study room. Whoever has the key leads it; the others follow with the room's name alone."""

    study: str
    key: str


class StudyFile(Struct, frozen=True):
    """The record of a study with its comments and side lines, as the text of a `.game` file."""

    study: str
    game: str
    record: str
    box: str | None


# From a browser, over the WebSocket


class Follow(Struct, tag="follow", forbid_unknown_fields=True):
    """The first message: whoever has the key leads."""

    key: Key | None = None


class Lead(Struct, tag="lead", forbid_unknown_fields=True):
    """Show a moment to everybody who follows. Only the leader may do this."""

    place: StudyPlace
    mark: Mark = ""


class TryMove(Struct, tag="try", forbid_unknown_fields=True):
    """Make a move at a moment: a step along a line, or a side line. Only the leader may do this."""

    place: StudyPlace
    seat: Seat
    words: Annotated[str, Meta(min_length=1, max_length=LONGEST_WORDS)]
    mark: Mark = ""


class CutLine(Struct, tag="cut", forbid_unknown_fields=True):
    """Remove the moves of a side line after the first `at`, with all that hangs on them; all of it at 0."""

    line: LineNumber
    at: MomentNumber = 0
    mark: Mark = ""


class AddComment(Struct, tag="comment", forbid_unknown_fields=True):
    """Comment on a moment. Those who follow may do this if the leader allows it, and under a name."""

    line: LineNumber
    at: MomentNumber
    text: Annotated[str, Meta(max_length=2 * LONGEST_COMMENT)]
    name: Name = ""
    mark: Mark = ""


class DeleteComment(Struct, tag="delete", forbid_unknown_fields=True):
    """Delete a comment. Only the leader may do this."""

    comment: LineNumber
    mark: Mark = ""


class AllowComments(Struct, tag="allow", forbid_unknown_fields=True):
    """Let those who follow comment, or no longer. Only the leader may do this."""

    yes: bool
    mark: Mark = ""


class DiscardStudy(Struct, tag="discard", forbid_unknown_fields=True):
    """Delete the room for good. Only the leader may do this."""

    mark: Mark = ""


StudyRequest: TypeAlias = Lead | TryMove | CutLine | AddComment | DeleteComment | AllowComments | DiscardStudy
ToStudy: TypeAlias = Follow | StudyRequest


# To a browser, over the WebSocket


class StudyMove(Struct, frozen=True):
    """A move of a side line."""

    seat: int
    words: str


class StudyLine(Struct, tag="line", frozen=True):
    """A side line that is new or has changed: it leaves the line `parent` after `at` of its moves."""

    number: int
    parent: int
    at: int
    moves: list[StudyMove]


class StudyComment(Struct, tag="comment", frozen=True):
    """A comment that is new."""

    number: int
    line: int
    at: int
    author: str
    text: str


class StudyRemoved(Struct, tag="removed", frozen=True):
    """Side lines and comments that are gone, by their numbers."""

    lines: list[int]
    comments: list[int]


class StudyState(Struct, tag="study", frozen=True):
    """All about a room: the answer to `follow`. `leader` says whether the key was the leader's."""

    study: str
    game: str
    record: str
    box: str | None
    leader: bool
    comments_open: bool
    place: StudyPlace
    lines: list[StudyLine]
    comments: list[StudyComment]


class StudyLed(Struct, tag="led", frozen=True):
    """Where the leader is now."""

    place: StudyPlace


class StudyPeople(Struct, tag="people", frozen=True):
    """How many people follow at this server, and whether the leader is there."""

    following: int
    leading: bool


class StudyAllowed(Struct, tag="allowed", frozen=True):
    """Whether those who follow may comment now."""

    comments_open: bool


class StudyDone(Struct, tag="done", frozen=True):
    """The request with that mark was carried out and stored; `place` is where a move has led."""

    mark: str
    place: StudyPlace | None = None


class StudyRefused(Struct, tag="refused", frozen=True):
    """Why the request with that mark was refused; it changed nothing."""

    mark: str
    why: str


FromStudy: TypeAlias = (
    StudyState
    | StudyLine
    | StudyComment
    | StudyRemoved
    | StudyLed
    | StudyPeople
    | StudyAllowed
    | StudyDone
    | StudyRefused
    | Closing
)
STUDY_REST: tuple[type[Struct], ...] = (NewStudy, StudyCreated, StudyFile)

read_study_request: Callable[[bytes | str], ToStudy] = msgspec.json.Decoder(ToStudy).decode
read_study_answer: Callable[[bytes | str], FromStudy] = msgspec.json.Decoder(FromStudy).decode
write = msgspec.json.Encoder().encode
