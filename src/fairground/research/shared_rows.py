"""The rows of a vector environment, in this process or in several that share memory."""

import multiprocessing
import signal
from collections.abc import Iterator
from dataclasses import dataclass
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

Infos: TypeAlias = dict[int, dict[str, object]]  # by row
Settings: TypeAlias = dict[str, Any]  # the arguments of a LearnerBatch, from `game` to `box`
PATIENCE: Final = 5.0  # seconds that a process has to end by itself


@dataclass(frozen=True)
class Finals:
    """What learners saw last in the matches that a step ended, one after the other, and how these ended."""

    observations: NDArray[np.float32]
    infos: Infos


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
        """Play one action in each row; return the final observations and infos of the matches that ended."""
        batch = self.batch
        illegal = batch.step_or_end(actions)
        self.rewards[:] = batch.rewards[np.arange(batch.n), batch.before]
        self.rewards[illegal] = ILLEGAL
        rows: list[int] = np.flatnonzero(batch.ends).tolist()
        seen = np.empty((len(rows), batch.observations.shape[1]), dtype=np.float32)
        for at, i in enumerate(rows):
            seen[at] = batch.final_observation(i)
        return Finals(seen, {i: batch.final_info(i) for i in rows})

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
        self.finals = self.arrays.finals
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
        """Play one action in each row; return the final observations and infos of the matches that ended."""
        self.actions[:] = actions
        infos = self._ask(("step", ""))
        return Finals(self.finals[list(infos)], infos)

    def _ask(self, request: tuple[str, str]) -> Infos:
        for link in self.links:
            link.send(request)
        answers = [link.recv() for link in self.links]
        for answer in answers:
            if isinstance(answer, Exception):
                raise answer
        return {i: info for answer in answers for i, info in answer.items()}

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
        for name in ("observations", "masks", "rewards", "ended", "learners", "actions", "finals"):
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
        self.finals = self._take(memory, (n, width), np.float32)
        self.masks = self._take(memory, (n, actions), np.bool_)
        self.ended = self._take(memory, (n,), np.bool_)

    @staticmethod
    def size(batch: LearnerBatch, n: int) -> int:
        """Return how many bytes the arrays of n rows take."""
        return n * (8 + 8 + 8 + 2 * 4 * batch.observations.shape[1] + len(batch.moves) + 1)

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


def _answer(rows: Rows, arrays: Arrays, mine: slice, request: str, seed: str) -> Infos:
    infos: Infos = {}
    if request == "reset":
        rows.reset(seed)
    else:
        finals = rows.step(arrays.actions[mine])
        infos = {mine.start + i: info for i, info in finals.infos.items()}
        arrays.finals[list(infos)] = finals.observations
    arrays.rewards[mine], arrays.masks[mine] = rows.rewards, rows.masks
    arrays.ended[mine], arrays.learners[mine] = rows.ended, rows.learners
    return infos
