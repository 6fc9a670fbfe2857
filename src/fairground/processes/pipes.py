"""Read lines from a pipe and write bytes to one, with a deadline.

Deadlines are times of `time.monotonic()`; `None` waits for as long as it takes.
"""

import os
import selectors
import socket
import sys
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import IO

CHUNK = 1 << 16
PUMPED = sys.platform == "win32"  # pipes cannot be waited for there, only sockets can


class LineTooLong(ValueError):
    """More bytes than allowed arrived without an end of line."""


class LineReader:
    """Splits what comes out of a pipe into lines of at most `longest` bytes."""

    def __init__(self, stream: IO[bytes], longest: int, pumped: bool = PUMPED) -> None:
        self.longest = longest
        self.ended = False
        self._buffer = bytearray()
        self._stream = stream
        self._socket = _pump_out(stream) if pumped else None

    def fileno(self) -> int:
        return self._socket.fileno() if self._socket else self._stream.fileno()

    def receive(self) -> None:
        """Take in what is there; wait for something if there is nothing."""
        try:
            chunk = self._socket.recv(CHUNK) if self._socket else os.read(self._stream.fileno(), CHUNK)
        except OSError:
            chunk = b""
        self._buffer += chunk
        self.ended = not chunk

    def next_line(self) -> bytes | None:
        """Return the next complete line without its end, or None if there is none yet."""
        end = self._buffer.find(b"\n")
        if (len(self._buffer) if end < 0 else end) > self.longest:
            raise LineTooLong(f"more than {self.longest} bytes without an end of line")
        if end < 0:
            return None
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        return line

    def read_line(self, deadline: float | None) -> bytes:
        """Return the next line; EOFError if there is none, TimeoutError if it takes too long."""
        while (line := self.next_line()) is None:
            if self.ended:
                raise EOFError
            _wait(self.fileno(), selectors.EVENT_READ, deadline)
            self.receive()
        return line

    def read_all(self, deadline: float | None = None) -> bytes:
        """Return everything up to the end of the stream."""
        while not self.ended:
            _wait(self.fileno(), selectors.EVENT_READ, deadline)
            self.receive()
        return bytes(self._buffer)

    def close(self) -> None:
        self._stream.close()
        if self._socket:
            self._socket.close()


class PipeWriter:
    """Writes to a pipe whose reader may be slow, deaf or gone."""

    def __init__(self, stream: IO[bytes], pumped: bool = PUMPED) -> None:
        self._stream = stream
        self._socket = _pump_in(stream) if pumped else None
        if self._socket:
            self._socket.setblocking(False)
        else:
            os.set_blocking(stream.fileno(), False)

    def fileno(self) -> int:
        return self._socket.fileno() if self._socket else self._stream.fileno()

    def write(self, data: bytes, deadline: float | None) -> None:
        """Write everything; EOFError if nobody reads any more, TimeoutError if it takes too long."""
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[self._send(rest) :]
            except BlockingIOError:
                _wait(self.fileno(), selectors.EVENT_WRITE, deadline)
            except OSError:
                raise EOFError from None

    def close(self) -> None:
        with suppress(OSError):  # bytes that a dead reader never took
            (self._socket or self._stream).close()

    def _send(self, data: memoryview) -> int:
        return self._socket.send(data) if self._socket else os.write(self._stream.fileno(), data)


def wait_for_any(readers: Iterable[LineReader], timeout: float | None) -> set[LineReader]:
    """Return the readers that have something to receive, after at most `timeout` seconds."""
    with selectors.DefaultSelector() as selector:
        for reader in readers:
            selector.register(reader.fileno(), selectors.EVENT_READ, reader)
        return {key.data for key, _ in selector.select(timeout)}


def _wait(file: int, event: int, deadline: float | None) -> None:
    """Wait until the file can be read or written."""
    with selectors.DefaultSelector() as selector:
        selector.register(file, event)
        if not selector.select(None if deadline is None else max(0.0, deadline - time.monotonic())):
            raise TimeoutError


# Where pipes cannot be waited for, threads copy between the pipe and a socket that can.


def _pump_out(stream: IO[bytes]) -> socket.socket:
    """Return a socket from which everything comes that the pipe brings."""
    ours, theirs = socket.socketpair()

    def pump() -> None:
        with theirs, suppress(OSError, ValueError):
            while chunk := os.read(stream.fileno(), CHUNK):
                theirs.sendall(chunk)

    threading.Thread(target=pump, daemon=True).start()
    return ours


def _pump_in(stream: IO[bytes]) -> socket.socket:
    """Return a socket whose bytes all go into the pipe."""
    ours, theirs = socket.socketpair()

    def pump() -> None:
        with theirs, suppress(OSError, ValueError), stream:
            while chunk := theirs.recv(CHUNK):
                while chunk:
                    chunk = chunk[os.write(stream.fileno(), chunk) :]

    threading.Thread(target=pump, daemon=True).start()
    return ours
