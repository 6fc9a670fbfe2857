"""A tournament's folder: its plan, its results line by line as they come, and the records of its matches."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path

import msgspec

from fairground.arena.fixtures import Plan
from fairground.arena.sitting import Played
from fairground.engine.errors import FairgroundError

PLAN = "plan.json"
RESULTS = "results.jsonl"
RECORDS = "records"
SYNC = 2.0  # seconds of finished matches that a power cut may cost


class Ledger:
    """Results that are appended, never rewritten: whatever stops a tournament, what was finished is kept."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.folder = folder
        self.plan = plan
        self.played: dict[int, Played] = {}
        self.synced = time.monotonic()

    def __enter__(self) -> "Ledger":
        with writing(self.folder):
            (self.folder / RECORDS).mkdir(parents=True, exist_ok=True)
            agree(self.folder, self.plan)
            self.file = FileIO(self.folder / RESULTS, "a+")
        try:
            lock(self.file, self.folder)
            self._read()
        except BaseException:
            self.file.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        with self.file, writing(self.folder):
            _sync(self.file)

    def add(self, played: Played) -> None:
        """Keep a match; once this returns, only a power cut can lose it."""
        name = f"{RECORDS}/{played.number:06}.game"
        with writing(self.folder):
            (self.folder / name).write_text(played.record, encoding="utf-8")
            kept = msgspec.structs.replace(played, record=name)
            _write_all(self.file, msgspec.json.encode(kept) + b"\n")
            if time.monotonic() - self.synced > SYNC:
                _sync(self.file)
                self.synced = time.monotonic()
        self.played[played.number] = kept

    def results(self) -> list[Played]:
        """All matches so far, in the order of the plan."""
        return [self.played[number] for number in sorted(self.played)]

    def _read(self) -> None:
        """Take up what is there; a line that was cut short is dropped, and its match is played again."""
        self.file.seek(0)
        text = self.file.read()
        whole = text[: text.rfind(b"\n") + 1]
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                played = msgspec.json.decode(line, type=Played)
            except msgspec.MsgspecError:
                where = f"{self.folder / RESULTS}, line {number}"
                raise FairgroundError(f"{where}: expected a result, got {line[:40]!r}") from None
            self.played[played.number] = played
        if len(whole) < len(text):
            with writing(self.folder):
                self.file.truncate(len(whole))


def agree(folder: Path, plan: Plan) -> None:
    """A folder belongs to one plan."""
    path = folder / PLAN
    if not path.exists():
        write_whole(path, msgspec.json.format(msgspec.json.encode(plan)) + b"\n")
        return
    try:
        before = msgspec.json.decode(path.read_bytes(), type=Plan)
    except msgspec.MsgspecError:
        raise FairgroundError(f"expected the plan of a tournament in {path}, got something else") from None
    if before != plan:
        raise FairgroundError(f"{folder} holds another tournament: {_difference(before, plan)}")


def lock(file: FileIO, folder: Path) -> None:
    """Until the file is closed nobody else writes into the folder."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise FairgroundError(f"another tournament is writing into {folder} right now") from None


def _write_all(file: FileIO, data: bytes) -> None:
    """A disk that fills up takes a part first and complains then."""
    while data:
        data = data[file.write(data) :]


def _sync(file: FileIO) -> None:
    """Down to the disk."""
    os.fsync(file.fileno())


def _difference(before: Plan, now: Plan) -> str:
    name = next(name for name in Plan.__struct_fields__ if getattr(before, name) != getattr(now, name))
    return f"{name} {_shown(getattr(before, name))} there, {_shown(getattr(now, name))} here"


def _shown(value: object) -> str:
    text = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Whatever keeps us from writing is told in a sentence."""
    try:
        yield
    except OSError as error:
        raise FairgroundError(
            f"{folder} cannot be written: {error.strerror or error}; what was finished is kept"
        ) from None


def write_whole(path: Path, data: bytes) -> None:
    """Write a whole file or nothing."""
    beside = path.with_name(path.name + ".part")
    with writing(path.parent):
        beside.write_bytes(data)
        beside.replace(path)
