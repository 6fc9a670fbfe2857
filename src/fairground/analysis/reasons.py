"""Why a move is better: the points that the seat can expect in the end, by heading."""

from collections import defaultdict
from collections.abc import Mapping

from fairground.analysis.decision_search import DecisionSearch
from fairground.analysis.report import Reasons
from fairground.engine.game import B, Game, S
from fairground.engine.state import OVER, State

LEAST_TRIES = 4  # of a move that a match is expected to follow


def expect_points(
    game: Game[S, B], search: DecisionSearch, worlds: list[State], move: int
) -> Mapping[str, float]:
    """Return the seat's mean points by heading when the matches in these worlds are played to their end."""
    totals: dict[str, float] = defaultdict(float)
    place = search.moves.index(move)
    ended = 0
    for world in worlds:
        played = world.copy()
        search.finish(played, place, LEAST_TRIES)
        if played.actor == OVER:
            ended += 1
            for heading, points in game.outcome(played).headings.items():  # type: ignore[arg-type]
                totals[heading] += points[search.mind.seat]
    return {heading: total / max(ended, 1) for heading, total in totals.items()}


def explain(game: Game[S, B], search: DecisionSearch, made: int, better: int, worlds: int) -> Reasons:
    """Compare what two moves lead to, in the same imagined worlds."""
    imagined = [search.mind.imagine() for _ in range(worlds)]
    return Reasons(
        made=dict(expect_points(game, search, imagined, made)),
        better=dict(expect_points(game, search, imagined, better)),
    )
