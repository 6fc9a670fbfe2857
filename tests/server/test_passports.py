"""Passports: the same person is known again, without an account; and a chair's key is no passport."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from fairground.server import keys, wire
from fairground.server.http.rate_limits import TOO_MANY
from fairground.server.people.events import Event, MatchBegan, MatchEnded, SeatTaken, TurnBegan
from fairground.server.store import schema
from fairground.server.store.seatings import occupancy_of
from fairground.server.store.sql import SqlStore
from hosting import GENEROUS, PATIENCE, Guest, Host, open_server, options_of, play_randomly, run
from postgres import postgres
from settings import EVERY_GAME
from travellers import Traveller, new_passport_key

GAME = EVERY_GAME[0]


async def rows(host: Host) -> list[tuple[object, ...]]:
    """Return the chairs of people with passports, as the store has them."""
    store = host.registry.services.store
    assert isinstance(store, SqlStore)
    table = schema.seatings
    wanted = select(table.c.table_id, table.c.seat, table.c.passport, table.c.phase, table.c.turn)
    return [tuple(row) for row in await store.read(wanted.order_by(table.c.table_id, table.c.seat))]


async def derived(host: Host) -> list[tuple[object, ...]]:
    """Return the same as it follows from the stored tables."""
    store = host.registry.services.store
    assert isinstance(store, SqlStore)
    found: list[tuple[object, ...]] = []
    async for whole in store.all_tables():
        occupancy = occupancy_of(whole.table)
        for seat, sitter in enumerate(occupancy.sitters):
            if sitter and sitter.passport:
                found.append((whole.table.id, seat, sitter.passport, occupancy.phase, sitter.turn))
    return found


async def seat_two(
    host: Host, stack: AsyncExitStack, people: list[Traveller], **wish: Any
) -> dict[int, Guest]:
    """Set up a table of two people with passports and begin the match."""
    created = await people[0].create(host, GAME, options=options_of(GAME), **wish)
    table = created["table"]["id"]
    taken = await people[1].take(host, table, 1, created["invitations"][1], "Ben")
    first = await stack.enter_async_context(host.guest(table, created["key"], created["host"]))
    second = await stack.enter_async_context(host.guest(table, taken["key"]))
    await first.request(wire.Start())
    await second.until(second.is_playing)
    return {0: first, 1: second}


def test_a_passport_is_made_shown_and_changed(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            ann = await Traveller().register(host, name="  Ann\u200b ", picture="fox", language="fr")
            me = await ann.me(host)
            assert (me.person.name, me.person.picture, me.language) == ("Ann", "fox", "fr")
            body = {"name": "Anna", "settings": {"quiet.from": 22, "shown": True}}
            answer = await host.web.patch("/api/me", json=body, headers=ann.header)
            assert answer.status_code == 200
            body = {"settings": {"quiet.from": None}}
            await host.web.patch("/api/me", json=body, headers=ann.header)
            me = await ann.me(host)
            assert (me.person.name, me.language, me.settings) == ("Anna", "fr", {"shown": True})
            again = await host.web.post("/api/me", json={"name": "Eve"}, headers=ann.header)
            assert again.json()["person"]["name"] == "Anna", "a passport that is there stays as it is"

    run(scenario())


def test_only_the_hash_of_a_key_is_stored(tmp_path: Path) -> None:
    async def scenario() -> str:
        async with open_server(tmp_path) as host:
            ann = await Traveller().register(host)
            await ann.create(host, GAME)
            return ann.key

    key = run(scenario())
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("tables.db*"))
    assert key.encode() not in stored and key.removeprefix("fp-").encode() not in stored
    assert keys.hash_key(key).encode() in stored


@pytest.mark.parametrize(
    "key", ["", "fp-", f"fp-{'0' * 31}", f"fp-{'0' * 33}", f"fp-{'G' * 32}", "x" * 43, f"FP-{'0' * 32}"]
)
def test_a_key_of_another_form_makes_no_passport(key: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            headers = {"X-Passport-Key": key} if key else {}
            status, why = await host.refusal("POST", "/api/me", json={}, headers=headers)
            assert (status, "fp-" in why) == (400, True)

    run(scenario())


def test_guessing_passports_is_stopped_like_guessing_keys(tmp_path: Path) -> None:
    async def scenario() -> None:
        limits = msgspec.structs.replace(GENEROUS, bad_keys=3)
        async with open_server(tmp_path, limits=limits) as host:
            ann = await Traveller().register(host)
            for _ in range(3):
                status, why = await host.refusal("GET", "/api/me", headers=Traveller().header)
                assert (status, "not known" in why) == (401, True)
            assert await host.refusal("GET", "/api/me", headers=ann.header) == (429, TOO_MANY)

    run(scenario())


def test_an_address_makes_only_so_many_passports(tmp_path: Path) -> None:
    async def scenario() -> None:
        limits = msgspec.structs.replace(GENEROUS, passports_an_hour=2)
        async with open_server(tmp_path, limits=limits) as host:
            ann = await Traveller().register(host)
            await Traveller().register(host)
            status, why = await host.refusal("POST", "/api/me", json={}, headers=Traveller().header)
            assert (status, "an hour" in why) == (429, True)
            await ann.register(host)  # that one is there already

    run(scenario())


def test_a_chairs_key_is_no_passport_and_the_other_way_round(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            ann, ben = await Traveller().register(host), await Traveller().register(host)
            created = await ann.create(host, GAME)
            table, key = created["table"]["id"], created["key"]
            assert (await host.refusal("GET", "/api/me", headers={"X-Passport-Key": key}))[0] == 401
            async with host.socket(table) as socket:
                await socket.send(wire.write(wire.Hello(ann.key)), text=True)
                last = wire.read_answer(await asyncio.wait_for(socket.recv(), PATIENCE))
                assert isinstance(last, wire.Closing) and "opens no chair" in last.why
            async with host.guest(table, passport=ben.key) as stranger:
                assert stranger.welcome is not None and stranger.welcome.seat is None
            async with host.guest(table, key, passport=ben.key) as friend:
                assert friend.welcome is not None and friend.welcome.seat == 0, "the key opens its chair"

    run(scenario())


def test_a_passport_opens_its_chairs_and_its_table_on_another_device(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            ann = await Traveller().register(host)
            created = await ann.create(host, GAME, bots=[None, "random"])
            table = created["table"]["id"]
            facts = (await ann.get(host, f"/api/tables/{table}")).json()
            assert facts["seat"] == 0
            async with host.guest(table, passport=ann.key) as phone:
                assert phone.welcome is not None and (phone.welcome.seat, phone.welcome.host) == (0, True)
                await phone.request(wire.Start())
                await phone.until(phone.is_playing)
            async with host.guest(table, passport=new_passport_key()) as unknown:
                assert unknown.welcome is not None and unknown.welcome.seat is None

    run(scenario())


def test_the_chairs_of_people_follow_their_tables(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            people = [await Traveller().register(host) for _ in range(2)]
            guests = await seat_two(host, stack, people, draw=True)
            ids = sorted(person.id for person in people)
            assert sorted(row[2] for row in await rows(host)) == ids  # type: ignore[type-var]
            for _ in range(6):
                assert await rows(host) == await derived(host)
                await play_randomly(guests, "chairs", 1)
            await play_randomly(guests, "chairs")
            assert await rows(host) == await derived(host)
            assert [row[3:] for row in await rows(host)] == [("over", False)] * 2
            await guests[0].request(wire.Rematch())
            assert await rows(host) == await derived(host)
            assert len(await rows(host)) == 4

    run(scenario())


def test_people_who_leave_are_no_longer_listed(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            people = [await Traveller().register(host) for _ in range(2)]
            guests = await seat_two(host, stack, people)
            await guests[0].request(wire.Leave())
            assert [row[2] for row in await rows(host)] == [people[1].id]
            await host.registry.services.store.delete([guests[1].table])
            assert await rows(host) == []

    run(scenario())


def test_events_tell_what_happened_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            told: list[Event] = []

            def fail(event: Event) -> None:
                raise ValueError("a subscriber's own fault")

            host.registry.services.events.subscribe(fail)
            host.registry.services.events.subscribe(told.append)
            people = [await Traveller().register(host) for _ in range(2)]
            guests = await seat_two(host, stack, people)
            assert [type(event) for event in told[:2]] == [SeatTaken, MatchBegan]
            assert isinstance(told[0], SeatTaken) and told[0].passport == people[1].id
            actors = host.match(guests[0].table).state.actors()
            assert told[2:] == [TurnBegan(told[1].table, seat, people[seat].id) for seat in actors]
            await play_randomly(guests, "events")
            assert sum(isinstance(event, MatchEnded) for event in told) == 1
            assert isinstance(told[-1], MatchEnded)
            count = len(told)
            await guests[0].request(wire.Rename("Anna"))
            assert len(told) == count

    run(scenario())


def test_no_message_to_others_names_a_passport(tmp_path: Path) -> None:
    """What everybody else is sent has the same size, and the same bytes, with passports and without."""

    async def scenario(folder: Path, with_passports: bool) -> list[str]:
        async with open_server(folder) as host, AsyncExitStack() as stack:
            people = [await Traveller().register(host) for _ in range(2)]
            if with_passports:
                guests = await seat_two(host, stack, people)
            else:
                guests = await host.sit_down(stack, GAME)
                await guests[1].request(wire.Rename("Ben"))
            watcher = await stack.enter_async_context(host.guest(guests[0].table))
            await guests[0].request(wire.Rename("Ann"))
            seen = [watcher.frames, guests[0].frames, guests[1].frames]
            answers = [
                await host.web.get(f"/api/tables/{guests[0].table}"),
                await host.web.get("/api/tables"),
            ]
            everything = "".join(text for frames in seen for text in frames) + "".join(
                a.text for a in answers
            )
            for person in people:
                assert person.id not in everything and person.key not in everything
            return [str(len(msgspec.json.encode(watcher.now.chairs))), answers[0].text[-60:]]

    for name in ("with", "without"):
        (tmp_path / name).mkdir()
    with_them = run(scenario(tmp_path / "with", True))
    assert with_them == run(scenario(tmp_path / "without", False))


def test_two_servers_know_the_same_people(tmp_path: Path) -> None:
    async def scenario(url: str) -> None:
        async with open_server(tmp_path, store=url) as first, open_server(tmp_path, store=url) as second:
            told: list[list[Event]] = [[], []]
            for host, events in zip((first, second), told, strict=True):
                host.registry.services.events.subscribe(events.append)
            ann = await Traveller().register(first, name="Ann")
            ben = await Traveller().register(second, name="Ben")
            assert (await ann.me(second)).person.name == "Ann"
            created = await ann.create(first, GAME, options=options_of(GAME))
            table = created["table"]["id"]
            async with first.guest(table, created["key"], created["host"]) as home:
                taken = await ben.take(second, table, 1, created["invitations"][1])
                async with (
                    second.guest(table, passport=ann.key) as phone,
                    second.guest(table, taken["key"]) as other,
                ):
                    assert phone.welcome is not None and (phone.welcome.seat, phone.welcome.host) == (0, True)
                    await phone.request(wire.Start())
                    await other.until(other.is_playing)
                    await home.until(home.is_playing)
                    await play_randomly({0: phone, 1: other}, "two servers")
                    assert await rows(second) == await derived(first)
                    kinds = [type(event) for event in told[0]]
                    assert told[1] == [] and kinds.count(MatchEnded) == kinds.count(SeatTaken) == 1

    with postgres() as database:
        run(scenario(database.url))


def test_a_passport_is_exported_and_deleted(tmp_path: Path) -> None:
    class Notes:
        section = "notes"

        def __init__(self) -> None:
            self.kept: dict[str, str] = {}

        async def export_passport(self, passport: str) -> dict[str, str]:
            return {"text": self.kept[passport]}

        async def delete_passport(self, passport: str) -> None:
            self.kept.pop(passport, None)

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            ann = await Traveller().register(host, name="Ann")
            notes = Notes()
            notes.kept[ann.id] = "likes lanterns"
            host.registry.services.people.parts.append(notes)
            exported = (await ann.get(host, "/api/me/export")).json()
            assert exported["passport"]["person"]["name"] == "Ann"
            assert exported["notes"] == {"text": "likes lanterns"}
            await ann.post(host, "/api/me/delete", {})
            assert not notes.kept
            assert (await host.refusal("GET", "/api/me", headers=ann.header))[0] == 401

    run(scenario())
