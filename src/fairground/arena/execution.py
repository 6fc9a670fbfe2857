"""Where matches are played: in worker processes on this machine, or on a Ray cluster."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from fairground.arena.match_runner import MatchResult
from fairground.arena.ray_cluster import RayCluster
from fairground.arena.schedule import Plan, ScheduledMatch
from fairground.arena.worker_pool import PATIENCE, MatchWorkers


class MatchExecutor(Protocol):
    """Plays scheduled matches and returns their results in any order."""

    def play(self, matches: Iterable[ScheduledMatch]) -> Iterator[MatchResult]: ...


@dataclass(frozen=True)
class Execution:
    """How matches are executed. None of it changes their results.

    `workers` is the number of processes, `patience` how many seconds a bot may think about one move. With
    `on_ray` matches are played on the Ray cluster at `address`, or on one that is started on this machine.
    """

    workers: int = 1
    patience: float = PATIENCE
    on_ray: bool = False
    address: str | None = None

    def executor(self, plan: Plan) -> MatchExecutor:
        """Return what plays the matches of a plan."""
        if self.on_ray:
            return RayCluster(plan, self.address, self.workers, self.patience)
        return MatchWorkers(plan, self.workers, self.patience)


def play_matches(executor: MatchExecutor, matches: Iterable[ScheduledMatch]) -> Iterator[MatchResult]:
    """Return results as matches end, and free the processes at once when the caller stops early."""
    playing = executor.play(matches)
    try:
        yield from playing
    finally:
        close: Callable[[], None] = getattr(playing, "close", lambda: None)
        close()  # without this, the processes would live until the generator is garbage
