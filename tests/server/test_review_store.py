"""Reviews in the store: kept, found after an update of the schema, bounded in age and size, not exported."""

import re
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import create_engine, func, select, text
from sqlalchemy.ext.asyncio import create_async_engine

from fairground.server import review_wire
from fairground.server.reviews import registry
from fairground.server.store import migrations, schema
from fairground.server.store.archive import export_lines
from fairground.server.store.opening import open_store
from fairground.server.store.reviews import SqlReviews, StoredReview
from fairground.server.time_source import ManualTime
from fairground.server.workers import jobs
from hosting import Inline, open_server, run
from postgres import postgres
from reviewing import PLENTY, ask, finished_record, following, read, review, review_limits
from settings import EVERY_GAME

GAME = EVERY_GAME[0]
VERSIONS = Path(__file__).parent / "versions"
Scenario = Callable[[SqlReviews], Awaitable[None]]


@pytest.fixture(params=["sqlite", "postgresql"])
def in_store(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Scenario], None]:
    """Run something with the reviews of an empty store, in each kind of database."""

    async def use(url: str, scenario: Scenario) -> None:
        async with open_store(url) as store:
            await scenario(SqlReviews(store))

    def start(scenario: Scenario) -> None:
        if request.param == "sqlite":
            run(use(f"sqlite:///{tmp_path / 'tables.db'}", scenario))
        else:
            with postgres() as database:
                run(use(database.url, scenario))

    return start


def old_store(folder: Path, version: int) -> str:
    """Write the store of a version into a folder and return the text it was made from."""
    written = (VERSIONS / f"{version}.sql").read_text()
    with sqlite3.connect(folder / "tables.db") as connection:
        connection.executescript(written)
    connection.close()
    return written


InStore = Callable[[Scenario], None]


async def sizes(reviews: SqlReviews) -> dict[str, int]:
    rows = await reviews.store.read(select(schema.reviews.c.id, schema.reviews.c.size))
    return {row.id: row.size for row in rows}


def test_a_review_is_kept_with_its_subject(in_store: InStore) -> None:
    async def scenario(reviews: SqlReviews) -> None:
        assert await reviews.find("k") is None
        await reviews.keep_subject("k", b"subject", 1.0)
        assert await reviews.find("k") == StoredReview(b"subject", None, 1.0)
        await reviews.keep_review("k", b"subject", b"review \x00\xff", 2.0)
        assert await reviews.find("k") == StoredReview(b"subject", b"review \x00\xff", 2.0)
        await reviews.keep_subject("k", b"subject", 3.0)
        assert await reviews.find("k") == StoredReview(b"subject", b"review \x00\xff", 3.0), "it stays"
        assert await sizes(reviews) == {"k": 16}
        await reviews.touch("k", 4.0)
        await reviews.touch("other", 4.0)
        assert (await reviews.find("k") or StoredReview(b"", None, 0.0)).used == 4.0

    in_store(scenario)


def test_old_reviews_are_deleted_and_then_the_oldest_beyond_the_size(in_store: InStore) -> None:
    async def scenario(reviews: SqlReviews) -> None:
        for number in range(250):
            await reviews.keep_review(f"{number:03}", b"", b"x" * 10, float(number))
        assert await reviews.prune(before=20.0, most_bytes=10**9) == 20
        assert await reviews.prune(before=20.0, most_bytes=105) == 220
        assert set(await sizes(reviews)) == {f"{number:03}" for number in range(240, 250)}
        assert await reviews.prune(before=20.0, most_bytes=105) == 0

    in_store(scenario)


def test_a_store_of_the_former_version_gets_room_for_reviews(tmp_path: Path) -> None:
    old_store(tmp_path, 3)

    async def scenario() -> None:
        async with open_server(tmp_path, limits=PLENTY) as host:
            (over,) = await host.registry.listed_tables(["over"])
            made = await review(host, table=over.table.id)
            key = (await ask(host, table=over.table.id)).key
        async with open_server(tmp_path, workers=Inline(), limits=PLENTY) as host:
            assert await read(host, key) == made

    run(scenario())


def test_postgresql_of_the_former_version_gets_room_for_reviews() -> None:
    async def scenario(url: str) -> None:
        engine = create_async_engine(url.replace("postgresql", "postgresql+asyncpg", 1))
        async with engine.begin() as connection:
            await connection.run_sync(lambda inner: migrations.migrate(inner, migrations.STEPS[:3]))
        await engine.dispose()
        async with open_store(url) as store:
            reviews = SqlReviews(store)
            await reviews.keep_review("k", b"subject", b"review", 1.0)
            assert await reviews.find("k") == StoredReview(b"subject", b"review", 1.0)

    with postgres() as database:
        run(scenario(database.url))


def test_reviews_of_a_store_of_this_version_are_found(tmp_path: Path) -> None:
    """One is complete. The other one was given up, by a reviewer that may have changed since."""
    written = old_store(tmp_path, 6)
    keys = re.findall(r'INSERT INTO "reviews" VALUES\(\'(\w+)\'', written)
    given_up = re.findall(r'INSERT INTO "reviews" VALUES\(\'(\w+)\',X\'\w+\',NULL', written)

    async def scenario() -> None:
        async with open_server(tmp_path, limits=PLENTY) as host:
            (kept,) = set(keys) - set(given_up)
            found = await read(host, kept)
            assert found.complete and len(found.moves) == 40
            for path in ("question?at=1", "line?at=1"):
                assert (await host.web.get(f"/api/reviews/{kept}/{path}")).status_code == 200
            async with following(host, given_up[0]) as follower:
                last = (await follower.all())[-1]
                unknown = isinstance(last, review_wire.ReviewError) and last.error == registry.UNKNOWN
                assert unknown or (isinstance(last, review_wire.ReviewNews) and last.review.complete)

    run(scenario())


def test_a_review_that_somebody_looks_at_stays(tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime()
        limits = review_limits(review_days=30)
        async with open_server(tmp_path, time, limits=limits) as host:
            await review(host, record=finished_record(GAME, "0"))
            await review(host, record=finished_record(GAME, "1"))
            seen = (await ask(host, record=finished_record(GAME, "0"))).key
            for _ in range(3):
                time.advance(20 * registry.DAY)
                await read(host, seen)
                await host.backend.reviews.prune()
            store = host.backend.reviews.store
            assert isinstance(store, SqlReviews) and list(await sizes(store)) == [seen]

    run(scenario())


def test_maintenance_and_writing_keep_the_size_within_its_bound(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=review_limits(review_megabytes=1)) as host:
            reviews = host.backend.reviews
            store = reviews.store
            assert isinstance(store, SqlReviews)
            assert reviews.prune in host.registry.maintenance.chores
            for number in range(40):
                checked = jobs.SubjectChecked(f"{number}", jobs.ReviewSubject("", None, 1), b"x" * 50_000, 0)
                await reviews._keep_review(checked, b"y" * 50_000)
            assert sum((await sizes(store)).values()) <= (1 << 20) + 100_000

    run(scenario())


def test_reviews_are_not_part_of_an_archive(tmp_path: Path) -> None:
    """They can be computed again, and would make it many times as large."""

    async def scenario() -> None:
        async with open_server(tmp_path, limits=PLENTY) as host:
            await review(host, record=finished_record(GAME))
        async with open_store(f"sqlite:///{tmp_path / 'tables.db'}") as store:
            rows = await store.read(select(func.count()).select_from(schema.reviews))
            assert rows[0][0] == 1
            assert len([line async for line in export_lines(store)]) == 1, "only the header"

    run(scenario())


def test_the_index_by_use_exists(tmp_path: Path) -> None:
    """Pruning reads use and size of every review without reading reviews."""
    engine = create_engine(f"sqlite:///{tmp_path / 'x.db'}")
    with engine.begin() as connection:
        migrations.migrate(connection)
        plan = connection.execute(text("EXPLAIN QUERY PLAN SELECT sum(size) FROM reviews")).all()
    engine.dispose()
    assert "COVERING INDEX reviews_by_use" in str(plan)
