"""The worker's side of reviews: checks what is to be reviewed, reviews moves, shows lines and decisions."""

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from time import process_time

import msgspec

from fairground.analysis.lines import play_line
from fairground.analysis.report import VERSION, LineMove, MoveReview, Review
from fairground.analysis.review import ReviewedMove, Reviewer
from fairground.engine.errors import BadSetting, RecordError
from fairground.engine.match import Match
from fairground.engine.picture import plain
from fairground.engine.record import Record
from fairground.engine.state import State
from fairground.engine.story import entries_for
from fairground.games import load
from fairground.server import review_wire, wire
from fairground.server.match_wire import offer, story_entry, write_view
from fairground.server.workers import jobs
from fairground.server.workers.box_trial import try_box
from fairground.server.workers.packing import pack, unpack
from fairground.server.workers.replays import AnyMatch

SLICE = 0.25  # seconds of processor time after which a job begins with no other move
REMEMBERED = 2  # matches of which a worker knows the positions
MOST_MOVES = 2_000  # of a match that is reviewed
MOST_BYTES = 16 << 20  # of a review
AnyReviewer = Reviewer[State, object]

_read_move: Callable[[msgspec.Raw], ReviewedMove] = msgspec.json.Decoder(ReviewedMove).decode
_read_review: Callable[[bytes], Review] = msgspec.json.Decoder(Review).decode


def check_subject(subject: jobs.ReviewSubject) -> jobs.SubjectChecked:
    """Return a match that can be reviewed in its canonical form; FairgroundError says why it cannot be."""
    record = Record.parse(subject.record)
    if len(record.moves) > MOST_MOVES:
        raise RecordError(f"expected a match of at most {MOST_MOVES} moves, got {len(record.moves)}")
    box = None if subject.box is None else _try_box(record, subject.box)
    subject = jobs.ReviewSubject(str(record), box, subject.budget)
    moves = len(replay_subject(subject).made)
    text = jobs.write(subject)
    return jobs.SubjectChecked(review_key(text), subject, pack(text), moves)


def review_key(subject: bytes) -> str:
    """Return the key of the review that this reviewer makes of an encoded subject."""
    return hashlib.sha256(b"review %d " % VERSION + subject).hexdigest()


def _try_box(record: Record, text: str) -> str:
    """Return a stranger's box in its canonical form, after playing with it."""
    game = load(record.game, record.rules)
    try_box(game, record.seats, record.options, text)
    return game.kept_box(text).canonical


def replay_subject(subject: jobs.ReviewSubject) -> AnyMatch:
    """Return the match of a subject, which must be over."""
    record = Record.parse(subject.record)
    game = load(record.game, record.rules)
    box = None if subject.box is None else game.kept_box(subject.box)
    match = Match.replay(game, record, box)
    if not match.over:
        raise BadSetting("only a match that is over can be reviewed; this one is still under way")
    return match


class ReviewHandler:
    """Reviews moves. It remembers the last matches, because a review comes in many jobs."""

    def __init__(self, slice_seconds: float = SLICE) -> None:
        self.slice_seconds = slice_seconds
        self.reviewers: OrderedDict[str, AnyReviewer] = OrderedDict()
        self.starts: dict[str, list[float]] = {}

    def forget(self) -> None:
        self.reviewers.clear()
        self.starts.clear()

    def review_moves(self, job: jobs.ReviewMoves) -> jobs.MovesReviewed:
        """Review as many of the moves as fit into a slice of time, at least one."""
        reviewer = self._reviewer(job)
        effort = reviewer.effort.coarse() if job.coarse else reviewer.effort
        end = process_time() + self.slice_seconds
        moves: dict[int, msgspec.Raw] = {}
        for at in job.moves:
            moves[at] = msgspec.Raw(jobs.write(reviewer.review_move(at, effort)))
            if process_time() >= end:
                break
        return jobs.MovesReviewed(moves)

    def assemble(self, job: jobs.AssembleReview) -> jobs.ReviewAssembled:
        reviewer = self._reviewer(job)
        known = [_read_move(each) for each in job.known]
        text = jobs.write(reviewer.assemble(self._start(job), known, job.complete))
        if len(text) > MOST_BYTES:
            raise RecordError("the review of this match is longer than the server allows")
        return jobs.ReviewAssembled(msgspec.Raw(text), pack(text))

    def _reviewer(self, job: jobs.ReviewJob) -> AnyReviewer:
        if job.review not in self.reviewers:
            self.reviewers[job.review] = Reviewer(replay_subject(job.subject), job.subject.budget)
        self.reviewers.move_to_end(job.review)
        while len(self.reviewers) > REMEMBERED:
            self.starts.pop(self.reviewers.popitem(last=False)[0], None)
        return self.reviewers[job.review]

    def _start(self, job: jobs.ReviewJob) -> list[float]:
        """Return the shares before the first move."""
        if job.review not in self.starts:
            self.starts[job.review] = self.reviewers[job.review].start()
        return self.starts[job.review]


# Lines and decisions


def show_line(job: jobs.ShowLine) -> list[review_wire.LinePosition]:
    """Return the positions of the line that is expected after the best move of a decision."""
    match = replay_subject(job.subject)
    move = _move_at(_read_review(unpack(job.review, MOST_BYTES)), job.at)
    viewer = move.seat if job.seat is None else job.seat
    if viewer >= match.state.seats:
        raise RecordError(f"expected a seat below {int(match.state.seats)}, got {viewer}")
    line = [LineMove(move.seat, move.best), *move.line]
    return show_positions(match, play_line(match, job.at, move.seat, line), line, viewer)


def _move_at(review: Review, at: int) -> MoveReview:
    if at >= len(review.moves):
        raise RecordError(f"expected a moment below {len(review.moves)}, got {at}")
    return review.moves[at]


def show_positions(
    match: AnyMatch, states: list[State], line: list[LineMove], viewer: int
) -> list[review_wire.LinePosition]:
    """Return the positions of a line with the eyes of a seat, and what happened between them."""
    shown = [_show_position(match, states[0], None, "", [], viewer)]
    for before, after, move in zip(states, states[1:], line, strict=False):
        number = match.game.legal_move(before, move.seat, move.words)
        story = match.game.story(before, move.seat, number, after)
        log = [story_entry(entry) for entry in entries_for(story, viewer)]
        shown.append(_show_position(match, after, move.seat, move.words, log, viewer))
    return shown


def _show_position(
    match: AnyMatch, state: State, seat: int | None, words: str, log: list[wire.Told], viewer: int
) -> review_wire.LinePosition:
    view = match.game.view(state, viewer)
    return review_wire.LinePosition(
        seat, words, msgspec.Raw(write_view(view)), plain(match.game.picture(view)), log
    )


def ask_question(job: jobs.AskQuestion) -> review_wire.ReviewQuestion:
    """Return a decision as its seat saw it: what its view was, and which moves it had."""
    match, seat = open_decision(job.subject, job.at)
    view, standing = match.game.view(match.state, seat), match.outcome()
    return review_wire.ReviewQuestion(
        at=job.at,
        seat=seat,
        actors=match.state.actors(),
        offers=[offer(match, move) for move in match.state.legal(seat)],
        view=msgspec.Raw(write_view(view)),
        picture=plain(match.game.picture(view)),
        points=standing.points,
        headings=standing.headings,
    )


def open_decision(subject: jobs.ReviewSubject, at: int) -> tuple[AnyMatch, int]:
    """Return a match before the move at a moment, and the seat that made it."""
    whole = replay_subject(subject)
    if at >= len(whole.made):
        raise RecordError(f"expected a moment below {len(whole.made)}, got {at}")
    return whole.at(at), whole.made[at].seat
