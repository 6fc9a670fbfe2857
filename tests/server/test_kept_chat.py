"""What was said is kept, exported and deleted, and nobody else can tell that it was said."""

import re
import sqlite3
from contextlib import AsyncExitStack
from io import BytesIO
from pathlib import Path

import msgspec
import pytest

from fairground.engine.rng import seeded
from fairground.engine.text import clean_message
from fairground.server import keys, wire
from fairground.server.chat_wire import DeleteLine, SayPhrase, SayText
from fairground.server.people.phrases import ALL, PHRASES, REACTIONS
from fairground.server.store.archive import export_lines, import_tables
from fairground.server.store.archive_checks import ArchiveError
from fairground.server.store.opening import open_store
from fairground.server.time_source import ManualTime
from hosting import Inline, catch_up, open_server, play_randomly, run
from settings import EVERY_GAME
from talking import GAME, TALKATIVE, said, seated
from travellers import Traveller

ROOT = Path(__file__).parents[2]


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
