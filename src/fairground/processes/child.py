"""A program in a process of its own: we write lines to its input and read lines from its output."""

import subprocess
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress

from fairground.processes.groups import kill_group, new_group
from fairground.processes.pipes import LineReader, PipeWriter, wait_for_any

LONGEST_LINE = 1 << 27


class Child:
    """A started program. Use it as a context manager, or call `close`.

    With `own_group` the program and everything it starts form a process group: the terminal's Ctrl-C does
    not reach it, and `kill` ends all of it.

    ```python
    with Child(["sort"]) as child:
        child.write_line(b"hello", timeout=1.0)
        child.read_line(timeout=1.0)  # EOFError, TimeoutError and LineTooLong say what went wrong
    ```
    """

    def __init__(
        self, command: Sequence[str], longest_line: int = LONGEST_LINE, own_group: bool = True
    ) -> None:
        """Start the program; OSError if that is not possible."""
        pipe = subprocess.PIPE
        options = new_group() if own_group else {}
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, bufsize=0, **options)
        assert self.process.stdin and self.process.stdout
        self.own_group = own_group
        self.input = PipeWriter(self.process.stdin)
        self.output = LineReader(self.process.stdout, longest_line)

    @property
    def pid(self) -> int:
        return self.process.pid

    def write_line(self, line: bytes, timeout: float | None = None) -> None:
        """Write a line; EOFError if the program reads no more, TimeoutError if it takes too long."""
        self.input.write(line + b"\n", _deadline(timeout))

    def read_line(self, timeout: float | None = None) -> bytes:
        """Return its next line; EOFError if it says nothing more, TimeoutError if it takes too long."""
        return self.output.read_line(_deadline(timeout))

    def ask(self, line: bytes, timeout: float | None = None) -> bytes:
        """Write a line and return the next line that comes back, both within `timeout` seconds."""
        deadline = _deadline(timeout)
        self.input.write(line + b"\n", deadline)
        return self.output.read_line(deadline)

    def is_alive(self) -> bool:
        return self.process.poll() is None

    def exit_code(self, patience: float = 0.0) -> int | None:
        """Return its exit code (negative for a signal), or None if it still runs after `patience` seconds."""
        with suppress(subprocess.TimeoutExpired):
            return self.process.wait(patience)
        return None

    def kill(self) -> None:
        """End it at once, with its whole group if it has its own."""
        if self.own_group:
            kill_group(self.process.pid)
        self.process.kill()

    def close(self, patience: float = 0.0) -> None:
        """Close its input, give it `patience` seconds to end by itself, then kill it."""
        self.input.close()
        if patience:
            self.exit_code(patience)
        self.kill()
        self.process.wait()
        self.output.close()

    def __enter__(self) -> "Child":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def wait_for_output(children: Iterable[Child], timeout: float | None) -> list[Child]:
    """Return the children that have written something or ended, after at most `timeout` seconds."""
    by_reader = {child.output: child for child in children}
    return [by_reader[reader] for reader in wait_for_any(by_reader, timeout)]


def _deadline(timeout: float | None) -> float | None:
    return None if timeout is None else time.monotonic() + timeout
