"""How many tables one address may make and hold, whichever way it takes; what is kept, and for how long."""

import asyncio
import sqlite3
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest

from fairground import BoxError, load
from fairground.engine.misprints import Misprint
from fairground.server import wire
from fairground.server.errors import Refusal, ServerError
from fairground.server.settings import Limits, limits_from
from fairground.server.store.opening import open_store
from fairground.server.store.store import Change, StoredBox, StoredChair, StoredTable, TableProgress
from fairground.server.time_source import ManualTime
from fairground.server.workers import jobs
from fairground.server.workers.executor import LaneExecutor
from hosting import GENEROUS, Guest, Host, Inline, open_server, play_randomly, run
from settings import EVERY_GAME

GAME = EVERY_GAME[0]
QUICK_GAME = min(EVERY_GAME, key=lambda name: load(name).longest)


def limits(**changes: int) -> Limits:
    return msgspec.structs.replace(GENEROUS, **changes)


def rows(folder: Path, query: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(folder / "tables.db")
    try:
        return list(connection.execute(query))
    finally:
        connection.close()


async def finished_match(host: Host, stack: AsyncExitStack, **wish: object) -> dict[int, Guest]:
    guests = await host.sit_down(stack, QUICK_GAME, 2, **wish)
    await play_randomly(guests, "quota")
    return guests


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"tables": 1}, "too many new tables from your address: wait a minute"),
        ({"tables_a_day": 1}, "too many new tables from your address today"),
        ({"waiting_tables": 1}, "too many tables are waiting for people already"),
        ({"waiting_tables": 10, "address_share": 10}, "too many tables from your address are waiting"),
    ],
)
def test_a_rematch_counts_like_any_new_table(changes: dict[str, int], why: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        generous = limits(**changes)
        async with open_server(tmp_path, limits=generous) as host, AsyncExitStack() as stack:
            guests = await finished_match(host, stack)
            if "waiting_tables" in changes:
                await host.create(GAME)
            before = rows(tmp_path, "SELECT * FROM tables ORDER BY id")
            refused = await guests[0].ask(wire.Rematch())
            assert refused is not None and why in refused.why
            assert rows(tmp_path, "SELECT * FROM tables ORDER BY id") == before
            assert guests[0].now.next is None
            status, sentence = await host.refusal("POST", "/api/tables", json={"game": GAME, "seats": 2})
            assert status in (429, 503) and why in sentence, "both ways have one limit"

    run(scenario())


def test_a_rematch_is_refused_before_it_counts(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=limits(tables=2)) as host, AsyncExitStack() as stack:
            guests = await finished_match(host, stack)
            await guests[0].request(wire.Rematch())
            for _ in range(3):
                assert "already" in str(await guests[1].ask(wire.Rematch()))
            level = host.registry.services.address_limits.tables.level("127.0.0.1")
            assert level < 1

    run(scenario())


def test_the_creator_of_a_table_is_known_until_the_match_begins(tmp_path: Path) -> None:
    """The store has no address, only a hash with a secret that no other store has."""

    async def scenario(folder: Path) -> list[object]:
        async with open_server(folder) as host, AsyncExitStack() as stack:
            await host.create(GAME)
            await host.create(GAME)
            await host.sit_down(stack, GAME)
            found = rows(folder, "SELECT creator FROM tables ORDER BY phase DESC")
            assert found[0] == found[1] and found[2] == (None,)
            return list(found[0])

    folders = [tmp_path / "one", tmp_path / "two"]
    creators = [run(scenario(folder)) for folder in folders]
    assert creators[0] != creators[1]
    assert all(len(str(creator)) == 64 for (creator,) in creators)


# Boxes


def test_a_box_is_stored_once_and_never_read_outside_of_a_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Setting up, connecting, rematch and loading again: only the worker ever reads what somebody wrote."""
    game = load(QUICK_GAME)
    text = game.document("box.toml")
    for name in EVERY_GAME:
        load(name).box()

    def refuse(text: str) -> None:
        raise AssertionError("a stranger's box was read outside of a worker")

    monkeypatch.setattr("fairground.engine.box.tomllib.loads", refuse)

    async def scenario() -> None:
        pool = LaneExecutor()
        try:
            async with open_server(tmp_path, workers=pool) as host, AsyncExitStack() as stack:
                guests = await finished_match(host, stack, box="# mine\n" + text)
                await guests[0].request(wire.Rematch())
                again = await host.create(QUICK_GAME, box="# the same\n\n" + text)
                async with host.guest(again.table.id) as guest:
                    assert guest.welcome is not None and guest.welcome.table.own_box
            stored = rows(tmp_path, "SELECT digest, game, text FROM boxes")
            canonical = game.box().canonical
            assert stored == [(StoredBox(game.name, canonical).digest, game.name, canonical)]
            assert rows(tmp_path, "SELECT DISTINCT own_box FROM tables") == [(stored[0][0],)]
            async with open_server(tmp_path, workers=pool) as host, host.guest(again.table.id) as guest:
                assert guest.now.phase == "waiting"
        finally:
            await pool.close()

    run(scenario())


def test_an_address_brings_only_so_many_boxes_a_day(tmp_path: Path) -> None:
    async def scenario() -> None:
        text = load(GAME).document("box.toml")
        async with open_server(tmp_path, limits=limits(own_boxes_a_day=1)) as host:
            await host.create(GAME, box=text)
            wish = {"game": GAME, "seats": 2, "box": text}
            status, why = await host.refusal("POST", "/api/tables", json=wish)
            assert (status, "too many boxes" in why) == (429, True)
            await host.create(GAME)

    run(scenario())


@pytest.mark.parametrize("spoilt", ["nonsense", "[oops", "{}", '{"a":1}'])
def test_a_table_whose_box_is_no_longer_accepted_says_so_and_the_others_go_on(
    spoilt: str, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            bad = await host.create(GAME, box=load(GAME).document("box.toml"))
            good = await host.create(GAME)
        connection = sqlite3.connect(tmp_path / "tables.db")
        connection.execute("UPDATE boxes SET text = ?", (spoilt,))
        connection.commit()
        connection.close()
        async with open_server(tmp_path) as host:
            body = {"name": "", "invitation": bad.invitations[1]}
            status, why = await host.refusal("POST", f"/api/tables/{bad.table.id}/chairs/1", json=body)
            assert status == 409 and "this table cannot be played here" in why
            async with host.guest(good.table.id) as guest:
                assert guest.now.phase == "waiting"

    run(scenario())


def test_a_box_of_an_earlier_version_is_converted_by_a_worker_when_it_is_needed(tmp_path: Path) -> None:
    text = "# as it was written\n" + load(GAME).document("box.toml")
    written = (Path(__file__).parent / "versions/2.sql").read_text()
    connection = sqlite3.connect(tmp_path / "tables.db")
    connection.executescript(written)
    connection.execute(
        "UPDATE tables SET box_text = ?, box = ? WHERE game = ?", (text, load(GAME).box().digest, GAME)
    )
    connection.commit()
    names = [name for (name,) in connection.execute("SELECT id FROM tables WHERE game = ?", (GAME,))]
    connection.close()

    async def scenario() -> None:
        workers = Inline()
        async with open_server(tmp_path, workers=workers) as host:
            assert rows(tmp_path, "SELECT text FROM boxes") == [(text,)]
            async with host.guest(names[0]):
                checks = [job for job in workers.done if isinstance(job, jobs.CheckSetup)]
                assert [job.create.box for job in checks] == [text]
            digest = StoredBox(GAME, load(GAME).box().canonical).digest
            assert (digest,) in rows(tmp_path, "SELECT own_box FROM tables")
        async with open_server(tmp_path, workers=workers) as host, host.guest(names[0]):
            assert len([job for job in workers.done if isinstance(job, jobs.CheckSetup)]) == 1

    run(scenario())


# What is kept


def stored(name: str, phase: wire.Phase, changed: float, own_box: str | None = None) -> StoredTable:
    progress = TableProgress([StoredChair("a"), StoredChair("b")], [0.0, 0.0])
    return StoredTable(
        name, GAME, 1, 2, {}, "0" * 16, own_box, True, wire.Clock(), None, bytes(32), "host", 0.0, phase, 1,
        progress, changed,
    )  # fmt: skip


@pytest.mark.parametrize(("quota", "kept"), [(3, 3), (0, 50), (1000, 50)])
def test_the_newest_finished_matches_are_kept(quota: int, kept: int, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_store(f"sqlite:///{tmp_path / 'tables.db'}") as store:
            tables = [stored(f"t{number:02}", "over", float(number)) for number in range(50)]
            await store.write([Change(table, new=True) for table in tables])
            await store.write([Change(stored("playing", "playing", 0.0), new=True)])
        time = ManualTime()
        async with open_server(tmp_path, time, limits=limits(finished_tables=quota)) as host:
            await host.registry.maintenance.sweep()
            names = {name for (name,) in rows(tmp_path, "SELECT id FROM tables")}
            assert names == {"playing", *(f"t{number:02}" for number in range(50 - kept, 50))}

    run(scenario())


def test_sweeps_at_the_same_time_delete_no_more_than_one(tmp_path: Path) -> None:
    """Several servers may share a store; what one has deleted, another does not count again."""

    async def scenario() -> None:
        async with open_store(f"sqlite:///{tmp_path / 'tables.db'}") as store:
            tables = [stored(f"t{number:02}", "over", float(number)) for number in range(50)]
            await store.write([Change(table, new=True) for table in tables])

            async def sweep() -> None:
                while names := await store.finished_tables(3, 20):
                    await asyncio.sleep(0)
                    await store.delete(names)

            await asyncio.gather(*(sweep() for _ in range(4)))
        names = {name for (name,) in rows(tmp_path, "SELECT id FROM tables")}
        assert names == {"t47", "t48", "t49"}

    run(scenario())


def test_boxes_that_no_table_uses_are_deleted(tmp_path: Path) -> None:
    async def scenario() -> None:
        box, other = StoredBox(GAME, '{"a":1}'), StoredBox(GAME, '{"b":1}')
        async with open_store(f"sqlite:///{tmp_path / 'tables.db'}") as store:
            used, old = stored("used", "over", 1.0, box.digest), stored("old", "waiting", 1.0, other.digest)
            await store.write([Change(used, new=True, box=box), Change(old, new=True, box=other)])
            await store.delete_unused(5.0)
            assert await store.box(box.digest) == box
            assert await store.box(other.digest) is None

    run(scenario())


def test_the_quota_can_be_set_to_no_limit() -> None:
    assert limits_from({"FAIRGROUND_FINISHED_TABLES": "0"}).finished_tables == 0
    with pytest.raises(ServerError, match="at least 1"):
        limits_from({"FAIRGROUND_TABLES": "0"})


# Room in memory


def test_idle_tables_make_room_and_those_in_use_stay(tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime()
        room = limits(live_tables=2, address_share=100)
        async with open_server(tmp_path, time, limits=room) as host, AsyncExitStack() as stack:
            names = [(await host.create(GAME)).table.id for _ in range(4)]
            await stack.enter_async_context(host.guest(names[0]))
            time.advance(1)
            async with host.guest(names[1]):
                pass
            loaded = host.registry.tables[names[1]]
            while loaded.connections:
                await asyncio.sleep(0.01)
            time.advance(1)
            await stack.enter_async_context(host.guest(names[2]))
            assert set(host.registry.tables) == {names[0], names[2]}
            with pytest.raises(Refusal, match="the server is full"):
                await host.registry.table(names[3], "somebody")

    run(scenario())


def test_the_last_places_are_for_people_with_a_seat(tmp_path: Path) -> None:
    async def scenario() -> None:
        room = limits(live_tables=10, address_share=100)
        async with open_server(tmp_path, limits=room) as host, AsyncExitStack() as stack:
            created = [await host.create(GAME) for _ in range(10)]
            for one in created[:9]:
                await stack.enter_async_context(host.guest(one.table.id))
            with pytest.raises(Refusal, match="the server is full"):
                await host.registry.table(created[9].table.id, "a stranger")
            async with host.guest(created[9].table.id, created[9].key) as guest:
                assert guest.now.phase == "waiting"

    run(scenario())


def test_one_address_holds_only_its_share(tmp_path: Path) -> None:
    async def scenario() -> None:
        room = limits(live_tables=20, address_share=10)
        async with open_server(tmp_path, limits=room) as host, AsyncExitStack() as stack:
            created = [await host.create(GAME) for _ in range(4)]
            names = [one.table.id for one in created]
            for name in names[:2]:
                await stack.enter_async_context(host.guest(name))
            with pytest.raises(Refusal, match="too many tables are open from your address"):
                await host.registry.table(names[2], "127.0.0.1", created[2].key)
            await host.registry.table(names[3], "another address")
            assert set(host.registry.tables) == {names[0], names[1], names[3]}

    run(scenario())


def test_a_table_goes_on_though_its_box_would_be_refused_by_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check of new boxes has become stricter since the table was made."""

    def refuse(box: object) -> None:
        raise Misprint((), "expected another box")

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            made = await host.create(GAME, box=load(GAME).document("box.toml"))
        monkeypatch.setattr(load(GAME).modules.box, "check_playable", refuse)
        async with open_server(tmp_path) as host:
            with pytest.raises(BoxError, match="expected another box"):
                load(GAME).box(load(GAME).document("box.toml"))
            async with host.guest(made.table.id) as guest:
                assert guest.now.phase == "waiting"

    run(scenario())
