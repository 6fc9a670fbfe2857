"""Stand-ins for the worker pool: bots that choose by the seed, after a while, and sometimes fail."""

import asyncio
from typing import TYPE_CHECKING

from fairground.server.workers import jobs
from fairground.server.workers.pool import NoAnswer

if TYPE_CHECKING:
    from simulation.world import World


class SimulatedExecutor:
    """Answers the jobs of all servers. While it is `frozen`, bots never make up their mind."""

    def __init__(self, world: "World") -> None:
        self.world = world
        self.frozen = False

    def expect_bot(self, level: str, own_box: bool) -> None:
        """Nothing has to be made ready."""

    async def ask(self, job: jobs.Job) -> jobs.JobAnswer:
        faults = self.world.faults
        if not isinstance(job, jobs.ChooseMove):
            return jobs.JobFailed("no such jobs are simulated")
        self.world.truth.note_bot(job.table, job.seat)
        await asyncio.sleep(self.world.rng.expovariate(4.0) + (30.0 if faults.happens("bot hangs") else 0.0))
        if self.frozen:
            await asyncio.get_running_loop().create_future()
        if faults.happens("bot fails"):
            raise NoAnswer("3 workers in a row gave no answer")
        if faults.happens("bot errs"):
            return jobs.MoveChosen(-1)
        legal = self.world.truth.legal_moves(job.table, job.seat)
        return jobs.MoveChosen(self.world.rng.choice(legal) if legal else 0)
