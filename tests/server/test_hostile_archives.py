"""Everything in an archive is checked like a request of a stranger, and a bad line changes nothing."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fairground import load
from fairground.server.store import archive
from fairground.server.store.archive import import_tables
from fairground.server.store.archive_checks import ArchiveError
from fairground.server.store.opening import open_store
from fairground.server.store.sql import SqlStore
from fairground.server.workers import jobs
from fairground.server.workers.executor import LaneExecutor
from hosting import Inline, open_server, run

VERSIONS = Path(__file__).parent / "versions"
Fields = dict[str, Any]


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The lines of an archive: a match under way with clocks and a box, one that is over, two waiting."""
    folder = tmp_path_factory.mktemp("archive")
    with sqlite3.connect(folder / "tables.db") as connection:
        connection.executescript((VERSIONS / "4.sql").read_text())
    connection.close()

    async def export() -> list[bytes]:
        async with open_store(f"sqlite:///{folder / 'tables.db'}") as store:
            return [line async for line in archive.export_lines(store)]

    return run(export())


def url(folder: Path) -> str:
    return f"sqlite:///{folder / 'tables.db'}"


async def names(store: SqlStore) -> set[str]:
    return {whole.table.id async for whole in store.all_tables()}


def import_lines(lines: list[bytes], folder: Path) -> set[str]:
    """Import lines into a new store and return the tables that it has then; ArchiveError if that fails."""
    (folder / "archive").write_bytes(b"".join(lines))

    async def scenario() -> set[str]:
        async with open_store(url(folder)) as store:
            with (folder / "archive").open("rb") as file:
                await import_tables(store, file, Inline())
            return await names(store)

    return run(scenario())


def playing(fields: Fields) -> bool:
    return bool(fields["table"]["phase"] == "playing")


def test_the_archive_is_good(lines: list[bytes], tmp_path: Path) -> None:
    assert len(import_lines(lines, tmp_path)) == 4


def set_in(*path: str | int, to: object) -> Callable[[Fields], None]:
    def change(fields: Fields) -> None:
        found: Any = fields
        for step in path[:-1]:
            found = found[step]
        found[path[-1]] = to

    return change


CHAIR = ("table", "progress", "chairs", 0)
BAD: list[tuple[Callable[[Fields], None], str]] = [
    (set_in(*CHAIR, "bot", to="exec:touch /tmp/run"), "there is no bot 'exec:"),
    (set_in(*CHAIR, "bot", to="python:os.system"), "there is no bot 'python:"),
    (set_in(*CHAIR, "bot", to="policy:/etc/passwd"), "there is no bot 'policy:"),
    (set_in(*CHAIR, "bot", to="search:iterations=100"), "there is no bot 'search:"),
    (set_in(*CHAIR, "bot", to="x" * 50_000), "length <= 40"),
    (set_in(*CHAIR, "name", to="n" * 50_000), "length <= 24"),
    (set_in(*CHAIR, "mark", to="n" * 50), "length <= 40"),
    (set_in(*CHAIR, "hash", to="0" * 63), "matching regex"),
    (set_in("table", "host", to="host"), "matching regex"),
    (set_in("table", "id", to="../../etc/pa"), "matching regex"),
    (set_in("table", "id", to="a" * 13), "matching regex"),
    (set_in("table", "game", to="../games"), "matching regex"),
    (set_in("table", "seats", to=10**30), "line 2"),
    (set_in("table", "seats", to=3), "for 3 seats"),
    (set_in("table", "rules", to=-1), ">= 0"),
    (set_in("table", "rules", to=10**400), "line 2"),
    (set_in("table", "update_number", to=2**60), "<= 9007199254740992"),
    (set_in("table", "update_number", to=1), "undo at or before"),
    (set_in("table", "created", to=-1.0), ">= 0.0"),
    (set_in("table", "created", to=1e300), "<= "),
    (set_in("table", "changed", to=10**400), "line 2"),
    (set_in("table", "away", to=5), ">= 10"),
    (set_in("table", "clock", "seconds", to=10**18), "<= 5184000"),
    (set_in("table", "clock", "seconds", to=1), "at least 5 seconds"),
    (set_in("table", "clock", "kind", to="sand"), "sand"),
    (set_in("table", "phase", to="dancing"), "dancing"),
    (set_in("table", "seed", to="AAAA"), ">= 32"),
    (set_in("table", "box", to="0" * 16), "box is not the one"),
    (set_in("table", "options", to={"sauce": "hot"}), "sauce"),
    (set_in("table", "options", to={"x" * 5: "y" * 100}), "length <= 80"),
    (set_in("table", "progress", "banks", to=[1.0]), "chairs and clocks for 2 seats"),
    (set_in("table", "progress", "banks", to=[1.0, -5.0]), ">= 0.0"),
    (set_in("table", "progress", "banks", to=[1.0, 1e30]), "<= "),
    (set_in("table", "progress", "points", to=[1, 2]), "points for 2 seats"),
    (set_in("table", "progress", "undone", to=2**40), "undo at or before"),
    (set_in("table", "progress", "next", to="x; DROP TABLE"), "matching regex"),
    (set_in("moves", 0, "seat", to=99), "seats below 2"),
    (set_in("moves", 0, "words", to="w" * 10_000), "length <= 200"),
    (set_in("moves", 0, "words", to="fly away"), "line 2"),
    (set_in("moves", 0, "made", to=1e200), "<= "),
    (set_in("moves", 0, "left", to=-3.0), ">= 0.0"),
    (set_in("moves", 1, "update_number", to=1), "update numbers rise"),
    (set_in("moves", 1, "ordinal", to=2**70), "line 2"),
    (set_in("box", to="a" + ".a" * 500 + "=1"), "line 2"),
    (set_in("box", to="nonsense"), "line 2"),
    (set_in("box", to=7), "line 2"),
    (set_in("moves", to={}), "line 2"),
    (set_in("table", to=[]), "line 2"),
]


@pytest.mark.parametrize("number", range(len(BAD)))
def test_a_bad_value_is_refused_with_its_line(number: int, lines: list[bytes], tmp_path: Path) -> None:
    change, why = BAD[number]
    entries = [msgspec.json.decode(line) for line in lines[1:]]
    entry = next(entry for entry in entries if playing(entry))
    change(entry)
    bad = json.dumps(entry).encode()  # msgspec does not write huge numbers
    others = [line for line in lines[1:] if not playing(msgspec.json.decode(line))]
    with pytest.raises(ArchiveError, match="line 2 of the archive") as caught:
        import_lines([lines[0], bad + b"\n", *others], tmp_path)
    assert why in str(caught.value)
    assert len(str(caught.value)) < 2_000

    async def scenario() -> None:
        async with open_store(url(tmp_path)) as store:
            assert await names(store) == set(), "nothing of the batch was stored"

    run(scenario())


def test_names_are_cleaned(lines: list[bytes], tmp_path: Path) -> None:
    entry = next(e for e in map(msgspec.json.decode, lines[1:]) if playing(e))
    entry["table"]["progress"]["chairs"][0]["name"] = "\x1b[2J evil\n"

    async def scenario() -> str:
        async with open_store(url(tmp_path)) as store:
            table = await store.table(entry["table"]["id"])
            assert table is not None
            return table.progress.chairs[0].name

    import_lines([lines[0], msgspec.json.encode(entry) + b"\n"], tmp_path)
    assert run(scenario()) == "[2J evil"


def test_a_line_is_measured_before_it_is_read(
    lines: list[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "LINE_BYTES", 1_000)
    with pytest.raises(ArchiveError, match="line 3 of the archive: expected at most 1000 bytes"):
        import_lines([lines[0], b"\n", b'{"table":"' + b"x" * 2_000 + b'"}\n'], tmp_path)


def test_a_match_longer_than_any_is_refused(lines: list[bytes], tmp_path: Path) -> None:
    entry = next(e for e in map(msgspec.json.decode, lines[1:]) if playing(e))
    first = entry["moves"][0]
    most = load(entry["table"]["game"]).longest
    entry["moves"] = [{**first, "ordinal": n, "update_number": n + 2} for n in range(most + 1)]
    entry["table"]["update_number"] = most + 10
    with pytest.raises(ArchiveError, match=f"at most {most} moves"):
        import_lines([lines[0], msgspec.json.encode(entry) + b"\n"], tmp_path)


def test_a_match_that_is_not_what_its_moves_say_is_refused(lines: list[bytes], tmp_path: Path) -> None:
    over = next(e for e in map(msgspec.json.decode, lines[1:]) if e["table"]["phase"] == "over")
    cut = {**over, "moves": over["moves"][:-1]}
    with pytest.raises(ArchiveError, match="lead to a match that is over"):
        import_lines([lines[0], msgspec.json.encode(cut) + b"\n"], tmp_path)
    over["table"]["progress"]["points"][0] += 1
    with pytest.raises(ArchiveError, match="that the moves lead to"):
        import_lines([lines[0], msgspec.json.encode(over) + b"\n"], tmp_path)


def test_a_box_is_checked_by_a_worker_process(
    lines: list[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that imports never reads a box as somebody wrote it."""
    entry = next(e for e in map(msgspec.json.decode, lines[1:]) if playing(e))
    game = load(entry["table"]["game"])
    entry["box"] = "# mine\n" + game.document("box.toml")
    entry["table"]["box"] = game.box().digest
    (tmp_path / "archive").write_bytes(lines[0] + msgspec.json.encode(entry) + b"\n")

    def refuse(text: str) -> None:
        raise AssertionError("a stranger's box was read outside of a worker")

    monkeypatch.setattr("fairground.engine.box.tomllib.loads", refuse)

    async def scenario() -> None:
        pool = LaneExecutor()
        try:
            async with open_store(url(tmp_path)) as store:
                with (tmp_path / "archive").open("rb") as file:
                    await import_tables(store, file, pool)
                found = [(whole.table, whole.box) async for whole in store.all_tables()]
                assert found[0][1] is not None and found[0][1].text == game.box().canonical
        finally:
            await pool.close()

    run(scenario())


def test_a_stored_bot_that_is_no_level_never_plays(tmp_path: Path) -> None:
    """Even if somebody wrote it into the database: the stand-in plays, and nothing else."""
    written = (VERSIONS / "4.sql").read_text()
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.executescript(
            written.replace('"person":true', '"bot":"exec:touch /tmp/run","person":true')
        )
        connection.execute("UPDATE tables SET progress = replace(progress, ',\"bot\":null', '')")
    connection.close()

    async def scenario() -> None:
        workers = Inline()
        async with open_server(tmp_path, workers=workers) as host:
            name = next(f.table.id for f in await host.registry.listed_tables(["playing"]))
            async with host.guest(name) as guest:
                await guest.until(lambda: guest.now.phase == "over")
        asked = [job.level for job in workers.done if isinstance(job, jobs.ChooseMove)]
        assert set(asked) == {"greedy"}

    run(scenario())


def test_a_box_of_rules_that_are_not_installed_is_refused(lines: list[bytes], tmp_path: Path) -> None:
    entry = next(e for e in map(msgspec.json.decode, lines[1:]) if playing(e))
    entry["table"]["rules"] = 999
    with pytest.raises(ArchiveError, match="cannot be checked"):
        import_lines([lines[0], msgspec.json.encode(entry) + b"\n"], tmp_path)
