"""Archives: all tables of a store in one file, one line of JSON for the format and then one per table.

An archive contains the seeds of matches under way, so only the operator may read it.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from itertools import islice
from typing import IO, Any

import msgspec

from fairground.engine.errors import FairgroundError
from fairground.engine.record import Record
from fairground.engine.text import clean_name
from fairground.server.errors import Refusal
from fairground.server.store.sql import SqlStore
from fairground.server.store.store import Change, StoredMove, StoredTable
from fairground.server.tables.consent import void_consent
from fairground.server.tables.notes import check_notes
from fairground.server.tables.state import TableState, load_game

FORMAT = 2
BATCH = 100


class ArchiveHeader(msgspec.Struct):
    """The first line: the format of the archive."""

    fairground_archive: int


class ArchiveEntry(msgspec.Struct):
    """A table and its moves; for a match that is over also the record, as the text of a `.game` file."""

    table: StoredTable
    moves: list[StoredMove]
    record: str | None = None


class ImportCounts(msgspec.Struct):
    """What an import did: how many tables it added, and how many were in the store already."""

    added: int = 0
    existing: int = 0


_write = msgspec.json.Encoder().encode
_read_header: Callable[[bytes], ArchiveHeader] = msgspec.json.Decoder(ArchiveHeader).decode
_read_entry: Callable[[bytes], ArchiveEntry] = msgspec.json.Decoder(ArchiveEntry).decode


class ArchiveError(FairgroundError):
    """The file is not a valid archive."""


async def export_lines(store: SqlStore) -> AsyncIterator[bytes]:
    """Yield the lines of an archive of the store."""
    yield _write(ArchiveHeader(FORMAT)) + b"\n"
    async for table, moves in store.all_tables():
        record = _record(table, moves) if table.phase == "over" else None
        yield _write(ArchiveEntry(table, moves, record)) + b"\n"


def _record(table: StoredTable, moves: list[StoredMove]) -> str:
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
    )
    return str(record)


async def import_tables(store: SqlStore, file: IO[bytes]) -> ImportCounts:
    """Add the tables of an archive to the store; leave those that it already has unchanged."""
    counts = ImportCounts()
    entries = _entries(file)
    while batch := list(islice(entries, BATCH)):
        existing = await store.existing([entry.table.id for entry in batch])
        new = {entry.table.id: entry for entry in batch if entry.table.id not in existing}
        await store.write([Change(entry.table, new=True, made=entry.moves) for entry in new.values()])
        counts.added += len(new)
        counts.existing += len(batch) - len(new)
    return counts


def _entries(file: IO[bytes]) -> Iterator[ArchiveEntry]:
    """Yield the tables of a file, each of them checked."""
    read = _read_entry
    for number, line in enumerate(file, 1):
        try:
            if number == 1:
                read = _reader(_read_header(line).fairground_archive)
            elif line.strip():
                entry = read(line)
                _check(entry)
                yield entry
        except (msgspec.DecodeError, FairgroundError, RecursionError) as error:
            raise ArchiveError(f"line {number} of the archive: {error}") from None


def _reader(version: int) -> Callable[[bytes], ArchiveEntry]:
    if version not in {1, FORMAT}:
        raise ArchiveError(f"expected an archive of format 1 or {FORMAT}, got {version}")
    return _read_entry if version == FORMAT else _read_format_1


def _read_format_1(line: bytes) -> ArchiveEntry:
    """Read an entry in which update numbers, progress and ordinals still had other names."""
    entry = msgspec.json.decode(line, type=dict[str, Any])
    if isinstance(entry.get("table"), dict):
        _rename(entry["table"], {"number": "update_number", "live": "progress"})
    for move in entry.get("moves") or ():
        if isinstance(move, dict):
            _rename(move, {"at": "ordinal", "number": "update_number"})
    return msgspec.convert(entry, ArchiveEntry)


def _rename(fields: dict[str, object], names: dict[str, str]) -> None:
    for old, new in names.items():
        if old in fields:
            fields[new] = fields.pop(old)


def _check(entry: ArchiveEntry) -> None:
    """Replay the match if its rules are installed, so that no match is imported that cannot go on."""
    table, moves = entry.table, entry.moves
    seats = table.seats
    if len(table.progress.chairs) != seats or len(table.progress.banks) != seats or len(table.seed) != 32:
        raise ArchiveError(f"expected chairs, clocks and a seed for {seats} seats")
    void_consent(table.progress.chairs)
    for chair in table.progress.chairs:
        chair.name = clean_name(chair.name)
    if [move.ordinal for move in moves] != list(range(len(moves))):
        raise ArchiveError("expected moves numbered from 0 without a gap")
    try:
        load_game(table)
    except Refusal:
        return
    check_notes(table, len(moves))
    state = TableState(table, moves)
    if state.match is None and moves:
        raise ArchiveError("expected no moves before the match has begun")
    if state.match is not None and state.match.over != (table.phase == "over"):
        raise ArchiveError(f"expected moves that lead to a match that is {table.phase}")
