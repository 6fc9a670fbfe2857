"""The review of a match as data: what is written to JSON, stored and shown."""

import msgspec

VERSION = 5
"""The reviewer's version. It goes up when the same match would be reviewed differently."""


class ValuedMove(msgspec.Struct, frozen=True):
    """A move of a decision, with the seat's expected share after it.

    `error` is the standard error of its distance to the best move. Where seats choose at the same time,
    `weight` is how often a good player chooses it.
    """

    words: str
    value: float
    error: float
    weight: float = 0.0


class LineMove(msgspec.Struct, frozen=True):
    """A move that the reviewer expects."""

    seat: int
    words: str


class Reasons(msgspec.Struct, frozen=True):
    """The seat's expected final points by heading after the move made and after the better one.

    `errors` are the standard errors of the differences, by heading; `error` is that of all points together.
    """

    made: dict[str, float]
    better: dict[str, float]
    errors: dict[str, float] = {}
    error: float = 0.0


class Judgement(msgspec.Struct, frozen=True):
    """A decision judged by what its seat knew.

    `best` is the best move and `loss` what the move made lost against it, as a share of the win, with its
    standard error. `values` lists the moves, the best first; `line` is what is expected after the best one.
    """

    label: str
    best: str
    loss: float
    error: float
    values: list[ValuedMove] = []
    line: list[LineMove] = []
    why: Reasons | None = None


class MoveReview(msgspec.Struct, frozen=True):
    """One move of the match, made when `at` moves had been made.

    `path` and `best_path` are the ids of the things on the board to click for the move made and for the best
    one. `shares` are those after it. `effect` is what the decision did to each seat's share and `luck` what
    chance did then; both together are the change. A forced move has no label.
    """

    at: int
    seat: int
    words: str
    path: list[str]
    label: str | None
    best: str
    best_path: list[str]
    loss: float
    error: float
    shares: list[float]
    effect: list[float]
    luck: list[float]
    values: list[ValuedMove]
    line: list[LineMove]
    why: Reasons | None


class Parts(msgspec.Struct, frozen=True):
    """What changed a seat's share in the match; `others` has a number for each seat, 0 for itself."""

    own: float
    others: list[float]
    luck: float


class DecisiveMoment(msgspec.Struct, frozen=True):
    """A move that changed the match, by "luck" or "decision"; `change` is what the `gainer` gained."""

    at: int
    seat: int
    kind: str
    gainer: int
    change: float


class Review(msgspec.Struct, frozen=True):
    """The review of a match. It is `complete` when all moves are reviewed with the whole `budget`.

    `accuracy` is a number from 0 to 100 for each seat, None without a decision; `adjusted` is each seat's
    result without luck. Shares are prospects of winning; those of all seats together are 1.
    """

    version: int
    game: str
    rules: int
    seats: int
    players: dict[int, str]
    budget: int
    complete: bool
    initial: list[float]
    final: list[float]
    parts: list[Parts]
    accuracy: list[float | None]
    adjusted: list[float]
    moves: list[MoveReview]
    moments: list[DecisiveMoment]
