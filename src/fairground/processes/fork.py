"""A function that runs in a copy of this process, where everything in memory is at hand without copying."""

import os
import signal
from collections.abc import Callable
from contextlib import suppress

from fairground.processes.pipes import LineReader

CAN_FORK = hasattr(os, "fork")
LONGEST = 1 << 27


class Fork:
    """Starts `function` in a fork of this process; only where `CAN_FORK`."""

    def __init__(self, function: Callable[[], bytes]) -> None:
        reading, writing = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            _run_and_exit(function, writing)
        os.close(writing)
        self.output = LineReader(os.fdopen(reading, "rb", buffering=0), LONGEST, pumped=False)

    def result(self, deadline: float | None = None) -> bytes:
        """Wait for what the function returns; empty if it raised or was killed, as it is when it is late."""
        try:
            result = self.output.read_all(deadline)
        except TimeoutError:
            self.kill()
            result = b""
        self.output.close()
        with suppress(ChildProcessError):
            os.waitpid(self.pid, 0)
        return result

    def kill(self) -> None:
        """End it at once; `result` must be called all the same."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)


def _run_and_exit(function: Callable[[], bytes], writing: int) -> None:
    """In the fork: run the function, and nothing of the parent's after it, whatever happens."""
    code = 1
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(function())
        code = 0
    finally:
        os._exit(code)
