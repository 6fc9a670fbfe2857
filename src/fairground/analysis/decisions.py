"""Judges a decision by what its seat knew: the value of every move, and what the move made lost."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from fairground.analysis.decision_search import DecisionSearch
from fairground.engine.judge import Judge
from fairground.engine.mind import Mind

LEAST_WORLDS = 8  # in which every move is tried before any is dropped


@dataclass(frozen=True)
class MoveValue:
    """A move with the seat's expected share after it; `error` is the standard error of its distance to the best."""

    move: int
    value: float
    error: float


@dataclass(frozen=True)
class Decision:
    """The moves of a decision, the best first, and what the move made lost against the best."""

    made: int
    moves: list[MoveValue]
    loss: float
    error: float

    @property
    def best(self) -> int:
        return self.moves[0].move


def judge_decision(mind: Mind, judge: Judge, made: int, budget: int) -> Decision:
    """Try the moves of a decision `budget` times in all, the better ones more often."""
    search = DecisionSearch(mind, judge)
    own = search.moves.index(made)
    rounds = max(1, math.ceil(math.log2(len(search.moves))))
    for _ in range(rounds):
        tried = sum(search.tried)
        search.think(max(LEAST_WORLDS, budget // (rounds * tried)))
        search.drop(_worse_half(search, own))
    return _conclude(search, own)


def _worse_half(search: DecisionSearch, own: int) -> list[int]:
    """Return the worse half of the moves that are still tried, without the move made and the best two."""
    tried = [at for at, still in enumerate(search.tried) if still]
    ranked = sorted(tried, key=lambda at: -mean(search.values[at]))
    kept = ranked[: max(2, (len(ranked) + 1) // 2)]
    return [at for at in ranked if at not in kept and at != own]


def _conclude(search: DecisionSearch, own: int) -> Decision:
    places = range(len(search.moves))
    finalists = [at for at in places if search.tried[at]]
    best = max(finalists, key=lambda at: mean(search.values[at]))
    values = {at: _compare(search.values[best], search.values[at]) for at in places}
    top = mean(search.values[best])
    moves = [MoveValue(search.moves[at], top - loss, error) for at, (loss, error) in values.items()]
    loss, error = values[own]
    return Decision(search.moves[own], sorted(moves, key=lambda each: -each.value), max(0.0, loss), error)


def _compare(best: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """Return by how much a move is worse than the best in the worlds that both were tried in, and the error of that."""
    differences = [one - two for one, two in zip(best, other, strict=False)]
    return mean(differences), standard_error(differences)


def mean(numbers: Sequence[float]) -> float:
    return math.fsum(numbers) / len(numbers)


def standard_error(numbers: Sequence[float]) -> float:
    middle = mean(numbers)
    if len(numbers) < 2:
        return 1.0
    return math.sqrt(math.fsum((each - middle) ** 2 for each in numbers) / (len(numbers) - 1) / len(numbers))
