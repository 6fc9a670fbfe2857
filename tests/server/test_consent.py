"""Taking a chair during a match needs everybody's consent, and everybody is told what happens to chairs."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from fairground import load
from fairground.server import table_wire, wire
from fairground.server.time_source import ManualTime
from hosting import Guest, Host, catch_up, open_server, run
from settings import EVERY_GAME

GAME = next(name for name in EVERY_GAME if 3 in load(name).seats)
AGREE_FIRST = "everybody at the table must agree first: "


class Trio:
    """A match of the host, Ann and a bot in chair 2, which has an invitation."""

    def __init__(self, host: Host, created: table_wire.Created, guests: dict[int, Guest]) -> None:
        self.host, self.created, self.guests = host, created, guests
        self.table = created.table.id

    @property
    def path(self) -> str:
        return f"/api/tables/{self.table}/chairs/2"

    async def refusal(self, invitation: str | None = None) -> str:
        """Try to take the bot's chair; return the sentence with which that is refused."""
        body = {"name": "Eve", "invitation": invitation or self.created.invitations[2]}
        status, why = await self.host.refusal("POST", self.path, json=body)
        assert status == 409
        return why

    async def agree(self, *seats: int) -> None:
        for seat in seats:
            await self.guests[seat].request(wire.Agree(2))

    async def newest(self) -> Guest:
        await catch_up(self.guests)
        return self.guests[0]


async def start_trio(host: Host, stack: AsyncExitStack, **wish: object) -> Trio:
    created = await host.create(GAME, 3, name="Bo", bots=[None, None, "random"], **wish)
    table = created.table.id
    taken = await host.take(table, 1, created.invitations[1], "Ann")
    guests = {
        0: await stack.enter_async_context(host.guest(table, created.key, created.host)),
        1: await stack.enter_async_context(host.guest(table, taken.key)),
    }
    guests[1].key = taken.key
    await guests[0].request(wire.Start())
    await catch_up(guests)
    return Trio(host, created, guests)


def keys_told(guest: Guest) -> list[str]:
    return [entry.key for entry in guest.story if entry.key.startswith("table.")]


def test_the_host_cannot_look_into_a_bots_hand_without_everybodys_consent(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            trio = await start_trio(host, stack)
            assert await trio.refusal() == AGREE_FIRST + "Bo, Ann have not"
            await trio.agree(0)
            assert await trio.refusal() == AGREE_FIRST + "Ann has not"
            await trio.agree(1)
            await trio.guests[1].request(wire.Agree(2, yes=False))
            assert await trio.refusal() == AGREE_FIRST + "Ann has not"
            await trio.agree(1)
            await trio.newest()
            assert trio.guests[0].now.chairs[2].agreed == [0, 1]
            assert trio.guests[0].now.chairs[2].missing == []
            taken = await host.take(trio.table, 2, trio.created.invitations[2], "Eve")
            async with host.guest(trio.table, taken.key) as eve:
                assert eve.welcome is not None and eve.welcome.seat == 2
                chair = eve.now.chairs[2]
                assert (chair.person, chair.bot, chair.agreed, chair.missing) == (True, None, [], [])
                await catch_up({**trio.guests, 2: eve})
                for guest in (*trio.guests.values(), eve):
                    told = [entry for entry in guest.story if entry.key == "table.took_from_bot"]
                    assert told == [
                        wire.Told("table.took_from_bot", {"name": "Eve", "chair": 2, "level": "random"})
                    ]

    run(scenario())


def test_a_new_invitation_does_not_replace_consent(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            trio = await start_trio(host, stack)
            path = f"/api/tables/{trio.table}/invitations/2"
            fresh = await host.web.post(path, json={}, headers={"X-Host-Key": trio.created.host})
            assert (await trio.refusal(fresh.json()["invitation"])).startswith(AGREE_FIRST)

    run(scenario())


def test_consent_is_void_when_the_bot_changes_or_somebody_leaves_or_sits_down(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            trio = await start_trio(host, stack)
            await trio.agree(0, 1)
            await trio.guests[0].request(wire.SeatBot(2, "greedy"))
            assert await trio.refusal() == AGREE_FIRST + "Bo, Ann have not"
            await trio.agree(0, 1)
            await trio.guests[1].request(wire.Leave())
            await trio.newest()
            assert trio.guests[0].now.chairs[2].agreed == [0]
            await trio.guests[0].request(wire.Agree(1))
            path = f"/api/tables/{trio.table}/invitations/1"
            fresh = await host.web.post(path, json={}, headers={"X-Host-Key": trio.created.host})
            await host.take(trio.table, 1, fresh.json()["invitation"], "Cy")
            assert await trio.refusal() == AGREE_FIRST + "Bo, Cy have not"
            assert "table.left" in keys_told(await trio.newest())

    run(scenario())


def test_people_who_are_away_or_let_a_bot_play_must_agree_too(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            trio = await start_trio(host, stack)
            await trio.guests[1].request(wire.Resign())
            await trio.guests[1].socket.close()
            await trio.agree(0)
            assert await trio.refusal() == AGREE_FIRST + "Ann has not"

    run(scenario())


def test_a_host_alone_with_bots_agrees_as_well(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            created = await host.create(GAME, 2, bots=[None, "random"], start=True)
            table, body = created.table.id, {"invitation": created.invitations[1]}
            status, why = await host.refusal("POST", f"/api/tables/{table}/chairs/1", json=body)
            assert (status, why) == (409, AGREE_FIRST + "seat 0 has not")
            async with host.guest(table, created.key) as guest:
                await guest.request(wire.Agree(1))
                await host.take(table, 1, created.invitations[1])
                await guest.until(lambda: keys_told(guest) == ["table.agreed", "table.took_from_bot"])

    run(scenario())


def test_a_chair_without_a_bot_at_a_listed_table_needs_consent_too(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            trio = await start_trio(host, stack, listed=True)
            await trio.guests[0].request(wire.SeatBot(2))
            status, why = await host.refusal("POST", trio.path, json={"name": "Eve"})
            assert (status, why) == (409, AGREE_FIRST + "Bo, Ann have not")
            await trio.agree(0, 1)
            await host.take(trio.table, 2, None, "Eve")
            assert keys_told(await trio.newest())[0] == "table.removed_bot"

    run(scenario())


def test_only_people_at_the_table_agree_and_only_about_chairs_without_people(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            trio = await start_trio(host, stack)
            for request, why in (
                (wire.Agree(1), "somebody sits in that chair already"),
                (wire.Agree(7), "expected a seat below 3, got 7"),
                (wire.Agree(2, yes=False), "you have not agreed"),
            ):
                refused = await trio.guests[0].ask(request)
                assert refused is not None and refused.why == why
            async with host.guest(trio.table, None, trio.created.host) as watching_host:
                refused = await watching_host.ask(wire.Agree(2))
                assert refused is not None and "only watching" in refused.why
            waiting = await host.create(GAME, 2)
            async with host.guest(waiting.table.id, waiting.key) as guest:
                refused = await guest.ask(wire.Agree(1))
                assert refused is not None and refused.why == "the match has not begun yet"

    run(scenario())


def test_the_story_tells_who_plays_for_whom(tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime()
        async with open_server(tmp_path, time) as host, AsyncExitStack() as stack:
            trio = await start_trio(host, stack, away=60)
            await trio.guests[1].request(wire.Resign())
            await trio.guests[1].request(wire.Return())
            await trio.guests[1].request(wire.Resign())
            await trio.guests[1].request(wire.Leave())
            guest = await trio.newest()
            expected = ["table.resigned", "table.returned", "table.resigned", "table.left"]
            assert keys_told(guest) == expected
            values = {"name": "Ann", "chair": 1, "level": "greedy"}
            assert [entry.values for entry in guest.story if entry.key == "table.left"] == [values]
            async with host.guest(trio.table) as spectator:
                assert keys_told(spectator) == expected

    run(scenario())


@pytest.mark.parametrize("increment", [0, 5])
def test_the_story_tells_whose_time_ran_out_and_once_who_gets_no_more(increment: int, tmp_path: Path) -> None:
    async def scenario() -> None:
        time, clock = ManualTime(), {"kind": "bank", "seconds": 10, "increment": increment}
        async with open_server(tmp_path, time) as host:
            created = await host.create(GAME, 2, bots=[None, "random"], clock=clock, start=True)
            async with host.guest(created.table.id, created.key) as guest:
                for _ in range(3):
                    await guest.until(lambda: 0 in guest.now.actors)
                    await guest.request(wire.Rename("Ann"))  # so the clock runs when the time advances
                    if guest.now.times.running == [0]:
                        time.advance(60)
                    asked = guest.now.moves
                    await guest.until(lambda asked=asked: guest.now.moves > asked)  # type: ignore[misc]
                assert keys_told(guest) == (["table.late"] * 3 if increment else ["table.time_up"])

    run(scenario())


# Removing people


def test_the_host_removes_squatters_before_the_match(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            created = await host.create(GAME, 2, listed=True)
            table = created.table.id
            squatter = await host.take(table, 1, None, "Squat")
            async with (
                host.guest(table, created.key, created.host) as owner,
                host.guest(table, squatter.key) as window,
            ):
                refused = await window.ask(wire.Remove(0))
                assert refused is not None and refused.why == "only the host of the table removes people"
                own = await owner.ask(wire.Remove(0))
                assert own is not None and "leave it instead" in own.why
                await owner.request(wire.Remove(1))
                assert owner.now.chairs[1] == wire.Chair(False, "", None, reserved=True)
                await window.until(lambda: window.welcome is not None and window.welcome.seat is None)
                assert window.welcome is not None
                assert window.welcome.why == "the host has removed you from your chair"
                assert keys_told(owner) == ["table.removed"]
                again = await owner.ask(wire.Remove(1))
                assert again is not None and again.why == "nobody sits in that chair"
            status, why = await host.refusal("POST", f"/api/tables/{table}/chairs/1", json={})
            assert (status, why) == (403, "you need an invitation to take this chair")
            path = f"/api/tables/{table}/invitations/1"
            fresh = await host.web.post(path, json={}, headers={"X-Host-Key": created.host})
            await host.take(table, 1, fresh.json()["invitation"], "Friend")

    run(scenario())


def test_during_the_match_only_somebody_long_gone_is_replaced_and_may_come_back(tmp_path: Path) -> None:
    """The host never gets the chair or the hand of a person."""

    async def scenario() -> None:
        time = ManualTime()
        async with open_server(tmp_path, time, idle=10**9) as host, AsyncExitStack() as stack:
            trio = await start_trio(host, stack, away=60)
            owner, ann = trio.guests[0], trio.guests[1]
            time.advance(1000)
            refused = await owner.ask(wire.Remove(1))
            assert refused is not None and "away for longer" in refused.why
            await ann.socket.close()
            await owner.until(lambda: owner.presence is not None and not owner.presence.present[1])
            time.advance(59)
            assert await owner.ask(wire.Remove(1)) is not None
            time.advance(1)
            if owner.now.chairs[1].bot is None:
                await owner.ask(wire.Remove(1))  # refused if her time to decide was over at the same moment
            await owner.until(lambda: owner.now.chairs[1].bot == "greedy")
            chair = owner.now.chairs[1]
            assert (chair.person, chair.name) == (True, "Ann")
            assert set(keys_told(owner)) <= {"table.handed_over", "table.absent"}
            async with host.guest(trio.table, ann.key) as back:
                assert back.now.chairs[1].bot is None
                assert keys_told(back)[-1] == "table.returned"

    run(scenario())


def test_nobody_is_replaced_at_a_table_that_waits_forever(tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime()
        async with open_server(tmp_path, time, idle=10**9) as host, AsyncExitStack() as stack:
            trio = await start_trio(host, stack, away=None)
            owner = trio.guests[0]
            await trio.guests[1].socket.close()
            await owner.until(lambda: owner.presence is not None and not owner.presence.present[1])
            time.advance(10**7)
            assert await owner.ask(wire.Remove(1)) is not None

    run(scenario())


# Names


@pytest.mark.parametrize("name", ["\x1b[2JEve", "E\u202eve", "\u200bEve\u2066", "E\nve\x07"])
def test_names_are_clean_however_they_come_in(name: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            created = await host.create(GAME, 2, name=name)
            taken = await host.take(created.table.id, 1, created.invitations[1], name)
            async with host.guest(created.table.id, taken.key) as guest:
                names = [chair.name for chair in guest.now.chairs]
                await guest.request(wire.Rename("x"))
                await guest.request(wire.Rename(name))
                names.append(guest.now.chairs[1].name)
                assert all(shown.isprintable() and "E" in shown for shown in names)
                assert len(set(names)) == 1

    run(scenario())


def test_a_lone_surrogate_is_refused(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            created = await host.create(GAME, 2)
            body = b'{"game": "%s", "seats": 2, "name": "\\ud800"}' % GAME.encode()
            headers = {"Content-Type": "application/json"}
            answer = await host.web.post("/api/tables", content=body, headers=headers)
            assert answer.status_code == 400
            async with host.guest(created.table.id, created.key) as guest:
                await guest.socket.send('{"type": "rename", "name": "\\ud800"}')
                await guest.until(lambda: bool(guest.refused))
                assert guest.now.chairs[0].name == ""

    run(scenario())
