"""The rows of a vector environment, in this process or in several that share memory."""

import multiprocessing
import signal
from collections.abc import Iterator
from itertools import pairwise
from multiprocessing.connection import Connection, wait
from multiprocessing.shared_memory import SharedMemory
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fairground.bots import close
from fairground.engine.errors import FairgroundError
from fairground.research.episode import ILLEGAL
from fairground.research.learner_batch import LearnerBatch

Finals: TypeAlias = dict[int, tuple[NDArray[np.float32], dict[str, object]]]
Settings: TypeAlias = dict[str, Any]  # the arguments of a LearnerBatch, from `game` to `box`
PATIENCE: Final = 5.0  # seconds that a process has to end by itself


class Rows:
    """The rows of one batch."""

    def __init__(self, batch: LearnerBatch) -> None:
        self.batch = batch
        self.game = batch.game
        self.box = batch.box
        self.seats = batch.seats
        self.masks = batch.masks
        self.ended = batch.ends
        self.learners = batch.learners
        self.rewards = np.zeros(batch.n, dtype=np.float64)

    @property
    def observations(self) -> NDArray[np.float32]:
        return self.batch.observations

    def reset(self, seed: str) -> None:
        """Begin all rows again with a seed."""
        self.batch.start(seed)
        self.rewards[:] = 0

    def step(self, actions: NDArray[np.int64]) -> Finals:
        """Play one action in each row; return the final observation and info of the matches that ended."""
        illegal = self.batch.step_or_end(actions)
        self.rewards[:] = self.batch.rewards[np.arange(self.batch.n), self.batch.before]
        self.rewards[illegal] = ILLEGAL
        return {int(i): self.batch.final(int(i)) for i in np.flatnonzero(self.batch.ends)}

    def close(self) -> None:
        """Close the bots, some of which are processes."""
        for each in self.batch.bots:
            close(each)


class SharedRows:
    """Rows that are shared among processes. All arrays are in one shared block of memory."""

    def __init__(self, settings: Settings, workers: int) -> None:
        n = int(settings["n"])
        probe = make_batch({**settings, "n": 1})  # raises here if a setting is wrong
        self.game = probe.game
        self.box = probe.box
        self.seats = probe.seats
        self.memory = SharedMemory(create=True, size=Arrays.size(probe, n))
        self.arrays = Arrays(self.memory, probe, n)
        self.observations, self.masks = self.arrays.observations, self.arrays.masks
        self.rewards, self.ended = self.arrays.rewards, self.arrays.ended
        self.learners, self.actions = self.arrays.learners, self.arrays.actions
        cuts = [n * number // workers for number in range(workers + 1)]
        self.links: list[Connection] = []
        self.processes: list[Any] = []
        for first, last in pairwise(cuts):
            self._start(first, last, {**settings, "n": last - first}, n)

    def _start(self, first: int, last: int, settings: Settings, n: int) -> None:
        context = multiprocessing.get_context()
        link, theirs = context.Pipe()
        arguments = theirs, self.memory.name, settings, first, last, n
        process = context.Process(target=serve, args=arguments, daemon=True)
        process.start()
        theirs.close()
        self.links.append(link)
        self.processes.append(process)

    def reset(self, seed: str) -> None:
        """Begin all rows again with a seed."""
        self._ask(("reset", seed))

    def step(self, actions: NDArray[np.int64]) -> Finals:
        """Play one action in each row; return the final observation and info of the matches that ended."""
        self.actions[:] = actions
        return {i: final for part in self._ask(("step", "")) for i, final in part.items()}

    def _ask(self, request: tuple[str, str]) -> list[Finals]:
        for link in self.links:
            link.send(request)
        answers = [link.recv() for link in self.links]
        for answer in answers:
            if isinstance(answer, Exception):
                raise answer
        return answers

    def close(self) -> None:
        """End the processes and give the memory back."""
        for link in self.links:
            link.send(("close", ""))
        for process in self.processes:
            process.join(PATIENCE)
            if process.is_alive():
                process.kill()
                process.join()
        self.arrays.forget()
        for name in ("observations", "masks", "rewards", "ended", "learners", "actions"):
            setattr(self, name, np.array(getattr(self, name)))
        self.memory.close()
        self.memory.unlink()


class Arrays:
    """The arrays in shared memory."""

    def __init__(self, memory: SharedMemory, batch: LearnerBatch, n: int) -> None:
        self.at = 0
        width, actions = batch.observations.shape[1], len(batch.moves)
        self.rewards = self._take(memory, (n,), np.float64)
        self.learners = self._take(memory, (n,), np.int64)
        self.actions = self._take(memory, (n,), np.int64)
        self.observations = self._take(memory, (n, width), np.float32)
        self.masks = self._take(memory, (n, actions), np.bool_)
        self.ended = self._take(memory, (n,), np.bool_)

    @staticmethod
    def size(batch: LearnerBatch, n: int) -> int:
        """Return how many bytes the arrays of n rows take."""
        return n * (8 + 8 + 8 + 4 * batch.observations.shape[1] + len(batch.moves) + 1)

    def _take(self, memory: SharedMemory, shape: tuple[int, ...], kind: Any) -> NDArray[Any]:
        array: NDArray[Any] = np.ndarray(shape, kind, memory.buf, self.at)
        self.at += array.nbytes
        return array

    def forget(self) -> None:
        """Let go of the memory."""
        self.__dict__.clear()


def serve(link: Connection, memory: str, settings: Settings, first: int, last: int, n: int) -> None:
    """Play some rows until the parent says so or is gone: the body of a process."""
    batch = make_batch(settings, first)
    rows, shared = Rows(batch), SharedMemory(memory)
    arrays = Arrays(shared, batch, n)
    mine = slice(first, last)
    batch.observations = arrays.observations[mine]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is interrupted too, and ends this process
    for request, seed in _requests(link):
        try:
            link.send(_answer(rows, arrays, mine, request, seed))
        except FairgroundError as error:
            link.send(error)
    rows.close()


def _requests(link: Connection) -> Iterator[tuple[str, str]]:
    parent = multiprocessing.parent_process()
    while link in wait([link, parent.sentinel] if parent else [link]):
        request, seed = link.recv()
        if request == "close":
            return
        yield request, seed


def make_batch(settings: Settings, first: int = 0) -> LearnerBatch:
    """Return a batch with the settings and the number of its first row."""
    return LearnerBatch(**settings, first=first)


def _answer(rows: Rows, arrays: Arrays, mine: slice, request: str, seed: str) -> Finals:
    finals: Finals = {}
    if request == "reset":
        rows.reset(seed)
    else:
        finals = {mine.start + i: final for i, final in rows.step(arrays.actions[mine]).items()}
    arrays.rewards[mine], arrays.masks[mine] = rows.rewards, rows.masks
    arrays.ended[mine], arrays.learners[mine] = rows.ended, rows.learners
    return finals
