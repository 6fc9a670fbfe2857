"""What is stored about a study room."""

from dataclasses import dataclass

import msgspec

from fairground.engine.annotations import AnnotatedRecord, Comment, SideLine
from fairground.engine.record import Record
from fairground.server.study_wire import StudyPlace


class StoredAnnotations(msgspec.Struct):
    """Comments and side lines by their numbers, and the highest number that was ever used."""

    side_lines: dict[int, SideLine] = {}
    comments: dict[int, Comment] = {}
    last: int = 0


class StoredStudy(msgspec.Struct):
    """A study room as it is stored. `leader` is the hash of the leader's key.

    `number` rises with every change, except that of the leader's `place`. `creator` stands for the address
    that made the room.
    """

    id: str
    leader: str
    creator: str
    created: float
    changed: float
    game: str
    record: str
    box: str | None
    number: int = 1
    comments_open: bool = False
    annotations: StoredAnnotations = msgspec.field(default_factory=StoredAnnotations)
    place: StudyPlace = StudyPlace()


@dataclass(frozen=True)
class StudyVersion:
    """Which version of a room is stored, and where its leader is."""

    number: int
    place: StudyPlace


def annotated_record(study: StoredStudy) -> AnnotatedRecord:
    """Return the record of a room with its annotations."""
    notes = study.annotations
    return AnnotatedRecord(Record.parse(study.record), notes.side_lines, notes.comments, notes.last)


def stored_annotations(annotated: AnnotatedRecord) -> StoredAnnotations:
    """Return annotations as they are stored."""
    return StoredAnnotations(annotated.side_lines, annotated.comments, annotated.last)
