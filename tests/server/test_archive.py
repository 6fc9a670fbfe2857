"""`fairground export` and `import`: everything in one file, and importing twice changes nothing."""

import asyncio
import sqlite3
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from crowd import Player, all_play, look, seat_people
from fairground import Match, Record, load
from fairground.cli.main import app
from fairground.engine.errors import FairgroundError
from fairground.engine.rng import seeded
from fairground.server.store.archive_entry import ArchiveEntry
from fairground.server.store.opening import open_store
from fairground.server.store.store import StoredNote
from hosting import Host, open_server, run
from postgres import postgres
from settings import EVERY_GAME


def command(*words: object) -> str:
    """Run a command of `fairground` and return its output; FairgroundError if it fails."""
    done = CliRunner().invoke(app, [str(word) for word in words])
    if done.exception:
        raise done.exception
    return " ".join(done.output.split())


def url_in(folder: Path) -> str:
    return f"sqlite:///{folder / 'tables.db'}"


def contents(folder: Path) -> list[object]:
    """Return all tables with their moves and boxes, without what is true in their own store only."""

    async def read() -> list[object]:
        async with open_store(url_in(folder)) as store:
            return [
                (replace(table, creator=None, own_box=None), moves, box.digest if box else None)
                async for table, moves, box, *_ in store.all_tables()
            ]

    return run(read())


async def play_all(host: Host) -> dict[str, str]:
    """Play a match of every game, set up a table without moves, and return a key to each."""
    keys = {}
    for name in EVERY_GAME:
        seats = await seat_people(host.web, name)
        keys[seats.table] = seats.keys[0]
        await all_play(
            Player(lambda: f"127.0.0.1:{host.port}", seats.table, key, seeded(f"{name} {seat}"), seat)
            for seat, key in seats.keys.items()
        )
    waiting = await host.create(EVERY_GAME[0])
    keys[waiting.table.id] = waiting.key or ""
    return keys


def test_all_tables_move_to_another_store_and_work_there(tmp_path: Path) -> None:
    """This includes PostgreSQL and back; the export is made while the server runs."""
    old, new, back = (tmp_path / name for name in ("old", "new", "back"))
    file, again = tmp_path / "all.jsonl", tmp_path / "again.jsonl"

    async def fill() -> dict[str, str]:
        async with open_server(old) as host:
            keys = await play_all(host)
            said = await asyncio.to_thread(command, "export", file, "--store", url_in(old))
            assert said.endswith(f"has {len(keys)} tables and studies")
            return keys

    file.with_name(file.name + ".part").touch(0o666)  # left over from an export that was cut short
    keys = run(fill())
    assert file.stat().st_mode & 0o777 == 0o600
    assert (
        command("import", file, "--store", url_in(new))
        == f"{len(keys)} tables and studies added, 0 were there already"
    )
    assert contents(new) == contents(old)
    with postgres() as database:
        command("import", file, "--store", database.url)
        command("export", again, "--store", database.url)
    assert again.read_bytes() == file.read_bytes()
    command("import", again, "--store", url_in(back))
    assert contents(back) == contents(old)

    async def visit() -> None:
        async with open_server(new) as host:
            for table, key in keys.items():
                screen, _ = await look(lambda: f"127.0.0.1:{host.port}", table, key)
                assert screen.phase in {"waiting", "over"}

    run(visit())
    _check_records(file)


def _check_records(file: Path) -> None:
    """Check that the file has the record of every match that is over, as text."""
    entries = [msgspec.json.decode(line, type=ArchiveEntry) for line in file.read_bytes().splitlines()[1:]]
    records = [Record.parse(entry.record) for entry in entries if entry.record]
    assert sorted(record.game for record in records) == sorted(EVERY_GAME)
    for record in records:
        assert Match.replay(load(record.game, record.rules), record).over


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """An archive with one match that is over and one under way."""
    store, file = tmp_path / "first", tmp_path / "all.jsonl"
    store.mkdir()
    written = (Path(__file__).parent / "versions/1.sql").read_text()
    with sqlite3.connect(store / "tables.db") as connection:
        connection.executescript(written)
    connection.close()

    async def migrate() -> None:
        async with open_server(store):
            pass

    run(migrate())
    command("export", file, "--store", url_in(store))
    return file


def test_importing_twice_changes_nothing(archive: Path, tmp_path: Path) -> None:
    command("import", archive, "--store", url_in(tmp_path / "new"))
    before = contents(tmp_path / "new")
    said = command("import", archive, "--store", url_in(tmp_path / "new"))
    assert said == "0 tables and studies added, 2 were there already"
    assert contents(tmp_path / "new") == before


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda lines: lines[1:], "line 1 of the archive"),
        (
            lambda lines: [b'{"fairground_archive":6}\n', *lines[1:]],
            "expected an archive of format 1 to 5",
        ),
        (lambda lines: [lines[0], lines[1][:-30]], "line 2 of the archive"),
        (lambda lines: [lines[0], lines[1].replace(b'"ordinal":1,', b'"ordinal":7,')], "without a gap"),
        (lambda lines: [lines[0], lines[1].replace(b'"seat":0', b'"seat":1')], "line 2 of the archive"),
        (lambda lines: [lines[0], *[line.replace(b'"over"', b'"playing"') for line in lines[1:]]], "points"),
    ],
)
def test_a_damaged_archive_is_refused(change: object, why: str, archive: Path, tmp_path: Path) -> None:
    lines = archive.read_bytes().splitlines(keepends=True)
    archive.write_bytes(b"".join(change(lines)))  # type: ignore[operator]
    with pytest.raises(FairgroundError, match=why):
        command("import", archive, "--store", url_in(tmp_path / "new"))
    assert contents(tmp_path / "new") == []


def test_a_file_or_store_that_cannot_be_read_is_reported(archive: Path, tmp_path: Path) -> None:
    with pytest.raises(FairgroundError, match="there is no store"):
        command("export", tmp_path / "out", "--store", url_in(tmp_path / "nothing"))
    with pytest.raises(FairgroundError, match="cannot be read"):
        command("import", tmp_path / "nothing.jsonl", "--store", url_in(tmp_path / "new"))


def test_an_archive_of_format_1_is_imported(tmp_path: Path) -> None:
    """It was exported from the store in versions/1-clocks.sql, so both must give the same tables."""
    versions, old = Path(__file__).parent / "versions", tmp_path / "old"
    old.mkdir()
    with sqlite3.connect(old / "tables.db") as connection:
        connection.executescript((versions / "1-clocks.sql").read_text())
    connection.close()
    said = command("import", versions / "1-archive.jsonl", "--store", url_in(tmp_path / "new"))
    assert said == "4 tables and studies added, 0 were there already"
    assert run(tables_in(url_in(tmp_path / "new"))) == run(tables_in(url_in(old)))


async def tables_in(url: str) -> dict[str, object]:
    """Return the tables of a store, as the server reads them."""
    async with open_store(url) as store:
        return {table.id: (table, moves) async for table, moves, *_ in store.all_tables()}


def test_names_and_notes_of_an_archive_are_checked(tmp_path: Path) -> None:
    """A name is cleaned, a note that no server wrote is refused, and agreements do not travel."""

    async def set_up() -> None:
        async with open_server(tmp_path) as host:
            await host.create(EVERY_GAME[0], 2, name="Ann", bots=[None, "random"], start=True)

    run(set_up())
    file, other = tmp_path / "all.jsonl", tmp_path / "other"
    other.mkdir()
    command("export", file, "--store", url_in(tmp_path))
    head, line = file.read_bytes().splitlines()
    entry = msgspec.json.decode(line, type=ArchiveEntry)
    entry.table.progress.notes = [StoredNote(1, 0, "table.left", {"name": "\x1b[2J"})]
    file.write_bytes(b"\n".join([head, msgspec.json.encode(entry)]))
    with pytest.raises(FairgroundError, match="line 2 of the archive: expected notes"):
        command("import", file, "--store", url_in(other))
    entry.table.progress.notes = []
    entry.table.progress.chairs[0].name = "\x1b[2J\u202eAnn"
    entry.table.progress.chairs[1].agreed = [0]
    file.write_bytes(b"\n".join([head, msgspec.json.encode(entry)]))
    command("import", file, "--store", url_in(other))
    rows = str(contents(other))
    assert "[2JAnn" in rows and "\\u202e" not in rows and "\u202e" not in rows and '"agreed":[0]' not in rows


def test_a_table_whose_seats_are_drawn_moves_with_its_draw(tmp_path: Path) -> None:
    """One waits for its draw, and the other tells of it."""

    async def set_up() -> None:
        async with open_server(tmp_path) as host:
            for start in (False, True):
                await host.create(EVERY_GAME[0], 2, bots=[None, "random"], draw=True, start=start)

    run(set_up())
    file, other = tmp_path / "all.jsonl", tmp_path / "other"
    other.mkdir()
    command("export", file, "--store", url_in(tmp_path))
    command("import", file, "--store", url_in(other))
    assert contents(other) == contents(tmp_path)
    assert str(contents(other)).count("draw=True") == 2
    head, *lines = file.read_text().splitlines()
    file.write_text("\n".join([head, *(line.replace('"draw":true', '"draw":"often"') for line in lines)]))
    with pytest.raises(FairgroundError, match=r"line 2 of the archive.*bool"):
        command("import", file, "--store", url_in(other))
