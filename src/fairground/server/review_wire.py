"""The messages about reviews of matches. `docs/protocol.md` explains how they are used."""

from collections.abc import Callable
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from fairground.analysis.report import Review
from fairground.server.wire import BoxText, Clicks, Offer, RecordText, SpotId, Told, View


class AskReview(Struct, forbid_unknown_fields=True):
    """Ask for the review of a match that is over: that of a table here, or that of a record."""

    table: Annotated[str, Meta(max_length=32)] | None = None
    record: RecordText | None = None
    box: BoxText | None = None


class ReviewFacts(Struct, frozen=True):
    """A review that was asked for. `key` stands for the match and the reviewer, and opens the review.

    A `queued` or `running` review goes on as long as somebody listens to it or asks for it now and then.
    """

    key: str
    state: Literal["queued", "running", "done"]


class ReviewQueued(Struct, tag="queued", tag_field="kind", frozen=True):
    """The review has not begun; `ahead` others were asked for before and are not done."""

    ahead: int


class ReviewUnderWay(Struct, tag="progress", tag_field="kind", frozen=True):
    """How far a review is: `done` of `of` moves are reviewed finely, after all of them were coarsely."""

    done: int
    of: int


class ReviewNews(Struct, tag="review", tag_field="kind", frozen=True):
    """The review as far as it is known: coarse at first, then finer, at last `complete`."""

    review: Review


class ReviewError(Struct, tag="error", tag_field="kind", frozen=True):
    """Why there is no review; `again` says whether asking for it again may help."""

    error: str
    again: bool = False


FromReview: TypeAlias = ReviewQueued | ReviewUnderWay | ReviewNews | ReviewError


class LinePosition(Struct, frozen=True):
    """A position of the line that the reviewer expects, in a world that the seat could imagine.

    `seat` and `words` belong to the move that led here; the first position has none. `view`, `picture` and
    `log`, the story of the move, are as the eyes that were asked for see them.
    """

    seat: int | None
    words: str
    view: View
    picture: str
    log: list[Told]


class TriedClick(Struct, forbid_unknown_fields=True):
    """Ask why the thing `id` on the board cannot be clicked, after the `clicks` of a half-made choice."""

    id: SpotId
    clicks: Clicks = []


class ReviewQuestion(Struct, frozen=True):
    """A decision as it stood before its seat when `at` moves had been made: what it saw, and its moves."""

    at: int
    seat: int
    actors: list[int]
    offers: list[Offer]
    view: View
    picture: str
    points: list[int]
    headings: dict[str, list[int]]


REVIEW_REST: tuple[type[Struct], ...] = (
    AskReview,
    ReviewFacts,
    LinePosition,
    ReviewQuestion,
    TriedClick,
)

read_review: Callable[[bytes | str], FromReview] = msgspec.json.Decoder(FromReview).decode
