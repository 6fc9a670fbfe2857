"""Fits the scale of a game's judge: the swing at each phase of the match that makes results most likely."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fairground.analysis.measurements.matches import play_match
from fairground.engine.state import OVER

KNOTS = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 1.0)
FINEST = 0.01  # of the logarithm of a swing
SMOOTH = 1e-4  # how much a change between two knots must pay
Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class FittingTask:
    """A match to be played for fitting."""

    game: str
    seats: int
    level: str
    seed: str


@dataclass(frozen=True)
class Sample:
    """The positions of some matches: progress, each seat's worth, and each seat's result."""

    progress: Numbers
    worths: Numbers
    results: Numbers


def sample_match(task: FittingTask) -> Sample:
    """Return all positions of a match."""
    match = play_match(task.game, task.seats, task.level, task.seed)
    judge = match.game.judge()
    states = [match.at(0).state]
    for made in match.made:
        after = states[-1].copy()
        after.play(made.seat, made.move)
        states.append(after)
    result = judge.result(match.state)
    judged = [state for state in states if state.actor != OVER]
    return Sample(
        np.array([judge.progress(state) for state in judged]),
        np.array([[judge.worth(state, seat) for seat in range(task.seats)] for state in judged]),
        np.array([result] * len(judged)),
    )


def join_samples(samples: list[Sample]) -> Sample:
    return Sample(
        np.concatenate([each.progress for each in samples]),
        np.concatenate([each.worths for each in samples]),
        np.concatenate([each.results for each in samples]),
    )


def fit_scale(sample: Sample) -> list[tuple[float, float]]:
    """Return the swing at each knot, found by changing one after the other as long as that helps."""
    parts = interpolation(sample.progress)
    logs = np.full(len(KNOTS), math.log(10.0))
    best = surprise(sample, parts, logs)
    step = 0.5
    while step > FINEST:
        changes = [*np.eye(len(KNOTS)), np.ones(len(KNOTS))]
        trials = [logs + sign * step * change for change in changes for sign in (1, -1)]
        found = min(trials, key=lambda trial: surprise(sample, parts, trial))
        value = surprise(sample, parts, found)
        if value < best:
            logs, best = found, value
        else:
            step /= 2
    return [(knot, float(swing)) for knot, swing in zip(KNOTS, np.exp(logs), strict=True)]


def interpolation(progress: Numbers) -> Numbers:
    """Return how much each knot counts at each progress."""
    return np.column_stack([np.interp(progress, KNOTS, unit) for unit in np.eye(len(KNOTS))])


def surprise(sample: Sample, parts: Numbers, logs: Numbers) -> float:
    """Return the mean negative logarithm of the share that the results had, and a little for roughness."""
    scaled = sample.worths / (parts @ np.exp(logs))[:, None]
    powers = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    shares = powers / powers.sum(axis=1, keepdims=True)
    likelihood = (sample.results * np.log(np.maximum(shares, 1e-9))).sum(axis=1).mean()
    return float(SMOOTH * (np.diff(logs) ** 2).sum() - likelihood)


def fit_widening(shares: Numbers, results: Numbers) -> float:
    """Return the factor by which swings must be wider for the shares of searches to come true.

    The scale is fitted to positions as they are. A search goes where the judge expects most, so its shares
    can be too sure of themselves.
    """
    logs = np.log(np.maximum(shares, 1e-6))

    def surprise_at(factor: float) -> float:
        powers = np.exp(logs / factor)
        likely = powers / powers.sum(axis=1, keepdims=True)
        return -float((results * np.log(likely)).sum(axis=1).mean())

    return min((float(factor) for factor in np.arange(0.7, 2.0, 0.01)), key=surprise_at)
