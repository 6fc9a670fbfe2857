"""Measure everything that docs/benchmarks.md shows: every part for every game, in rounds."""

import os
from collections.abc import Callable, Iterator, Sequence

from fairground.analysis.review import BUDGET
from fairground.bench import environments, learners, playouts, reviews, searches
from fairground.bench.environments import StepRow
from fairground.bench.figures import Figure, Figures, describe_run, join_rounds
from fairground.bench.learners import LearnerRow
from fairground.bench.playouts import PlayoutRow
from fairground.bench.reviews import ReviewRow
from fairground.bench.searches import SearchRow
from fairground.bench.timing import ROUNDS
from fairground.engine.game import Game
from fairground.engine.state import State

AnyGame = Game[State, object]
Row = PlayoutRow | SearchRow | StepRow | LearnerRow | ReviewRow
Part = Callable[[list[AnyGame], float], Sequence[Row]]
Tell = Callable[[str], None]


def measure_everything(games: list[AnyGame], seconds: float, tell: Tell = lambda part: None) -> Figures:
    """Measure all parts for these games; each row takes about `seconds` in all rounds together."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    rounds = [list(_round(games, seconds / ROUNDS, number, tell)) for number in range(1, ROUNDS + 1)]
    return describe_run(load, join_rounds(rounds))


def _round(games: list[AnyGame], seconds: float, number: int, tell: Tell) -> Iterator[Figure]:
    for name, part in PARTS.items():
        tell(f"round {number} of {ROUNDS}: {name}")
        for row in part(games, seconds):
            yield from figures_of(name, row)


def figures_of(part: str, row: Row) -> Iterator[Figure]:
    """Yield every measured number of a row. What identifies a row is no float."""
    peer = getattr(row, "peer", None)
    subject = f"{peer} {row.game}" if peer else row.game
    if not getattr(row, "compiled", True):
        subject += " interpreted"
    for measure, value in _numbers(row):
        yield Figure(part, subject, row.seats, row.options, measure, [value])


def _numbers(row: Row) -> Iterator[tuple[str, float]]:
    for name in row.__struct_fields__:
        value = getattr(row, name)
        if isinstance(value, float):
            yield name, value
        if name == "extra":
            yield from value.items()


# The parts


def _tables(games: list[AnyGame]) -> list[tuple[AnyGame, int]]:
    return [(game, seats) for game in games for seats in game.seats]


def _fewest(games: list[AnyGame]) -> list[tuple[AnyGame, int]]:
    return [(game, game.seats[0]) for game in games]


def _installed(peers: Sequence[str]) -> list[str]:
    return [name for name in peers if environments.is_installed(name)]


def _random_play(games: list[AnyGame], seconds: float) -> list[PlayoutRow]:
    peers = _installed([name for name in playouts.PEERS if name != "pure"])
    found = playouts.measure(_tables(games), {}, seconds, peers, rounds=1)
    return found + _interpreted(games[0], seconds)


def _interpreted(game: AnyGame, seconds: float) -> list[PlayoutRow]:
    """Measure one game without compiled code: the others would take long and tell the same."""
    both = playouts.measure(_fewest([game]), {}, seconds, ["pure"], rounds=1)
    return [row for row in both if not row.compiled]


def _searching(games: list[AnyGame], seconds: float) -> list[SearchRow]:
    peers = _installed([name for name in playouts.PEERS if name != "pure"])
    return searches.measure(_fewest(games), {}, seconds, peers, rounds=1)


def _batches(games: list[AnyGame], seconds: float) -> list[StepRow]:
    return environments.measure(_fewest(games), {}, seconds, _installed(list(environments.PEERS)), rounds=1)


def _learning(games: list[AnyGame], seconds: float) -> list[LearnerRow]:
    return [learners.measure_game(game.name, seconds, rounds=1) for game in games]


def _reviewing(games: list[AnyGame], seconds: float) -> list[ReviewRow]:
    return reviews.measure(games, None, {}, BUDGET, os.cpu_count() or 1)


PARTS: dict[str, Part] = {
    "random play": _random_play,
    "search": _searching,
    "batches": _batches,
    "learners": _learning,
    "reviews": _reviewing,
}
