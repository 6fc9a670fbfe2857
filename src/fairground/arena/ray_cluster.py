"""Play matches on a Ray cluster.

Each task plays a few matches with one worker process, so faulty bots are handled there as they are on one
machine. If a machine or a process is lost, Ray gives its tasks to another.
"""

from collections.abc import Iterable, Iterator
from importlib import util

from fairground.arena.match_runner import MatchResult
from fairground.arena.schedule import Plan, ScheduledMatch
from fairground.arena.worker_pool import PATIENCE, MatchWorkers
from fairground.engine.errors import FairgroundError

BATCH = 20  # matches in a task
QUIET = {"log_to_driver": False, "logging_level": "error"}
AHEAD = 3  # tasks waiting for each processor, so that none is idle


def require_ray() -> None:
    """Raise an error that says how to install Ray, if it is missing."""
    if util.find_spec("ray") is None:
        raise FairgroundError("ray is not installed; pip install 'fairground[cluster]'")


class RayCluster:
    """The cluster at `address`, or a new one on this machine with `workers` processors."""

    def __init__(self, plan: Plan, address: str | None, workers: int, patience: float = PATIENCE) -> None:
        self.plan = plan
        self.address = address
        self.workers = workers
        self.patience = patience

    def play(self, matches: Iterable[ScheduledMatch]) -> Iterator[MatchResult]:
        """Play all matches; return the results a few at a time, in any order."""
        import ray

        ours = self._connect()
        try:
            yield from self._collect(list(matches))
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

    def _collect(self, matches: list[ScheduledMatch]) -> Iterator[MatchResult]:
        """Keep enough tasks waiting to occupy the whole cluster."""
        import ray

        task = ray.remote(num_cpus=1, max_retries=-1)(_play)
        batches = [matches[start : start + BATCH] for start in range(0, len(matches), BATCH)]
        waiting: list[object] = []
        while batches or waiting:
            room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1))) - len(waiting)
            waiting += [task.remote(self.plan, batch, self.patience) for batch in batches[: max(0, room)]]
            del batches[: max(0, room)]
            done, waiting = ray.wait(waiting)
            for each in done:
                yield from ray.get(each)


def _play(plan: Plan, matches: list[ScheduledMatch], patience: float) -> list[MatchResult]:
    """Play a batch: the task that runs somewhere on the cluster."""
    return list(MatchWorkers(plan, 1, patience).play(matches))
