"""Rated matches on a real server: who may sit, what leaving means, what is stored and computed again."""

import asyncio
import io
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import insert, select, update

from contestants import LIVE, book, open_fair, people, play_rated, seat_rated, set_up, until
from fairground.server import wire
from fairground.server.ratings.anchors import bot_ratings
from fairground.server.ratings.rating_run import STEADY_MATCHES
from fairground.server.ratings.result import ContestResult, SeatResult
from fairground.server.store import people_schema
from fairground.server.store.archive import export_lines, import_tables
from fairground.server.store.opening import open_store
from fairground.server.store.results import result_row
from fairground.server.store.sql import SqlStore
from hosting import Host, Inline, play_randomly, run
from postgres import Postgres, postgres
from settings import EVERY_GAME
from travellers import Traveller

GAME = EVERY_GAME[0]
OFFICIAL = next(name for name in EVERY_GAME if bot_ratings(name))


async def entered(host: Host) -> None:
    """Wait until all results are in the ratings."""

    async def done() -> bool:
        return not await book(host).store.waiting_games()

    await until(done)


async def refusal(host: Host, who: Traveller | None, **wish: Any) -> str:
    body = {"game": OFFICIAL, "seats": 2, "rated": True, "clock": LIVE, **wish}
    headers = who.header if who else {}
    answer = await host.web.post("/api/tables", json=body, headers=headers)
    assert answer.status_code in (400, 401), answer.text
    return str(answer.json()["why"])


def test_a_rated_table_needs_passports_a_clock_and_the_usual_game(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_fair(tmp_path) as host:
            ann, ben = await people(host, 2)
            assert "passport" in await refusal(host, None)
            assert "clock" in await refusal(host, ann, clock={"kind": "none"})
            assert "hints" in await refusal(host, ann, hints=True, clock={"kind": "none"})
            assert "box" in await refusal(host, ann, box="anything")
            assert "strength" in await refusal(host, ann, bots=[None, "search"])
            created = await ann.create(host, OFFICIAL, rated=True, clock=LIVE)
            table, invitation = created["table"]["id"], created["invitations"][1]
            path = f"/api/tables/{table}/chairs/1"
            body = {"name": "", "invitation": invitation}
            assert "passport" in (await host.refusal("POST", path, json=body))[1]
            assert "already" in (await host.refusal("POST", path, json=body, headers=ann.header))[1]
            await ben.take(host, table, 1, invitation)
            facts = (await host.web.get(f"/api/tables/{table}")).json()["table"]
            assert facts["rated"] and facts["tournament"] is None

    run(scenario())


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_rated_match_played_to_its_end_is_rated_by_its_places(name: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_fair(tmp_path) as host, AsyncExitStack() as stack:
            ann, ben = await people(host, 2)
            guests = await seat_rated(host, stack, [ann, ben], name, away=None)
            assert not any(guest.now.undo or guest.now.hints for guest in guests.values())
            refused = await guests[0].ask(wire.AskHint())
            assert refused is not None
            await play_randomly(guests, f"rated {name}")
            places = host.match(guests[0].table).outcome().places
            await entered(host)
            steps = await book(host).store.all_steps(name)
            assert {step.player: step.place for step in steps} == {ann.id: places[0], ben.id: places[1]}
            assert all(step.counts and not step.left for step in steps)
            assert await book(host).find_differences() == []

    run(scenario())


def test_who_lets_a_bot_play_comes_last_for_good(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_fair(tmp_path) as host, AsyncExitStack() as stack:
            ann, ben = await people(host, 2)
            guests = await seat_rated(host, stack, [ann, ben], GAME)
            await guests[1].request(wire.Resign())
            assert guests[1].now.chairs[1].departed and not guests[1].now.chairs[0].departed
            refused = await guests[1].ask(wire.Return())
            assert refused is not None and "last" in refused.why
            await entered(host)
            mine = (await ann.get(host, f"/api/people/{ann.id}/ratings/{GAME}")).json()["points"]
            theirs = (await ben.get(host, f"/api/people/{ben.id}/ratings/{GAME}")).json()["points"]
            assert (mine[0]["place"], theirs[0]["place"]) == (1, 2)
            assert theirs[0]["left"] and mine[0]["rating"] > 1500 > theirs[0]["rating"]
            await guests[0].request(wire.Leave())  # the result stands, whatever comes now
            assert len(await book(host).store.all_steps(GAME)) == 2

    run(scenario())


def test_chairs_stay_as_they_are_while_a_rated_match_goes_on(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_fair(tmp_path) as host, AsyncExitStack() as stack:
            ann, ben = await people(host, 2)
            guests = await seat_rated(host, stack, [ann, ben], OFFICIAL)
            for request in (wire.SeatBot(1, "novice"), wire.Remove(1), wire.Agree(1)):
                refused = await guests[0].ask(request)
                assert refused is not None and "chairs stay" in refused.why

    run(scenario())


def test_a_bot_counts_with_its_published_rating(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_fair(tmp_path) as host:
            [ann] = await people(host, 1)
            created = await ann.create(
                host, OFFICIAL, 2, rated=True, clock=LIVE, bots=[None, "expert"], start=True
            )
            async with host.guest(created["table"]["id"], created["key"]) as guest:
                await guest.request(wire.Resign())
            await entered(host)
            [result] = await book(host).store.entered_results(OFFICIAL)
            assert result.seats[1] == SeatResult(1, bot="expert", mu=bot_ratings(OFFICIAL)["expert"])
            assert result.seats[0] == SeatResult(2, player=ann.id, left=True)

    run(scenario())


def test_ratings_are_private_until_their_person_shows_them(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_fair(tmp_path) as host:
            ann, ben = await people(host, 2)
            store = host.registry.services.store
            assert isinstance(store, SqlStore)
            for number in range(STEADY_MATCHES + 20):
                seats = [SeatResult(1, player=ann.id), SeatResult(2, player=ben.id)]
                await add_result(
                    store, ContestResult(f"t{number}", GAME, number * 86400.0, seats, rated=True)
                )
            await book(host).enter_results()
            assert (await host.web.get(f"/api/ratings/{GAME}")).json()["rows"] == []
            for viewer in ({}, ben.header):
                answer = await host.web.get(f"/api/people/{ann.id}/ratings", headers=viewer)
                assert answer.status_code == 404 and ann.id not in answer.text
            own = (await ann.get(host, f"/api/people/{ann.id}/ratings/{GAME}")).json()["points"]
            assert own[0]["table"] == "t0"
            await host.web.patch("/api/me", json={"settings": {"ratings.shown": True}}, headers=ann.header)
            rows = (await host.web.get(f"/api/ratings/{GAME}")).json()["rows"]
            assert [row["person"]["id"] for row in rows] == [ann.id]
            seen = (await ben.get(host, f"/api/people/{ann.id}/ratings/{GAME}")).json()["points"]
            assert {point["table"] for point in seen} == {""}, "the tables of others stay private"
            assert (await host.web.get(f"/api/people/{'a' * 16}/ratings")).status_code == 404
            assert (await host.web.get("/api/ratings/nothing")).status_code == 404

    run(scenario())


async def add_result(store: SqlStore, result: ContestResult) -> None:
    await store.change(insert(people_schema.results), result_row(result))


def test_a_late_result_takes_its_place_and_everything_after_it_is_computed_again(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_fair(tmp_path) as host:
            store = host.registry.services.store
            assert isinstance(store, SqlStore)
            order = [0, 5, 1, 9, 2, 3, 8, 4, 7, 6]
            for number in order:
                first, second = ("ann", "ben") if number % 3 else ("ben", "cem")
                seats = [SeatResult(1, player=first), SeatResult(2, player=second)]
                result = ContestResult(f"t{number}", GAME, 1000.0 * number, seats, rated=True)
                await add_result(store, result)
                await book(host).enter_results()
                assert await book(host).find_differences() == []
            before = await book(host).store.all_steps(GAME)
            assert await book(host).recompute() == 20
            assert await book(host).store.all_steps(GAME) == before

    run(scenario())


def test_a_changed_number_is_found_and_mended(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_fair(tmp_path) as host:
            ann, ben = await people(host, 2)
            await play_rated(host, ann, ben, GAME)
            await entered(host)
            store, steps = host.registry.services.store, people_schema.rating_steps
            assert isinstance(store, SqlStore)
            await store.change(update(steps).where(steps.c.player == ann.id).values(mu=steps.c.mu + 1e-9))
            assert len(await book(host).find_differences()) == 1
            await book(host).recompute()
            assert await book(host).find_differences() == []

    run(scenario())


def test_results_survive_a_restart_before_they_are_entered(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_fair(tmp_path) as host:
            assert host.backend.contests is not None
            await host.backend.contests.rating.stop()  # so that the result is stored but not entered
            ann, ben = await people(host, 2)
            await play_rated(host, ann, ben, GAME)
            assert await book(host).store.waiting_games() == [GAME]
        async with open_fair(tmp_path) as host:
            await entered(host)
            assert len(await book(host).store.all_steps(GAME)) == 2

    run(scenario())


def test_a_deleted_passport_leaves_results_and_the_ratings_of_others(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_fair(tmp_path) as host:
            ann, ben = await people(host, 2)
            await play_rated(host, ann, ben, GAME)
            await entered(host)
            before = (await book(host).store.of_player(ann.id))[GAME]
            export = (await ben.get(host, "/api/me/export")).json()
            assert export["ratings"][GAME][0]["place"] == 2
            await ben.delete(host)
            assert await book(host).store.of_player(ben.id) == {}
            assert await book(host).find_differences() == []
            await book(host).recompute()
            assert (await book(host).store.of_player(ann.id))[GAME] == before
            [result] = await book(host).store.entered_results(GAME)
            assert ben.id not in str(result)

    run(scenario())


def test_who_deletes_their_passport_during_a_rated_match_has_left_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_fair(tmp_path) as host, AsyncExitStack() as stack:
            ann, ben = await people(host, 2)
            guests = await seat_rated(host, stack, [ann, ben], GAME)
            await ben.delete(host)
            await entered(host)
            [result] = await book(host).store.entered_results(GAME)
            assert [(seat.place, seat.left, bool(seat.bot)) for seat in result.seats] == [
                (1, False, False),
                (2, True, False),
            ]
            assert ben.id not in str(result)
            await guests[1].until(lambda: guests[1].welcome is not None and guests[1].welcome.seat is None)

    run(scenario())


def test_a_rated_rematch_begins_when_everybody_has_come_to_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_fair(tmp_path) as host, AsyncExitStack() as stack:
            ann, ben = await people(host, 2)
            guests = await seat_rated(host, stack, [ann, ben], GAME)
            await play_randomly(guests, "rated")
            await guests[0].request(wire.Rematch())
            following = guests[0].now.next
            assert following
            first = await stack.enter_async_context(host.guest(following, passport=ann.key))
            refused = await first.ask(wire.Start())
            assert refused is not None and "everybody has come" in refused.why
            async with host.guest(following, passport=ben.key):
                pass  # and goes again
            await first.request(wire.Start())
            assert first.is_playing()

    run(scenario())


def test_nobody_is_left_in_results_that_count_for_no_rating(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_fair(tmp_path) as host:
            fair = await set_up(host, GAME, 2)
            await fair.do(fair.players[0], "start")
            await fair.play_rounds("unrated")
            await fair.players[1].delete(host)
            store = host.registry.services.store
            assert isinstance(store, SqlStore)
            rows = await store.read(select(people_schema.results.c.seats))
            assert rows and not any(fair.players[1].id in row.seats for row in rows)

    run(scenario())


# Two servers


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


def test_two_servers_rate_each_match_once(database: Postgres, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            hosts = [
                await stack.enter_async_context(open_fair(tmp_path, store=database.url)) for _ in range(2)
            ]
            ann, ben, cem = await people(hosts[0], 3)
            pairs = [(ann, ben), (ben, cem), (cem, ann), (ann, ben), (ben, cem), (cem, ann)]
            await asyncio.gather(
                *(play_rated(hosts[number % 2], *pair, GAME) for number, pair in enumerate(pairs))
            )
            await asyncio.gather(*(book(host).enter_results() for host in hosts))
            await entered(hosts[0])
            steps = await book(hosts[1]).store.all_steps(GAME)
            assert len(steps) == 12
            assert await book(hosts[1]).find_differences() == []
            ratings = await book(hosts[0]).store.of_player(ann.id)
            assert ratings[GAME].matches == 4
            await book(hosts[1]).recompute()
            assert await book(hosts[0]).store.all_steps(GAME) == steps

    run(scenario())


def test_messages_about_ratings_have_no_key(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_fair(tmp_path) as host:
            ann, ben = await people(host, 2)
            await play_rated(host, ann, ben, GAME)
            await entered(host)
            text = (await ann.get(host, f"/api/people/{ann.id}/ratings/{GAME}")).text
            assert ann.key not in text and ben.id not in text
            assert msgspec.json.decode(text)["game"] == GAME

    run(scenario())


def test_a_match_that_moves_to_another_store_no_longer_counts(tmp_path: Path) -> None:
    """Nobody brings results along in an archive, and nothing in one can break a table."""

    async def scenario() -> None:
        async with open_fair(tmp_path) as host:
            [ann] = await people(host, 1)
            created = await ann.create(host, OFFICIAL, rated=True, clock=LIVE)
            store = host.registry.services.store
            assert isinstance(store, SqlStore)
            lines = [line async for line in export_lines(store)]
        forged = b"".join(lines).replace(b'"departed":[]', b'"departed":[7,7]')
        assert b"[7,7]" in forged
        async with open_store(f"sqlite:///{tmp_path / 'other.db'}") as other:
            await import_tables(other, io.BytesIO(forged), Inline())
            table = await other.table(created["table"]["id"])
            assert table is not None and table.progress.contest is None

    run(scenario())
