"""Results kept in a file: runs with other seeds add up, and an interrupted run goes on where it stopped."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from io import FileIO
from pathlib import Path
from typing import Protocol, TypeVar, get_type_hints

import msgspec

from fairground.analysis.measurements.matches import run_all
from fairground.analysis.report import VERSION


class Task(Protocol):
    """What is measured in one match, as a dataclass; the seed makes the match."""

    @property
    def seed(self) -> str: ...


T = TypeVar("T", bound=Task)
R = TypeVar("R")


class KeptLine(msgspec.Struct, frozen=True):
    """A line of the file: what was `found` when some `work` did a task, by which version of the reviewer."""

    work: str
    version: int
    task: msgspec.Raw
    found: msgspec.Raw


def run_kept(work: Callable[[T], R], tasks: Sequence[T], cores: int, file: Path | None) -> list[R]:
    """Do the same work for all tasks, and return the results in their order.

    With a file, tasks that it has are not done again; the results of all tasks in it that differ only in
    their seeds come too, after the others.
    """
    if file is None:
        return list(run_all(work, tasks, cores))
    known = dict(_read_results(file, work, tasks))
    missing = [task for task in tasks if task not in known]
    with file.open("ab", buffering=0) as end:
        _finish_line(file, end)
        for task, found in zip(missing, run_all(work, missing, cores), strict=True):
            known[task] = found
            end.write(_write_line(work.__name__, task, found))  # at once, so that runs can share the file
    return [known.pop(task) for task in dict.fromkeys(tasks)] + list(known.values())


def _read_results(file: Path, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[tuple[T, R]]:
    """Yield what the file has of this work, for tasks like these."""
    if not tasks or not file.exists():
        return
    result_type = get_type_hints(work)["return"]
    alike = {_without_seed(task) for task in tasks}
    for line in _read_lines(file, work.__name__):
        task = msgspec.json.decode(line.task, type=type(tasks[0]))
        if _without_seed(task) in alike:
            yield task, msgspec.json.decode(line.found, type=result_type)


def _read_lines(file: Path, work: str) -> Iterator[KeptLine]:
    """Yield the lines of this work by this version; half a line is left out, which a killed run may leave."""
    for text in file.read_bytes().splitlines():
        try:
            line = msgspec.json.decode(text, type=KeptLine)
        except msgspec.MsgspecError:
            continue
        if (line.work, line.version) == (work, VERSION):
            yield line


def _write_line(work: str, task: object, found: object) -> bytes:
    encode = msgspec.json.encode
    return encode(KeptLine(work, VERSION, msgspec.Raw(encode(task)), msgspec.Raw(encode(found)))) + b"\n"


def _without_seed(task: T) -> T:
    return replace(task, seed="")  # type: ignore[type-var]  # tasks are dataclasses


def _finish_line(file: Path, end: FileIO) -> None:
    """End the last line if a run was killed while it wrote it."""
    text = file.read_bytes()
    if text and not text.endswith(b"\n"):
        end.write(b"\n")
