"""A pool of worker processes that take a line for each task and answer with a line.

A worker that dies is replaced, and another one takes over its task. A task whose workers die again and
again is given up, so that it does not stop the others.
"""

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from fairground.processes.child import Child, wait_for_output

TRIES = 3
CHECK_INTERVAL = 0.25  # seconds between two looks at silent workers


@dataclass
class PooledTask:
    """A task by its number, and how many workers died of it."""

    number: int
    line: bytes
    failures: int = 0


class PoolWorker:
    """A process that does one task at a time."""

    def __init__(self, command: Sequence[str], setup: bytes) -> None:
        self.child = Child(command)
        self.task: PooledTask | None = None
        self._send(setup)

    def assign(self, task: PooledTask) -> None:
        self.task = task
        self._send(task.line)

    def receive(self) -> bytes | None:
        """Take in what the worker has written; return its answer once it is complete."""
        self.child.output.receive()
        return self.child.output.next_line()

    def has_ended(self) -> bool:
        """Whether no more answers can come."""
        return self.child.output.ended or not self.child.is_alive()

    def _send(self, line: bytes) -> None:
        with suppress(EOFError):  # a worker that is dead is found later
            self.child.write_line(line)


class TaskPool:
    """Workers that are all started with the same command and sent the same first line.

    ```python
    pool = TaskPool(python_command("my.worker"), setup=b"{}", size=4)
    for number, answer in pool.run([b"one", b"two"]):
        ...
    ```
    """

    def __init__(self, command: Sequence[str], setup: bytes, size: int) -> None:
        self.command = command
        self.setup = setup
        self.size = size
        self.workers: list[PoolWorker] = []
        self.again: deque[PooledTask] = deque()

    def run(self, lines: Iterable[bytes]) -> Generator[tuple[int, bytes | None], None, None]:
        """Do all tasks; yield the number and the answer of each as it comes, None for one given up.

        Tasks are begun in their order. The processes end when the caller stops early.
        """
        tasks = (PooledTask(number, line) for number, line in enumerate(lines))
        try:
            while self._assign(tasks):
                yield from self._collect()
        finally:
            for worker in self.workers:
                worker.child.close()
            self.workers = []

    def _assign(self, tasks: Iterator[PooledTask]) -> bool:
        """Give every idle worker a task; return False once nothing is left to do."""
        for worker in self.workers:
            if worker.task is None and (task := self._next(tasks)):
                worker.assign(task)
        while len(self.workers) < self.size and (task := self._next(tasks)):
            self.workers.append(PoolWorker(self.command, self.setup))
            self.workers[-1].assign(task)
        return any(worker.task for worker in self.workers)

    def _next(self, tasks: Iterator[PooledTask]) -> PooledTask | None:
        return self.again.popleft() if self.again else next(tasks, None)

    def _collect(self) -> Iterator[tuple[int, bytes | None]]:
        """Wait a moment for answers, and look after workers that are silent."""
        busy = [(worker, worker.task) for worker in self.workers if worker.task]
        ready = wait_for_output([worker.child for worker, _ in busy], CHECK_INTERVAL)
        for worker, task in busy:
            answer = worker.receive() if worker.child in ready else None
            if answer is not None:
                worker.task = None
                yield task.number, answer
            elif worker.has_ended():
                self._bury(worker)
                if not self._retry(task):
                    yield task.number, None

    def _bury(self, worker: PoolWorker) -> None:
        self.workers.remove(worker)
        worker.child.close()

    def _retry(self, task: PooledTask) -> bool:
        """Let another worker do the task, unless too many have died of it."""
        task.failures += 1
        if task.failures < TRIES:
            self.again.append(task)
        return task.failures < TRIES
