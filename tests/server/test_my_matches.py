"""My matches: whose turn it is, what is under way, the whole history; and seats on every device."""

import asyncio
import io
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import update

from fairground import load
from fairground.engine.errors import FairgroundError
from fairground.server import keys, wire
from fairground.server.people.seats import PAGE
from fairground.server.people_wire import MyMatches
from fairground.server.store import people_schema
from fairground.server.store.archive import export_lines, import_tables
from fairground.server.store.sql import SqlStore
from fairground.server.store.store import Change, StoredChair
from fairground.server.time_source import ManualTime
from hosting import GENEROUS, Host, Inline, open_server, play_randomly, run, stored_table
from postgres import postgres
from settings import EVERY_GAME
from travellers import Traveller, new_passport_key, rows, seat_two

GAME = EVERY_GAME[0]


async def page(who: Traveller, host: Host, query: str = "") -> MyMatches:
    answer = await who.get(host, f"/api/me/matches{query}")
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=MyMatches)


async def whole_list(who: Traveller, host: Host, phase: str) -> list[str]:
    """Return the tables of all pages, in order."""
    found: list[str] = []
    query = f"?phase={phase}"
    while True:
        some = await page(who, host, query)
        found += [match.table.table.id for match in some.matches]
        if some.next is None:
            return found
        assert len(some.matches) == PAGE
        query = f"?phase={phase}&after={some.next}"


async def add_tables(host: Host, who: Traveller, count: int, phase: wire.Phase) -> list[str]:
    """Store tables at which somebody sits, several of them with the same date; return them, latest first."""
    game = load(GAME)
    changes = []
    for number in range(count):
        chairs = [StoredChair(keys.hash_key(f"{number} {seat}"), person=True) for seat in range(2)]
        chairs[number % 2].passport = who.id
        table = stored_table(game, game.settle_options({}), chairs)
        table.id, table.phase, table.changed = keys.new_name(), phase, 1000.0 + number // 3
        table.progress.actors = [0] if phase == "playing" else []
        changes.append(Change(table, new=True))
    await host.registry.services.store.write(changes)
    ordered = sorted(changes, key=lambda c: (not turn_of(c, who), -c.table.changed, c.table.id))
    return [change.table.id for change in ordered]


def turn_of(change: Change, who: Traveller) -> bool:
    chairs = enumerate(change.table.progress.chairs)
    return any(chair.passport == who.id and seat in change.table.progress.actors for seat, chair in chairs)


async def check_lists(host: Host, other: Host) -> None:
    ann, ben = await Traveller().register(host), await Traveller().register(host)
    playing = await add_tables(host, ann, PAGE * 2 + 7, "playing")
    over = await add_tables(host, ann, PAGE * 2, "over")
    await add_tables(host, ben, 3, "playing")
    assert await whole_list(ann, other, "open") == playing
    assert await whole_list(ann, other, "over") == over
    first = (await page(ann, other)).matches[0]
    assert first.turn and first.table.seat == 0
    turns = (await ann.get(other, "/api/me/turns")).json()
    assert turns == {"turns": (PAGE * 2 + 8) // 2}
    assert (await ben.get(other, "/api/me/turns")).json() == {"turns": 2}


def test_every_match_is_listed_page_by_page(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            await check_lists(host, host)

    run(scenario())


def test_every_match_is_listed_by_any_server(tmp_path: Path) -> None:
    async def scenario(url: str) -> None:
        async with open_server(tmp_path, store=url) as first, open_server(tmp_path, store=url) as second:
            await check_lists(first, second)

    with postgres() as database:
        run(scenario(database.url))


@pytest.mark.parametrize(
    "after", ["", "x", "1_1.0_abc", "2_1.0_aaa_0", "1_1e9_aaa_0", "1_1.0_aaa_0'--", "1" * 200]
)
def test_a_cursor_that_is_none_is_refused_in_a_sentence(after: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            ann = await Traveller().register(host)
            answer = await host.web.get("/api/me/matches", params={"after": after}, headers=ann.header)
            assert answer.status_code == 400 and answer.json()["why"]

    run(scenario())


def test_chairs_taken_without_a_passport_are_hung_on_it_later(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            ann, ben = await Traveller().register(host, picture="owl"), await Traveller().register(host)
            guests = await host.sit_down(stack, GAME)
            await play_randomly(guests, "kept")
            table = guests[0].table
            waiting = await host.create(GAME)
            own = [{"table": table, "key": guests[0].key}, {"table": waiting.table.id, "key": waiting.key}]
            wrong = [{"table": table, "key": "wrong"}, {"table": "unknown", "key": "wrong"}]
            kept = await ann.post(host, "/api/me/seats", {"seats": own + wrong})
            assert kept == {"tables": [table, waiting.table.id]}
            assert (await ben.post(host, "/api/me/seats", {"seats": own})) == {"tables": []}, "they are Ann's"
            assert await whole_list(ann, host, "over") == [table]
            assert await whole_list(ann, host, "open") == [waiting.table.id]
            facts = (await ann.get(host, f"/api/tables/{table}")).json()
            assert facts["seat"] == 0 and facts["chairs"][0]["picture"] == "owl"

    run(scenario())


def test_a_sleeping_match_is_changed_without_being_loaded(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            ann = await Traveller().register(host)
            (table,) = await add_tables(host, ann, 1, "over")
            await ann.post(host, "/api/me/delete", {})
            assert table not in host.registry.tables
            stored = await host.registry.services.store.table(table)
            assert stored is not None
            assert (stored.progress.chairs[0].passport, stored.progress.chairs[0].gone) == ("", True)
            assert await rows(host) == []

    run(scenario())


async def check_deletion(first: Host, second: Host, stack: AsyncExitStack) -> None:
    """Ann sits at four tables: before, during and after a match, the last of them loaded; then she goes."""
    ann = await Traveller().register(first, name="Ann")
    ben = await Traveller().register(first, name="Ben")
    waiting = await ann.create(first, GAME, name="Ann")
    playing = await seat_two(first, stack, [ann, ben], name="Ann")
    over = await seat_two(first, stack, [ann, ben], name="Ann")
    await play_randomly(over, "over")
    await playing[0].request(wire.Rename("Ann"))
    await ann.post(second, "/api/me/delete", {})
    assert (await first.refusal("GET", "/api/me", headers=ann.header))[0] == 401
    await playing[1].until(lambda: bool(playing[1].now.chairs[0].bot))
    assert not playing[1].now.chairs[0].person, "a bot plays on"
    await over[1].until(lambda: over[1].now.chairs[0].gone)
    assert over[1].now.chairs[0].person, "the match stays for the others"
    tables = [waiting["table"]["id"], playing[1].table, over[1].table]
    for table in tables:
        facts = await second.web.get(f"/api/tables/{table}")
        assert "Ann" not in facts.text
        async with second.guest(table) as watcher:
            assert "Ann" not in "".join(watcher.frames)
    record = await second.web.get(f"/api/tables/{over[1].table}/record")
    assert record.status_code == 200 and "Ann" not in record.text
    assert (await first.web.get(f"/api/tables/{tables[0]}")).json()["chairs"][0]["person"] is False
    assert {row[2] for row in await rows(second)} == {ben.id}
    seats = (await ben.get(second, "/api/me/export")).json()["seats"]
    assert sorted(seat["table"] for seat in seats) == sorted(tables[1:])


def test_deletion_takes_everything_and_leaves_the_others_their_matches(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            await check_deletion(host, host, stack)

    run(scenario())


def test_deletion_reaches_tables_of_other_servers(tmp_path: Path) -> None:
    async def scenario(url: str) -> None:
        async with (
            open_server(tmp_path, store=url) as first,
            open_server(tmp_path, store=url) as second,
            AsyncExitStack() as stack,
        ):
            await check_deletion(first, second, stack)

    with postgres() as database:
        run(scenario(database.url))


def test_a_link_takes_a_passport_to_another_device_once_and_not_for_long(tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime()
        async with open_server(tmp_path, time) as host:
            ann = await Traveller().register(host)
            sealed = {"sealed": "0f" * 16}
            token = (await ann.post(host, "/api/me/transfers", sealed))["token"]
            assert token not in (await ann.get(host, "/api/me/export")).text
            answers = await asyncio.gather(
                *(host.web.post("/api/transfers", json={"token": token}) for _ in range(5))
            )
            assert sorted(answer.status_code for answer in answers) == [200, 403, 403, 403, 403]
            assert next(a for a in answers if a.is_success).json() == sealed
            first = (await ann.post(host, "/api/me/transfers", sealed))["token"]
            second = (await ann.post(host, "/api/me/transfers", sealed))["token"]
            assert (await host.refusal("POST", "/api/transfers", json={"token": first}))[0] == 403
            time.advance(601)
            assert (await host.refusal("POST", "/api/transfers", json={"token": second}))[0] == 403

    run(scenario())


def test_guessing_links_is_stopped(tmp_path: Path) -> None:
    async def scenario() -> None:
        limits = msgspec.structs.replace(GENEROUS, bad_keys=2)
        async with open_server(tmp_path, limits=limits) as host:
            for status in (403, 403, 429):
                assert (await host.refusal("POST", "/api/transfers", json={"token": "x"}))[0] == status

    run(scenario())


def test_a_new_key_voids_the_former_one(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            ann, ben = await Traveller().register(host), await Traveller().register(host)
            token = (await ann.post(host, "/api/me/transfers", {"sealed": "00" * 16}))["token"]
            new = Traveller(new_passport_key())
            assert (await host.refusal("POST", "/api/me/key", json={"key": ben.key}, headers=ann.header))[
                0
            ] == 409
            assert (await host.refusal("POST", "/api/me/key", json={"key": "fp-1"}, headers=ann.header))[
                0
            ] == 400
            table = (await ann.create(host, GAME))["table"]["id"]
            async with host.guest(table, passport=ann.key) as thief:
                assert thief.welcome is not None and thief.welcome.seat == 0
                await ann.post(host, "/api/me/key", {"key": new.key})
                closing = await thief.wait_for_close()
                assert closing is not None and closing.again
            async with host.guest(table, passport=ann.key) as thief:
                assert thief.welcome is not None and thief.welcome.seat is None
            assert (await new.me(host)).person.id == ann.id
            assert (await host.refusal("GET", "/api/me", headers=ann.header))[0] == 401
            assert (await host.refusal("POST", "/api/transfers", json={"token": token}))[0] == 403

    run(scenario())


def test_passports_that_nobody_uses_are_deleted(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, keep_passports=1000.0, keep_empty_passports=100.0) as host:
            people = [
                await Traveller().register(host, name=name) for name in ("new", "empty", "seated", "old")
            ]
            for person in people[2:]:
                await add_tables(host, person, 1, "over")
            store = host.registry.services.store
            assert isinstance(store, SqlStore)
            now = host.registry.services.time.date()
            for person, ago in zip(people, (50, 500, 500, 5000), strict=True):
                mine = people_schema.passports.c.id == person.id
                await store.change(update(people_schema.passports).where(mine).values(used=now - ago))
            await host.registry.services.people.prune()
            left = await store.read(people_schema.passports.select())
            assert sorted(row.name for row in left) == ["new", "seated"]
            assert [row[2] for row in await rows(host)] == [people[2].id]

    run(scenario())


HOSTILE: list[tuple[str, str, Any]] = [
    ("POST", "/api/me", {"name": "x" * 25}),
    ("POST", "/api/me", {"picture": "../secret"}),
    ("POST", "/api/me", {"picture": "fox\n"}),
    ("POST", "/api/me", {"language": "xx"}),
    ("POST", "/api/me", {"id": "a" * 16}),
    ("PATCH", "/api/me", {"settings": {"a": "x" * 201}}),
    ("PATCH", "/api/me", {"settings": {"x" * 41: 1}}),
    ("PATCH", "/api/me", {"settings": {"a": {"b": 1}}}),
    ("PATCH", "/api/me", {"settings": {f"s{chr(97 + n // 26)}{chr(97 + n % 26)}": 1 for n in range(41)}}),
    ("PATCH", "/api/me", {"settings": {"a": 2**70}}),
    ("POST", "/api/me/transfers", {"sealed": "00"}),
    ("POST", "/api/me/transfers", {"sealed": "zz" * 16}),
    ("POST", "/api/me/seats", {"seats": [{"table": "t", "key": "k"}] * 21}),
    ("POST", "/api/me/seats", {"seats": [{"table": "t" * 33, "key": "k"}]}),
    ("POST", "/api/transfers", {"token": "x" * 65}),
]


def test_what_strangers_send_is_bounded(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            ann = await Traveller().register(host, name="Ann")
            for method, path, body in HOSTILE:
                status, why = await host.refusal(method, path, json=body, headers=ann.header)
                assert (status, bool(why)) == (400, True), (path, body)
            headers = {**ann.header, "Origin": "http://elsewhere.example"}
            assert (await host.refusal("POST", "/api/me/delete", json={}, headers=headers))[0] == 403
            assert (await ann.me(host)).person.name == "Ann"
            for number in range(3):
                some = {f"s{chr(97 + n)}{chr(97 + number)}": 1 for n in range(15)}
                answer = await host.web.patch("/api/me", json={"settings": some}, headers=ann.header)
            assert answer.status_code == 400, "all settings together are bounded too"

    run(scenario())


def test_a_backup_keeps_people_with_their_seats(tmp_path: Path) -> None:
    """In the restored store the same key opens the same seats, and nothing in the file does."""

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            ann = await Traveller().register(host, name="Ann", picture="owl")
            table = (await ann.create(host, GAME))["table"]["id"]
            store = host.registry.services.store
            assert isinstance(store, SqlStore)
            archive = b"".join([line async for line in export_lines(store)])
            assert ann.key.encode() not in archive
        (tmp_path / "new").mkdir()
        async with open_server(tmp_path / "new") as host:
            store = host.registry.services.store
            assert isinstance(store, SqlStore)
            counts = await import_tables(store, io.BytesIO(archive), Inline())
            assert (counts.added, counts.existing) == (2, 0)
            again = await import_tables(store, io.BytesIO(archive), Inline())
            assert (again.added, again.existing) == (0, 2)
            me = await ann.me(host)
            assert (me.person.name, me.person.picture) == ("Ann", "owl")
            assert await whole_list(ann, host, "open") == [table]
            hostile = archive.replace(b'"owl"', b'"spy"')
            with pytest.raises(FairgroundError, match="spy"):
                await import_tables(store, io.BytesIO(hostile), Inline())

    run(scenario())
