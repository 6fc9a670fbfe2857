"""Study rooms in an archive: each is one line, with its record, comments and side lines as a `.game` file."""

from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from fairground.server import wire
from fairground.server.store.archive_checks import ArchiveError
from fairground.server.store.archive_entry import Date, Hash, TableId
from fairground.server.studies.stored import StoredStudy, annotated_record
from fairground.server.study_wire import StudyPlace
from fairground.server.workers import jobs
from fairground.server.workers.pool import JobExecutor

Fields: TypeAlias = dict[str, Any]


class ArchivedStudy(Struct, forbid_unknown_fields=True):
    """A study room as an archive has it. Where its leader was is not kept."""

    id: TableId
    leader: Hash
    created: Date
    changed: Date
    comments_open: bool
    record: str
    box: wire.BoxText | None = None


class StudyEntry(Struct, forbid_unknown_fields=True):
    """A line of an archive that is a study room."""

    study: ArchivedStudy


def archive_study(stored: StoredStudy) -> StudyEntry:
    """Return the line of a study room."""
    study = ArchivedStudy(
        stored.id,
        stored.leader,
        stored.created,
        stored.changed,
        stored.comments_open,
        str(annotated_record(stored)),
        stored.box,
    )
    return StudyEntry(study)


async def read_archived_study(fields: Fields, executor: JobExecutor) -> StoredStudy:
    """Return what to store of a line; a worker checks the record and every side line."""
    study = msgspec.convert(fields, StudyEntry).study
    answer = await executor.ask(jobs.ReadStudy(study.record, study.box))
    if isinstance(answer, jobs.JobFailed):
        raise ArchiveError(answer.why)
    assert isinstance(answer, jobs.StudyRead)
    return StoredStudy(
        id=study.id,
        leader=study.leader,
        creator="",
        created=study.created,
        changed=study.changed,
        game=answer.game,
        record=answer.record,
        box=answer.box,
        comments_open=study.comments_open,
        annotations=answer.annotations,
        place=StudyPlace(),
    )
