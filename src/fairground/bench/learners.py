"""Measures how fast learners can step environments, in CPU time.

    python -m fairground.bench.learners [game ...]

Choosing actions is not counted. Bots are `random`, seats the fewest, and the best of three rounds counts. The
last column is how many times as fast two worker processes are as one if every process has a core of its own:
the CPU time of this process and of a worker, with one and with two.
"""

import random
import sys
import time
from collections.abc import Callable
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from fairground.bench.timing import ROUNDS
from fairground.games import list_games
from fairground.research.batch import Batch
from fairground.research.gymnasium import SingleSeatEnv
from fairground.research.vector import MatchVectorEnv

ROWS: Final = 1024
SECONDS: Final = 1.5
WORKED: Final = 60  # steps of the vector environments with workers
RUN: Final = 4  # steps of a batch between two looks at its observations


class LearnerRow(msgspec.Struct):
    """Steps in a second of CPU time: of a batch that plays by itself, of one that is given its actions, of a
    Gymnasium vector environment and of a single one."""

    game: str
    seats: int
    run_per_second: float
    step_per_second: float
    vector_per_second: float
    single_per_second: float
    options: dict[str, str] = {}


def run(name: str) -> Callable[[], tuple[int, float]]:
    """A batch that plays at random by itself."""
    batch = Batch(name, ROWS)
    return lambda: (ROWS * RUN, spend(lambda: batch.run(RUN)))


def step(name: str) -> Callable[[], tuple[int, float]]:
    """A batch that is given its actions."""
    batch, rng = Batch(name, ROWS), np.random.default_rng(1)
    return lambda: (ROWS, spend(batch.step, choose(rng, batch.masks)))


def vector(name: str) -> Callable[[], tuple[int, float]]:
    """A Gymnasium vector environment against bots that play at random."""
    envs, rng = MatchVectorEnv(ROWS, name, opponents="random", copy=False), np.random.default_rng(1)
    envs.reset(seed=1)
    return lambda: (ROWS, spend(envs.step, choose(rng, envs.action_masks())))


def single(name: str) -> Callable[[], tuple[int, float]]:
    """A single Gymnasium environment against a bot that plays at random."""
    env, rng = SingleSeatEnv(name, opponents="random"), random.Random(1)
    env.reset(seed=1)

    def advance() -> tuple[int, float]:
        if env.ended:
            return 0, spend(env.reset)
        return 1, spend(env.step, rng.choice(np.flatnonzero(env.action_masks())))

    return advance


def two_workers(name: str, rounds: int) -> float:
    """Return how many times as fast a vector environment with two workers is as one with one worker."""
    one, two = (min(_work(name, workers) for _ in range(rounds)) for workers in (1, 2))
    return one / two


def _work(name: str, workers: int) -> float:
    """Return the time that WORKED steps take if every process has a core: this one's, then a worker's."""
    (own, theirs), (start, dealing) = (_spend_together(name, workers, steps) for steps in (WORKED, 0))
    return own - start + (theirs - dealing) / workers


def _spend_together(name: str, workers: int, steps: int) -> tuple[float, float]:
    """Return the CPU time of this process in `step`, and that of all workers together."""
    before, own = _children(), 0.0
    envs = MatchVectorEnv(ROWS, name, opponents="random", copy=False, workers=workers)
    rng = np.random.default_rng(1)
    envs.reset(seed=1)
    for _ in range(steps):
        own += spend(envs.step, choose(rng, envs.action_masks()))
    envs.close()
    return own, _children() - before


def _children() -> float:
    import resource  # Windows has none

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def choose(rng: np.random.Generator, masks: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return a random legal action for each row."""
    preferences = rng.random(masks.shape, dtype=np.float32) * masks
    return np.asarray(preferences.argmax(axis=1))


def spend(work: Callable[..., object], *arguments: object) -> float:
    """Do some work and return the CPU time that it took."""
    began = time.process_time()
    work(*arguments)
    return time.process_time() - began


def measure(advance: Callable[[], tuple[int, float]], seconds: float, rounds: int) -> float:
    """Return the most steps in a second of CPU time."""
    return max(_round(advance, seconds / rounds) for _ in range(rounds))


def _round(advance: Callable[[], tuple[int, float]], seconds: float) -> float:
    steps, spent = 0, 0.0
    while spent < seconds:
        more, took = advance()
        steps, spent = steps + more, spent + took
    return steps / spent


def measure_game(name: str, seconds: float = SECONDS, rounds: int = ROUNDS) -> LearnerRow:
    """Measure each kind of environment of a game, by name or by name and version, for about `seconds`."""
    ran, stepped, vectored, alone = (
        measure(kind(name), seconds, rounds) for kind in (run, step, vector, single)
    )
    return LearnerRow(name, Batch(name, 1).seats, ran, stepped, vectored, alone)


def main(names: list[str]) -> None:
    """Print a line for each game, by name or by name and version."""
    print("game: run, step (share of run), vector, single; steps in a second of CPU time; two workers")
    for name in names or list_games():
        row = measure_game(name)
        share = row.step_per_second / row.run_per_second
        print(f"{name}: {row.run_per_second:,.0f}, {row.step_per_second:,.0f} ({share:.2f})", end=", ")
        print(f"{row.vector_per_second:,.0f}, {row.single_per_second:,.0f}", end="; ", flush=True)
        print(f"{two_workers(name, ROUNDS):.2f} times", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
