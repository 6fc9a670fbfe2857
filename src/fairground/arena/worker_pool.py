"""Play matches in worker processes, and watch over them.

A bot that hangs or ends its process loses its match and harms no other: its worker is replaced, and
a new worker plays the match again without asking that bot after the point where it failed. A match whose
worker was killed from outside is played again.
"""

import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec

from fairground.arena.match_runner import BEFORE_START, KnownFault, MatchResult, MatchRunner
from fairground.arena.schedule import Plan, ScheduledMatch
from fairground.engine.errors import FairgroundError
from fairground.processes import Child, SharedNumbers, python_command, serve, wait_for_output

PATIENCE = 120.0
CHECK_INTERVAL = 0.25  # seconds between two looks of the watchdog
TRIES = 3
DYING = 10.0  # seconds a worker may take to end after its output has ended


class SharedMonitor:
    """Memory shared with a worker: which seat is thinking, after how many moves, since when."""

    LENGTH = 3
    NOBODY = 0.0  # seats count from 1 in the memory, which begins as zeros

    def __init__(self, numbers: SharedNumbers) -> None:
        self.numbers = numbers

    def start_thinking(self, seat: int, moves: int) -> None:
        self.numbers[1] = moves
        self.numbers[2] = time.monotonic()
        self.numbers[0] = seat + 1  # last, so that a reader who sees a seat sees its time too

    def stop_thinking(self) -> None:
        self.numbers[0] = self.NOBODY

    def thinker(self) -> tuple[int, int] | None:
        """Return the seat that is thinking and the number of moves made, or None."""
        seat = self.numbers[0]
        return None if seat == self.NOBODY else (int(seat) - 1, int(self.numbers[1]))

    def thinking_time(self) -> float:
        """Return for how many seconds the seat has been thinking."""
        return 0.0 if self.numbers[0] == self.NOBODY else time.monotonic() - self.numbers[2]


@dataclass
class Assignment:
    """A match for a worker, and what went wrong with it so far."""

    scheduled: ScheduledMatch
    known_fault: KnownFault | None = None
    failures: int = 0


class WorkerSetup(msgspec.Struct):
    """The first line that a worker is sent."""

    plan: Plan
    monitor: str


class WorkerTask(msgspec.Struct):
    """Every further line: a match to play."""

    scheduled: ScheduledMatch
    known_fault: KnownFault | None


class MatchWorker:
    """A process that plays one match at a time."""

    def __init__(self, plan: Plan) -> None:
        self.numbers = SharedNumbers.create(SharedMonitor.LENGTH)
        self.monitor = SharedMonitor(self.numbers)
        self.child = Child(python_command(__name__))
        self.assignment: Assignment | None = None
        self._send(WorkerSetup(plan, str(self.numbers.path)))

    def assign(self, assignment: Assignment) -> None:
        self.assignment = assignment
        self._send(WorkerTask(assignment.scheduled, assignment.known_fault))

    def receive(self) -> MatchResult | None:
        """Take in what the worker has written; return the result once it is complete."""
        self.child.output.receive()
        line = self.child.output.next_line()
        if line is None:
            return None
        self.assignment = None
        return msgspec.json.decode(line, type=MatchResult)

    def has_ended(self) -> bool:
        """Whether no more results can come."""
        return self.child.output.ended or not self.child.is_alive()

    def end(self) -> None:
        """Stop it, with everything that it has started."""
        self.child.close()
        self.numbers.remove()

    def _send(self, message: WorkerSetup | WorkerTask) -> None:
        with suppress(EOFError):  # the watchdog finds a worker that is dead
            self.child.write_line(msgspec.json.encode(message))


class MatchWorkers:
    """A pool of workers for one plan."""

    def __init__(self, plan: Plan, workers: int, patience: float = PATIENCE) -> None:
        """`patience` is how many seconds a bot may think about one move."""
        self.plan = plan
        self.patience = patience
        self.size = workers
        self.workers: list[MatchWorker] = []
        self.again: deque[Assignment] = deque()

    def play(self, matches: Iterable[ScheduledMatch]) -> Iterator[MatchResult]:
        """Play all matches; return each result as soon as there is one, in any order."""
        assignments = map(Assignment, matches)
        try:
            while self._assign(assignments):
                yield from self._collect()
        finally:
            for worker in self.workers:
                worker.end()
            self.workers = []

    def _assign(self, assignments: Iterator[Assignment]) -> bool:
        """Give every idle worker a match; return False once nothing is left to play."""
        for worker in self.workers:
            if worker.assignment is None and (assignment := self._next(assignments)):
                worker.assign(assignment)
        while len(self.workers) < self.size and (assignment := self._next(assignments)):
            self.workers.append(MatchWorker(self.plan))
            self.workers[-1].assign(assignment)
        return any(worker.assignment for worker in self.workers)

    def _next(self, assignments: Iterator[Assignment]) -> Assignment | None:
        return self.again.popleft() if self.again else next(assignments, None)

    def _collect(self) -> Iterator[MatchResult]:
        """Wait a moment for results, and check on the workers that are silent."""
        busy = [worker for worker in self.workers if worker.assignment]
        ready = wait_for_output([worker.child for worker in busy], CHECK_INTERVAL)
        for worker in busy:
            if worker.child in ready and (result := worker.receive()):
                yield result
            elif worker.has_ended():
                self._replace(worker, _describe_exit(worker.child.exit_code(DYING)))
            elif worker.monitor.thinking_time() > self.patience:
                self._replace(worker, f"did not answer within {self.patience:g} seconds")

    def _replace(self, worker: MatchWorker, fault: str | None) -> None:
        """Let another worker play its match. `fault` says what its bot did; None if it was killed."""
        assignment, thinker = worker.assignment, worker.monitor.thinker()
        self.workers.remove(worker)
        worker.end()
        if assignment:
            assignment.failures += 1
            assignment.known_fault = self._blame(assignment, thinker, fault)
            self.again.append(assignment)

    def _blame(
        self, assignment: Assignment, thinker: tuple[int, int] | None, fault: str | None
    ) -> KnownFault | None:
        """Return which bot is not asked again in this match, and from which move on."""
        last = assignment.failures >= TRIES
        if thinker is None and last:
            raise FairgroundError(
                f"match {assignment.scheduled.number}: its worker died {TRIES} times, and not through a bot"
            )
        if thinker is None or (fault is None and not last):
            return assignment.known_fault
        seat, moves = thinker
        reason = fault or f"was killed {TRIES} times while it was thinking"
        return KnownFault(seat, BEFORE_START if last else moves, reason)


def _describe_exit(code: int | None) -> str | None:
    """Say what a bot did to its worker; None if the worker was killed, which need not be a bot's doing."""
    if code is None:
        return "closed its worker's connection to the arena"
    return None if code < 0 else f"ended its process with code {code}"


# In the worker


class MatchServer:
    """Answers the lines that a `MatchWorker` sends."""

    def __init__(self) -> None:
        self.setup: WorkerSetup | None = None
        self.monitor: SharedMonitor | None = None

    def answer(self, line: bytes) -> bytes | None:
        if self.setup is None:
            self.setup = msgspec.json.decode(line, type=WorkerSetup)
            numbers = SharedNumbers.open(Path(self.setup.monitor), SharedMonitor.LENGTH)
            self.monitor = SharedMonitor(numbers)
            return None
        task = msgspec.json.decode(line, type=WorkerTask)
        runner = MatchRunner(self.setup.plan, task.scheduled, self.monitor, task.known_fault)
        return msgspec.json.encode(runner.run())


def main() -> None:
    """Run as a worker."""
    serve(MatchServer().answer)
