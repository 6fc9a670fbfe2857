"""People at a table talk: in phrases everywhere, in their own words where the host has allowed it."""

from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest

from fairground.server import wire
from fairground.server.chat_wire import DeleteLine, OpenChat, SayPhrase, SayText
from fairground.server.people.phrases import ALL
from fairground.server.time_source import ManualTime
from hosting import open_server, play_randomly, run
from talking import GAME, TALKATIVE, said, seated


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
