"""The worker's side of study rooms: reads annotated records, and checks the moves of side lines."""

from fairground.engine.annotations import AnnotatedRecord
from fairground.engine.errors import BoxError, RecordError
from fairground.engine.match import Match
from fairground.engine.record import Record
from fairground.engine.side_lines import replay_annotated
from fairground.games import load
from fairground.server import wire
from fairground.server.studies.stored import stored_annotations
from fairground.server.study_wire import LONGEST_RECORD
from fairground.server.workers import jobs

UNFINISHED = "a match can be studied together once it is over; this one is not"


def read_study(job: jobs.ReadStudy) -> jobs.StudyRead:
    """Check a record with all its side lines and return it in the words of the game."""
    annotated = AnnotatedRecord.parse(job.record)
    game = load(annotated.record.game, annotated.record.rules)
    box = None if job.box is None else game.kept_box(job.box)
    match, checked = replay_annotated(game, annotated, box)
    if not match.over:
        raise RecordError(UNFINISHED)
    if box is not None and len(box.canonical) > wire.LONGEST_BOX:
        raise BoxError(f"expected a box of at most {wire.LONGEST_BOX} characters, got {len(box.canonical)}")
    text = str(checked.record)
    if len(text) > LONGEST_RECORD:
        raise RecordError(f"expected a record of at most {LONGEST_RECORD} characters, got {len(text)}")
    canonical = None if box is None else box.canonical
    return jobs.StudyRead(game.name, text, canonical, stored_annotations(checked))


def check_move(job: jobs.CheckMove) -> jobs.MoveChecked:
    """Return the game's own words for a move that can be made after those of a record."""
    record = Record.parse(job.record)
    game = load(record.game, record.rules)
    match = Match.replay(game, record, None if job.box is None else game.kept_box(job.box))
    return jobs.MoveChecked(game.write(game.legal_move(match.state, job.seat, job.words)))
