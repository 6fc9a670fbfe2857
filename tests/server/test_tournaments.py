"""Tournaments on a real server: all formats, odd numbers, leavers, restarts, deadlines, two servers."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack
from itertools import combinations
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import select

from contestants import Fair, book, open_fair, set_up, until
from fairground import Match, load
from fairground.server.store import people_schema
from fairground.server.store.sql import SqlStore
from fairground.server.time_source import ManualTime
from fairground.server.tournament_wire import TournamentPage
from hosting import GENEROUS, Host, run
from postgres import Postgres, postgres
from settings import EVERY_GAME
from travellers import Traveller

GAME = EVERY_GAME[0]
IN_TURN = next(name for name in EVERY_GAME if len(Match(load(name), 2, "turns").state.actors()) == 1)
MANY_SEATS = next(name for name in EVERY_GAME if 4 in load(name).seats)


async def begin(host: Host, count: int, style: str = "swiss", seats: int = 2, **wish: object) -> Fair:
    fair = await set_up(host, MANY_SEATS if seats > 2 else GAME, count, style, seats, **wish)
    await fair.do(fair.players[0], "start")
    return fair


def people_of(page: TournamentPage) -> list[list[list[int]]]:
    """Who sat together, round by round, without bots."""
    return [
        [[number for number in table.chairs if number is not None] for table in one.tables]
        for one in page.rounds
    ]


@pytest.mark.parametrize(
    ("style", "seats", "count", "rounds", "bot"),
    [
        ("swiss", 2, 5, 3, None),
        ("swiss", 2, 3, 2, "novice"),
        ("swiss", 4, 6, 2, "novice"),
        ("round_robin", 2, 4, 0, None),
        ("round_robin", 2, 3, 0, None),
        ("knock_out", 2, 5, 0, None),
        ("knock_out", 2, 3, 0, "novice"),
    ],
)
def test_a_whole_tournament_is_played(
    style: str, seats: int, count: int, rounds: int, bot: str | None, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with open_fair(tmp_path) as host:
            fair = await begin(host, count, style, seats, rounds=rounds, bot=bot)
            page = await fair.play_rounds(f"{style} {seats} {count}")
            assert page.about.phase == "over" and page.about.round == page.about.rounds
            assert page.players[0].place == 1
            assert all(table.places for one in page.rounds for table in one.tables)
            met = Counter(frozenset(p) for one in people_of(page) for t in one for p in combinations(t, 2))
            if style == "round_robin":
                assert len(met) == count * (count - 1) // 2 and set(met.values()) == {1}
            if style == "swiss" and seats == 2:
                assert set(met.values()) == {1}
            if bot:
                assert not any(one.byes for one in page.rounds)
                assert any(None in table.chairs for one in page.rounds for table in one.tables)
            elif count % seats and style != "knock_out":
                assert all(len(one.byes) == count % seats for one in page.rounds)

    run(scenario())


def test_a_match_played_to_its_end_counts_as_the_rules_say(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_fair(tmp_path) as host:
            fair = await begin(host, 2, "knock_out")
            page = await fair.play_rounds("whole match", whole=1)
            table = page.rounds[0].tables[0]
            outcome = host.match(table.table).outcome()
            assert table.places == outcome.places and not table.left and not table.late

    run(scenario())


def test_tables_are_private_and_open_for_their_people_alone(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_fair(tmp_path) as host:
            fair = await begin(host, 2, "knock_out")
            page = await fair.round(1)
            table = page.rounds[0].tables[0]
            facts = (await host.web.get(f"/api/tables/{table.table}")).json()
            assert facts["table"]["tournament"] == fair.name and not facts["table"]["listed"]
            assert facts["phase"] == "playing"
            stranger = await Traveller().register(host)
            async with host.guest(table.table, passport=stranger.key) as guest:
                assert guest.welcome is not None and guest.welcome.seat is None
            for seat in range(2):
                status, why = await host.refusal(
                    "POST", f"/api/tables/{table.table}/chairs/{seat}", json={}, headers=stranger.header
                )
                assert status == 409 and "sits" in why
            mine = await fair.page(fair.players[0])
            assert mine.your_table == table.table
            assert (await fair.page()).your_table is None

    run(scenario())


def test_it_is_the_turn_of_those_alone_who_move_first(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_fair(tmp_path) as host:
            fair = await set_up(host, IN_TURN, 2, "knock_out")
            await fair.do(fair.players[0], "start")
            await fair.round(1)
            turns = [(await player.get(host, "/api/me/turns")).json()["turns"] for player in fair.players]
            assert sorted(turns) == [0, 1]

    run(scenario())


def test_who_leaves_the_tournament_loses_the_present_match_and_meets_nobody_any_more(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_fair(tmp_path) as host:
            fair = await begin(host, 4, "round_robin")
            page = await fair.round(1)
            leaver = fair.players[2]
            number = next(n for n, player in enumerate(page.players) if player.id == leaver.id)
            table = next(table for table in page.rounds[0].tables if number in table.chairs)
            await fair.do(leaver, "leave")
            page = await fair.until(
                lambda page: any(t.table == table.table and t.places for t in page.rounds[0].tables)
            )
            decided = next(t for t in page.rounds[0].tables if t.table == table.table)
            lost = next(n for n, player in enumerate(page.players) if player.id == leaver.id)
            assert decided.places is not None
            assert decided.places[decided.chairs.index(lost)] == 2 and decided.left == [lost]
            page = await fair.play_rounds("after leaving")
            gone = next(n for n, player in enumerate(page.players) if player.id == leaver.id)
            assert page.players[gone].left and page.about.phase == "over"
            for one in page.rounds[1:]:
                assert len(one.walkovers) == 1
                assert all(gone not in table.chairs for table in one.tables)

    run(scenario())


def test_a_match_that_nobody_finishes_is_decided_by_the_deadline(tmp_path: Path) -> None:
    """Whoever owes a move comes behind whoever waits for it."""

    async def scenario() -> None:
        time = ManualTime()
        async with open_fair(tmp_path, time=time) as host:
            fair = await begin(
                host, 2, "knock_out", clock={"kind": "move", "seconds": 86400}, round_seconds=3600
            )
            page = await fair.round(1)
            table = page.rounds[0].tables[0].table
            async with AsyncExitStack() as stack:
                await stack.enter_async_context(host.guest(table, passport=fair.players[0].key))
                owing = host.match(table).state.actors()
                page = await advance_until(fair, time, lambda page: page.about.phase == "over", 100)
            decided = page.rounds[0].tables[0]
            expected = [1, 1] if len(owing) == 2 else [2 if seat in owing else 1 for seat in range(2)]
            assert decided.late and decided.places == expected

    run(scenario())


async def advance_until(fair: Fair, time: object, condition: object, step: float = 5) -> TournamentPage:
    """Let time pass until the page is as expected."""
    async with asyncio.timeout(60):
        while not condition(page := await fair.page()):  # type: ignore[operator]
            time.advance(step)  # type: ignore[attr-defined]
            await asyncio.sleep(0.01)
    return page


def test_a_clock_that_runs_out_ends_a_match_that_nobody_came_to(tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime()
        async with open_fair(tmp_path, time=time) as host:
            fair = await begin(host, 2, "knock_out", clock={"kind": "bank", "seconds": 60})
            page = await advance_until(fair, time, lambda page: page.about.phase == "over")
            table = page.rounds[0].tables[0]
            assert sorted(table.places or []) == [1, 2] and table.left and not table.late
            assert host.registry.services.time.date() - page.rounds[0].begun < 3600

    run(scenario())


def test_a_tournament_goes_on_after_a_restart(tmp_path: Path) -> None:
    """Stopped in the middle of a round, and again when a round was stored but its tables were not made."""

    async def scenario() -> None:
        async with open_fair(tmp_path) as host:
            fair = await begin(host, 4)
            page = await fair.round(1)
            await fair.play_table(page, page.rounds[0].tables[0], "before the restart")
        async with open_fair(tmp_path) as host:
            fair.host = host
            page = await fair.play_rounds("after the restart", last=1)
            assert len(page.rounds) == 2
            await fair.round(2)
            names = [table.table for table in page.rounds[1].tables]
        async with open_fair(tmp_path) as host:
            fair.host = host
            await host.registry.services.store.delete(
                names
            )  # as if the server had stopped before it made them
            assert host.backend.contests is not None
            store = host.backend.contests.tournaments.store
            stored = await store.find(fair.name)
            assert stored is not None
            assert await store.replace(msgspec.structs.replace(stored, number=stored.number + 1, due=0.0))
            host.backend.contests.directing.wake()
            page = await fair.play_rounds("to the end", first=2)
            assert [table.table for table in page.rounds[1].tables] == names
            assert page.about.phase == "over" and len(page.rounds) == 3

    run(scenario())


def test_a_tournament_starts_at_its_time_or_is_cancelled_without_players(tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime()
        async with open_fair(tmp_path, time=time) as host:
            fair = await set_up(host, GAME, 2, begins=time.date() + 300)
            alone = await set_up(host, GAME, 1, begins=time.date() + 300)
            assert (await fair.page()).about.phase == "open"
            assert (await fair.page()).due == time.date() + 300
            await advance_until(fair, time, lambda page: page.about.phase == "running")
            await advance_until(alone, time, lambda page: page.about.phase == "cancelled")

    run(scenario())


def test_only_the_host_starts_and_cancels(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_fair(tmp_path) as host:
            fair = await set_up(host, GAME, 3)
            for what in ("start", "cancel"):
                path = f"/api/tournaments/{fair.name}/{what}"
                status, why = await host.refusal("POST", path, json={}, headers=fair.players[1].header)
                assert (status, "only the host" in why) == (403, True)
                assert (await host.refusal("POST", path, json={}))[0] == 401
            page = await fair.do(fair.players[0], "cancel")
            assert page.about.phase == "cancelled"
            path = f"/api/tournaments/{fair.name}/players"
            assert (await host.refusal("POST", path, json={}, headers=fair.players[1].header))[0] == 409

    run(scenario())


def test_people_enter_once_and_only_while_there_is_room(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_fair(tmp_path) as host:
            fair = await set_up(host, GAME, 2, most=2)
            page = await fair.do(fair.players[1], "players")
            assert len(page.players) == 2 and page.about.playing
            late = await Traveller().register(host, name="Late")
            path = f"/api/tournaments/{fair.name}/players"
            assert await host.refusal("POST", path, json={}, headers=late.header) == (
                409,
                "the tournament is full",
            )
            page = await fair.do(fair.players[1], "leave")
            assert len(page.players) == 1
            assert len((await fair.do(late, "players")).players) == 2

    run(scenario())


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ({"clock": {"kind": "none"}}, "clock"),
        ({"format": "knock_out", "seats": 4, "rounds": 0, "game": MANY_SEATS}, "two chairs"),
        ({"rounds": 0}, "number of rounds"),
        ({"format": "round_robin"}, "number of rounds"),
        ({"format": "round_robin", "rounds": 0, "most": 32}, "at most 16"),
        ({"seats": 6}, "number of chairs"),
        ({"bot": "nobody"}, "no bot"),
        ({"bot": "search", "rated": True}, "known strength"),
        ({"begins": 5.0}, "60 days"),
        ({"most": 65}, "64"),
        ({"round_seconds": 10}, "300"),
        ({"title": "x" * 61}, "60"),
        ({"game": "nothing"}, "no game"),
    ],
)
def test_a_tournament_that_could_not_be_played_is_refused(
    wish: dict[str, object], why: str, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with open_fair(tmp_path) as host:
            ann = await Traveller().register(host)
            body = {"title": "Fair", "game": GAME, "seats": 2, "format": "swiss", "rounds": 3}
            body |= {"clock": {"kind": "bank", "seconds": 600}, "round_seconds": 3600, **wish}
            status, told = await host.refusal("POST", "/api/tournaments", json=body, headers=ann.header)
            assert (status, why in told) == (400, True), told

    run(scenario())


def test_nothing_is_noted_of_whoever_cannot_enter(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_fair(tmp_path) as host:
            fair = await set_up(host, GAME, 2, most=2)
            late = await Traveller().register(host)
            for name, why in (("nothing", "no such"), (fair.name, "full")):
                path = f"/api/tournaments/{name}/players"
                _, told = await host.refusal("POST", path, json={}, headers=late.header)
                assert why in told
            assert (await late.get(host, "/api/tournaments")).json() == []
            store = host.registry.services.store
            assert isinstance(store, SqlStore)
            assert len(await store.read(select(people_schema.entries))) == 2

    run(scenario())


def test_strangers_make_only_so_many_tournaments(tmp_path: Path) -> None:
    async def scenario() -> None:
        limits = msgspec.structs.replace(GENEROUS, tournaments_a_host=2, tournaments_a_day=3)
        async with open_fair(tmp_path, limits=limits) as host:
            first, second = await Traveller().register(host), await Traveller().register(host)
            body = {"title": "Fair", "game": GAME, "seats": 2, "format": "swiss", "rounds": 3}
            body |= {"clock": {"kind": "bank", "seconds": 600}, "round_seconds": 3600}
            for _ in range(2):
                await first.post(host, "/api/tournaments", body)
            status, why = await host.refusal("POST", "/api/tournaments", json=body, headers=first.header)
            assert (status, "end or cancel" in why) == (429, True)
            await second.post(host, "/api/tournaments", body)
            status, why = await host.refusal("POST", "/api/tournaments", json=body, headers=second.header)
            assert (status, "tomorrow" in why) == (429, True)

    run(scenario())


def test_titles_and_names_are_shown_on_one_visible_line(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_fair(tmp_path) as host:
            fair = await set_up(host, GAME, 1, title="  A\n\u202egnol\u200b fair ")
            assert (await fair.page()).about.title == "A gnol fair"

    run(scenario())


def test_a_page_tells_nothing_of_matches_under_way(tmp_path: Path) -> None:
    """In two worlds that differ only in what was played, the page is the same to everybody."""

    async def scenario() -> None:
        async with open_fair(tmp_path) as host:
            fair = await begin(host, 2, "knock_out")
            page = await fair.round(1)
            table = page.rounds[0].tables[0].table
            before = msgspec.structs.replace(await fair.page(), now=0.0)
            async with AsyncExitStack() as stack:
                keys = [fair.players[n].key for n in range(2)]
                guests = [await stack.enter_async_context(host.guest(table, passport=key)) for key in keys]
                able = next(guest for guest in guests if guest.now.offers)
                await able.play(able.now.offers[0].move)
                after = msgspec.structs.replace(await fair.page(), now=0.0)
            assert after == before
            text = (await host.web.get(f"/api/tournaments/{fair.name}")).text
            assert not any(player.key in text for player in fair.players) and "seed" not in text

    run(scenario())


def test_a_deleted_passport_leaves_a_nameless_player_behind(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_fair(tmp_path) as host:
            fair = await begin(host, 4)
            await fair.play_rounds("before", last=1)
            gone = fair.players[3]
            export = (await gone.get(host, "/api/me/export")).json()
            assert export["tournaments"][0]["id"] == fair.name
            await gone.delete(host)
            text = (await host.web.get(f"/api/tournaments/{fair.name}")).text
            assert gone.id not in text and "P3" not in text
            page = await fair.page()
            assert len(page.players) == 4 and sum(player.left for player in page.players) == 1

    run(scenario())


# Two servers


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


def test_two_servers_advance_each_round_once(database: Postgres, tmp_path: Path) -> None:
    """Both look all the time; tables are played through either, and one of them stops half-way."""

    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            first = await stack.enter_async_context(open_fair(tmp_path, store=database.url))
            async with open_fair(tmp_path, store=database.url) as second:
                fair = await set_up(first, GAME, 5, rated=True)
                await fair.do(fair.players[0], "start")
                watching = [asyncio.create_task(keep_waking(host)) for host in (first, second)]
                fair.host = second
                page = await fair.play_rounds("two servers", last=1)
                for task in watching:
                    task.cancel()
            fair.host = first
            page = await fair.play_rounds("one server", first=2)
            assert page.about.phase == "over" and len(page.rounds) == 3
            tables = [table.table for one in page.rounds for table in one.tables]
            stored = database.sql(f"SELECT count(*) FROM results WHERE tournament = '{fair.name}'")
            assert len(set(tables)) == 6 == int(stored)

            async def all_entered() -> bool:
                return not await book(first).store.waiting_games()

            await until(all_entered)
            assert await book(first).find_differences() == []
            assert len(await book(first).store.all_steps(GAME)) == 12

    run(scenario())


async def keep_waking(host: Host) -> None:
    assert host.backend.contests is not None
    while True:
        host.backend.contests.directing.wake()
        await asyncio.sleep(0.005)
