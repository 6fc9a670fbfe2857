"""Lanes: kinds of jobs that have worker processes of their own, so that no kind waits for another."""

import msgspec

from fairground.server.workers import jobs

# These take less than 20 ms for a move on average, in every game with its printed box.
QUICK = frozenset({"random", "greedy", "novice", "apprentice", "artisan", "expert"})


class Lane(msgspec.Struct, frozen=True):
    """A kind of jobs, and what each of them may take.

    A job may use `processor_time` seconds; a worker that has not answered after `patience` seconds hangs.
    `public` jobs are those of strangers, which are not tried again after they have ended a worker.
    """

    name: str
    processor_time: int
    patience: float
    public: bool = False
    processes: int = 1
    nice: int = 0

    @property
    def tries(self) -> int:
        """How many workers may fail at a job before it is given up."""
        return 1 if self.public else 2


LANES = {
    lane.name: lane
    for lane in (
        Lane("quick", processor_time=20, patience=60.0),
        Lane("strong", processor_time=60, patience=120.0),
        Lane("own_box", processor_time=20, patience=60.0, nice=5),
        Lane("check", processor_time=5, patience=60.0, public=True, nice=10),
        Lane("replay", processor_time=10, patience=60.0, public=True, nice=10),
    )
}


def make_lanes(workers: int) -> list[Lane]:
    """Return all lanes; strong bots think in as many processes as the operator wishes."""
    strong = msgspec.structs.replace(LANES["strong"], processes=workers)
    return [strong if lane.name == "strong" else lane for lane in LANES.values()]


def lane_of(job: jobs.Job) -> str:
    """Return the name of the lane in which a job is done.

    A stranger's box can make every bot slow, so bots that play with one only keep each other waiting.
    """
    if isinstance(job, jobs.CheckSetup | jobs.CheckStart):
        return "check"
    if isinstance(job, jobs.ReplayRecord | jobs.TakePosition | jobs.ReadStudy | jobs.CheckMove):
        return "replay"
    if job.box is not None:
        return "own_box"
    return "quick" if job.level in QUICK else "strong"
