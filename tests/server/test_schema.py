"""A store of any earlier version is brought up to date, and its matches go on."""

import re
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, inspect, text

from crowd import Player, all_play
from fairground import Match, Record, load
from fairground.engine.rng import seeded
from fairground.server import schema
from fairground.server.errors import StoreError
from fairground.server.stores import looked_at, opened
from hosting import fair, run
from postgres import postgres

VERSIONS = Path(__file__).parent / "versions"
EVERY_VERSION = list(range(1, len(schema.STEPS) + 1))


def old_store(folder: Path, version: int) -> str:
    """A store as that version left it; gives the text it was made of."""
    written = (VERSIONS / f"{version}.sql").read_text()
    with sqlite3.connect(folder / "tables.db") as connection:
        connection.executescript(written)
    connection.close()
    return written


def shape(connection: Connection) -> dict[str, list[tuple[str, bool]]]:
    """Every table with its columns, and whether they may be empty."""
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


@pytest.mark.parametrize("version", EVERY_VERSION)
def test_a_store_of_any_version_gets_the_newest_shape(version: int, tmp_path: Path) -> None:
    old_store(tmp_path, version)
    engine = create_engine(f"sqlite:///{tmp_path / 'tables.db'}")
    with engine.begin() as connection:
        schema.migrate(connection)
        assert schema.version(connection) == len(schema.STEPS)
        assert shape(connection) == WANTED
    engine.dispose()


@pytest.mark.parametrize("version", EVERY_VERSION)
def test_matches_of_any_version_go_on(version: int, tmp_path: Path) -> None:
    first, second = re.findall(r"[\w-]{43}", old_store(tmp_path, version))[:2]

    async def scenario() -> None:
        async with fair(tmp_path) as host:
            tables = {facts.table.id: facts for facts in await host.hall.listed(["playing", "over"])}
            assert {facts.phase for facts in tables.values()} == {"playing", "over"}
            playing = next(name for name, facts in tables.items() if facts.phase == "playing")
            players = [
                Player(lambda: f"127.0.0.1:{host.port}", playing, key, seeded(key), seat)
                for seat, key in enumerate((first, second))
            ]
            await all_play(players)
            for name in tables:
                record = Record.parse((await (await host.hall.table(name)).record()).record)
                assert Match.replay(load(record.game, record.rules), record).over

    run(scenario())


def test_postgresql_has_the_same_shape() -> None:
    async def scenario(url: str) -> None:
        async with opened(url) as store, store.engine.connect() as connection:
            assert await connection.run_sync(shape) == WANTED

    with postgres() as database:
        run(scenario(database.url))


def test_a_store_of_another_version_is_not_exported(tmp_path: Path) -> None:
    old_store(tmp_path, 1)
    engine = create_engine(f"sqlite:///{tmp_path / 'tables.db'}")
    with engine.begin() as connection:
        connection.execute(text("UPDATE schema_version SET version = 99"))
    engine.dispose()

    async def scenario() -> None:
        with pytest.raises(StoreError, match="version 99"):
            async with looked_at(f"sqlite:///{tmp_path / 'tables.db'}"):
                raise AssertionError("it was opened")

    run(scenario())
