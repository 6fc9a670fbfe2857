"""Why a move is better: the points that the seat can expect in the end, by heading."""

import math

from fairground.analysis.decisions import MoveSearch
from fairground.analysis.report import Reasons
from fairground.engine.game import B, Game, S
from fairground.engine.state import OVER, State

LEAST_TRIES = 4  # of a move that a match is expected to follow
TOTAL = ""  # stands beside the headings

Points = dict[str, float]


def explain(game: Game[S, B], search: MoveSearch, made: int, better: int, worlds: int) -> Reasons | None:
    """Compare what two moves lead to, in the same imagined worlds; None if no match there came to its end."""
    imagined = [search.mind.imagine() for _ in range(worlds)]
    played = [[play_out(game, search, world, move) for move in (made, better)] for world in imagined]
    pairs = [(before, after) for before, after in played if before is not None and after is not None]
    return compare_points(pairs) if pairs else None


def play_out(game: Game[S, B], search: MoveSearch, world: State, move: int) -> Points | None:
    """Play a match on after a move; return the seat's points by heading, None if it does not end."""
    played = world.copy()
    search.finish(played, search.moves.index(move), LEAST_TRIES)
    if played.actor != OVER:
        return None
    headings = game.outcome(played).headings  # type: ignore[arg-type]
    points = {heading: float(of_seats[search.mind.seat]) for heading, of_seats in headings.items()}
    return points | {TOTAL: sum(points.values())}


def compare_points(pairs: list[tuple[Points, Points]]) -> Reasons:
    """Return mean points after both moves, and the standard errors of their differences."""
    made, better = (mean_points([pair[side] for pair in pairs]) for side in (0, 1))
    errors = {
        heading: standard_error(
            [after.get(heading, 0.0) - before.get(heading, 0.0) for before, after in pairs]
        )
        for heading in made | better
    }
    total = errors.pop(TOTAL)
    del made[TOTAL], better[TOTAL]
    return Reasons(made, better, errors, total)


def mean_points(results: list[Points]) -> Points:
    headings = dict.fromkeys(heading for result in results for heading in result)
    return {heading: sum(each.get(heading, 0.0) for each in results) / len(results) for heading in headings}


def standard_error(numbers: list[float]) -> float:
    mean = sum(numbers) / len(numbers)
    spread = sum((number - mean) ** 2 for number in numbers) / max(1, len(numbers) - 1)
    return math.sqrt(spread / len(numbers))
