"""Review whole records in worker processes: one row for each move, or the reason why there are none."""

from collections.abc import Generator, Iterable
from contextlib import closing

import msgspec

from fairground.analysis.report import VERSION, MoveReview, Review
from fairground.analysis.review import BUDGET, review_match
from fairground.engine.box import Box
from fairground.engine.errors import BadSetting, BoxError, FairgroundError
from fairground.engine.game import Game
from fairground.engine.match import Match
from fairground.engine.record import Record
from fairground.engine.state import State
from fairground.engine.text import shorten
from fairground.games import load
from fairground.processes import TaskPool, python_command, serve

GAVE_UP = "the process that reviewed it died again and again"


class ReviewPlan(msgspec.Struct, frozen=True):
    """What all records of a run are reviewed with. `box` is the text of a box that some were played with."""

    budget: int = BUDGET
    box: str | None = None
    version: int = VERSION

    def __post_init__(self) -> None:
        if self.budget < 1:
            raise BadSetting(f"expected a budget of at least 1, got {self.budget}")


class MoveRow(msgspec.Struct, frozen=True):
    """A move of a reviewed match. Lists have one entry per seat; `label` is None if the move was forced.

    `before` are the shares before the move and `shares` those after it; `effect`, what the decision did, and
    `luck` add up to their difference. `final` are the shares at the end.
    """

    game: str
    rules: int
    seats: int
    players: list[str]
    at: int
    seat: int
    words: str
    label: str | None
    best: str
    loss: float
    error: float
    before: list[float]
    shares: list[float]
    effect: list[float]
    luck: list[float]
    final: list[float]


class RecordReview(msgspec.Struct, frozen=True):
    """The rows of a record, or the sentence that says why it could not be reviewed."""

    rows: list[MoveRow] = []
    error: str | None = None


def review_record(plan: ReviewPlan, text: str) -> RecordReview:
    """Review a record. Whatever is wrong with it, or with its review, is said in the result."""
    try:
        return RecordReview(make_rows(review_match(open_record(text, plan.box), plan.budget)))
    except FairgroundError as error:
        return RecordReview(error=shorten(str(error)))
    except Exception as error:  # one record must not stop the others
        return RecordReview(error=shorten(f"the reviewer failed: {type(error).__name__}: {error}"))


def open_record(text: str, box: str | None) -> Match[State, object]:
    """Replay a record with the box that it names: one that its game came with, or the given one."""
    record = Record.parse(text)
    game = load(record.game, record.rules)
    return Match.replay(game, record, _own_box(game, record, box))


def _own_box(game: Game[State, object], record: Record, text: str | None) -> Box[object] | None:
    """Return the given box if the record was played with it."""
    try:
        box = None if text is None else game.kept_box(text)
    except BoxError:  # it may be the box of another game
        return None
    return box if box and box.digest == record.box else None


def make_rows(review: Review) -> list[MoveRow]:
    """Return a row for each move."""
    shares = [review.initial, *(move.shares for move in review.moves)]
    return [_make_row(review, move, before) for move, before in zip(review.moves, shares, strict=False)]


def _make_row(review: Review, move: MoveReview, before: list[float]) -> MoveRow:
    return MoveRow(
        game=review.game,
        rules=review.rules,
        seats=review.seats,
        players=[review.players.get(seat, "") for seat in range(review.seats)],
        at=move.at,
        seat=move.seat,
        words=move.words,
        label=move.label,
        best=move.best,
        loss=move.loss,
        error=move.error,
        before=before,
        shares=move.shares,
        effect=move.effect,
        luck=move.luck,
        final=review.final,
    )


# Processes

Numbered = tuple[int, str]  # a record's text with its number
Reviewed = tuple[int, RecordReview]


def review_in_workers(
    plan: ReviewPlan, workers: int, records: Iterable[Numbered]
) -> Generator[Reviewed, None, None]:
    """Review records in worker processes, each in one; yield the reviews in any order."""
    numbers: list[int] = []

    def tasks() -> Iterable[bytes]:
        for number, text in records:
            numbers.append(number)
            yield msgspec.json.encode(text)

    pool = TaskPool(python_command(__name__), msgspec.json.encode(plan), workers)
    with closing(pool.run(tasks())) as answers:
        for place, answer in answers:
            yield numbers[place], _decode(answer)


def review_one(plan: ReviewPlan, record: Numbered) -> list[Reviewed]:
    """Review one record in a worker process: the task of a cluster, where a dying worker is noticed too."""
    return list(review_in_workers(plan, 1, [record]))


def _decode(answer: bytes | None) -> RecordReview:
    return RecordReview(error=GAVE_UP) if answer is None else msgspec.json.decode(answer, type=RecordReview)


class RecordServer:
    """Answers the lines of `review_in_workers`."""

    def __init__(self) -> None:
        self.plan: ReviewPlan | None = None

    def answer(self, line: bytes) -> bytes | None:
        if self.plan is None:
            self.plan = msgspec.json.decode(line, type=ReviewPlan)
            return None
        return msgspec.json.encode(review_record(self.plan, msgspec.json.decode(line, type=str)))


def main() -> None:
    """Run as a worker."""
    serve(RecordServer().answer)
