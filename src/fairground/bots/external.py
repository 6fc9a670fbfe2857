"""A bot in a process of its own: a question a line on its standard input, an answer a line on its output.

The question is a JSON object with `view` (what the seat may know), `moves` (a list of `{"move": 17,
"words": "a3"}`), `game`, `seat`, `seats` and `options`. The answer is the number of a move or its words.
A process that ends, keeps silent or answers nonsense is a fault, and is stopped.
"""

import contextlib
import os
import selectors
import shlex
import subprocess
import time
from typing import IO

import msgspec

from fairground.bots.bot import BotFault
from fairground.engine.errors import BadSetting
from fairground.engine.mind import Mind

LONGEST = 1 << 16  # bytes of an answer


class External:
    """Asks a program; starts it at the first question."""

    def __init__(self, command: str, patience: float = 60.0) -> None:
        """`patience` is how many seconds an answer may take."""
        self.process: subprocess.Popen[bytes] | None = None
        self.command = command
        self.patience = patience
        self.arguments = _arguments(command)
        self.heard = b""

    def choose(self, mind: Mind) -> int:
        moves = {mind.words(move): move for move in mind.legal()}
        process = self.process or self._start()
        until = time.monotonic() + self.patience
        self._ask(_end(process.stdin), question(mind, moves), until)
        return self._understood(self._answer(_end(process.stdout), until), moves)

    def close(self) -> None:
        """End the program: its input ends first, then it is stopped."""
        process, self.process = self.process, None
        if process is None:
            return
        with process:  # closes its pipes
            assert process.stdin is not None
            process.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(0.5)
            process.kill()

    def __del__(self) -> None:
        self.close()

    def _start(self) -> subprocess.Popen[bytes]:
        pipe = subprocess.PIPE
        try:
            self.process = subprocess.Popen(self.arguments, stdin=pipe, stdout=pipe, bufsize=0)
        except OSError as error:
            raise BotFault(f"the bot {self.command!r} cannot be started: {error.strerror}") from None
        os.set_blocking(_end(self.process.stdin), False)
        self.heard = b""
        return self.process

    def _ask(self, stream: int, line: bytes, until: float) -> None:
        while line:
            self._wait(stream, selectors.EVENT_WRITE, until)
            try:
                line = line[os.write(stream, line) :]
            except OSError:
                raise self._fault("ended before it was asked") from None

    def _answer(self, stream: int, until: float) -> str:
        """The next line."""
        while b"\n" not in self.heard:
            if len(self.heard) > LONGEST:
                raise self._fault(f"answered more than {LONGEST} bytes without an end of line")
            self._wait(stream, selectors.EVENT_READ, until)
            if not (piece := os.read(stream, LONGEST)):
                raise self._fault("ended without an answer")
            self.heard += piece
        line, _, self.heard = self.heard.partition(b"\n")
        return line.decode(errors="replace").strip()

    def _wait(self, stream: int, event: int, until: float) -> None:
        """Until the stream can be read or written."""
        with selectors.DefaultSelector() as selector:
            selector.register(stream, event)
            if not selector.select(max(0.0, until - time.monotonic())):
                raise self._fault(f"gave no answer within {self.patience:g} seconds")

    def _understood(self, answer: str, moves: dict[str, int]) -> int:
        try:
            said = msgspec.json.decode(answer, type=int | str)
        except msgspec.DecodeError:
            said = answer
        if isinstance(said, int) and said in moves.values():
            return said
        if isinstance(said, str) and said in moves:
            return moves[said]
        raise self._fault(f"answered {answer[:60]!r}, expected one of its {len(moves)} moves")

    def _fault(self, what: str) -> BotFault:
        self.close()
        return BotFault(f"the bot {self.command!r} {what}")


def question(mind: Mind, moves: dict[str, int]) -> bytes:
    """What the program is asked: one line of JSON."""
    asked = {
        "game": mind.game,
        "seat": int(mind.seat),
        "seats": int(mind.seats),
        "options": mind.options,
        "view": mind.view,
        "moves": [{"move": move, "words": words} for words, move in moves.items()],
    }
    return msgspec.json.encode(asked) + b"\n"


def _end(stream: IO[bytes] | None) -> int:
    """Our end of a pipe."""
    assert stream is not None
    return stream.fileno()


def _arguments(command: str) -> list[str]:
    try:
        arguments = shlex.split(command)
    except ValueError as error:
        raise BadSetting(f"the command line {command!r} cannot be read: {error}") from None
    if not arguments:
        raise BadSetting("expected exec:command line, got no command")
    return arguments
