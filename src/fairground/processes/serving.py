"""The worker's side: answer line after line, and end together with the parent."""

import os
import queue
import sys
import threading
from collections.abc import Callable
from typing import BinaryIO

from fairground.processes.groups import kill_own_group

Handler = Callable[[bytes], bytes | None]


def serve(handler: Handler, show_prints: bool = False) -> None:
    """Call `handler` for each line of standard input and write what it returns, as a line.

    Lines are passed and returned without their end; None writes nothing. Standard input and output are taken
    over: what the handler prints goes to standard error with `show_prints`, otherwise nowhere, and its
    input is empty. Once the real input ends, the parent is gone: the process ends at once, with its
    group, even in the middle of a job.
    """
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    questions, answers = _take_over_streams(show_prints)
    threading.Thread(target=_read_until_end, args=(questions, lines), daemon=True).start()
    while True:
        answer = handler(lines.get())
        if answer is not None:
            _write_line(answers, answer)


def _write_line(answers: BinaryIO, line: bytes) -> None:
    try:
        answers.write(line + b"\n")
        answers.flush()
    except BrokenPipeError:
        kill_own_group()


def _take_over_streams(show_prints: bool) -> tuple[BinaryIO, BinaryIO]:
    """Return the real input and output, and put harmless ones in their places."""
    questions = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    sys.stdout.flush()
    os.dup2(nothing, 0)
    os.dup2(2 if show_prints else nothing, 1)
    os.close(nothing)
    return questions, answers


def _read_until_end(questions: BinaryIO, lines: "queue.SimpleQueue[bytes]") -> None:
    try:
        for line in questions:
            if line.endswith(b"\n"):
                lines.put(line[:-1])
    finally:  # also when there is no memory for a line: a process that reads no more must not seem alive
        kill_own_group()
