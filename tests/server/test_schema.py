"""A store of any earlier version is brought up to date, and its matches can be played on."""

import asyncio
import re
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.ext.asyncio import create_async_engine

from crowd import Player, all_play
from fairground import Match, Record, load
from fairground.engine.rng import seeded
from fairground.server.errors import StoreError
from fairground.server.store import migrations, schema
from fairground.server.store.opening import open_read_only, open_store
from fairground.server.time_source import ManualTime
from hosting import open_server, run
from postgres import postgres

VERSIONS = Path(__file__).parent / "versions"
OLD_STORES = sorted(path.stem for path in VERSIONS.glob("*.sql"))


def old_store(folder: Path, name: str) -> str:
    """Write the store of that name into a folder and return the text it was made from."""
    written = (VERSIONS / f"{name}.sql").read_text()
    with sqlite3.connect(folder / "tables.db") as connection:
        connection.executescript(written)
    connection.close()
    return written


def shape(connection: Connection) -> dict[str, list[tuple[str, bool]]]:
    """Return every table with its columns, and whether they may be NULL."""
    found = inspect(connection)
    shapes = {}
    for name in found.get_table_names():
        keys = found.get_pk_constraint(name)["constrained_columns"]
        columns = found.get_columns(name)
        shapes[name] = sorted((c["name"], c["nullable"] and c["name"] not in keys) for c in columns)
    return shapes


WANTED = {
    table.name: sorted((column.name, bool(column.nullable)) for column in table.columns)
    for table in schema.metadata.tables.values()
}


def test_there_is_a_store_of_every_version() -> None:
    assert {name.split("-")[0] for name in OLD_STORES} == {
        str(n) for n in range(1, len(migrations.STEPS) + 1)
    }


@pytest.mark.parametrize("name", OLD_STORES)
def test_a_store_of_any_version_gets_the_newest_schema(name: str, tmp_path: Path) -> None:
    old_store(tmp_path, name)
    engine = create_engine(f"sqlite:///{tmp_path / 'tables.db'}")
    with engine.begin() as connection:
        migrations.migrate(connection)
        assert migrations.version(connection) == len(migrations.STEPS)
        assert shape(connection) == WANTED
    engine.dispose()


@pytest.mark.parametrize("name", OLD_STORES)
def test_matches_of_any_version_can_be_played_on(name: str, tmp_path: Path) -> None:
    first, second = re.findall(r"[\w-]{43}", old_store(tmp_path, name))[:2]

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            listed = await host.registry.listed_tables(["playing", "over"])
            tables = {facts.table.id: facts for facts in listed}
            assert {facts.phase for facts in tables.values()} == {"playing", "over"}
            playing = next(table for table, facts in tables.items() if facts.phase == "playing")
            players = [
                Player(lambda: f"127.0.0.1:{host.port}", playing, key, seeded(key), seat)
                for seat, key in enumerate((first, second))
            ]
            await all_play(players)
            for table in tables:
                record = Record.parse((await (await host.registry.table(table)).record()).record)
                assert Match.replay(load(record.game, record.rules), record).over

    run(scenario())


@pytest.mark.parametrize("name", ["1-clocks", "2"])
def test_old_matches_with_clocks_are_woken_after_the_start(name: str, tmp_path: Path) -> None:
    """Then they know when they are due, and their people have lost no time."""
    old_store(tmp_path, name)

    async def scenario() -> None:
        async with open_store(f"sqlite:///{tmp_path / 'tables.db'}") as store:
            before = [whole.table async for whole in store.all_tables()]
            assert {table.id for table in before if table.due == 0.0} == {
                table.id for table in before if table.phase == "playing" and table.clock.kind != "none"
            }
        time = ManualTime()
        async with open_server(tmp_path, time) as host:
            find = host.registry.services.store.table
            (old,) = [table for table in before if table.due == 0.0]
            while not (new := await find(old.id)) or not new.due:
                await asyncio.sleep(0.01)
            assert new.progress.banks == old.progress.banks
            assert new.due == min(new.progress.banks[seat] for seat in host.match(old.id).state.actors())

    run(scenario())


def test_postgresql_has_the_same_schema() -> None:
    async def scenario(url: str) -> None:
        async with open_store(url) as store, store.engine.connect() as connection:
            assert await connection.run_sync(shape) == WANTED

    with postgres() as database:
        run(scenario(database.url))


def test_postgresql_is_brought_up_to_date_with_its_tables(tmp_path: Path) -> None:
    """The same old tables in PostgreSQL and in SQLite are the same afterwards."""
    old_store(tmp_path, "1-clocks")
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.execute("UPDATE tables SET box_text = '# mine' WHERE phase != 'over'")
    connection.close()

    async def scenario(url: str) -> None:
        engine = create_async_engine(url.replace("postgresql", "postgresql+asyncpg", 1))
        async with engine.begin() as connection:
            await connection.run_sync(copy_old_store, tmp_path / "tables.db")
        await engine.dispose()
        async with open_store(url) as moved, open_store(f"sqlite:///{tmp_path / 'tables.db'}") as store:
            tables = [table async for table in store.all_tables()]
            assert len(tables) == 4
            assert {whole.box and whole.box.text for whole in tables} == {None, "# mine"}
            assert [each.table.due for each in tables if each.table.clock.kind != "none"] == [0.0]
            assert [table async for table in moved.all_tables()] == tables

    with postgres() as database:
        run(scenario(database.url))


def copy_old_store(connection: Connection, path: Path) -> None:
    """Fill an empty database with the first version of the schema and the rows of a SQLite file."""
    migrations.migrate(connection, migrations.STEPS[:1])
    source = sqlite3.connect(path)
    source.row_factory = sqlite3.Row
    for name in ("tables", "moves"):
        for row in source.execute(f"SELECT * FROM {name}"):
            values = dict(row)
            if "listed" in values:
                values["listed"] = bool(values["listed"])
            names = ", ".join(f":{key}" for key in values)
            connection.execute(text(f"INSERT INTO {name} ({', '.join(values)}) VALUES ({names})"), values)
    source.close()


def test_a_store_of_another_version_is_not_exported(tmp_path: Path) -> None:
    old_store(tmp_path, "1")
    engine = create_engine(f"sqlite:///{tmp_path / 'tables.db'}")
    with engine.begin() as connection:
        connection.execute(text("UPDATE schema_version SET version = 99"))
    engine.dispose()

    async def scenario() -> None:
        with pytest.raises(StoreError, match="version 99"):
            async with open_read_only(f"sqlite:///{tmp_path / 'tables.db'}"):
                raise AssertionError("it was opened")

    run(scenario())
