"""Hints: the best moves of a decision by what its seat knows, and what they are expected to bring."""

import msgspec

from fairground.analysis.calibration import calibrated_judge
from fairground.analysis.decisions import MoveSearch, MoveValue, open_search, search_moves
from fairground.analysis.reasons import TOTAL, mean_points, play_out
from fairground.engine.errors import BadSetting
from fairground.engine.game import B, Game, S
from fairground.engine.rng import seeded

BUDGET = 8_000
PLAYOUTS = 60  # worlds in which the match is played on, for the expected points
MOST_HINTS = 3
NEARLY_BEST = 0.04  # a move that loses less is worth showing beside the best


class HintedMove(msgspec.Struct, frozen=True):
    """A good move: the share of the win to be expected after it, and the seat's final points by heading."""

    move: int
    words: str
    path: list[str]
    share: float
    points: dict[str, float]


def give_hints(game: Game[S, B], state: S, seat: int, seed: str, budget: int = BUDGET) -> list[HintedMove]:
    """Return one to three good moves for a seat, the best first.

    They follow from what the seat knows and from the seed, which must say nothing beyond that.
    """
    if seat not in state.actors():
        raise BadSetting(f"seat {seat} is not to move")
    mind = game.mind(state, seat, seeded(seed))
    search = open_search(mind, calibrated_judge(game, int(state.seats)))
    decision = search_moves(search, budget)
    best = decision.moves[0].value
    good = [each for each in decision.moves[:MOST_HINTS] if best - each.value <= NEARLY_BEST]
    return [_describe(game, search, each) for each in good]


def _describe(game: Game[S, B], search: MoveSearch, valued: MoveValue) -> HintedMove:
    worlds = [search.mind.imagine() for _ in range(PLAYOUTS)]
    results = [play_out(game, search, world, valued.move) for world in worlds]
    points = mean_points([each for each in results if each is not None])
    points.pop(TOTAL, None)
    return HintedMove(
        move=valued.move,
        words=game.write(valued.move),
        path=game.path(valued.move),
        share=valued.value,
        points=points,
    )
