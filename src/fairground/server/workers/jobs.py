"""What a worker process is asked, and what it answers: one line of JSON each."""

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from fairground.analysis.hints import HintedMove
from fairground.server.replay_wire import Replay
from fairground.server.review_wire import TriedClick
from fairground.server.studies.stored import StoredAnnotations
from fairground.server.table_wire import Create
from fairground.server.wire import ClickObstacle

LONGEST_ANSWER = 32 << 20


class PaidJob(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A job whose time is charged to an address, or to nobody. The worker is not told the address."""

    address: str = ""


class ChooseMove(PaidJob, tag="think"):
    """Let the bot `level` choose a move for a seat. The worker rebuilds the match from its record."""

    table: str
    record: str
    box: str | None
    seat: int
    level: str


class FindHints(PaidJob, tag="hints"):
    """Find good moves for a seat. The worker rebuilds the match from its record."""

    table: str
    record: str
    box: str | None
    seat: int


class ReplayRecord(PaidJob, tag="show"):
    """Replay a record and return the moments that were asked for."""

    replay: Replay


class CheckSetup(PaidJob, tag="try"):
    """Set up a match as somebody wishes, to see whether that is possible.

    `rules` is None for a new table, and the rules version of a match that has begun.
    """

    create: Create
    rules: int | None = None


class TakePosition(PaidJob, tag="branch"):
    """Return the position after some moves of a record, for a table with this seed (hexadecimal).

    What the seat `redealt` did not know is dealt again. A record of this server is `ours`: the box and the
    position that it may begin at were checked when its table was set up.
    """

    record: str
    box: str | None
    moves: int
    redealt: int | None
    seed: str
    ours: bool = False


class CheckStart(PaidJob, tag="begin"):
    """See whether matches can begin at a position that somebody brought."""

    game: str
    rules: int
    position: str
    box: str | None


class ReadStudy(PaidJob, tag="study"):
    """Read a record of a match that is over, with its comments and side lines, and check all of it."""

    record: str
    box: str | None


class CheckMove(PaidJob, tag="move"):
    """See whether a move can be made after those of a record."""

    record: str
    box: str | None
    seat: int
    words: str


class PlayLesson(PaidJob, tag="lesson"):
    """Play a lesson of a game as far as the learner has come."""

    game: str
    lesson: str
    moves: list[str]


class ShowPuzzle(PaidJob, tag="show puzzle"):
    """Show a puzzle as its seat sees it."""

    game: str
    puzzle: str


class AnswerPuzzle(PaidJob, tag="answer puzzle"):
    """Say what a move is worth in a puzzle, after others; without a move, show the solution."""

    game: str
    puzzle: str
    before: list[str]
    move: str | None


class ExplainLessonClick(PaidJob, tag="lesson click"):
    """Say why a thing on the board of a lesson cannot be clicked."""

    game: str
    lesson: str
    moves: list[str]
    click: TriedClick


class ExplainPuzzleClick(PaidJob, tag="puzzle click"):
    """Say why a thing on the board of a puzzle cannot be clicked."""

    game: str
    puzzle: str
    before: list[str]
    click: TriedClick


class ReviewSubject(msgspec.Struct, frozen=True):
    """What is reviewed: a record, the box that somebody brought for it, and the budget of a decision."""

    record: str
    box: str | None
    budget: int


class CheckSubject(PaidJob, tag="check subject"):
    """Check a record that somebody wants to be reviewed, by replaying all of it."""

    subject: ReviewSubject


class ReviewMoves(PaidJob, tag="review"):
    """Review some moves of a match, coarsely or finely: the first, and more as long as that is quick.

    `review` is the key of the review.
    """

    review: str
    subject: ReviewSubject
    moves: list[int]
    coarse: bool


class AssembleReview(PaidJob, tag="assemble"):
    """Put the reviews of all moves together, as other jobs returned them."""

    review: str
    subject: ReviewSubject
    known: list[msgspec.Raw]
    complete: bool


class ShowLine(PaidJob, tag="line"):
    """Show the line that a packed review expects after the best move at moment `at`, with the eyes of a seat.

    Without a seat, they are those of the seat that decided.
    """

    subject: ReviewSubject
    review: bytes
    at: int
    seat: int | None


class AskQuestion(PaidJob, tag="question"):
    """Show the decision at moment `at` as its seat saw it."""

    subject: ReviewSubject
    at: int


class ExplainReviewClick(PaidJob, tag="review click"):
    """Say why a thing on the board could not be clicked in the decision at moment `at`."""

    subject: ReviewSubject
    at: int
    click: TriedClick


class LessonPlayed(msgspec.Struct, tag="lesson"):
    """Where the lesson stands: a `lesson_wire.LessonMoment`, already encoded."""

    moment: msgspec.Raw


class PuzzleShown(msgspec.Struct, tag="puzzle"):
    """The puzzle: a `puzzle_wire.PuzzleQuestion`, already encoded."""

    question: msgspec.Raw


class PuzzleAnswered(msgspec.Struct, tag="answer"):
    """What the move is worth: a `puzzle_wire.PuzzleAnswer`, already encoded."""

    answer: msgspec.Raw


class ClickExplained(msgspec.Struct, tag="click"):
    """What is in the way of a click."""

    obstacle: ClickObstacle


class MoveChosen(msgspec.Struct, tag="chosen"):
    """The move that the bot chose."""

    move: int


class HintsFound(msgspec.Struct, tag="hints"):
    """Good moves, the best first."""

    moves: list[HintedMove]


class RecordReplayed(msgspec.Struct, tag="shown"):
    """The moments that were asked for: a `replay_wire.Replayed`, already encoded."""

    replayed: msgspec.Raw


class SetupChecked(msgspec.Struct, tag="possible"):
    """The match can be played; `box` is the digest of its box, `text` its text as JSON if it was sent."""

    box: str
    text: str | None = None


class PositionTaken(msgspec.Struct, tag="branched"):
    """The position as JSON, the setting of its match, and its box as in `SetupChecked`.

    If nothing is `hidden` in such a match, nothing was dealt again.
    """

    game: str
    rules: int
    seats: int
    options: dict[str, str]
    position: str
    hidden: bool
    box: SetupChecked


class StartChecked(msgspec.Struct, tag="begun"):
    """Matches can begin there."""


class StudyRead(msgspec.Struct, tag="studied"):
    """The record of a study, its own box as JSON, and its annotations."""

    game: str
    record: str
    box: str | None
    annotations: StoredAnnotations


class MoveChecked(msgspec.Struct, tag="playable"):
    """The move is possible; these are the game's own words for it."""

    words: str


class SubjectChecked(msgspec.Struct, tag="subject"):
    """The match can be reviewed. `subject` is in its canonical form, and `packed` the same to be stored."""

    key: str
    subject: ReviewSubject
    packed: bytes
    moves: int


class MovesReviewed(msgspec.Struct, tag="reviewed"):
    """The moves that were reviewed, by their number: an `analysis.review.ReviewedMove` each, encoded."""

    moves: dict[int, msgspec.Raw]


class ReviewAssembled(msgspec.Struct, tag="assembled"):
    """A whole review, encoded, and the same packed."""

    review: msgspec.Raw
    packed: bytes


class LineShown(msgspec.Struct, tag="line"):
    """The positions of a line: a list of `review_wire.LinePosition`, already encoded."""

    positions: msgspec.Raw


class QuestionAsked(msgspec.Struct, tag="question"):
    """A `review_wire.ReviewQuestion`, already encoded."""

    question: msgspec.Raw


class JobFailed(msgspec.Struct, tag="impossible"):
    """The job cannot be done, and why. `never` says that it takes too much, so that it is not tried again."""

    why: str
    never: bool = False


ReviewJob: TypeAlias = ReviewMoves | AssembleReview
ClickJob: TypeAlias = ExplainLessonClick | ExplainPuzzleClick | ExplainReviewClick
SubjectJob: TypeAlias = CheckSubject | ShowLine | AskQuestion
RecordJob: TypeAlias = (
    ReplayRecord | TakePosition | ReadStudy | CheckMove | PlayLesson | ShowPuzzle | AnswerPuzzle
)
Job: TypeAlias = (
    ChooseMove | FindHints | CheckSetup | CheckStart | RecordJob | SubjectJob | ReviewJob | ClickJob
)
JobAnswer: TypeAlias = (
    MoveChosen
    | HintsFound
    | RecordReplayed
    | SetupChecked
    | PositionTaken
    | StartChecked
    | StudyRead
    | MoveChecked
    | SubjectChecked
    | MovesReviewed
    | ReviewAssembled
    | LineShown
    | QuestionAsked
    | LessonPlayed
    | PuzzleShown
    | PuzzleAnswered
    | ClickExplained
    | JobFailed
)

read_job: Callable[[bytes], Job] = msgspec.json.Decoder(Job).decode
read_answer: Callable[[bytes], JobAnswer] = msgspec.json.Decoder(JobAnswer).decode
write = msgspec.json.Encoder().encode


def write_job(job: Job) -> bytes:
    """Return a job as a worker gets it: without the address that pays for it."""
    return write(msgspec.structs.replace(job, address=""))


def write_answer(answer: JobAnswer) -> bytes:
    """Return an answer as the server gets it: never more than it is prepared to hold in memory."""
    text = write(answer)
    return text if len(text) < LONGEST_ANSWER else write(JobFailed("the answer is too long: ask for less"))
