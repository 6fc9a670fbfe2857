"""A review in words: who had which prospects, what decided the match, which decisions were mistakes."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairground.analysis.report import DecisiveMoment, LineMove, MoveReview, Reasons, Review

MISTAKES = ("inaccuracy", "mistake", "blunder")
MOST_REASONS = 3
CLEARLY = 2.0  # standard errors
LEAST_DIFFERENCE = 0.05  # of points, so that a reason does not read "7.1 instead of 7.1"


@dataclass(frozen=True)
class SeatSummary:
    """How a seat did. All but the accuracy are shares of the win, or changes of them."""

    seat: int
    name: str
    initial: float
    final: float
    own: float
    others: float
    luck: float
    adjusted: float
    accuracy: float | None
    decisions: int
    counts: dict[str, int]


@dataclass(frozen=True)
class Mistake:
    """A decision that lost clearly, the better move, why it is better, and what would have come next."""

    at: int
    seat: int
    name: str
    words: str
    label: str
    loss: float
    error: float
    best: str
    reasons: list[str]
    line: list[str]


def names_of(review: Review) -> list[str]:
    """Return a name for each seat; players of the same name are told apart by their seats."""
    names = [review.players.get(seat, f"seat {seat}") for seat in range(review.seats)]
    return [f"{name} ({seat})" if names.count(name) > 1 else name for seat, name in enumerate(names)]


def summarize_seats(review: Review) -> list[SeatSummary]:
    """Return how each seat did."""
    return [_summarize_seat(review, seat, name) for seat, name in enumerate(names_of(review))]


def _summarize_seat(review: Review, seat: int, name: str) -> SeatSummary:
    parts = review.parts[seat]
    labels = [move.label for move in review.moves if move.seat == seat and move.label]
    return SeatSummary(
        seat=seat,
        name=name,
        initial=review.initial[seat],
        final=review.final[seat],
        own=parts.own,
        others=sum(parts.others),
        luck=parts.luck,
        adjusted=review.adjusted[seat],
        accuracy=review.accuracy[seat],
        decisions=len(labels),
        counts={label: labels.count(label) for label in MISTAKES},
    )


def describe_moments(review: Review) -> list[str]:
    """Return a sentence for each moment that decided the match."""
    names = names_of(review)
    return [_describe_moment(moment, review.moves[moment.at], names) for moment in review.moments]


def _describe_moment(moment: DecisiveMoment, move: MoveReview, names: list[str]) -> str:
    whose = "their own" if moment.gainer == moment.seat else f"{names[moment.gainer]}'s"
    cause = "luck then" if moment.kind == "luck" else "this decision"
    gain, share = format_percent(moment.change), format_percent(move.shares[moment.gainer])
    return (
        f"After {count(moment.at, 'move')}, {names[moment.seat]} played {move.words}:"
        f" {cause} raised {whose} prospect by {gain} percentage points to {share} %."
    )


def list_mistakes(review: Review, seat: int | None = None) -> list[Mistake]:
    """Return the mistakes of a seat, or of all seats, in the order in which they were made."""
    names = names_of(review)
    return [
        Mistake(
            at=move.at,
            seat=move.seat,
            name=names[move.seat],
            words=move.words,
            label=str(move.label),
            loss=move.loss,
            error=move.error,
            best=move.best,
            reasons=compare_headings(move.why),
            line=describe_line(move.line, names),
        )
        for move in review.moves
        if move.label in MISTAKES and seat in {None, move.seat}
    ]


def compare_headings(why: Reasons | None) -> list[str]:
    """Return the headings whose expected points clearly differ between the better move and the one made."""
    if why is None:
        return []
    headings = dict.fromkeys([*why.better, *why.made])
    pairs = [(heading, why.better.get(heading, 0.0), why.made.get(heading, 0.0)) for heading in headings]
    differing = [
        (heading, better, made)
        for heading, better, made in pairs
        if abs(better - made) >= max(LEAST_DIFFERENCE, CLEARLY * why.errors.get(heading, 0.0))
    ]
    largest = sorted(differing, key=lambda pair: -abs(pair[1] - pair[2]))[:MOST_REASONS]
    return [f"{heading} {better:.1f} instead of {made:.1f}" for heading, better, made in largest]


def describe_line(line: Sequence[LineMove], names: list[str]) -> list[str]:
    """Return the expected moves, each with who makes it."""
    return [f"{names[move.seat]} {move.words}" for move in line]


# Numbers


def format_percent(share: float) -> str:
    """Return a share in percent."""
    return f"{100 * share:.1f}"


def format_change(change: float) -> str:
    """Return a change of a share in percentage points; never "-0.0"."""
    rounded = round(100 * change, 1)
    return f"{rounded + 0.0:+.1f}" if rounded else "0.0"


def count(number: int, thing: str) -> str:
    """Return a number of things."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
