"""Shares come true as often as they say: the scale, its fitting and its measurement."""

import math

import numpy as np
import pytest

from fairground.analysis.accuracy import accuracy
from fairground.analysis.calibrated import CalibratedJudge
from fairground.analysis.calibration import calibrated_judge, load_scales
from fairground.analysis.measurements.fitting import KNOTS, Sample, fit_scale, fit_widening
from fairground.analysis.measurements.matches import play_match
from fairground.analysis.measurements.reliability import error_interval, measure_reliability
from fairground.engine.judge import Judge
from fairground.games import list_games, load

SHIPPED = [name for name in list_games() if load(name).package.startswith("fairground.")]


@pytest.mark.parametrize("name", SHIPPED)
def test_every_game_has_a_scale_for_every_number_of_seats(name: str) -> None:
    scales = load_scales(load(name))
    assert set(scales) == set(load(name).seats)
    for scale in scales.values():
        progress = [at for at, _ in scale]
        assert progress == sorted(progress)
        assert progress[0] == 0.0 and progress[-1] == 1.0
        assert all(swing > 0.0 for _, swing in scale)


@pytest.mark.parametrize("name", SHIPPED)
def test_progress_goes_from_the_start_to_the_end(name: str) -> None:
    match = play_match(name, load(name).seats[-1], "novice", "progress")
    judge = match.game.judge()
    seen = [judge.progress(match.at(at).state) for at in range(len(match.made))]
    assert all(0.0 <= progress <= 1.0 for progress in seen)
    assert seen[0] <= 0.2
    assert seen[-1] >= 0.7
    assert seen[len(seen) // 2] > seen[0]


def test_a_game_without_a_scale_is_judged_as_it_is() -> None:
    for name in set(list_games()) - set(SHIPPED):
        assert type(calibrated_judge(load(name), 2)) is type(load(name).judge())


def test_between_two_knots_the_swing_changes_evenly() -> None:
    judge = CalibratedJudge(Judge(), [0.0, 0.5, 1.0], [10.0, 20.0, 5.0])
    assert [judge.swing_at(at) for at in (0.0, 0.25, 0.5, 0.75, 1.0, 1.5)] == [10, 15, 20, 12.5, 5, 5]


@pytest.mark.parametrize("name", list_games())
def test_the_scale_keeps_who_leads(name: str) -> None:
    match = play_match(name, 2, "novice", "leads")
    plain, fitted = match.game.judge(), calibrated_judge(match.game, 2)
    for at in range(0, len(match.made), 5):
        state = match.at(at).state
        (a, _), (b, _) = plain.shares(state), fitted.shares(state)
        assert (a > 0.5) == (b > 0.5) or abs(b - 0.5) < 0.02


def test_fitting_finds_the_scale_that_made_the_results() -> None:
    """Results drawn by known swings: 20 in the first half of the matches, 4 at their end."""
    generator = np.random.default_rng(11)
    progress = generator.uniform(0.0, 1.0, 12_000)
    swings = np.interp(progress, [0.0, 0.4, 1.0], [20.0, 20.0, 4.0])
    leads = generator.normal(0.0, 8.0, 12_000)
    first = 1 / (1 + np.exp(-leads / swings)) > generator.uniform(size=12_000)
    worths = np.column_stack([leads, np.zeros(12_000)])
    fitted = dict(fit_scale(Sample(progress, worths, np.column_stack([first, ~first]).astype(float))))
    for knot in KNOTS:
        expected = float(np.interp(knot, [0.0, 0.4, 1.0], [20.0, 20.0, 4.0]))
        assert abs(math.log(fitted[knot] / expected)) < 0.4


def test_true_predictions_have_no_error_and_bold_ones_have() -> None:
    generator = np.random.default_rng(12)
    shares = generator.uniform(0.2, 0.8, 50_000)
    results = (generator.uniform(size=50_000) < shares).astype(float)
    sound = measure_reliability(list(zip(shares.tolist(), results.tolist(), strict=True)))
    bold = 0.5 + 1.6 * (shares - 0.5)
    false = measure_reliability(list(zip(bold.tolist(), results.tolist(), strict=True)))
    assert sound.error < 0.01
    assert false.error > 0.05
    assert false.brier > sound.brier


def test_losing_more_is_less_accurate() -> None:
    values = [accuracy([loss] * 5) for loss in (0.0, 0.02, 0.1, 0.5)]
    assert values[0] == 100.0
    assert values == sorted(values, key=lambda value: -(value or 0.0))
    assert accuracy([]) is None


@pytest.mark.parametrize("factor", [0.8, 1.0, 1.4])
def test_shares_that_are_too_sure_need_a_wider_scale(factor: float) -> None:
    """Results are drawn by true chances; the shares are off by a factor in their scale."""
    rng = np.random.default_rng(7)
    leads = rng.normal(0.0, 2.0, 20_000)
    chances = 1 / (1 + np.exp(-leads))
    wins = (rng.random(20_000) < chances).astype(float)
    shares = 1 / (1 + np.exp(-leads * factor))
    pairs = np.column_stack([shares, 1 - shares]), np.column_stack([wins, 1 - wins])
    assert fit_widening(*pairs) == pytest.approx(factor, abs=0.05)


def test_the_interval_is_that_of_drawing_matches_not_predictions() -> None:
    """A hundred predictions of one match tell no more than one of them."""
    generator = np.random.default_rng(13)
    results = (generator.uniform(size=400) < 0.6).astype(float).tolist()
    once = error_interval([[(0.5, result)] for result in results])
    often = error_interval([[(0.5, result)] * 100 for result in results])
    assert once == pytest.approx(often)
    assert once[0] < 0.1 < once[1]
    assert 0.06 < once[1] - once[0] < 0.13
