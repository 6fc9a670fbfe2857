"""Study rooms in the database."""

from collections.abc import AsyncIterator, Callable, Sequence

import msgspec
from sqlalchemy import delete, func, insert, select, update

from fairground.server.store import schema
from fairground.server.store.sql import SqlStore
from fairground.server.studies.stored import StoredAnnotations, StoredStudy, StudyVersion
from fairground.server.study_wire import StudyPlace

BATCH = 50
_table = schema.studies
_FIXED = ("id", "leader", "creator", "created", "game", "record", "box")


_write = msgspec.json.Encoder().encode
_read_annotations: Callable[[str], StoredAnnotations] = msgspec.json.Decoder(StoredAnnotations).decode
_read_place: Callable[[str], StudyPlace] = msgspec.json.Decoder(StudyPlace).decode


class StudyStore:
    """The study rooms in the database of a store. Every method raises StoreError if it fails."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store

    @property
    def shared(self) -> bool:
        """Whether other servers may change the rooms at the same time."""
        return self.store.shared

    async def add(self, study: StoredStudy) -> None:
        fixed = {name: getattr(study, name) for name in _FIXED}
        await self.store.change(insert(_table), {**fixed, **_changing(study)})

    async def find(self, name: str) -> StoredStudy | None:
        found = await self.store.read(select(_table).where(_table.c.id == name))
        return _study(found[0]) if found else None

    async def replace(self, study: StoredStudy) -> bool:
        """Store the next version of a room; return False, and store nothing, if that is not the next one."""
        mine = (_table.c.id == study.id) & (_table.c.number == study.number - 1)
        return await self.store.change(update(_table).where(mine).values(_changing(study))) == 1

    async def lead(self, name: str, place: StudyPlace, date: float) -> None:
        """Store where the leader is."""
        written = {"place": _write(place).decode(), "changed": date}
        await self.store.change(update(_table).where(_table.c.id == name).values(written))

    async def versions(self, names: Sequence[str]) -> dict[str, StudyVersion]:
        """Return the stored versions of those rooms that are there."""
        wanted = select(_table.c.id, _table.c.number, _table.c.place).where(_table.c.id.in_(names))
        rows = await self.store.read(wanted)
        return {row.id: StudyVersion(row.number, _read_place(row.place)) for row in rows}

    async def count(self, creator: str | None = None) -> int:
        """Return how many rooms there are; only those of a creator if one is given."""
        wanted = select(func.count()).select_from(_table)
        wanted = wanted if creator is None else wanted.where(_table.c.creator == creator)
        return int((await self.store.read(wanted))[0][0])

    async def delete(self, name: str) -> bool:
        return await self.store.change(delete(_table).where(_table.c.id == name)) == 1

    async def delete_unused(self, before: float) -> int:
        """Delete rooms that nobody has used since; return how many."""
        return await self.store.change(delete(_table).where(_table.c.changed < before))

    async def all(self) -> AsyncIterator[StoredStudy]:
        """Yield every room, reading some at a time."""
        after = ""
        while True:
            wanted = select(_table).where(_table.c.id > after).order_by(_table.c.id).limit(BATCH)
            rows = await self.store.read(wanted)
            for row in rows:
                yield _study(row)
            if not rows:
                return
            after = rows[-1].id


def _changing(study: StoredStudy) -> dict[str, object]:
    return {
        "changed": study.changed,
        "number": study.number,
        "comments_open": study.comments_open,
        "annotations": _write(study.annotations).decode(),
        "place": _write(study.place).decode(),
    }


def _study(row: object) -> StoredStudy:
    plain = {name: getattr(row, name) for name in (*_FIXED, "changed", "number", "comments_open")}
    return StoredStudy(
        **plain,
        annotations=_read_annotations(row.annotations),  # type: ignore[attr-defined]  # a row has its columns
        place=_read_place(row.place),  # type: ignore[attr-defined]
    )
