"""The same work on a Ray cluster.

Each task plays a few matches with a crew of one, so that a faulty bot is the crew's affair there as here. A
machine or a process that is lost costs time only: Ray gives its tasks to another.
"""

from collections.abc import Iterable, Iterator
from importlib import util

from fairground.arena.crew import PATIENCE, Crew
from fairground.arena.fixtures import Fixture, Plan
from fairground.arena.sitting import Played
from fairground.engine.errors import FairgroundError

BATCH = 20
QUIET = {"log_to_driver": False, "logging_level": "error"}
AHEAD = 3  # tasks waiting for each processor, so that none is idle


def need_ray() -> None:
    if util.find_spec("ray") is None:
        raise FairgroundError("ray is not installed; pip install 'fairground[cluster]'")


class Cluster:
    """A Ray cluster: the one at `address`, or one started here with so many processors."""

    def __init__(self, plan: Plan, address: str | None, workers: int, patience: float = PATIENCE) -> None:
        self.plan = plan
        self.address = address
        self.workers = workers
        self.patience = patience

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[Played]:
        """Play them all; a few at a time are told as soon as they are over, in any order."""
        import ray

        ours = self._join()
        try:
            yield from self._collect(list(fixtures))
        except ray.exceptions.RayError as error:
            raise FairgroundError(f"the cluster gave up: {str(error).strip().splitlines()[-1]}") from None
        finally:
            if ours:
                ray.shutdown()

    def _join(self) -> bool:
        """Connect, unless this process is connected already."""
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

    def _collect(self, fixtures: list[Fixture]) -> Iterator[Played]:
        """Keep as many tasks ahead as the cluster has use for."""
        import ray

        task = ray.remote(num_cpus=1, max_retries=-1)(_play)
        batches = [fixtures[start : start + BATCH] for start in range(0, len(fixtures), BATCH)]
        waiting: list[object] = []
        while batches or waiting:
            room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1))) - len(waiting)
            waiting += [task.remote(self.plan, batch, self.patience) for batch in batches[: max(0, room)]]
            del batches[: max(0, room)]
            done, waiting = ray.wait(waiting)
            for each in done:
                yield from ray.get(each)


def _play(plan: Plan, fixtures: list[Fixture], patience: float) -> list[Played]:
    """What a task does, on whichever machine."""
    return list(Crew(plan, 1, patience).play(fixtures))
