"""People at a table talk: in phrases everywhere, in their own words where the host has allowed it."""

import re
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from io import BytesIO
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import select

from fairground.engine.rng import seeded
from fairground.engine.text import clean_message
from fairground.server import keys, wire
from fairground.server.chat_wire import DeleteLine, OpenChat, SayPhrase, SayText
from fairground.server.people.phrases import ALL, PHRASES, REACTIONS
from fairground.server.settings import Limits
from fairground.server.store import schema
from fairground.server.store.archive import export_lines, import_tables
from fairground.server.store.archive_checks import ArchiveError
from fairground.server.store.opening import open_store
from fairground.server.time_source import ManualTime
from hosting import GENEROUS, Guest, Host, Inline, catch_up, open_server, play_randomly, run
from postgres import Postgres, postgres
from settings import EVERY_GAME
from travellers import Traveller

ROOT = Path(__file__).parents[2]
GAME = EVERY_GAME[0]
TALKATIVE = msgspec.structs.replace(GENEROUS, chat_lines_a_minute=10**6, chat_requests=10**6)


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@asynccontextmanager
async def seated(
    folder: Path, limits: Limits = TALKATIVE, seats: int = 2, free_text: bool = True
) -> AsyncIterator[tuple[Host, dict[int, Guest]]]:
    """Begin a match of people at a server with these limits."""
    async with open_server(folder, limits=limits) as host, AsyncExitStack() as stack:
        yield host, await host.sit_down(stack, GAME, seats, free_text=free_text)


async def said(guest: Guest, *wanted: str) -> None:
    await guest.until(lambda: guest.said == list(wanted))


def test_what_one_says_reaches_everybody_at_the_table(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with seated(tmp_path) as (_, guests):
            assert await guests[0].ask(SayPhrase("hello")) is None
            assert await guests[1].ask(SayText("  Bonne\n chance ! ")) is None
            for guest in guests.values():
                await said(guest, "hello", "Bonne chance !")
            first, second = guests[0].chat.values()
            assert (first.seat, first.name, second.seat, second.name) == (0, "", 1, "guest 1")
            assert first.speaker != second.speaker

    run(scenario())


def test_talk_takes_no_update_number(tmp_path: Path) -> None:
    """A move that was chosen before somebody spoke is still good."""

    async def scenario() -> None:
        async with seated(tmp_path) as (host, guests):
            mover = next(guest for guest in guests.values() if guest.now.offers)
            before = mover.now.update
            for guest in guests.values():
                assert await guest.ask(SayPhrase("moment")) is None
            assert host.registry.tables[mover.table].state.stored.update_number == before
            await mover.play(mover.now.offers[0].move)
            assert mover.now.update == before + 1

    run(scenario())


@pytest.mark.parametrize("code", ["", "Hello", "hello ", "table.left", "x" * 24])
def test_a_phrase_that_there_is_not_is_refused(code: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with seated(tmp_path) as (_, guests):
            assert await guests[0].ask(SayPhrase(code)) is not None
            assert await guests[1].ask(SayPhrase("bye")) is None
            await said(guests[0], "bye")

    run(scenario())


def test_every_phrase_can_be_said(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with seated(tmp_path, free_text=False) as (_, guests):
            for code in ALL:
                assert await guests[0].ask(SayPhrase(code)) is None
            await said(guests[1], *ALL)

    run(scenario())


def test_own_words_need_the_hosts_leave(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with seated(tmp_path, free_text=False) as (host, guests):
            refused = await guests[0].ask(SayText("Hi"))
            assert refused is not None and "phrases and reactions" in refused.why
            wish = {"game": GAME, "seats": 2, "listed": True, "free_text": True}
            status, why = await host.refusal("POST", "/api/tables", json=wish)
            assert (status, "not listed" in why) == (400, True)

    run(scenario())


WRITTEN = {
    "<b>bold</b> <script>alert(1)</script>": "<b>bold</b> <script>alert(1)</script>",
    "a\u202eb\u200bc\x07d\n\n e": "abc d e",
    "Z" + "\u0317" * 30 + "o": "Z" + "\u0317" * 3 + "o",
    "cafe\u0301": "caf\u00e9",
    "\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f": "\u0645\u064f\u062d\u064e\u0645\u064e\u0651\u062f",
    "\U0001f389 x": "\U0001f389 x",
}


def test_text_is_cleaned_as_names_are(tmp_path: Path) -> None:
    """Nothing that turns the direction, hides or covers other lines is left; the rest stays as it is."""

    async def scenario() -> None:
        async with seated(tmp_path) as (_, guests):
            for text in WRITTEN:
                assert await guests[0].ask(SayText(text)) is None
            await said(guests[1], *WRITTEN.values())

    run(scenario())


@pytest.mark.parametrize(
    ("text", "why"),
    [("", "got nothing"), (" \u200b\u202e\n", "got nothing"), ("x" * 301, "at most 300 characters, got 301")],
)
def test_text_that_cannot_be_said_gets_a_sentence(text: str, why: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with seated(tmp_path) as (_, guests):
            refused = await guests[0].ask(SayText(text))
            assert refused is not None and why in refused.why
            assert await guests[0].ask(SayText("x" * 300)) is None

    run(scenario())


def test_spectators_say_and_hear_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with seated(tmp_path) as (host, guests):
            async with host.guest(guests[0].table) as watcher:
                refused = await watcher.ask(SayPhrase("hello"))
                assert refused is not None and "take a chair" in refused.why
                assert await guests[0].ask(SayPhrase("hello")) is None
                assert await watcher.ask(SayPhrase("hello")) is not None
                assert watcher.said == []
            status, _ = await host.refusal("GET", f"/api/tables/{guests[0].table}/chat")
            assert status == 403

    run(scenario())


def test_lines_are_deleted_by_their_authors_alone(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with seated(tmp_path) as (_, guests):
            assert await guests[0].ask(SayText("oh no")) is None
            assert await guests[0].ask(SayText("fine")) is None
            refused = await guests[1].ask(DeleteLine(1))
            assert refused is not None and "only whoever said it" in refused.why
            assert await guests[0].ask(DeleteLine(1)) is None
            assert await guests[0].ask(DeleteLine(1)) is not None
            await said(guests[1], "fine")

    run(scenario())


def test_who_reconnects_gets_the_latest_lines(tmp_path: Path) -> None:
    """Those that were deleted meanwhile are gone, and there are not more than the limit."""

    async def scenario() -> None:
        few = msgspec.structs.replace(TALKATIVE, chat_lines_sent=3)
        async with seated(tmp_path, few) as (host, guests):
            for text in "abcde":
                assert await guests[0].ask(SayText(text)) is None
            assert await guests[0].ask(DeleteLine(4)) is None
            async with host.guest(guests[1].table, guests[1].key) as again:
                await said(again, "b", "c", "e")

    run(scenario())


def test_talk_survives_a_restart(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with seated(tmp_path) as (_, guests):
            assert await guests[1].ask(SayText("until tomorrow")) is None
            table, key = guests[0].table, guests[0].key
        async with open_server(tmp_path, limits=TALKATIVE) as host, host.guest(table, key) as guest:
            await said(guest, "until tomorrow")
            assert await guest.ask(SayPhrase("here_again")) is None
            assert sorted(guest.chat) == [1, 2]

    run(scenario())


def test_a_person_may_say_only_so_much(tmp_path: Path) -> None:
    async def scenario() -> None:
        strict = msgspec.structs.replace(TALKATIVE, chat_lines_a_minute=3)
        time = ManualTime()
        async with open_server(tmp_path, time, limits=strict) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, GAME)
            refusals = [await guests[0].ask(SayPhrase("wow")) for _ in range(5)]
            assert [refused is None for refused in refusals] == [True, True, True, False, False]
            assert refusals[3] is not None and "wait a minute" in refusals[3].why
            assert await guests[1].ask(SayPhrase("ouch")) is None  # others are not kept from it
            time.advance(61)
            assert await guests[0].ask(SayPhrase("wow")) is None

    run(scenario())


def test_an_address_and_a_table_have_limits_too(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with seated(tmp_path / "a", msgspec.structs.replace(TALKATIVE, chat_requests=2)) as (_, guests):
            assert await guests[0].ask(SayPhrase("wow")) is None
            assert await guests[1].ask(SayPhrase("wow")) is None
            refused = await guests[1].ask(DeleteLine(2))
            assert refused is not None and "from your address" in refused.why
        full = msgspec.structs.replace(TALKATIVE, chat_lines_a_table=2)
        async with seated(tmp_path / "b", full) as (_, guests):
            for guest in guests.values():
                assert await guest.ask(SayPhrase("wow")) is None
            refused = await guests[0].ask(SayPhrase("wow"))
            assert refused is not None and "no room" in refused.why
            assert await guests[0].ask(DeleteLine(1)) is None
            assert await guests[1].ask(SayPhrase("wow")) is None

    for folder in "ab":
        (tmp_path / folder).mkdir()
    run(scenario())


def test_after_the_match_the_host_may_open_what_was_said(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path, limits=TALKATIVE) as host:
            created = await host.create(GAME, 2, free_text=True)
            table = created.table.id
            taken = await host.take(table, 1, created.invitations[1])
            path = f"/api/tables/{table}/chat"
            async with (
                host.guest(table, created.key, created.host) as owner,
                host.guest(table, taken.key) as friend,
                host.guest(table) as watcher,
            ):
                await owner.request(wire.Start())
                assert await friend.ask(SayText("well well")) is None
                refused = await owner.ask(OpenChat(True))
                assert refused is not None and "during the match" in refused.why
                await play_randomly({0: owner, 1: friend}, "open")
                refused = await friend.ask(OpenChat(True))
                assert refused is not None and "only the host" in refused.why
                assert not watcher.chat
                update = owner.now.update
                assert await owner.ask(OpenChat(True)) is None
                await said(watcher, "well well")
                assert watcher.chat_open and watcher.chat[1].seat == 1
                assert await owner.ask(SayPhrase("good_game")) is None
                await said(watcher, "well well", "good_game")
                assert (await host.web.get(path)).json()["mine"] == []
                assert await friend.ask(DeleteLine(1)) is None
                await said(watcher, "good_game")
                assert await owner.ask(OpenChat(False)) is None
                await watcher.until(lambda: not watcher.chat_open)
                assert watcher.said == [] and owner.now.update == update
            assert (await host.refusal("GET", path))[0] == 403

    run(scenario())


def test_the_chat_of_a_match_is_read_and_deleted_over_rest(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with seated(tmp_path) as (host, guests):
            for guest in guests.values():
                assert await guest.ask(SayPhrase("hello")) is None
            path, mine = f"/api/tables/{guests[0].table}/chat", {"X-Seat-Key": guests[0].key or ""}
            log = (await host.web.get(path, headers=mine)).json()
            assert [line["seat"] for line in log["lines"]] == [0, 1] and log["mine"] == [1]
            json = {"Content-Type": "application/json"}
            refused = await host.refusal("DELETE", f"{path}/2", headers=mine | json)
            assert refused == (403, "only whoever said it can delete it")
            assert (await host.refusal("DELETE", f"{path}/1", headers=json))[0] == 403
            assert (await host.refusal("GET", path, headers={"X-Seat-Key": "wrong"}))[0] == 403
            assert (await host.refusal("GET", "/api/tables/nowhere/chat"))[0] == 404
            done = await host.web.delete(f"{path}/1", headers=mine | json)
            assert done.status_code == 204
            assert [line["number"] for line in (await host.web.get(path, headers=mine)).json()["lines"]] == [
                2
            ]

    run(scenario())


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
    return list(await chat.store.read(select(schema.chat_lines)))


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


# With a passport


def test_talk_belongs_to_a_passport(tmp_path: Path) -> None:
    """It is exported with the passport and deleted with it, and nobody else's is."""

    async def scenario() -> None:
        async with open_server(tmp_path, limits=TALKATIVE) as host:
            ann = await Traveller().register(host, name="Ann")
            created = await ann.create(host, GAME, free_text=True, name="Ann")
            table = created["table"]["id"]
            taken = await host.take(table, 1, created["invitations"][1], "Ben")
            path = f"/api/tables/{table}/chat"
            async with host.guest(table, created["key"]) as her, host.guest(table, taken.key) as ben:
                assert await her.ask(SayText("mine")) is None
                assert await her.ask(SayPhrase("hello")) is None
                assert await ben.ask(SayPhrase("hello")) is None
                assert (await ann.get(host, path)).json()["mine"] == [1, 2]
                exported = (await ann.get(host, "/api/me/export")).json()["chat"]
                assert [(line["table"], line["text"]) for line in exported] == [
                    (table, "mine"),
                    (table, None),
                ]
                assert await her.ask(wire.Leave()) is None
            json = {"Content-Type": "application/json"}
            done = await host.web.delete(f"{path}/1", headers=ann.header | json)
            assert done.status_code == 204, "it is still hers when she has left"
            assert (await ann.get(host, path)).status_code == 403
            await ann.post(host, "/api/me/delete", {})
            log = (await host.web.get(path, headers={"X-Seat-Key": taken.key})).json()
            assert [line["number"] for line in log["lines"]] == [3]

    run(scenario())


def test_whoever_has_a_passport_is_the_same_speaker_at_every_table(tmp_path: Path) -> None:
    """So that somebody who is muted stays muted; what stands for them tells nothing about the passport."""

    async def scenario() -> None:
        async with open_server(tmp_path, limits=TALKATIVE) as host:
            ann = await Traveller().register(host)
            speakers = []
            for header in (ann.header, ann.header, {}, {}):
                body = {"game": GAME, "seats": 2}
                created = (await host.web.post("/api/tables", json=body, headers=header)).json()
                async with host.guest(created["table"]["id"], created["key"]) as guest:
                    assert await guest.ask(SayPhrase("hello")) is None
                    await said(guest, "hello")
                    speakers.append(guest.chat[1].speaker)
            assert speakers[0] == speakers[1] and len(set(speakers)) == 3
            assert ann.id not in speakers[0]

    run(scenario())


# Stored and exported

OLD = Path(__file__).parent / "versions/9.sql"  # the first store with a chat
ANN = "m6MKayQfXc9os_LGId2O5SnXMWCcAEf3-cUIUZH7bfY"


def test_talk_of_an_old_store_is_read_and_deleted(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.executescript(OLD.read_text())
    connection.close()

    async def scenario() -> None:
        async with open_server(tmp_path, limits=TALKATIVE) as host, host.guest("mmp33mut2ntx", ANN) as ann:
            await said(ann, "hello", "Who begins?")
            assert await ann.ask(DeleteLine(3)) is None
            assert await ann.ask(SayPhrase("bye")) is None
            await said(ann, "hello", "bye")

    run(scenario())


def test_an_archive_carries_what_was_said(tmp_path: Path) -> None:
    """Whoever said it can still delete it in the store to which it was brought."""

    async def scenario() -> None:
        (tmp_path / "copy").mkdir()
        async with seated(tmp_path) as (host, guests):
            assert await guests[0].ask(SayText("kept")) is None
            assert await guests[1].ask(SayPhrase("hello")) is None
            chat = host.registry.services.chat
            assert chat is not None
            lines = [line async for line in export_lines(chat.store)]
        table, key = guests[0].table, guests[0].key
        async with open_store(f"sqlite:///{tmp_path / 'copy/tables.db'}") as store:
            assert (await import_tables(store, BytesIO(b"".join(lines)), Inline())).added == 1
            assert [line async for line in export_lines(store)] == lines
        async with open_server(tmp_path / "copy", limits=TALKATIVE) as host, host.guest(table, key) as guest:
            await said(guest, "kept", "hello")
            assert await guest.ask(DeleteLine(1)) is None

    run(scenario())


@pytest.mark.parametrize(
    "change",
    [
        {"seat": 2},
        {"text": "two\nlines"},
        {"text": "turned \u202e"},
        {"phrase": "hello"},
        {"number": 0},
        {"name": "x" * 25},
        {"author": "somebody"},
        {"moves": -1},
        {"text": "x" * 5000},
    ],
)
def test_an_archive_with_talk_that_nobody_could_have_said_is_refused(
    change: dict[str, object], tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with seated(tmp_path) as (host, guests):
            assert await guests[0].ask(SayText("kept")) is None
            chat = host.registry.services.chat
            assert chat is not None
            head, entry = [line async for line in export_lines(chat.store)]
            fields = msgspec.json.decode(entry)
            fields["chat"][0] |= change
            archive = BytesIO(head + msgspec.json.encode(fields))
            with pytest.raises(ArchiveError, match="line 2"):
                await import_tables(chat.store, archive, Inline())

    run(scenario())


def test_the_site_and_the_server_know_the_same_phrases() -> None:
    """The English is the same in both, and every language of the site has all of them."""
    for language in ("en", "de", "fr"):
        words = msgspec.json.decode((ROOT / f"web/src/chat/translations/{language}.json").read_bytes())
        told = {key.removeprefix("say."): text for key, text in words.items() if key.startswith("say.")}
        assert told.keys() == ALL.keys()
        assert language != "en" or told == ALL
    offered = re.findall(r'^  "(\w+)",$', (ROOT / "web/src/chat/phrases.ts").read_text(), re.MULTILINE)
    assert offered == [*REACTIONS, *PHRASES]
    assert 20 <= len(ALL) <= 30
    assert all(code == clean_message(code) and len(code) <= 24 for code in ALL)


# Spectators


class Fixed:
    """Secrets and names that are the same in every run, so that whole runs can be compared."""

    def __init__(self) -> None:
        self.rng = seeded("fixed")

    def text(self, length: int) -> str:
        return "".join(keys.ALPHABET[self.rng.below(len(keys.ALPHABET))] for _ in range(length))


@pytest.mark.parametrize("name", EVERY_GAME)
def test_spectators_are_sent_the_same_with_and_without_talk(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same bytes in the same order, in the match, in the lobby and over REST."""

    async def watched(folder: Path, talk: bool) -> list[str]:
        fixed = Fixed()
        monkeypatch.setattr(keys, "new_key", lambda: fixed.text(43))
        monkeypatch.setattr(keys, "new_name", lambda: fixed.text(12))
        monkeypatch.setattr(keys, "new_seed", lambda: fixed.text(32).encode())
        async with (
            open_server(folder, ManualTime(), limits=TALKATIVE) as host,
            AsyncExitStack() as stack,
        ):
            guests = await host.sit_down(stack, name, listed=True)
            watcher = await stack.enter_async_context(host.guest(guests[0].table))
            for number in range(6):
                if talk:
                    for guest in guests.values():
                        assert await guest.ask(SayPhrase("moment")) is None
                    assert await guests[0].ask(DeleteLine(2 * number + 1)) is None
                mover = next(guest for guest in guests.values() if guest.now.offers)
                await mover.play(mover.now.offers[0].move)
                await catch_up({**guests, 2: watcher})
            paths = ("", f"/{guests[0].table}")
            return watcher.frames + [(await host.web.get(f"/api/tables{path}")).text for path in paths]

    for folder in ("quiet", "talk"):
        (tmp_path / folder).mkdir()
    quiet = run(watched(tmp_path / "quiet", False))
    assert run(watched(tmp_path / "talk", True)) == quiet
    assert len(quiet) > 8


def test_records_are_the_same_with_and_without_talk(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with seated(tmp_path) as (host, guests):
            table = guests[0].table
            before = host.registry.tables[table].state.record()
            assert await guests[0].ask(SayText("#; a comment? 0 a3")) is None
            assert host.registry.tables[table].state.record() == before
            await play_randomly(guests, "record")
            record = (await host.web.get(f"/api/tables/{table}/record")).json()["record"]
            assert "comment" not in record

    run(scenario())
