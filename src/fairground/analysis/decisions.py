"""Judges a decision by what its seat knew: the value of every move, and what the move made lost."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

from fairground.analysis.decision_search import DecisionSearch
from fairground.analysis.exact_search import ExactSearch
from fairground.engine.judge import Judge
from fairground.engine.mind import Mind

FINALISTS = 3  # moves that are tried to the end, besides the one made
KEPT = 2.5  # after a round, one move of so many stays
LEAST_WORLDS = 4  # in which every move is tried before any is dropped
IN_THE_MIX = 0.5  # a move chosen this often, compared to the most frequent, belongs to a mixed choice
MIXED_LOSS = 1 / 64  # what moves of one mixed choice may differ by
POSITIONS = 120  # judged for each try of the budget where a search looks ahead
DOUBTFUL = (0.02, 0.12)  # losses that may or may not be a mistake's: for these it looks ahead further
FURTHER = 1  # times as many positions
USUAL_DOUBT = 0.03  # the error of a loss found by looking ahead, as far as its own depths do not tell
USUAL_WEIGHT = 4  # how many disagreements between depths the usual one outweighs

MoveSearch = DecisionSearch | ExactSearch


@dataclass(frozen=True)
class MoveValue:
    """A move with the seat's expected share after it.

    `error` is the standard error of its distance to the best move; where a search looks ahead, it comes from
    how much the last depths disagree about it. Where seats choose at the same time, `weight` is how often a
    good player chooses it; otherwise it is 0.
    """

    move: int
    value: float
    error: float
    weight: float = 0.0


@dataclass(frozen=True)
class JudgedDecision:
    """The moves of a decision, the best first, and what the move made lost against the best.

    Where there are very many, those that the judge thinks least of are not tried, and not listed.
    """

    made: int
    moves: list[MoveValue]
    loss: float
    error: float

    @property
    def best(self) -> int:
        return self.moves[0].move


def open_search(mind: Mind, judge: Judge) -> MoveSearch:
    """Return a search that looks ahead exactly where the game allows it, and otherwise imagines worlds."""
    if judge.exact and mind.seats == 2:
        return ExactSearch(mind, judge)
    return DecisionSearch(mind, judge)


def search_decision(search: MoveSearch, made: int, budget: int, thorough: bool = True) -> JudgedDecision:
    """Value the moves of a decision with some budget.

    If it is `thorough` and looks ahead, it takes more where the move made may or may not be a mistake.
    """
    own = search.moves.index(made)
    if isinstance(search, DecisionSearch):
        return _try_moves(search, own, budget)
    _look_ahead(search, own, POSITIONS * budget)
    if thorough and DOUBTFUL[0] < judge_exactly(search, made).loss < DOUBTFUL[1]:
        search.look_ahead(FURTHER * POSITIONS * budget)
    return judge_exactly(search, made)


def search_moves(search: MoveSearch, budget: int) -> JudgedDecision:
    """Value the moves of a decision that is still to be made, as if it were the first of them."""
    if isinstance(search, ExactSearch):
        _look_ahead(search, None, POSITIONS * budget)
        return judge_exactly(search, search.moves[0])
    return search_decision(search, search.moves[0], budget)


def _try_moves(search: DecisionSearch, own: int, budget: int) -> JudgedDecision:
    """Try the moves `budget` times in all, the better ones more often, and the one made always."""
    search.drop(_unlikely_moves(search, own, budget))
    for share in split_budget(sum(search.tried), budget):
        search.think(max(LEAST_WORLDS, share // sum(search.tried)))
        search.drop(_worse_moves(search, own))
    return _conclude(search, own)


def split_budget(moves: int, budget: int) -> list[int]:
    """Return the tries of each round: half of them for the last, in which few moves are left."""
    if moves <= FINALISTS:
        return [budget]
    earlier = math.ceil(math.log(moves / FINALISTS, KEPT))
    return [budget // (2 * earlier)] * earlier + [budget // 2]


def judge_decision(mind: Mind, judge: Judge, made: int, budget: int) -> JudgedDecision:
    """Judge a decision without keeping the search."""
    return search_decision(open_search(mind, judge), made, budget)


def _unlikely_moves(search: DecisionSearch, own: int, budget: int) -> list[int]:
    """Return the moves that the judge thinks least of, if there are too many to try them all."""
    most = max(FINALISTS, budget // (2 * LEAST_WORLDS))
    places = [at for at in range(len(search.moves)) if at != own]
    if len(places) < most:
        return []
    weights = search.judge.weights(search.mind.imagine(), search.mind.seat, search.moves)
    return sorted(places, key=lambda at: -weights[at])[most:]


def _worse_moves(search: DecisionSearch, own: int) -> list[int]:
    """Return the worse part of the moves that are still tried, without the move made and the best ones."""
    tried = [at for at, still in enumerate(search.tried) if still]
    ranked = sorted(tried, key=lambda at: -mean(search.values[at]))
    kept = ranked[: max(FINALISTS, math.ceil(len(ranked) / KEPT))]
    return [at for at in ranked if at not in kept and at != own]


def _conclude(search: DecisionSearch, own: int) -> JudgedDecision:
    finalists = [at for at, still in enumerate(search.tried) if still]
    best = max(finalists, key=lambda at: mean(search.values[at]))
    weights = _weights(search)
    top = mean(search.values[best])
    moves = []
    for at, move in enumerate(search.moves):
        if not search.values[at]:
            continue
        loss, error = _compare(search.values[best], search.values[at])
        moves.append(MoveValue(move, clip(top - loss, top), error, weights[at]))
    loss, error = _compare(search.values[best], search.values[own])
    if _is_mixed(weights, own) and loss <= MIXED_LOSS:
        loss = 0.0
    return JudgedDecision(search.moves[own], _rank(moves, search.moves[best]), max(0.0, loss), error)


def _rank(moves: list[MoveValue], best: int) -> list[MoveValue]:
    return sorted(moves, key=lambda each: (-each.value, each.move != best))


def _weights(search: DecisionSearch) -> list[float]:
    """Return how often each move is chosen where seats choose at the same time."""
    visits = search.mix()
    return [each / max(1, sum(visits)) for each in visits]


def _is_mixed(weights: Sequence[float], own: int) -> bool:
    return 0.0 < weights[own] >= IN_THE_MIX * max(weights)


def _compare(best: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """Return by how much a move is worse in the worlds that both were tried in, and the error of that."""
    differences = [one - two for one, two in zip(best, other, strict=False)]
    return mean(differences), standard_error(differences)


def _look_ahead(search: ExactSearch, own: int | None, positions: int) -> None:
    """Look ahead after all moves, and then further after the best and the one made."""
    search.look_ahead(positions // 2)
    ranked = sorted(range(len(search.moves)), key=lambda at: -_value_exactly(search, at))
    search.drop([at for at in ranked[FINALISTS:] if at != own])
    search.look_ahead(positions - positions // 2)
    best = max(_value_exactly(search, at) for at in ranked[:FINALISTS])
    if not search.stopped and best < 1.0:  # all is certain, so that only a dropped move may be better
        search.take_up_all()
        search.look_ahead(int(search.left))


def judge_exactly(search: ExactSearch, made: int) -> JudgedDecision:
    """Judge a decision by a search that has looked ahead, also after the move made."""
    own = search.moves.index(made)
    finalists = [at for at, still in enumerate(search.tried) if still]
    best = max(finalists, key=lambda at: _value_exactly(search, at))
    top = _value_exactly(search, best)
    lost = [_compare_exactly(search, best, at) for at in range(len(search.moves))]
    moves = [
        MoveValue(move, clip(top - loss, top), error)
        for move, (loss, error) in zip(search.moves, lost, strict=True)
    ]
    loss, error = lost[own]
    return JudgedDecision(made, _rank(moves, search.moves[best]), max(0.0, loss), error)


def _value_exactly(search: ExactSearch, at: int) -> float:
    return average_depths(search.lately(at, search.reach(at)))[0]


def _compare_exactly(search: ExactSearch, best: int, other: int) -> tuple[float, float]:
    """Return by how much a move is worse at depths that both were searched to, and its error."""
    reach = min(search.reach(best), search.reach(other))
    pairs = zip(search.lately(best, reach), search.lately(other, reach), strict=True)
    loss, doubt = average_depths([one - two for one, two in pairs])
    certain = best == other or (search.settled[best] and search.settled[other])
    return loss, 0.0 if certain else doubt


def average_depths(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean over searches of growing depth, and its error; 1 if they are too few.

    Searches of an even and an odd depth err in opposite directions, so neighbours are averaged first. The
    disagreement of a few depths tells little, so the error is drawn to the usual one.
    """
    pairs = [(one + two) / 2 for one, two in itertools.pairwise(values)] or list(values)
    if len(pairs) < 2:
        return mean(pairs), 1.0
    own, usual = len(pairs) - 1, USUAL_WEIGHT
    return mean(pairs), math.sqrt((own * variance(pairs) + usual * USUAL_DOUBT**2) / (own + usual))


def clip(value: float, most: float) -> float:
    """Return a share that is not below 0 and not above that of the best move."""
    return min(max(value, 0.0), most)


def mean(numbers: Sequence[float]) -> float:
    return math.fsum(numbers) / len(numbers)


def standard_error(numbers: Sequence[float]) -> float:
    """Return the standard error of the mean; 1 if a single number tells nothing about it."""
    return math.sqrt(variance(numbers) / len(numbers))


def variance(numbers: Sequence[float]) -> float:
    """Return the variance that a sample shows; 1 if a single number tells nothing about it."""
    if len(numbers) < 2:
        return 1.0
    middle = mean(numbers)
    return math.fsum((each - middle) ** 2 for each in numbers) / (len(numbers) - 1)
