"""The reviews in a store: kept as long as people look at them and there is room."""

from collections.abc import Sequence
from typing import Protocol

import msgspec
from sqlalchemy import delete, func, select, text, update

from fairground.server.store import schema
from fairground.server.store.sql import SqlStore

BATCH = 100
# A subject that is there already keeps its review.
_KEEP_SUBJECT = text(
    "INSERT INTO reviews (id, subject, size, used) VALUES (:id, :subject, :size, :used)"
    " ON CONFLICT (id) DO UPDATE SET used = excluded.used"
)
_KEEP_REVIEW = text(
    "INSERT INTO reviews (id, subject, review, size, used) VALUES (:id, :subject, :review, :size, :used)"
    " ON CONFLICT (id) DO UPDATE"
    " SET review = excluded.review, size = excluded.size, used = excluded.used"
)


class StoredReview(msgspec.Struct, frozen=True):
    """What is stored under the key of a review, packed: its subject, and the review once it is complete."""

    subject: bytes
    review: bytes | None
    used: float


class ReviewStore(Protocol):
    """Where reviews are stored. Every method raises StoreError, with a sentence for people, if it fails."""

    async def find(self, key: str) -> StoredReview | None: ...

    async def keep_subject(self, key: str, subject: bytes, date: float) -> None:
        """Store what is to be reviewed."""

    async def keep_review(self, key: str, subject: bytes, review: bytes, date: float) -> None:
        """Store a complete review with its subject."""

    async def touch(self, key: str, date: float) -> None:
        """Note that somebody looks at a review."""

    async def prune(self, before: float, most_bytes: int) -> int:
        """Delete reviews that nobody has looked at since, and the oldest while all take more than
        `most_bytes`; return how many."""


class SqlReviews:
    """The reviews in the database of a store."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store

    async def find(self, key: str) -> StoredReview | None:
        reviews = schema.reviews
        wanted = select(reviews.c.subject, reviews.c.review, reviews.c.used).where(reviews.c.id == key)
        found = await self.store.read(wanted)
        return StoredReview(*found[0]) if found else None

    async def keep_subject(self, key: str, subject: bytes, date: float) -> None:
        row = {"id": key, "subject": subject, "size": len(subject), "used": date}
        await self.store.execute(_KEEP_SUBJECT, row)

    async def keep_review(self, key: str, subject: bytes, review: bytes, date: float) -> None:
        size = len(subject) + len(review)
        row = {"id": key, "subject": subject, "review": review, "size": size, "used": date}
        await self.store.execute(_KEEP_REVIEW, row)

    async def touch(self, key: str, date: float) -> None:
        reviews = schema.reviews
        await self.store.execute(update(reviews).where(reviews.c.id == key).values(used=date))

    async def prune(self, before: float, most_bytes: int) -> int:
        reviews = schema.reviews
        deleted = await self.store.execute(delete(reviews).where(reviews.c.used < before))
        while (excess := await self._count_bytes() - most_bytes) > 0:
            deleted += await self._delete(await self._oldest(excess))
        return deleted

    async def _count_bytes(self) -> int:
        total = select(func.coalesce(func.sum(schema.reviews.c.size), 0))
        return int((await self.store.read(total))[0][0])

    async def _oldest(self, excess: int) -> list[str]:
        """Return some of the reviews that nobody has looked at for the longest time, as many as needed."""
        reviews = schema.reviews
        wanted = select(reviews.c.id, reviews.c.size).order_by(reviews.c.used, reviews.c.id).limit(BATCH)
        keys: list[str] = []
        for key, size in await self.store.read(wanted):
            if excess <= 0:
                break
            keys.append(key)
            excess -= size
        return keys

    async def _delete(self, keys: Sequence[str]) -> int:
        return await self.store.execute(delete(schema.reviews).where(schema.reviews.c.id.in_(keys)))
