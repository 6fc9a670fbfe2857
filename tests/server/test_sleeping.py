"""Tables that are not loaded: their clocks run on, they are woken in time, and no wrong date harms them."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TypeVar

import pytest

from fairground import Match, load
from fairground.server import wire
from fairground.server.run import open_backend
from fairground.server.settings import ServerSettings
from fairground.server.store.opening import open_store
from fairground.server.store.sql import SqlStore
from fairground.server.store.store import Change, Pulse, StoredChair, StoredTable, TableProgress
from fairground.server.tables.clocks import initial_times
from fairground.server.tables.maintenance import BATCH, BEAT_SECONDS, DAY, SWEEP_SECONDS, WAKE_SECONDS
from fairground.server.tables.state import SLICE
from fairground.server.time_source import ManualTime
from hosting import GENEROUS, Host, Inline, open_server, play_randomly, run
from settings import EVERY_GAME

GAME = next(name for name in EVERY_GAME if len(Match(load(name), seed="x").state.actors()) == 1)
LONG_GAME = max(EVERY_GAME, key=lambda name: load(name).longest)
IDLE = 600.0
T = TypeVar("T")


def url(folder: Path) -> str:
    return f"sqlite:///{folder / 'tables.db'}"


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something has happened in other tasks."""
    for _ in range(6000):
        if condition():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it did not happen")


async def pass_time(time: ManualTime, seconds: float) -> None:
    """Let time pass, and everything happen that is due."""
    time.advance(seconds)
    for _ in range(30):
        await asyncio.sleep(0.005)


async def leave_alone(host: Host, time: ManualTime, table: str) -> None:
    """Wait until a table that everybody has left is unloaded."""
    loaded = host.registry.tables[table]
    await until(lambda: not loaded.connections)
    time.advance(IDLE)
    await loaded.task


async def begin(host: Host, **wish: object) -> tuple[str, str | None, int]:
    """Begin a match that everybody leaves; return its table, and the key and seat of who owes a move."""
    async with AsyncExitStack() as stack:
        guests = await host.sit_down(stack, GAME, 2, **wish)
        seat = next(seat for seat, guest in guests.items() if guest.now.offers)
        return guests[0].table, guests[seat].key, seat


def test_clocks_run_on_while_a_table_is_not_loaded(tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime()
        async with open_server(tmp_path, time, idle=IDLE) as host:
            table, key, seat = await begin(host, clock={"kind": "bank", "seconds": 1000}, away=None)
            await leave_alone(host, time, table)
            assert host.registry.tables == {}, "a table with a clock is unloaded like any other"
            await pass_time(time, 100)
            async with host.guest(table, key) as guest:
                assert guest.now.times.left[seat] == 1000 - IDLE - 100

    run(scenario())


def test_a_sleeping_table_is_woken_when_its_clock_runs_out(tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime()
        async with open_server(tmp_path, time, idle=IDLE) as host:
            table, _, seat = await begin(host, clock={"kind": "bank", "seconds": 1000}, away=None)
            await leave_alone(host, time, table)
            await pass_time(time, 399)
            assert host.registry.tables == {}
            time.advance(1 + WAKE_SECONDS)
            await until(lambda: table in host.registry.tables)
            await pass_time(time, 0)  # fires the timer that is due at once
            await until(lambda: bool(host.match(table).made))
            assert host.match(table).made[0].seat == seat, "a bot made the move"

    run(scenario())


def test_the_time_without_a_server_does_not_count(tmp_path: Path) -> None:
    """Neither after a clean end nor after a crash, of which the store knows only the last pulse."""

    async def scenario() -> None:
        time = ManualTime()
        async with open_server(tmp_path, time, idle=IDLE) as host:
            table, key, seat = await begin(host, clock={"kind": "bank", "seconds": 1000}, away=None)
            await leave_alone(host, time, table)
        time.advance(10 * DAY)
        async with open_server(tmp_path, time, idle=IDLE) as host:
            await pass_time(time, WAKE_SECONDS)
            assert host.registry.tables == {}
            async with host.guest(table, key) as guest:
                assert guest.now.times.left[seat] == 1000 - IDLE - WAKE_SECONDS

    run(scenario())


def test_a_server_tells_the_store_how_long_it_has_run(tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime()
        async with open_server(tmp_path, time) as host:
            store = host.registry.services.store
            await pass_time(time, BEAT_SECONDS)
            pulse = await store.pulse()
            assert pulse == Pulse(time.date(), BEAT_SECONDS)
            assert (await store.beat(Pulse(time.date(), 1.0))).uptime == BEAT_SECONDS, "it never falls"

    run(scenario())


@pytest.mark.parametrize("days", [-30, 30, 3000])
def test_a_date_that_jumps_expires_no_clock_and_deletes_nothing_at_first(days: int, tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime(date=1e9)
        async with open_server(tmp_path, time, idle=IDLE) as host:
            table, key, seat = await begin(host, clock={"kind": "bank", "seconds": 1000}, away=None)
            waiting = (await host.create(GAME)).table.id
            await leave_alone(host, time, table)
            time.jump(days * DAY)
            await pass_time(time, WAKE_SECONDS)
            async with host.guest(table, key) as guest:
                assert guest.now.times.left[seat] == 1000 - IDLE - WAKE_SECONDS
            for _ in range(5):
                await pass_time(time, SWEEP_SECONDS)
            store = host.registry.services.store
            assert await store.table(waiting) is not None
            await pass_time(time, DAY)
            await pass_time(time, SWEEP_SECONDS)
            gone = await store.table(waiting) is None
            assert gone == (days > 0), "a day later the date is believed"

    run(scenario())


@pytest.mark.parametrize("days", [-30, 30])
def test_an_impossible_date_at_the_start_deletes_nothing_at_first(days: int, tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime(date=1e9)
        async with open_server(tmp_path, time) as host:
            waiting = (await host.create(GAME)).table.id
        time.jump(days * DAY)
        async with open_server(tmp_path, time) as host:
            await pass_time(time, SWEEP_SECONDS)
            assert await host.registry.services.store.table(waiting) is not None

    run(scenario())


def due_table(number: int, rules: int | None = None) -> StoredTable:
    """Return a table whose clock has run out."""
    game, clock = load(GAME), wire.Clock("move", 30)
    progress = TableProgress([StoredChair("a", True), StoredChair("b", True)], initial_times(clock, 2))
    return StoredTable(
        f"t{number:03}", GAME, game.rules if rules is None else rules, 2, game.settle_options({}),
        game.box().digest, None, False, clock, None, bytes(32), "h", 0.0, "playing", 1, progress, 0.0, 0.0,
    )  # fmt: skip


async def store_tables(folder: Path, tables: Sequence[StoredTable]) -> None:
    async with open_store(url(folder)) as store:
        await store.write([Change(table, new=True) for table in tables])


def test_due_tables_are_woken_a_few_at_a_time_and_others_cannot_stop_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Among them are tables that cannot be played here."""
    pages: list[int] = []
    original = SqlStore.due_tables

    async def noted(store: SqlStore, until: float, after: str, limit: int) -> list[str]:
        found = await original(store, until, after, limit)
        pages.append(len(found))
        return found

    monkeypatch.setattr(SqlStore, "due_tables", noted)

    async def scenario() -> None:
        tables = [due_table(number, 999 if number < 25 else None) for number in range(60)]
        await store_tables(tmp_path, tables)
        time = ManualTime()
        async with open_server(tmp_path, time, idle=IDLE) as host:
            await until(lambda: len(host.registry.tables) == 35)
            assert max(pages) == BATCH and len(pages) >= 3
            store = host.registry.services.store
            await until(lambda: not host.registry.services.writer.waiting.qsize())
            await asyncio.sleep(0.05)
            assert len(await store.due_tables(29.0, "", 100)) == 25, "the others know when they are due"
            assert len(host.registry.maintenance.not_woken) == 25
            await pass_time(time, IDLE)

    run(scenario())


def test_no_table_is_loaded_before_the_server_listens(tmp_path: Path) -> None:
    async def scenario() -> None:
        await store_tables(tmp_path, [due_table(1)])
        settings = ServerSettings(port=0, store=url(tmp_path), limits=GENEROUS)
        async with open_backend(settings, ManualTime(), Inline()) as backend:
            await asyncio.sleep(0.1)
            assert not backend.registry.tables and not backend.registry.loading

    run(scenario())


def test_loading_a_long_match_lets_others_have_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, LONG_GAME)
            await play_randomly(guests, "long", 3 * SLICE)
            table, moves = guests[0].table, guests[0].now.moves
        async with open_server(tmp_path) as host:
            registry, turns = host.registry, 0
            stored = await registry._stored(table)
            made = await registry.services.store.moves(table)
            monkeypatch.setattr(registry.services.store, "moves", at_once(made))
            monkeypatch.setattr(registry, "_stored", at_once(stored))
            loading = asyncio.create_task(registry._load_state(table))
            while not loading.done():
                await asyncio.sleep(0)
                turns += 1
            assert loading.result().move_count == moves
            assert moves // SLICE <= turns <= moves // SLICE + 5

    run(scenario())


def at_once(result: T) -> Callable[[str], Coroutine[None, None, T]]:
    """Return a function of a store that answers without waiting."""

    async def answer(name: str) -> T:
        return result

    return answer
