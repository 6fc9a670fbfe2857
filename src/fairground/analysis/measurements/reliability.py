"""How often predictions come true: reliability diagram, Brier score and expected calibration error."""

from collections.abc import Sequence

import msgspec
import numpy as np

BINS = 10
RESAMPLES = 1000  # of the matches, for an interval
Pairs = Sequence[tuple[float, float]]  # predicted shares and results


class Bin(msgspec.Struct, frozen=True):
    """Predictions of about the same size: how many, their mean, and how much of the win came in the end."""

    count: int
    predicted: float
    observed: float


class Reliability(msgspec.Struct, frozen=True):
    """`error` is the mean distance between predicted and observed over all predictions."""

    predictions: int
    error: float
    brier: float
    bins: list[Bin]


def measure_reliability(pairs: Pairs) -> Reliability:
    """Compare predicted shares with results."""
    groups: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for predicted, result in pairs:
        groups[min(BINS - 1, int(predicted * BINS))].append((predicted, result))
    bins = [_fill(group) for group in groups if group]
    distance = sum(each.count * abs(each.predicted - each.observed) for each in bins)
    squares = sum((predicted - result) ** 2 for predicted, result in pairs)
    return Reliability(len(pairs), distance / len(pairs), squares / len(pairs), bins)


def _fill(group: list[tuple[float, float]]) -> Bin:
    count = len(group)
    return Bin(count, sum(p for p, _ in group) / count, sum(r for _, r in group) / count)


def error_interval(matches: Sequence[Pairs]) -> tuple[float, float]:
    """Return bounds of the calibration error: 95 % of what other samples of the matches give.

    Matches are drawn again, not predictions, because all predictions of a match share one result.
    """
    sums = np.zeros((len(matches), BINS))  # of predicted less observed, for each match
    for at, pairs in enumerate(matches):
        for predicted, result in pairs:
            sums[at, min(BINS - 1, int(predicted * BINS))] += predicted - result
    counts = np.array([len(pairs) for pairs in matches])
    drawn = np.random.default_rng(0).multinomial(
        len(matches), [1 / len(matches)] * len(matches), size=RESAMPLES
    )
    errors = np.abs(drawn @ sums).sum(axis=1) / (drawn @ counts)
    low, high = np.quantile(errors, [0.025, 0.975])
    return float(low), float(high)
