"""The folder of a tournament: its plan, its results line by line, and the records of its matches."""

import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import FileIO
from pathlib import Path

import msgspec
from filelock import FileLock, Timeout

from fairground.arena.match_runner import MatchResult
from fairground.arena.schedule import Plan
from fairground.engine.errors import FairgroundError

PLAN = "plan.json"
RESULTS = "results.jsonl"
RECORDS = "records"
LOCK = ".lock"
SYNC_INTERVAL = 2.0  # seconds of finished matches that a power cut may cost


class ResultsFolder:
    """Results are appended, never rewritten, so whatever stops a tournament, finished matches stay."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder = folder
        self.plan = plan
        self.by_number: dict[int, MatchResult] = {}
        self.synced = time.monotonic()

    def __enter__(self) -> "ResultsFolder":
        with ExitStack() as stack:
            with explain_write_errors(self.folder):
                (self.folder / RECORDS).mkdir(parents=True, exist_ok=True)
                check_plan(self.folder, self.plan)
                stack.enter_context(lock_folder(self.folder))
                self.file = stack.enter_context(FileIO(self.folder / RESULTS, "a+"))
            self._read()
            self._open = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        with self._open, explain_write_errors(self.folder):
            os.fsync(self.file.fileno())

    def add(self, result: MatchResult) -> None:
        """Store a match; once this returns, only a power cut can lose it."""
        name = f"{RECORDS}/{result.number:06}.game"
        with explain_write_errors(self.folder):
            (self.folder / name).write_text(result.record, encoding="utf-8")
            stored = msgspec.structs.replace(result, record=name)
            _write_all(self.file, msgspec.json.encode(stored) + b"\n")
            if time.monotonic() - self.synced > SYNC_INTERVAL:
                os.fsync(self.file.fileno())
                self.synced = time.monotonic()
        self.by_number[result.number] = stored

    def results(self) -> list[MatchResult]:
        """Return all matches so far, in the order of the plan."""
        return [self.by_number[number] for number in sorted(self.by_number)]

    def _read(self) -> None:
        """Load earlier results; a line that was cut short is dropped, and its match is played again."""
        self.file.seek(0)
        text = self.file.read()
        whole = text[: text.rfind(b"\n") + 1]
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                result = msgspec.json.decode(line, type=MatchResult)
            except msgspec.MsgspecError:
                where = f"{self.folder / RESULTS}, line {number}"
                raise FairgroundError(f"{where}: expected a result, got {line[:40]!r}") from None
            self.by_number[result.number] = result
        if len(whole) < len(text):
            with explain_write_errors(self.folder):
                self.file.truncate(len(whole))


def check_plan(folder: Path, plan: msgspec.Struct, what: str = "tournament") -> None:
    """Write the plan into a new folder; refuse a folder that belongs to another plan of the same work."""
    path = folder / PLAN
    if not path.exists():
        write_atomically(path, msgspec.json.format(msgspec.json.encode(plan)) + b"\n")
        return
    try:
        before = msgspec.json.decode(path.read_bytes(), type=type(plan))
    except msgspec.MsgspecError:
        raise FairgroundError(f"expected the plan of a {what} in {path}, got something else") from None
    if before != plan:
        raise FairgroundError(f"{folder} holds another {what}: {_difference(before, plan)}")


@contextmanager
def lock_folder(folder: Path, what: str = "tournament") -> Iterator[None]:
    """Keep others from writing into the folder; the lock ends with this process at the latest."""
    lock = FileLock(folder / LOCK)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise FairgroundError(f"another {what} is writing into {folder} right now") from None
    try:
        yield
    finally:
        lock.release()


def _write_all(file: FileIO, data: bytes) -> None:
    """Write everything; a disk that fills up takes a part first and fails the next time."""
    while data:
        data = data[file.write(data) :]


def _difference(before: msgspec.Struct, now: msgspec.Struct) -> str:
    name = next(name for name in now.__struct_fields__ if getattr(before, name) != getattr(now, name))
    return f"{name} {_show(getattr(before, name))} there, {_show(getattr(now, name))} here"


def _show(value: object) -> str:
    text = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."


@contextmanager
def explain_write_errors(folder: Path) -> Iterator[None]:
    """Turn an OSError into a sentence about the folder."""
    try:
        yield
    except OSError as error:
        raise FairgroundError(
            f"cannot write to {folder}: {error.strerror or error}; finished matches are kept"
        ) from None


def write_atomically(path: Path, data: bytes) -> None:
    """Write a complete file; after a failure the old one is still there."""
    draft = path.with_name(path.name + ".part")
    with explain_write_errors(path.parent):
        draft.write_bytes(data)
        draft.replace(path)
