"""Archives: all tables of a store in one file, one line of JSON for the format and then one per table.

After the tables come the study rooms, one line each.

An archive contains the seeds of matches under way, so only the operator may read it. When it is imported,
everything in it is checked like a request of a stranger.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from typing import IO, Any

import msgspec

from fairground.engine.errors import FairgroundError
from fairground.engine.record import Record
from fairground.server.store.archive_checks import ArchiveError, check_entry
from fairground.server.store.archive_entry import ArchiveEntry, check_ranges
from fairground.server.store.archive_studies import archive_study, read_archived_study
from fairground.server.store.sql import SqlStore
from fairground.server.store.store import Change, StoredMove, StoredTable
from fairground.server.store.studies import StudyStore
from fairground.server.studies.stored import StoredStudy
from fairground.server.tables.start import start_of
from fairground.server.workers.pool import JobExecutor

FORMAT = 5
BATCH, BATCH_BYTES = 100, 8_000_000
LINE_BYTES = 4_000_000


class ArchiveHeader(msgspec.Struct):
    """The first line: the format of the archive."""

    fairground_archive: int


class ImportCounts(msgspec.Struct):
    """What an import did: how many tables and studies it added, and how many were in the store already."""

    added: int = 0
    existing: int = 0


_write = msgspec.json.Encoder().encode
_read_header: Callable[[bytes], ArchiveHeader] = msgspec.json.Decoder(ArchiveHeader).decode
_read_fields: Callable[[bytes], dict[str, Any]] = msgspec.json.Decoder(dict[str, Any]).decode


async def export_lines(store: SqlStore) -> AsyncIterator[bytes]:
    """Yield the lines of an archive of the store."""
    yield _write(ArchiveHeader(FORMAT)) + b"\n"
    async for table, moves, box, position, chat in store.all_tables():
        record = _record(table, moves, position) if table.phase == "over" else None
        text = box.text if box else None
        yield _write(ArchiveEntry(_without_store(table), moves, record, text, position, chat)) + b"\n"
    async for study in StudyStore(store).all():
        yield _write(archive_study(study)) + b"\n"


def _without_store(table: StoredTable) -> StoredTable:
    """Return a table without what is true in its store only: uptimes, and who created it."""
    progress = msgspec.structs.replace(table.progress, settled=None)
    return msgspec.structs.replace(table, progress=progress, due=None, creator=None)


def _record(table: StoredTable, moves: list[StoredMove], position: str | None) -> str:
    names = {seat: chair.name or chair.bot for seat, chair in enumerate(table.progress.chairs)}
    record = Record(
        game=table.game,
        rules=table.rules,
        seats=table.seats,
        seed=table.seed,
        options=table.options,
        box=table.box,
        players={seat: name for seat, name in names.items() if name},
        moves=[(move.seat, move.words) for move in moves],
        outcome=table.progress.points,
        start=start_of(table, position),
    )
    return str(record)


async def import_tables(store: SqlStore, file: IO[bytes], executor: JobExecutor) -> ImportCounts:
    """Add the tables and studies of an archive to the store; leave those that it already has unchanged.

    Boxes and studies are checked by `executor`, which is a worker process with limits.
    """
    counts = ImportCounts()
    for batch in _batches(file):
        found = [await _read_line(line, number, read, executor) for line, number, read in batch]
        await _add_tables(store, [change for change in found if isinstance(change, Change)], counts)
        for study in found:
            if isinstance(study, StoredStudy):
                await _add_study(StudyStore(store), study, counts)
    return counts


async def _add_tables(store: SqlStore, changes: list[Change], counts: ImportCounts) -> None:
    existing = await store.existing([change.table.id for change in changes])
    new = {change.table.id: change for change in changes if change.table.id not in existing}
    await store.write(list(new.values()))
    counts.added += len(new)
    counts.existing += len(changes) - len(new)


async def _add_study(store: StudyStore, study: StoredStudy, counts: ImportCounts) -> None:
    if await store.versions([study.id]):
        counts.existing += 1
    else:
        await store.add(study)
        counts.added += 1


Reader = Callable[[dict[str, Any]], None]
NumberedLine = tuple[bytes, int, Reader]


def _batches(file: IO[bytes]) -> Iterator[list[NumberedLine]]:
    """Yield the lines of a file in batches that fit into memory."""
    batch: list[NumberedLine] = []
    size = 0
    for entry in _lines(file):
        batch.append(entry)
        size += len(entry[0])
        if len(batch) == BATCH or size > BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _lines(file: IO[bytes]) -> Iterator[NumberedLine]:
    """Yield the lines after the first with their numbers, and what brings them to the present format."""
    upgrade: Reader = _keep
    number = 0
    while line := file.readline(LINE_BYTES + 1):
        number += 1
        if len(line) > LINE_BYTES:
            raise _error(number, f"expected at most {LINE_BYTES} bytes")
        if number == 1:
            upgrade = _read_format(line)
        elif line.strip():
            yield line, number, upgrade


def _read_format(line: bytes) -> Reader:
    try:
        version = _read_header(line).fairground_archive
    except (msgspec.DecodeError, RecursionError) as error:
        raise _error(1, error) from None
    if version not in _UPGRADES:
        raise _error(1, f"expected an archive of format 1 to {FORMAT}, got {version}")
    return _UPGRADES[version]


async def _read_line(
    line: bytes, number: int, upgrade: Reader, executor: JobExecutor
) -> Change | StoredStudy:
    """Return what to store of a line that was checked completely."""
    try:
        fields = _read_fields(line)
        if "study" in fields:
            return await read_archived_study(fields, executor)
        upgrade(fields)
        check_ranges(fields)
        entry = msgspec.convert(fields, ArchiveEntry)
        box = await check_entry(entry, executor)
    except (msgspec.DecodeError, FairgroundError, RecursionError) as error:
        raise _error(number, error) from None
    entry.table.own_box = box.digest if box else None
    table = _of_this_store(entry.table)
    return Change(table, new=True, made=entry.moves, box=box, position=entry.position, chat=entry.chat)


def _of_this_store(table: StoredTable) -> StoredTable:
    """Return a table whose clocks, if it has any, go on once a server has loaded it."""
    with_clock = table.phase == "playing" and table.clock.kind != "none"
    return msgspec.structs.replace(_without_store(table), due=0.0 if with_clock else None)


def _error(number: int, why: object) -> ArchiveError:
    return ArchiveError(f"line {number} of the archive: {why}")


# Earlier formats


def _keep(fields: dict[str, Any]) -> None:
    pass


def _upgrade_2(fields: dict[str, Any]) -> None:
    """In format 2 a table had the text of its own box."""
    table = fields.get("table")
    if isinstance(table, dict):
        fields["box"] = table.pop("box_text", None)
        table["own_box"] = None


def _upgrade_1(fields: dict[str, Any]) -> None:
    """In format 1 update numbers, progress and ordinals had other names."""
    if isinstance(fields.get("table"), dict):
        _rename(fields["table"], {"number": "update_number", "live": "progress"})
    moves = fields.get("moves")
    for move in moves if isinstance(moves, list) else ():
        if isinstance(move, dict):
            _rename(move, {"at": "ordinal", "number": "update_number"})
    _upgrade_2(fields)


def _rename(fields: dict[str, object], names: dict[str, str]) -> None:
    for old, new in names.items():
        if old in fields:
            fields[new] = fields.pop(old)


# Format 4 added the position at which a match begins, and studies; format 5 what people have said.
_UPGRADES: dict[int, Reader] = {1: _upgrade_1, 2: _upgrade_2, 3: _keep, 4: _keep, FORMAT: _keep}
