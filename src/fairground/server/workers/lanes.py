"""Lanes: kinds of jobs that have worker processes of their own, so that no kind waits for another."""

import msgspec

from fairground.server.workers import jobs

# These take less than 20 ms for a move on average, in every game with its printed box.
QUICK = frozenset({"random", "greedy", "novice", "apprentice", "artisan", "expert"})


class Lane(msgspec.Struct, frozen=True):
    """A kind of jobs, and what each of them may take.

    A job may use `processor_time` seconds; a worker that has not answered after `patience` seconds hangs.
    `public` jobs are those of strangers, which are not tried again after they have ended a worker.
    Jobs in the `background` wait for those of other lanes, and are charged to accounts of their own.
    """

    name: str
    processor_time: int
    patience: float
    public: bool = False
    processes: int = 1
    nice: int = 0
    background: bool = False

    @property
    def tries(self) -> int:
        """How many workers may fail at a job before it is given up.

        A review has many jobs, and any of them may meet a worker that is killed from outside.
        """
        return 1 if self.public else 3 if self.background else 2


LANES = {
    lane.name: lane
    for lane in (
        Lane("quick", processor_time=20, patience=60.0),
        Lane("strong", processor_time=60, patience=120.0),
        Lane("own_box", processor_time=20, patience=60.0, nice=5),
        Lane("check", processor_time=5, patience=60.0, public=True, nice=10),
        Lane("replay", processor_time=10, patience=60.0, public=True, nice=10),
        Lane("review", processor_time=60, patience=300.0, nice=19, background=True),
        Lane("own_box_review", processor_time=30, patience=300.0, nice=19, background=True),
    )
}


def make_lanes(workers: int) -> list[Lane]:
    """Return all lanes; strong bots and reviews have as many processes as the operator wishes."""
    return [
        msgspec.structs.replace(lane, processes=workers) if lane.name in {"strong", "review"} else lane
        for lane in LANES.values()
    ]


def lane_of(job: jobs.Job) -> str:
    """Return the name of the lane in which a job is done.

    A stranger's box can make everything slow, so bots that play with one only keep each other waiting, and so
    do reviews of matches with one.
    """
    if isinstance(job, jobs.CheckSetup | jobs.CheckStart):
        return "check"
    if isinstance(job, jobs.RecordJob | jobs.SubjectJob | jobs.ClickJob):
        return "replay"
    if isinstance(job, jobs.ReviewJob):
        return "review" if job.subject.box is None else "own_box_review"
    if isinstance(job, jobs.FindHints):
        return "strong" if job.box is None else "own_box"
    return lane_of_bot(job.level, own_box=job.box is not None)


def lane_of_bot(level: str, own_box: bool) -> str:
    """Return the name of the lane in which a bot chooses its moves."""
    if own_box:
        return "own_box"
    return "quick" if level in QUICK else "strong"
