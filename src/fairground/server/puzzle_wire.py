"""Every message about puzzles. `docs/protocol.md` explains how they are used."""

from typing import Annotated

from msgspec import Meta, Struct

from fairground.analysis.report import Reasons, ValuedMove
from fairground.server.review_wire import LinePosition, TriedClick
from fairground.server.wire import Offer, View


class PuzzleFacts(Struct, frozen=True):
    """A puzzle in a list. `grade` is the lowest level of bots that solves it."""

    game: str
    name: str
    grade: str
    seats: int


class PuzzleQuestion(Struct, frozen=True):
    """A puzzle as its seat sees it: one of the moves on offer is clearly best.

    If there is a `goal`, the seat is to arrange what it has so that it brings so many points.
    """

    game: str
    name: str
    grade: str
    seat: int
    actors: list[int]
    offers: list[Offer]
    view: View
    picture: str
    points: list[int]
    goal: int | None


Words = Annotated[str, Meta(max_length=60)]
ArrangingMoves = Annotated[list[Words], Meta(max_length=60)]


class TryPuzzle(Struct, forbid_unknown_fields=True):
    """An answer to a puzzle: the words of a move, or None to be shown the solution.

    `before` are the moves made so far in a puzzle that asks for an arrangement.
    """

    move: Words | None = None
    before: ArrangingMoves = []


class PuzzleClick(Struct, forbid_unknown_fields=True):
    """A click on the board of a puzzle, after the moves made so far in one that asks for an arrangement."""

    click: TriedClick
    before: ArrangingMoves = []


class PuzzleSolution(Struct, frozen=True):
    """The best move, what the moves are worth, why it is better than `plausible`, and what is expected then.

    The first position is before the best move. An arrangement has only the moves that lead to it.
    """

    best: str
    path: list[str]
    plausible: str
    values: list[ValuedMove]
    why: Reasons | None
    line: list[LinePosition]


class PuzzleAnswer(Struct, frozen=True):
    """The share of the win to be expected after a move; None if it is worse than all that are listed.

    The solution follows when the move was right, or when it was asked for. If the puzzle asks for an
    arrangement, `next` is the position after the move.
    """

    right: bool
    move: str | None
    share: float | None
    best_share: float | None
    solution: PuzzleSolution | None
    next: PuzzleQuestion | None


PUZZLE_REST: tuple[type[Struct], ...] = (PuzzleFacts, PuzzleQuestion, TryPuzzle, PuzzleAnswer, PuzzleClick)
