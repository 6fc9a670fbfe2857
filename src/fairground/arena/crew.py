"""Worker processes that play matches, and the watchdog over them.

A bot that hangs or ends its process loses its match and harms no other: the worker is replaced, and the match
is told by a new one that does not ask that bot again. A worker killed from outside plays its match again.
"""

import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from ctypes import Array, c_double
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait

from fairground.arena.fixtures import Fixture, Plan
from fairground.arena.sitting import INVITING, Doom, Played, Sitting
from fairground.engine.errors import FairgroundError

PATIENCE = 120.0
LOOKS = 0.25  # seconds between two looks of the watchdog
TRIES = 3
NOBODY = -1.0

_processes = get_context("spawn")  # a fork would copy the threads of whoever runs the tournament


class Slate:
    """Memory shared with a worker: which seat thinks, at which length of the match, since when."""

    def __init__(self, shared: "Array[c_double]") -> None:
        self.shared = shared

    def thinks(self, seat: int, at: int) -> None:
        self.shared[1] = at
        self.shared[2] = time.monotonic()
        self.shared[0] = seat  # last, so that whoever sees a seat sees its time

    def rests(self) -> None:
        self.shared[0] = NOBODY

    def thinker(self) -> tuple[int, int] | None:
        seat = self.shared[0]
        return None if seat == NOBODY else (int(seat), int(self.shared[1]))

    def thinking_for(self) -> float:
        return 0.0 if self.shared[0] == NOBODY else time.monotonic() - self.shared[2]


@dataclass
class Errand:
    """A fixture on its way, and what went wrong with it so far."""

    fixture: Fixture
    doom: Doom | None = None
    failures: int = 0


class Worker:
    """A process that plays one match at a time."""

    def __init__(self, plan: Plan) -> None:
        shared = _processes.RawArray(c_double, [NOBODY, 0.0, 0.0])
        self.slate = Slate(shared)
        self.line, theirs = _processes.Pipe()
        self.process = _processes.Process(target=_work, args=(plan, theirs, shared), daemon=True)
        self.process.start()
        theirs.close()
        self.errand: Errand | None = None

    def send(self, errand: Errand) -> None:
        self.errand = errand
        with suppress(OSError):  # a worker that is dead already is found dead by the watchdog
            self.line.send((errand.fixture, errand.doom))

    def heard(self) -> Played | None:
        """The match it has told; None if it speaks no more."""
        try:
            played: Played = self.line.recv()
        except (EOFError, OSError):
            return None
        self.errand = None
        return played

    def exit_code(self) -> int | None:
        """How it died, negative for a signal; None if it lives but speaks no more."""
        self.process.join(10.0)
        return self.process.exitcode

    def end(self) -> None:
        """Stop it, with all that it started."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid or 0, signal.SIGKILL)
        self.process.kill()  # it may be too young to lead a group
        self.process.join()
        self.process.close()
        self.line.close()


class Crew:
    """Several workers for one plan."""

    def __init__(self, plan: Plan, workers: int, patience: float = PATIENCE) -> None:
        self.plan = plan
        self.patience = patience
        self.workers = workers
        self.at_work: list[Worker] = []
        self.again: deque[Errand] = deque()

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[Played]:
        """Play them all; each is told as soon as it is over, in any order."""
        errands = map(Errand, fixtures)
        try:
            while self._hand_out(errands):
                yield from self._collect()
        finally:
            for worker in self.at_work:
                worker.end()
            self.at_work = []

    def _hand_out(self, errands: Iterator[Errand]) -> bool:
        """Give everybody something to do; False once nothing is left."""
        for worker in self.at_work:
            if worker.errand is None and (errand := self._next(errands)):
                worker.send(errand)
        while len(self.at_work) < self.workers and (errand := self._next(errands)):
            self.at_work.append(Worker(self.plan))
            self.at_work[-1].send(errand)
        return any(worker.errand for worker in self.at_work)

    def _next(self, errands: Iterator[Errand]) -> Errand | None:
        return self.again.popleft() if self.again else next(errands, None)

    def _collect(self) -> Iterator[Played]:
        """Listen for a moment, and look after those who are silent."""
        busy = [worker for worker in self.at_work if worker.errand]
        ready = wait([worker.line for worker in busy], LOOKS)
        for worker in busy:
            if worker.line in ready and (played := worker.heard()):
                yield played
            elif worker.line in ready or not worker.process.is_alive():
                self._replace(worker, _last_words(worker.exit_code()))
            elif worker.slate.thinking_for() > self.patience:
                self._replace(worker, f"did not answer within {self.patience:g} seconds")

    def _replace(self, worker: Worker, fault: str | None) -> None:
        """Let another play its match. `fault` says what its bot did; None if it was killed from outside."""
        errand, thinker = worker.errand, worker.slate.thinker()
        self.at_work.remove(worker)
        worker.end()
        if errand:
            errand.failures += 1
            errand.doom = self._doom(errand, thinker, fault)
            self.again.append(errand)

    def _doom(self, errand: Errand, thinker: tuple[int, int] | None, fault: str | None) -> Doom | None:
        """Who is not to be asked again in this match, and from where on."""
        last = errand.failures >= TRIES
        if thinker is None and last:
            raise FairgroundError(
                f"match {errand.fixture.number}: its worker died {TRIES} times by no bot's fault"
            )
        if thinker is None or (fault is None and not last):
            return errand.doom
        seat, at = thinker
        return Doom(seat, INVITING if last else at, fault or f"was killed {TRIES} times while it thought")


def _last_words(code: int | None) -> str | None:
    """What a bot did to a worker that fell silent; None if it was killed, which need not be a bot's doing."""
    if code is None:
        return "cut the line to the arena"
    return None if code < 0 else f"ended its process with code {code}"


def _work(
    plan: Plan, line: "Connection[Played, tuple[Fixture, Doom | None]]", shared: "Array[c_double]"
) -> None:
    """The life of a worker."""
    os.setsid()  # an interrupt is for the one who gives out the work, and our end is that of all we start
    threading.Thread(target=_end_with_parent, daemon=True).start()
    slate = Slate(shared)
    with open(os.devnull, "w") as sys.stdout, suppress(EOFError):  # what bots print is nobody's
        while True:
            fixture, doom = line.recv()
            line.send(Sitting(plan, fixture, slate, doom).run())


def _end_with_parent() -> None:
    parent = parent_process()
    if parent:
        parent.join()
        os.killpg(0, signal.SIGKILL)
