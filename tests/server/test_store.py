"""Stores that are full, locked, damaged, old or too new; nothing is ever half written."""

import asyncio
import os
import sqlite3
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Connection, create_engine, event, inspect, select

from fairground import Match, Record, State, load
from fairground.engine.game import Game
from fairground.games import editions
from fairground.server import wire
from fairground.server.errors import StoreError
from fairground.server.store import migrations, opening, schema
from fairground.server.store.opening import default_url, open_read_only, open_store
from fairground.server.store.sql import SqlStore
from fairground.server.store.store import Change, StoredChair, StoredTable, TableProgress
from fairground.server.store.writer import Writer
from hosting import Guest, Host, catch_up, open_server, play_randomly, run
from settings import EVERY_GAME, folder_of

GAME = EVERY_GAME[0]
LONG_GAME = max(
    EVERY_GAME, key=lambda name: load(name).longest
)  # its records take more than a page of the database


def url(folder: Path) -> str:
    return f"sqlite:///{folder / 'tables.db'}"


async def open_once(where: str) -> None:
    async with open_store(where) as store:
        await store.check()


@contextmanager
def trouble(host: Host, pragma: str) -> Iterator[None]:
    """Break the database for a while."""
    store = host.registry.services.store
    assert isinstance(store, SqlStore)

    def spoil(connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA {pragma}")

    event.listen(store.engine.sync_engine, "begin", spoil)
    try:
        yield
    finally:
        event.remove(store.engine.sync_engine, "begin", spoil)


def test_a_full_disk_is_reported_and_nothing_is_lost(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, LONG_GAME)
            table, keys = guests[0].table, {seat: guest.key for seat, guest in guests.items()}
            await play_randomly(guests, "before", 4)
            with trouble(host, "max_page_count = 1"):  # SQLite raises it to the present size
                status, why = 0, ""
                for _ in range(400):
                    answer = await host.web.post("/api/tables", json={"game": GAME, "seats": 2})
                    if answer.status_code != 201:
                        status, why = answer.status_code, answer.json()["why"]
                        break
                assert (status, why) == (503, "nothing was changed: the disk of the store is full")
                made, refused = await play_until_refused(guests)
                assert refused == "this could not be saved: the disk of the store is full"
            with trouble(host, "max_page_count = 1000000"):
                for seat, key in keys.items():
                    guests[seat] = await stack.enter_async_context(host.guest(table, key))
                assert guests[0].now.moves == made, "exactly the acknowledged moves"
                await play_randomly(guests, "after")
                assert guests[0].now.phase == "over"

    run(scenario())


async def play_until_refused(people: dict[int, Guest]) -> tuple[int, str]:
    """Play until a move is refused; return the number of moves made, and the refusal."""
    for _ in range(1000):
        await catch_up(people)
        guest = next(guest for guest in people.values() if guest.now.offers)
        made = guest.now.moves
        refused = await guest.ask(wire.Play(guest.now.update, guest.now.offers[0].move))
        if refused:
            return made, refused.why
        await guest.until(lambda guest=guest: guest.now.update >= guest.done_update)  # type: ignore[misc]
    raise AssertionError("nothing was refused")


def test_a_locked_store_is_reported_and_nothing_is_lost(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, GAME)
            guest = next(guest for guest in guests.values() if guest.now.offers)
            with trouble(host, "busy_timeout = 50"):
                other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
                other.execute("BEGIN EXCLUSIVE")
                refused = await guest.ask(wire.Play(guest.now.update, guest.now.offers[0].move))
                assert refused is not None
                assert refused.why == "this could not be saved: the store is locked by another program"
                closing = await guest.wait_for_close()
                assert closing is not None and closing.again
                other.execute("ROLLBACK")
                other.close()
            async with host.guest(guest.table, guest.key) as back:
                assert back.now.moves == 0
                await back.play(back.now.offers[0].move)
                assert back.now.moves == 1

    run(scenario())


@pytest.mark.parametrize("content", [b"this is no database at all, but some text" * 100, b"\0" * 5000])
def test_a_file_that_is_no_store_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "tables.db").write_bytes(content)
    with pytest.raises(StoreError, match="the store is damaged"):
        run(open_once(url(tmp_path)))
    assert (tmp_path / "tables.db").read_bytes() == content


def test_a_damaged_store_is_refused(tmp_path: Path) -> None:
    run(open_once(url(tmp_path)))
    path = tmp_path / "tables.db"
    whole = path.read_bytes()
    path.write_bytes(whole[:100] + b"\xff" * (len(whole) - 100))
    with pytest.raises(StoreError, match="the store is damaged"):
        run(open_once(url(tmp_path)))


def test_two_servers_do_not_share_a_file(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_store(url(tmp_path)):
            with pytest.raises(StoreError, match="another Fairground server is using the store"):
                await open_once(url(tmp_path))
        await open_once(url(tmp_path))

    run(scenario())


@pytest.mark.parametrize(
    ("where", "why"),
    [
        ("nonsense", "expected a store's URL"),
        ("mysql://somewhere/else", "expected a store such as"),
        ("sqlite://", "expected the file of a store"),
        ("sqlite:////dev/null/tables.db", "cannot be created"),
    ],
)
def test_a_store_that_cannot_be_opened_says_why(where: str, why: str) -> None:
    with pytest.raises(StoreError, match=why):
        run(open_once(where))


def test_without_a_url_the_store_is_in_the_users_data_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_url() == f"sqlite:///{tmp_path}/fairground/tables.db"


# Modes


def test_only_the_owner_can_read_a_store(tmp_path: Path) -> None:
    """This holds for a new store and for one that was readable by everybody, for every file beside it too."""
    old = os.umask(0)
    try:
        for folder in (tmp_path / "new", tmp_path / "old"):
            folder.mkdir()
            if folder.name == "old":
                for suffix in ("", ".lock"):
                    (folder / f"tables.db{suffix}").touch(0o666)

            async def scenario(folder: Path = folder) -> None:
                async with open_server(folder) as host:
                    await host.create(GAME)
                    async with open_read_only(url(folder)) as store:
                        await store.check()
                    modes = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
                    assert {"tables.db", "tables.db-wal", "tables.db-shm", "tables.db.lock"} <= set(modes)
                    assert set(modes.values()) == {0o600}, modes

            run(scenario())
            modes = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
            assert set(modes.values()) == {0o600}, modes
    finally:
        os.umask(old)


# The schema


def test_the_steps_lead_to_the_schema_that_is_used(tmp_path: Path) -> None:
    engine = create_engine(url(tmp_path))
    with engine.begin() as connection:
        migrations.migrate(connection)
        migrations.migrate(connection)  # nothing more to do
        found = inspect(connection)
        for table in schema.metadata.tables.values():
            columns = {column["name"]: column["nullable"] for column in found.get_columns(table.name)}
            assert columns == {column.name: bool(column.nullable) for column in table.columns}
            keys = found.get_pk_constraint(table.name)["constrained_columns"]
            assert keys == [column.name for column in table.primary_key]
        assert migrations.version(connection) == len(migrations.STEPS)
    engine.dispose()


@pytest.mark.parametrize("first", range(1, len(migrations.STEPS) + 1))
def test_a_store_of_every_version_is_brought_up_to_date(first: int, tmp_path: Path) -> None:
    engine = create_engine(url(tmp_path))
    more = (*migrations.STEPS, ("CREATE TABLE notes (text TEXT)", "INSERT INTO notes VALUES ('kept')"))
    with engine.begin() as connection:
        migrations.migrate(connection, migrations.STEPS[:first])
        migrations.migrate(connection, more)
        assert migrations.version(connection) == len(more)
        assert connection.exec_driver_sql("SELECT text FROM notes").scalar_one() == "kept"
    engine.dispose()


def test_a_store_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_store(url(tmp_path)) as store, store.engine.begin() as connection:
            await connection.execute(schema.schema_version.update().values(version=999))
        with pytest.raises(StoreError, match="written by a newer Fairground"):
            await open_once(url(tmp_path))

    run(scenario())


def test_a_step_that_fails_leaves_the_store_as_it_was(tmp_path: Path) -> None:
    async def scenario() -> None:
        await open_once(url(tmp_path))
        async with open_store(url(tmp_path)) as store:
            bad = (*migrations.STEPS, ("CREATE TABLE half (text TEXT)", "nonsense"))
            with pytest.raises(StoreError):
                async with store._transaction() as connection:
                    await connection.run_sync(migrations.migrate, bad)
            async with store.engine.connect() as connection:
                names = await connection.run_sync(lambda c: inspect(c).get_table_names())
                assert "half" not in names
                assert await connection.run_sync(migrations.version) == len(migrations.STEPS)

    run(scenario())


# The writer


def stored(name: str) -> StoredTable:
    return StoredTable(
        name, GAME, 1, 2, {}, "0" * 16, None, True, wire.Clock(), None, bytes(32), "host", 0.0, "waiting", 1,
        TableProgress([StoredChair("a"), StoredChair("b")], [0.0, 0.0]), 0.0,
    )  # fmt: skip


def test_a_failed_write_does_not_affect_other_tables(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_store(url(tmp_path)) as store:
            writer = Writer(store)
            await store.write([Change(stored("old"), new=True)])
            waiting = [
                asyncio.ensure_future(writer.commit([Change(stored(name), new=True)]))
                for name in ("one", "old", "two")
            ]
            await asyncio.sleep(0)
            writer.start()
            results = await asyncio.gather(*waiting, return_exceptions=True)
            await writer.stop()
            assert [type(result) for result in results] == [type(None), StoreError, type(None)]
            found = {entry.id for entry in await store.listed_tables(["waiting"], 10)}
            assert found == {"one", "old", "two"}

    run(scenario())


def test_writes_of_one_server_wait_for_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite refuses a second writer who does not wait; here nobody has to try again."""
    monkeypatch.setattr(opening, "PRAGMAS", ("journal_mode = WAL", "busy_timeout = 0"))

    async def write(store: SqlStore, name: str) -> None:
        async with store.transaction(name) as connection:
            await connection.execute(schema.properties.insert().values(name=name, value=""))
            await asyncio.sleep(0.01)

    async def scenario() -> None:
        async with open_store(url(tmp_path)) as store:
            await asyncio.gather(*(write(store, f"writer {number}") for number in range(20)))
            names = await store.read(select(schema.properties.c.name))
            assert sum(row.name.startswith("writer") for row in names) == 20

    run(scenario())


def test_many_changes_are_one_commit(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_store(url(tmp_path)) as store:
            writer = Writer(store)
            waiting = [
                asyncio.ensure_future(writer.commit([Change(stored(f"t{number}"), new=True)]))
                for number in range(50)
            ]
            await asyncio.sleep(0)
            writer.start()
            await asyncio.gather(*waiting)
            await writer.stop()
            assert (writer.written, writer.commits) == (50, 1)

    run(scenario())


def test_tables_whose_match_never_began_are_deleted_in_time(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_store(url(tmp_path)) as store:
            begun = msgspec.structs.replace(stored("begun"), phase="playing")
            late = msgspec.structs.replace(stored("late"), changed=100.0)
            await store.write([Change(table, new=True) for table in (stored("old"), begun, late)])
            assert await store.delete_unused(50.0) == 1
            assert {entry.id for entry in await store.listed_tables(["waiting", "playing"], 9)} == {
                "begun",
                "late",
            }

    run(scenario())


def test_a_match_of_unknown_rules_stays_stored_and_is_shown_as_unplayable(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_store(url(tmp_path)) as store:
            future = msgspec.structs.replace(stored("future"), rules=999, phase="playing", listed=True)
            await store.write([Change(future, new=True)])
        async with open_server(tmp_path) as host:
            facts = (await host.web.get("/api/tables/future")).json()
            assert facts["playable"] is False and "has no rules version 999" in facts["why"]
            assert [entry["table"]["id"] for entry in (await host.web.get("/api/tables")).json()] == [
                "future"
            ]
            async with host.socket("future") as socket:
                await socket.send(wire.write(wire.Hello()).decode())
                answer = wire.read_answer(await socket.recv())
                assert isinstance(answer, wire.Closing) and not answer.again
                assert "cannot be played here" in answer.why

    run(scenario())


def test_a_match_ends_under_the_rules_it_began_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A newer edition comes out while a match is under way."""
    older = replace(load(GAME), rules=0)
    asked: list[int | None] = []

    def shelf(name: str, rules: int | None = None) -> object:
        asked.append(rules)
        return older if rules == 0 else load(name, rules)

    for module in ("tables.state", "workers.worker"):
        monkeypatch.setattr(f"fairground.server.{module}.load", shelf)

    async def scenario() -> None:
        async with open_store(url(tmp_path)) as store:
            chairs = [StoredChair("a", bot="random"), StoredChair("b", bot="random")]
            begun = msgspec.structs.replace(
                stored("begun"),
                rules=0,
                phase="playing",
                box=older.box().digest,
                progress=TableProgress(chairs, [0.0, 0.0]),
            )
            await store.write([Change(begun, new=True)])
        async with open_server(tmp_path) as host, host.guest("begun") as guest:
            await guest.until(lambda: guest.now.phase == "over")
            record = (await host.web.get("/api/tables/begun/record")).json()["record"]
            assert record.startswith(f"game {GAME} 0\n")
        assert set(asked) == {0}

    run(scenario())


def former_tables() -> Iterator[tuple[Game[State, object], str]]:
    """Every former edition with the boxes it had, and every present one with the boxes it once came with."""
    for name in EVERY_GAME:
        past = [path.stem for path in (folder_of(name) / "former_boxes").glob("*.toml")]
        for edition in editions(name):
            boxes = past if edition is load(name) else [edition.box().digest, *past]
            yield from ((edition, box) for box in boxes)


@pytest.mark.parametrize(("edition", "box"), list(former_tables()))
def test_a_match_of_a_former_edition_is_finished(
    tmp_path: Path, edition: Game[State, object], box: str
) -> None:
    """It was under way, with the greatest number of seats, when the present edition came out."""
    seats = edition.seats[-1]
    chairs = [StoredChair(f"bot {seat}", bot="random") for seat in range(seats)]

    async def scenario() -> None:
        async with open_store(url(tmp_path)) as store:
            begun = msgspec.structs.replace(
                stored("begun"),
                game=edition.name,
                rules=edition.rules,
                seats=seats,
                options=edition.settle_options({}, study=True),
                phase="playing",
                box=box,
                progress=TableProgress(chairs, [0.0] * seats),
            )
            await store.write([Change(begun, new=True)])
        async with open_server(tmp_path) as host, host.guest("begun") as guest:
            await guest.until(lambda: guest.now.phase == "over")
            text = (await host.web.get("/api/tables/begun/record")).json()["record"]
            record = Record.parse(text)
            assert (record.rules, record.box) == (edition.rules, box)
            assert Match.replay(edition, record).over

    run(scenario())
