"""Play matches on a Ray cluster, and run other tasks there.

Each task plays a few matches with one worker process, so faulty bots are handled there as they are on one
machine. If a machine or a process is lost, Ray gives its tasks to another.
"""

from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from importlib import util
from itertools import islice
from typing import TypeVar

from fairground.arena.match_runner import MatchResult
from fairground.arena.schedule import Plan, ScheduledMatch
from fairground.arena.worker_pool import PATIENCE, MatchWorkers
from fairground.engine.errors import FairgroundError

BATCH = 20  # matches in a task
QUIET = {"log_to_driver": False, "logging_level": "error"}
AHEAD = 3  # tasks waiting for each processor, so that none is idle
A = TypeVar("A")
R = TypeVar("R")


def require_ray() -> None:
    """Raise an error that says how to install Ray, if it is missing."""
    if util.find_spec("ray") is None:
        raise FairgroundError("ray is not installed; pip install 'fairground[cluster]'")


class RayCluster:
    """Plays matches on the cluster at `address`, or on a new one on this machine."""

    def __init__(self, plan: Plan, address: str | None, workers: int, patience: float = PATIENCE) -> None:
        self.plan = plan
        self.patience = patience
        self.tasks = RayTasks(address, workers)

    def play(self, matches: Iterable[ScheduledMatch]) -> Iterator[MatchResult]:
        """Play all matches; return the results a few at a time, in any order."""
        waiting = iter(matches)
        batches = iter(lambda: list(islice(waiting, BATCH)), [])
        return self.tasks.run(partial(_play, self.plan, self.patience), batches)


class RayTasks:
    """The cluster at `address`, or a new one on this machine with `workers` processors."""

    def __init__(self, address: str | None, workers: int) -> None:
        self.address = address
        self.workers = workers

    def run(self, function: Callable[[A], list[R]], arguments: Iterable[A]) -> Generator[R, None, None]:
        """Call a function somewhere on the cluster for each argument; return all results, in any order."""
        import ray

        ours = self._connect()
        try:
            yield from self._collect(function, iter(arguments))
        except ray.exceptions.RayError as error:
            raise FairgroundError(f"the Ray cluster failed: {str(error).strip().splitlines()[-1]}") from None
        finally:
            if ours:
                ray.shutdown()

    def _connect(self) -> bool:
        """Connect, unless this process is connected already; return whether it was not."""
        import ray

        if ray.is_initialized():
            return False
        try:
            if self.address:
                ray.init(self.address, **QUIET)
            else:
                ray.init("local", num_cpus=self.workers, include_dashboard=False, **QUIET)
        except (ConnectionError, ValueError, RuntimeError, OSError) as error:
            where = f"at {self.address}" if self.address else "on this machine"
            raise FairgroundError(f"no Ray cluster answers {where}: {str(error).splitlines()[0]}") from None
        return True

    def _collect(self, function: Callable[[A], list[R]], arguments: Iterator[A]) -> Iterator[R]:
        """Keep enough tasks waiting to occupy the whole cluster."""
        import ray

        task = ray.remote(num_cpus=1, max_retries=-1)(_call)
        waiting: list[object] = []
        while True:
            room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1))) - len(waiting)
            waiting += [task.remote(function, each) for each in islice(arguments, max(0, room))]
            if not waiting:
                return
            done, waiting = ray.wait(waiting)
            for each in done:
                yield from ray.get(each)


def _call(function: Callable[[A], list[R]], argument: A) -> list[R]:
    """Run somewhere on the cluster."""
    return function(argument)


def _play(plan: Plan, patience: float, matches: list[ScheduledMatch]) -> list[MatchResult]:
    """Play a batch of matches with one worker process."""
    return list(MatchWorkers(plan, 1, patience).play(matches))
