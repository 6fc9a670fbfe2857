"""What all benchmarks share: timing a task, and comparing two speeds."""

import time
from collections.abc import Callable

import msgspec

ROUNDS = 3
Task = Callable[[], int]  # does some work and returns how many units of it were done


class Speedup(msgspec.Struct, frozen=True):
    """How many times as fast as a peer we are in a game with a number of seats."""

    game: str
    seats: int
    options: dict[str, str]
    ratio: float
    peer: str


def rate(task: Task, seconds: float) -> float:
    """Repeat a task for a while and return the units done per second."""
    done, began = 0, time.perf_counter()
    while done == 0 or time.perf_counter() - began < seconds:
        done += task()
    return done / (time.perf_counter() - began)
