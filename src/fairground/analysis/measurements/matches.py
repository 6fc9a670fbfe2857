"""Matches of bots to measure the reviewer with, and processes that work on them side by side."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

from fairground.bots import bot
from fairground.engine.match import Match
from fairground.engine.rng import seeded
from fairground.engine.state import State
from fairground.games import load

T = TypeVar("T")
R = TypeVar("R")


def play_match(name: str, seats: int, level: str, seed: str) -> Match[State, object]:
    """Play a match between bots of one level; the seed decides everything."""
    game = load(name)
    match = Match(game, seats, seed, game.settle_options({}, study=True))
    rng = seeded(f"bots of {seed}")
    player = bot(level)
    while not match.over:
        seat = match.state.actors()[0]
        match.play(seat, player.choose(match.mind(seat, rng.fork())))
    return match


def run_all(work: Callable[[T], R], tasks: Iterable[T], cores: int) -> Iterator[R]:
    """Do the same work for all tasks on several processes; yield the results in the order of the tasks."""
    if cores == 1:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(cores) as pool:
        yield from pool.map(work, tasks)
