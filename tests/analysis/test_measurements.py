"""Short versions of what `make review-study` measures at length."""

import pytest

from fairground.analysis.measurements.decisions_check import DecisionTask, check_decision, measure_level
from fairground.analysis.measurements.predictions import PredictionTask, predict_match
from fairground.analysis.measurements.reliability import measure_reliability
from fairground.games import list_games, load

SHIPPED = [name for name in list_games() if load(name).package.startswith("fairground.")]


@pytest.mark.soak
@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("most", [False, True])
def test_shares_come_true(name: str, most: bool) -> None:
    """With so few matches the error is mostly chance; a scale that is off by a factor of two still shows."""
    seats = load(name).seats[-1 if most else 0]
    tasks = [PredictionTask(name, seats, "artisan", f"shares {n}", 1000, 4) for n in range(150)]
    pairs = [pair for task in tasks for pair in predict_match(task)]
    assert measure_reliability(pairs).error < 0.06


@pytest.mark.soak
@pytest.mark.parametrize("name", SHIPPED)
def test_blunders_are_found(name: str) -> None:
    checked = [check_decision(DecisionTask(name, 2, "expert", f"blunders {n}", 2000)) for n in range(25)]
    planted = [each.flagged for each in checked if each.flagged is not None]
    assert sum(each.agrees for each in checked) >= 16
    assert sum(planted) >= 0.7 * len(planted)


@pytest.mark.soak
@pytest.mark.parametrize("name", SHIPPED)
def test_a_novice_loses_more_than_an_expert(name: str) -> None:
    novice, expert = (
        [loss for n in range(4) for loss in measure_level(DecisionTask(name, 2, level, f"{n}", 500)).losses]
        for level in ("novice", "expert")
    )
    assert sum(novice) / len(novice) > sum(expert) / len(expert)
