"""All tables of a store in one file: a line of JSON for the format, then one a table.

It has the seeds of matches under way, so it is for the operator alone.
"""

from collections.abc import AsyncIterator, Callable, Iterator
from itertools import islice
from typing import IO

import msgspec

from fairground.engine.errors import FairgroundError
from fairground.engine.record import Record
from fairground.server.errors import Refusal
from fairground.server.store.store import Change, Kept, KeptMove, SqlStore
from fairground.server.tables.state import LiveTable, edition

FORMAT = 1
AT_ONCE = 100


class Head(msgspec.Struct):
    """The first line."""

    fairground_archive: int


class Entry(msgspec.Struct):
    """A table, its moves, and the record of a match that is over as the text of a `.game` file."""

    table: Kept
    moves: list[KeptMove]
    record: str | None = None


class Tally(msgspec.Struct):
    """What an import did: tables that were added, and those that were there already."""

    added: int = 0
    there: int = 0


_write = msgspec.json.Encoder().encode
_read_head: Callable[[bytes], Head] = msgspec.json.Decoder(Head).decode
_read_entry: Callable[[bytes], Entry] = msgspec.json.Decoder(Entry).decode


class ArchiveError(FairgroundError):
    """The file is not what it should be."""


async def lines(store: SqlStore) -> AsyncIterator[bytes]:
    """The lines of an archive of the store."""
    yield _write(Head(FORMAT)) + b"\n"
    async for kept, moves in store.everything():
        record = _record(kept, moves) if kept.phase == "over" else None
        yield _write(Entry(kept, moves, record)) + b"\n"


def _record(kept: Kept, moves: list[KeptMove]) -> str:
    named = {seat: chair.name or chair.bot for seat, chair in enumerate(kept.live.chairs)}
    record = Record(
        game=kept.game,
        rules=kept.rules,
        seats=kept.seats,
        seed=kept.seed,
        options=kept.options,
        box=kept.box,
        players={seat: name for seat, name in named.items() if name},
        moves=[(move.seat, move.words) for move in moves],
        outcome=kept.live.points,
    )
    return str(record)


async def bring_in(store: SqlStore, file: IO[bytes]) -> Tally:
    """Add the tables of an archive that the store has not; those it has stay as they are."""
    tally = Tally()
    entries = _entries(file)
    while batch := list(islice(entries, AT_ONCE)):
        there = await store.present([entry.table.id for entry in batch])
        new = {entry.table.id: entry for entry in batch if entry.table.id not in there}
        await store.write([Change(entry.table, new=True, made=entry.moves) for entry in new.values()])
        tally.added += len(new)
        tally.there += len(batch) - len(new)
    return tally


def _entries(file: IO[bytes]) -> Iterator[Entry]:
    """The tables of a file, each of them checked."""
    for number, line in enumerate(file, 1):
        try:
            if number == 1:
                _check_head(_read_head(line))
            elif line.strip():
                entry = _read_entry(line)
                _check(entry)
                yield entry
        except (msgspec.DecodeError, FairgroundError, RecursionError) as error:
            raise ArchiveError(f"line {number} of the archive: {error}") from None


def _check_head(head: Head) -> None:
    if head.fairground_archive != FORMAT:
        raise ArchiveError(f"expected an archive of format {FORMAT}, got {head.fairground_archive}")


def _check(entry: Entry) -> None:
    """Replay the match, if its rules are here: nothing comes in that could not be played on."""
    kept, moves = entry.table, entry.moves
    if len(kept.live.chairs) != kept.seats or len(kept.live.banks) != kept.seats or len(kept.seed) != 32:
        raise ArchiveError(f"expected chairs, clocks and a seed for {kept.seats} seats")
    if [move.at for move in moves] != list(range(len(moves))):
        raise ArchiveError("expected moves numbered from 0 on without a gap")
    try:
        edition(kept)
    except Refusal:
        return
    live = LiveTable(kept, moves)
    if live.match is None and moves:
        raise ArchiveError("expected no moves before the match has begun")
    if live.match is not None and live.match.over != (kept.phase == "over"):
        raise ArchiveError(f"expected moves that lead to a match that is {kept.phase}")
