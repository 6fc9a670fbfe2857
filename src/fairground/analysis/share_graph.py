"""The graph of all seats' shares, as places in a drawing of fixed size."""

from dataclasses import dataclass

from fairground.analysis.report import Review
from fairground.analysis.summary import list_mistakes, names_of

WIDTH = 420.0
HEIGHT = 200.0
LEFT, RIGHT, TOP, BOTTOM = 42.0, 10.0, 8.0, 24.0  # margins for the axes
TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)  # between two marks of the lower axis
MOST_STEPS = 6


@dataclass(frozen=True)
class ShareCurve:
    """The share of one seat, as the points of an SVG polyline."""

    seat: int
    name: str
    points: str


@dataclass(frozen=True)
class ShareMark:
    """A mistake on the curve of its seat."""

    at: int
    seat: int
    label: str
    x: float
    y: float


@dataclass(frozen=True)
class ShareGraph:
    """Everything that is drawn. Rows are (y, share), columns are (x, number of moves)."""

    curves: list[ShareCurve]
    marks: list[ShareMark]
    rows: list[tuple[float, float]]
    columns: list[tuple[float, int]]
    width: float = WIDTH
    height: float = HEIGHT
    left: float = LEFT
    right: float = WIDTH - RIGHT
    bottom: float = HEIGHT - BOTTOM


def draw_graph(review: Review) -> ShareGraph:
    """Return the graph of a review."""
    shares = [review.initial, *(move.shares for move in review.moves)]
    moves = max(1, len(review.moves))
    curves = [
        ShareCurve(seat, name, _trace([each[seat] for each in shares], moves))
        for seat, name in enumerate(names_of(review))
    ]
    marks = [
        ShareMark(each.at, each.seat, each.label, _x(each.at + 1, moves), _y(shares[each.at + 1][each.seat]))
        for each in list_mistakes(review)
    ]
    step = _step(moves)
    columns = [(_x(at, moves), at) for at in range(0, moves + 1, step)]
    return ShareGraph(curves, marks, [(_y(tick), tick) for tick in TICKS], columns)


def _trace(shares: list[float], moves: int) -> str:
    return " ".join(f"{_x(at, moves)},{_y(share)}" for at, share in enumerate(shares))


def _x(at: int, moves: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * at / moves, 1)


def _y(share: float) -> float:
    return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share, 1)


def _step(moves: int) -> int:
    """Return the distance between the marks of the lower axis."""
    return next((step for step in STEPS if moves <= step * MOST_STEPS), moves)
