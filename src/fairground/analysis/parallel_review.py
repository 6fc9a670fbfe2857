"""Review a match on several processes: coarse results for all moves first, then finer ones.

The moves are independent tasks, so the review is the same on any number of processes.
"""

from collections.abc import Generator, Iterator
from contextlib import closing

import msgspec

from fairground.analysis.report import Review
from fairground.analysis.review import BUDGET, ReviewedMove, Reviewer
from fairground.engine.errors import BadSetting, FairgroundError
from fairground.engine.match import Match
from fairground.engine.record import Record
from fairground.engine.state import State
from fairground.games import load
from fairground.processes import TaskPool, python_command, serve


class MoveTask(msgspec.Struct, frozen=True):
    """A move to review, coarsely or with the whole budget."""

    at: int
    fine: bool


Reviewing = Generator[tuple[MoveTask, ReviewedMove], None, None]


class ReviewSetup(msgspec.Struct, frozen=True):
    """The first line that a worker is sent: the match to review."""

    record: str
    box: str
    budget: int

    @classmethod
    def of(cls, match: Match[State, object], budget: int) -> "ReviewSetup":
        return cls(str(match.record()), match.box.canonical, budget)

    def open(self) -> Reviewer[State, object]:
        """Replay the match and return its reviewer."""
        record = Record.parse(self.record)
        game = load(record.game, record.rules)
        return Reviewer(Match.replay(game, record, game.kept_box(self.box)), self.budget)


class ParallelReview:
    """The review of one match on `cores` processes.

    ```python
    review = ParallelReview(match, cores=4)
    for task in review.run():
        print(review.done, "of", len(review.tasks))
    print(review.assemble().accuracy)
    ```
    """

    def __init__(self, match: Match[State, object], budget: int = BUDGET, cores: int = 1) -> None:
        if cores < 1:
            raise BadSetting(f"expected 1 core or more, got {cores}")
        self.reviewer = Reviewer(match, budget)
        self.cores = cores
        moves = range(len(match.made))
        self.tasks = [MoveTask(at, fine) for fine in (False, True) for at in moves]
        self.done = 0
        self.coarse: dict[int, ReviewedMove] = {}
        self.fine: dict[int, ReviewedMove] = {}
        self.start: list[float] = []

    def run(self) -> Iterator[MoveTask]:
        """Review all moves; yield each task when it is done."""
        reviewing = self._run_here() if self.cores == 1 else self._run_in_workers()
        with closing(reviewing):
            for task, reviewed in reviewing:
                (self.fine if task.fine else self.coarse)[task.at] = reviewed
                self.done += 1
                yield task

    def has_first_results(self) -> bool:
        """Whether every move has been reviewed at least coarsely."""
        return all(at in self.fine or at in self.coarse for at in range(len(self.tasks) // 2))

    def assemble(self) -> Review:
        """Return what is known by now; call it once there are first results."""
        self.start = self.start or self.reviewer.start()
        known = self.coarse | self.fine
        moves = [known[at] for at in sorted(known)]
        return self.reviewer.assemble(self.start, moves, complete=len(self.fine) == len(moves))

    def _run_here(self) -> Reviewing:
        for task in self.tasks:
            yield task, review_task(self.reviewer, task)

    def _run_in_workers(self) -> Reviewing:
        setup = ReviewSetup.of(self.reviewer.match, self.reviewer.effort.budget)
        pool = TaskPool(python_command(__name__), msgspec.json.encode(setup), self.cores)
        with closing(pool.run(map(msgspec.json.encode, self.tasks))) as answers:
            for number, answer in answers:
                task = self.tasks[number]
                if answer is None:
                    raise FairgroundError(f"the move after {task.at} moves: its worker died again and again")
                yield task, msgspec.json.decode(answer, type=ReviewedMove)


def review_task(reviewer: Reviewer[State, object], task: MoveTask) -> ReviewedMove:
    """Do one task."""
    return reviewer.review_move(task.at, reviewer.effort if task.fine else reviewer.effort.coarse())


# In the worker


class ReviewServer:
    """Answers the lines that a `ParallelReview` sends."""

    def __init__(self) -> None:
        self.reviewer: Reviewer[State, object] | None = None

    def answer(self, line: bytes) -> bytes | None:
        if self.reviewer is None:
            self.reviewer = msgspec.json.decode(line, type=ReviewSetup).open()
            return None
        task = msgspec.json.decode(line, type=MoveTask)
        return msgspec.json.encode(review_task(self.reviewer, task))


def main() -> None:
    """Run as a worker."""
    serve(ReviewServer().answer)
