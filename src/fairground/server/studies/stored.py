"""What is stored about a study room."""

from dataclasses import dataclass

import msgspec

from fairground.engine.annotations import AnnotatedRecord, Comment, SideLine
from fairground.engine.record import Record
from fairground.server.study_wire import StudyPlace


class StoredAnnotations(msgspec.Struct):
    """Comments and side lines by number, the highest number ever used, and evaluations with their places."""

    side_lines: dict[int, SideLine] = {}
    comments: dict[int, Comment] = {}
    last: int = 0
    evaluations: list[tuple[int, int, tuple[float, ...]]] = []


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
    shares = {(line, at): each for line, at, each in notes.evaluations}
    return AnnotatedRecord(Record.parse(study.record), notes.side_lines, notes.comments, notes.last, shares)


def stored_annotations(annotated: AnnotatedRecord) -> StoredAnnotations:
    """Return annotations as they are stored."""
    evaluations = [(line, at, shares) for (line, at), shares in annotated.evaluations.items()]
    return StoredAnnotations(annotated.side_lines, annotated.comments, annotated.last, evaluations)
