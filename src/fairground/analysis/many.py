"""Review a folder of records into a Parquet file with one row per move.

The reviews are kept in a folder beside the file, each under the SHA-256 of its record, until all are there.
So an interrupt costs only the reviews in progress, and the same call goes on where the last one stopped.
"""

import hashlib
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from shutil import rmtree
from typing import Protocol

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from fairground.analysis.record_review import (
    Numbered,
    RecordReview,
    Reviewed,
    ReviewPlan,
    review_in_workers,
    review_one,
)
from fairground.arena.execution import Execution
from fairground.arena.ray_cluster import RayTasks
from fairground.arena.results_folder import check_plan, explain_write_errors, lock_folder, write_atomically
from fairground.engine.errors import FairgroundError

RECORDS = "*.game"
LARGEST = 1_000_000  # bytes of a record
GROUP = 8_192  # rows in a row group of the file
WORK = "review of records"
CHANGED = "it changed while it was being reviewed"
SHARES = pa.list_(pa.float64())
COLUMNS = {
    "file": pa.string(),
    "game": pa.string(),
    "rules": pa.int32(),
    "seats": pa.int8(),
    "players": pa.list_(pa.string()),
    "at": pa.int32(),
    "seat": pa.int8(),
    "words": pa.string(),
    "label": pa.string(),
    "best": pa.string(),
    "loss": pa.float64(),
    "error": pa.float64(),
    "before": SHARES,
    "shares": SHARES,
    "effect": SHARES,
    "luck": SHARES,
    "final": SHARES,
}


class ReviewProgress(Protocol):
    """Is told how far the work is."""

    def begin(self, title: str, total: int, already: int) -> None: ...

    def step(self) -> None: ...


class FailedRecord(msgspec.Struct, frozen=True):
    """A file that could not be reviewed, and why."""

    file: str
    error: str


class ManyReport(msgspec.Struct, frozen=True):
    """What became of the files of a folder."""

    files: int
    matches: int
    moves: int
    plan: ReviewPlan
    failed: list[FailedRecord]


class FoundRecord(msgspec.Struct, frozen=True):
    """A file of the folder, with the digest of its text, or why it cannot be read."""

    path: Path
    name: str
    digest: str = ""
    error: str | None = None


def review_folder(
    folder: Path, file: Path, plan: ReviewPlan, execution: Execution, progress: ReviewProgress
) -> ManyReport:
    """Review all records in a folder and below it, write the file, and return what became of them."""
    found = find_records(folder)
    parts = file.with_name(file.name + ".parts")
    with explain_write_errors(parts):
        parts.mkdir(parents=True, exist_ok=True)
    with lock_folder(parts, WORK):
        check_plan(parts, plan, WORK)
        changed = _review_missing(found, parts, plan, execution, progress)
        report = _join([changed.get(record.name, record) for record in found], parts, plan, file)
    rmtree(parts)
    return report


# The records


def find_records(folder: Path) -> list[FoundRecord]:
    """Return the records in a folder and below it, in the order of their names."""
    paths = [path for path in folder.rglob(RECORDS) if path.is_file()]
    if not paths:
        raise FairgroundError(f"expected records ({RECORDS}) in {folder}, found none")
    return sorted((_look_at(folder, path) for path in paths), key=lambda record: record.name)


def _look_at(folder: Path, path: Path) -> FoundRecord:
    name = path.relative_to(folder).as_posix().encode("utf-8", "backslashreplace").decode()
    try:
        return FoundRecord(path, name, digest_of(read_record(path)))
    except FairgroundError as error:
        return FoundRecord(path, name, error=str(error))


def read_record(path: Path) -> str:
    """Return the text of a record, or raise an error that says why it cannot be read."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise FairgroundError(f"expected a record of at most {LARGEST} bytes, got more")
        return data.decode()
    except UnicodeDecodeError:
        raise FairgroundError("expected a record, got something that is not UTF-8 text") from None
    except OSError as error:
        raise FairgroundError(f"it cannot be read: {error.strerror}") from None


def digest_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


# The parts


def _review_missing(
    found: list[FoundRecord], parts: Path, plan: ReviewPlan, execution: Execution, progress: ReviewProgress
) -> dict[str, FoundRecord]:
    """Review what is not in the folder of parts yet; return the records that changed meanwhile."""
    readable = [record for record in found if record.error is None]
    by_digest = {record.digest: record for record in readable}  # equal records are reviewed once
    missing = [record for record in by_digest.values() if _read_part(parts, record.digest) is None]
    progress.begin("reviews", len(by_digest), len(by_digest) - len(missing))
    changed: dict[str, FoundRecord] = {}
    with closing(run_reviews(plan, execution, _read_again(missing, changed))) as reviewing:
        for number, reviewed in reviewing:
            write_atomically(_part(parts, missing[number].digest), msgspec.json.encode(reviewed))
            progress.step()
    return changed


def _read_again(missing: list[FoundRecord], changed: dict[str, FoundRecord]) -> Iterator[Numbered]:
    """Yield the text of each record when its turn comes, so that not all are in memory."""
    for number, record in enumerate(missing):
        try:
            text = read_record(record.path)
        except FairgroundError:
            text = ""
        if digest_of(text) == record.digest:
            yield number, text
        else:
            changed[record.name] = msgspec.structs.replace(record, error=CHANGED)


def run_reviews(
    plan: ReviewPlan, execution: Execution, records: Iterable[Numbered]
) -> Generator[Reviewed, None, None]:
    """Review records where the execution says; yield the reviews in any order."""
    if execution.on_ray:
        return RayTasks(execution.address, execution.workers).run(partial(review_one, plan), records)
    return review_in_workers(plan, execution.workers, records)


def _part(parts: Path, digest: str) -> Path:
    return parts / f"{digest}.json"


def _read_part(parts: Path, digest: str) -> RecordReview | None:
    """Return a review that is kept; None if there is none, or if a power cut left half of it."""
    try:
        return msgspec.json.decode(_part(parts, digest).read_bytes(), type=RecordReview)
    except (OSError, msgspec.MsgspecError):
        return None


# The file


def _join(found: list[FoundRecord], parts: Path, plan: ReviewPlan, file: Path) -> ManyReport:
    """Write the rows of all records in the order of their names."""
    failed: list[FailedRecord] = []
    schema = pa.schema(COLUMNS.items(), metadata={"fairground": msgspec.json.encode(plan)})
    draft, moves = file.with_name(file.name + ".draft"), 0
    with explain_write_errors(file.parent):
        with pq.ParquetWriter(draft, schema, compression="zstd") as writer:
            for rows in _group(_rows(found, parts, failed)):
                writer.write_table(pa.Table.from_pylist(rows, schema=schema), row_group_size=GROUP)
                moves += len(rows)
        draft.replace(file)
    return ManyReport(len(found), len(found) - len(failed), moves, plan, failed)


def _rows(found: list[FoundRecord], parts: Path, failed: list[FailedRecord]) -> Iterator[dict[str, object]]:
    """Yield the rows of all records, and note those that have none."""
    for record in found:
        kept = RecordReview(error=record.error) if record.error else _read_part(parts, record.digest)
        if kept is None or kept.error is not None:
            failed.append(FailedRecord(record.name, kept.error if kept and kept.error else CHANGED))
            continue
        for row in kept.rows:
            yield {"file": record.name, **msgspec.structs.asdict(row)}


def _group(rows: Iterator[dict[str, object]]) -> Iterator[list[dict[str, object]]]:
    """Yield the rows a group at a time."""
    group: list[dict[str, object]] = []
    for row in rows:
        group.append(row)
        if len(group) == GROUP:
            yield group
            group = []
    if group:
        yield group
