"""Several processes that search the same position, each in worlds of its own; their findings are added up."""

import contextlib
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

import msgspec

Findings = list[tuple[int, int, int]]  # move, how often tried, gain


@dataclass
class Other:
    """A forked process that thinks along."""

    process: int
    findings: BinaryIO

    def heard(self) -> Findings:
        """What it found; nothing if it died."""
        with self.findings:
            told = self.findings.read()
        self._gone()
        return msgspec.json.decode(told, type=Findings) if told else []

    def stop(self) -> None:
        """It is not needed any more."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process, signal.SIGTERM)

    def _gone(self) -> None:
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self.process, 0)


FORKS = hasattr(os, "fork")  # elsewhere one core has to do


def start(think: Callable[[], Findings]) -> Other:
    """Let a fork of this process think."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        _think_and_end(think, writing)
    os.close(writing)
    return Other(process, os.fdopen(reading, "rb"))


def _think_and_end(think: Callable[[], Findings], writing: int) -> None:
    """In the fork: nothing of the parent's may run on, whatever happens."""
    code = 1
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(msgspec.json.encode(think()))
        code = 0
    finally:
        os._exit(code)


def added(findings: list[Findings]) -> Findings:
    """The sum of several findings, move by move."""
    sums: dict[int, tuple[int, int]] = {}
    for found in findings:
        for move, visits, gain in found:
            before = sums.get(move, (0, 0))
            sums[move] = (before[0] + visits, before[1] + gain)
    return [(move, *sums[move]) for move in sorted(sums)]
