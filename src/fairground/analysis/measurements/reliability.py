"""How often predictions come true: reliability diagram, Brier score and expected calibration error."""

import msgspec

BINS = 10


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


def measure_reliability(pairs: list[tuple[float, float]]) -> Reliability:
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
