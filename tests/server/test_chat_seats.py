"""What is said follows its authors from chair to chair, and reaches every server."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import select

from fairground.server import wire
from fairground.server.chat_wire import DeleteLine, SayPhrase, SayText
from fairground.server.store import people_schema
from hosting import Guest, Host, open_server, run
from postgres import Postgres, postgres
from talking import GAME, TALKATIVE, said, seated


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


def test_wrong_keys_are_counted(tmp_path: Path) -> None:
    async def scenario() -> None:
        few = msgspec.structs.replace(TALKATIVE, bad_keys=2)
        async with seated(tmp_path, few) as (host, guests):
            path, wrong = f"/api/tables/{guests[0].table}/chat", {"X-Seat-Key": "wrong"}
            statuses = [(await host.refusal("GET", path, headers=wrong))[0] for _ in range(3)]
            assert statuses == [403, 403, 429]

    run(scenario())


def test_lines_follow_their_authors_when_seats_are_drawn(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=TALKATIVE) as host:
            created = await host.create(GAME, 2, draw=True, name="Ada")
            taken = await host.take(created.table.id, 1, created.invitations[1], "Ben")
            async with (
                host.guest(created.table.id, created.key, created.host) as ada,
                host.guest(created.table.id, taken.key) as ben,
            ):
                assert await ada.ask(SayPhrase("hello")) is None
                await ada.request(wire.Start())
                for guest in (ada, ben):
                    await guest.until(lambda guest=guest: guest.is_playing() and bool(guest.chat))  # type: ignore[misc]
                assert ada.welcome is not None and ben.chat[1].seat == ada.welcome.seat
                assert ben.chat[1].name == "Ada"

    run(scenario())


def test_lines_of_somebody_who_left_belong_to_no_seat(tmp_path: Path) -> None:
    """Whoever takes the chair afterwards can neither delete them nor seem to have said them."""

    async def scenario() -> None:
        async with seated(tmp_path) as (host, guests):
            assert await guests[1].ask(SayText("I have to go")) is None
            assert await guests[1].ask(wire.Leave()) is None
            await guests[1].until(lambda: guests[1].chat == {})
            assert await guests[1].ask(SayPhrase("bye")) is not None
            async with host.guest(guests[0].table, guests[0].key) as again:
                await said(again, "I have to go")
                assert (again.chat[1].seat, again.chat[1].name) == (None, "guest 1")

    run(scenario())


def test_talk_goes_with_its_table_and_stays_in_the_waiting_room(tmp_path: Path) -> None:
    """A table that is deleted takes what was said with it."""

    async def scenario() -> None:
        async with open_server(tmp_path, limits=TALKATIVE) as host:
            created = await host.create(GAME, 2)
            async with host.guest(created.table.id, created.key) as guest:
                assert await guest.ask(SayPhrase("hello")) is None
            table = host.registry.tables[created.table.id]
            store = host.registry.services.store
            await table.stop()
            await store.delete_unused(1e12)
            assert await rows(host) == []

    run(scenario())


async def rows(host: Host) -> list[object]:
    chat = host.registry.services.chat
    assert chat is not None
    return list(await chat.store.read(select(people_schema.chat_lines)))


def test_talk_reaches_every_server_of_a_cluster(database: Postgres, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with (
            open_server(tmp_path, store=database.url, limits=TALKATIVE) as first,
            open_server(tmp_path, store=database.url, limits=TALKATIVE) as second,
        ):
            created = await first.create(GAME, 2, free_text=True)
            table = created.table.id
            taken = await second.take(table, 1, created.invitations[1], "Ben")
            async with (
                first.guest(table, created.key, created.host) as near,
                second.guest(table, taken.key) as far,
            ):
                assert await far.ask(SayText("from far away")) is None
                assert await near.ask(SayPhrase("hello")) is None
                for guest in (near, far):
                    await said(guest, "from far away", "hello")
                refused = await far.ask(DeleteLine(2))
                assert refused is not None and "only whoever" in refused.why
                assert await far.ask(DeleteLine(1)) is None
                await said(near, "hello")
            for host, key in ((first, taken.key), (second, created.key)):
                log = await host.web.get(f"/api/tables/{table}/chat", headers={"X-Seat-Key": key or ""})
                assert [line["phrase"] for line in log.json()["lines"]] == ["hello"]

    run(scenario())


def test_a_flood_of_talk_delays_no_move_and_loses_no_line(tmp_path: Path) -> None:
    """Everything that was acknowledged is there, in the same order for everybody."""

    async def scenario() -> None:
        async with seated(tmp_path) as (_, guests):
            for number in range(60):
                for guest in guests.values():
                    await guest.send(SayText(f"{number}", mark=f"f{number}"))
            mover = next(guest for guest in guests.values() if guest.now.offers)
            await mover.play(mover.now.offers[0].move)
            for guest in guests.values():
                await guest.until(lambda guest=guest: answered(guest) == 60)  # type: ignore[misc]
            kept = sum(mark.startswith("f") for guest in guests.values() for mark in guest.done)
            for guest in guests.values():
                await guest.until(lambda guest=guest: len(guest.chat) == kept)  # type: ignore[misc]
            assert guests[0].said == guests[1].said and sorted(guests[0].chat) == list(range(1, kept + 1))
            assert kept >= 60

    run(scenario())


def answered(guest: Guest) -> int:
    marks = [*guest.done, *(refused.mark for refused in guest.refused)]
    return sum(mark.startswith("f") for mark in marks)
