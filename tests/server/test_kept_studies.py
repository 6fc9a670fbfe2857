"""Study rooms outlive what happens to a server: other versions, archives, several servers on one database."""

import io
import re
import sqlite3
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fairground.engine.annotations import MAIN
from fairground.server import study_wire
from fairground.server.store import archive
from fairground.server.store.archive_checks import ArchiveError
from fairground.server.store.opening import open_store
from fairground.server.store.studies import StudyStore
from fairground.server.studies.stored import annotated_record
from fairground.server.study_wire import StudyPlace
from hosting import Inline, open_server, run
from postgres import postgres
from studying import branching, create, download, other_move, visiting

OLD = Path(__file__).parent / "versions/5.sql"


def old_store(folder: Path) -> str:
    """Write the store of version 5 into a folder and return the key of its study's leader."""
    written = OLD.read_text()
    with sqlite3.connect(folder / "tables.db") as connection:
        connection.executescript(written)
    connection.close()
    return str(re.findall(r"[\w-]{43}", written)[2])


def test_a_study_of_an_earlier_version_can_be_gone_on_with(tmp_path: Path) -> None:
    key = old_store(tmp_path)

    async def scenario() -> None:
        async with (
            open_server(tmp_path) as host,
            visiting(host, "h3kq8w2mznty", key) as leader,
            visiting(host, "h3kq8w2mznty") as follower,
        ):
            assert follower.texts == ["A quiet start.", "Or this?"]
            assert follower.place.line in follower.lines
            await leader.request(study_wire.AddComment(MAIN, 2, "And now?", "Ann"))
            await follower.until(lambda: "And now?" in follower.texts)

    run(scenario())


# Archives


async def export(folder: Path) -> list[bytes]:
    async with open_store(f"sqlite:///{folder / 'tables.db'}") as store:
        return [line async for line in archive.export_lines(store)]


async def bring(folder: Path, lines: list[bytes]) -> tuple[int, int]:
    async with open_store(f"sqlite:///{folder / 'tables.db'}") as store:
        counts = await archive.import_tables(store, io.BytesIO(b"".join(lines)), Inline())
    return counts.added, counts.existing


def test_studies_move_to_another_store_with_their_keys(tmp_path: Path) -> None:
    (old := tmp_path / "old").mkdir()
    (new := tmp_path / "new").mkdir()
    key = old_store(old)

    async def scenario() -> None:
        lines = await export(old)
        assert await bring(new, lines) == (5, 0)
        assert await bring(new, lines) == (0, 5)
        found = {}
        for folder in (old, new):
            async with open_store(f"sqlite:///{folder / 'tables.db'}") as store:
                study = await StudyStore(store).find("h3kq8w2mznty")
                assert study is not None
                found[folder] = (str(annotated_record(study)), study.leader, study.comments_open, study.box)
        assert found[old] == found[new]
        async with open_server(new) as host, visiting(host, "h3kq8w2mznty", key) as leader:
            assert leader.state and leader.state.leader

    run(scenario())


def unfinished(record: str) -> str:
    """Return a record without its last move and its outcome."""
    moves = record.partition("outcome")[0].splitlines()[:-1]
    return "\n".join(moves)


Change = Callable[[dict[str, Any]], None]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda study: study.update(id="../../etc/pa"), "matching regex"),
        (lambda study: study.update(leader="key"), "matching regex"),
        (lambda study: study.update(created=-1.0), ">= 0.0"),
        (lambda study: study.update(comments_open="yes"), "comments_open"),
        (lambda study: study.update(more=1), "more"),
        (lambda study: study.update(record="hello"), "line 1: expected `game"),
        (lambda study: study.update(record=study["record"].replace("#)", "#. 0 nonsense\n#)")), "line "),
        (lambda study: study.update(record=unfinished(study["record"])), "over"),
        (lambda study: study.update(box="x = 1"), ""),
    ],
)
def test_a_study_of_an_archive_is_checked_like_a_stranger_s(
    change: Change, told: str, tmp_path: Path
) -> None:
    (old := tmp_path / "old").mkdir()
    (new := tmp_path / "new").mkdir()
    old_store(old)

    async def scenario() -> None:
        lines = await export(old)
        fields = msgspec.json.decode(lines[-1])
        change(fields["study"])
        lines[-1] = msgspec.json.encode(fields) + b"\n"
        with pytest.raises(ArchiveError, match=f"line {len(lines)} of the archive: .*{re.escape(told)}"):
            await bring(new, lines)
        async with open_store(f"sqlite:///{new / 'tables.db'}") as store:
            assert await StudyStore(store).count() == 0

    run(scenario())


# Several servers


def test_people_at_different_servers_are_in_one_study(tmp_path: Path) -> None:
    at = branching()

    async def scenario(url: str) -> None:
        async with AsyncExitStack() as stack:
            one = await stack.enter_async_context(open_server(tmp_path, store=url))
            two = await stack.enter_async_context(open_server(tmp_path, store=url))
            made = await create(one)
            leader = await stack.enter_async_context(visiting(one, made.study, made.key))
            other = await stack.enter_async_context(visiting(two, made.study))
            await leader.request(study_wire.AllowComments(True))
            await other.until(lambda: other.comments_open)
            await other.request(study_wire.AddComment(MAIN, 1, "from the other server", "Ben"))
            await leader.request(study_wire.AddComment(MAIN, 1, "from here", "Ann"))
            there = await leader.request(study_wire.TryMove(StudyPlace(MAIN, at), *other_move(at)))
            both = {"from the other server", "from here"}
            await leader.until(lambda: set(leader.texts) == both)
            await other.until(lambda: set(other.texts) == both and other.place == there)
            assert other.lines == leader.lines
            assert (await download(one, made.study)) == (await download(two, made.study))
            await leader.request(study_wire.DiscardStudy())
            assert (await other.wait_for_close()).why == "this study was deleted"

    with postgres() as database:
        run(scenario(database.url))
