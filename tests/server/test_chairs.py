"""Taking, giving up and getting back chairs; bots in them; rematches."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from fairground import load
from fairground.server import wire
from fairground.server.time_source import ManualTime
from hosting import open_server, run
from settings import EVERY_GAME

GAME = EVERY_GAME[0]


def test_an_invitation_is_valid_once_and_only_for_its_chair(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            created = await host.create(GAME, load(GAME).seats[0])
            path = f"/api/tables/{created.table.id}/chairs/1"
            for wrong in (None, "", "x", created.key, created.host):
                status, why = await host.refusal("POST", path, json={"invitation": wrong})
                assert (status, "invitation" in why) == (403, True)
            taken = await host.take(created.table.id, 1, created.invitations[1], "  Ann\tof\nGreen  Gables ")
            assert taken.key != created.invitations[1]
            status, why = await host.refusal("POST", path, json={"invitation": created.invitations[1]})
            assert (status, why) == (409, "somebody sits in that chair already")
            async with host.guest(created.table.id, taken.key) as guest:
                assert guest.now.chairs[1] == wire.Chair(True, "Ann of Green Gables", None)

    run(scenario())


def test_the_host_cannot_use_an_invitation_after_it_was_used(tmp_path: Path) -> None:
    """So the host of a table cannot look into a guest's hand."""

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            created = await host.create(GAME, load(GAME).seats[0])
            invitation = created.invitations[1]
            await host.take(created.table.id, 1, invitation)
            async with host.socket(created.table.id) as socket:
                await socket.send(wire.write(wire.Hello(invitation)).decode())
                answer = wire.read_answer(await socket.recv())
                assert answer == wire.Closing("this key opens no chair at this table", again=False)

    run(scenario())


def test_an_invitation_does_not_open_a_chair_by_itself(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            created = await host.create(GAME, load(GAME).seats[0])
            async with host.socket(created.table.id) as socket:
                await socket.send(wire.write(wire.Hello(created.invitations[1])).decode())
                assert isinstance(wire.read_answer(await socket.recv()), wire.Closing)

    run(scenario())


def test_a_listed_table_is_open_to_everybody(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            hidden = await host.create(GAME, 2)
            listed = await host.create(GAME, 2, listed=True, name="Bo")
            lobby = (await host.web.get("/api/tables")).json()
            assert [entry["table"]["id"] for entry in lobby] == [listed.table.id]
            assert hidden.table.id not in str(lobby)
            taken = await host.take(listed.table.id, 1)
            async with host.guest(listed.table.id, taken.key) as guest:
                await guest.request(wire.Start())
                assert guest.now.phase == "playing"

    run(scenario())


def test_leaving_makes_the_key_void_and_the_host_can_invite_again(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            created = await host.create(GAME, 2)
            table = created.table.id
            taken = await host.take(table, 1, created.invitations[1], "Ann")
            async with host.guest(table, taken.key) as guest, host.guest(table, taken.key) as other_tab:
                await guest.request(wire.Leave())
                for tab in (guest, other_tab):
                    await tab.until(lambda tab=tab: tab.welcome.seat is None)  # type: ignore[misc]
                    assert await tab.ask(wire.Rename("Eve")) is not None
            async with host.socket(table) as socket:
                await socket.send(wire.write(wire.Hello(taken.key)).decode())
                assert isinstance(wire.read_answer(await socket.recv()), wire.Closing)
            path = f"/api/tables/{table}/invitations/1"
            assert (await host.refusal("POST", path, json={}))[0] == 403
            assert (await host.refusal("POST", path, json={}, headers={"X-Host-Key": taken.key}))[0] == 403
            fresh = await host.web.post(path, json={}, headers={"X-Host-Key": created.host})
            await host.take(table, 1, fresh.json()["invitation"])

    run(scenario())


def test_a_match_starts_when_somebody_sits_in_every_chair(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            created = await host.create(GAME, 2)
            async with host.guest(created.table.id, created.key, created.host) as guest:
                refused = await guest.ask(wire.Start())
                assert refused is not None and "nobody sits in 1" in refused.why
                assert guest.now.view is None and guest.now.phase == "waiting"
                await guest.request(wire.SeatBot(1, "random"))
                await guest.request(wire.Start())
                assert guest.now.view is not None
                again = await guest.ask(wire.Start())
                assert again is not None and again.why == "the match has begun already"

    run(scenario())


def test_the_host_adds_and_removes_bots_before_and_during_the_match(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            created = await host.create(GAME, 2)
            async with host.guest(created.table.id, created.key, created.host) as guest:
                unknown = await guest.ask(wire.SeatBot(1, "grandmaster"))
                assert unknown is not None and "there is no bot 'grandmaster'" in unknown.why
                far = await guest.ask(wire.SeatBot(7, "random"))
                assert far is not None and "expected a seat below 2" in far.why
                await guest.request(wire.SeatBot(1, "random"))
                await guest.request(wire.SeatBot(1))
                assert guest.now.chairs[1].bot is None
                await guest.request(wire.SeatBot(1, "greedy"))
                await guest.request(wire.Start())
                await guest.request(wire.SeatBot(1, "random"))
                assert guest.now.chairs[1].bot == "random"
                await guest.request(wire.SeatBot(1))
                assert guest.now.chairs[1].bot is None
                own = await guest.ask(wire.SeatBot(0, "random"))
                assert own is not None and "person's" in own.why
            async with host.guest(created.table.id, created.key) as guest:
                refused = await guest.ask(wire.SeatBot(1, "random"))
                assert refused is not None and refused.why == "only the host of the table seats bots"

    run(scenario())


def test_a_person_resigns_and_takes_the_chair_back(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            created = await host.create(GAME, 2, bots=[None, "random"], start=True)
            async with host.guest(created.table.id, created.key) as guest:
                await guest.request(wire.Resign())
                assert guest.now.chairs[0] == wire.Chair(True, "", "greedy")
                assert guest.now.offers == []
                refused = await guest.ask(wire.Play(guest.now.update, 0))
                assert refused is not None
            async with host.guest(created.table.id, created.key) as guest:
                assert guest.now.chairs[0].bot or guest.now.phase == "over", "the bot stays"
                await guest.until(lambda: guest.now.moves > 4)  # the bot plays on
                if guest.now.phase == "playing":
                    await guest.request(wire.Return())
                    assert guest.now.chairs[0].bot is None

    run(scenario())


def test_a_bot_takes_an_absent_persons_chair_while_somebody_waits(tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime()
        async with open_server(tmp_path, time) as host, AsyncExitStack() as stack:
            created = await host.create(GAME, 2, away=60, bots=[None, None])
            table = created.table.id
            taken = await host.take(table, 1, created.invitations[1])
            async with host.guest(table, created.key) as first:
                second = await stack.enter_async_context(host.guest(table, taken.key))
                await second.request(wire.Start())
                await first.until(lambda: first.now.phase == "playing")
                while 0 not in second.now.actors:  # until it is the turn of the person who will leave
                    await second.play(second.now.offers[0].move)
            await second.until(lambda: second.presence is not None and not second.presence.present[0])
            time.advance(59)
            await second.request(wire.Rename("Ann"))
            assert second.now.chairs[0].bot is None
            time.advance(1)
            await second.until(lambda: second.now.chairs[0].bot is not None)
            made = second.now.moves
            await second.until(lambda: second.now.moves > made or 0 not in second.now.actors)
            async with host.guest(table, created.key) as first:
                assert first.now.chairs[0].bot is None, "whoever reconnects gets the chair back"

    run(scenario())


def test_nobody_is_replaced_while_nobody_waits(tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime()
        async with open_server(tmp_path, time, idle=10**9) as host:
            created = await host.create(GAME, 2, away=60, bots=[None, "random"], start=True)
            async with host.guest(created.table.id, created.key):
                pass
            async with host.guest(created.table.id) as spectator:
                time.advance(10**6)
                async with host.guest(created.table.id, created.key) as guest:
                    assert guest.now.chairs[0].bot is None
                    assert all(update.chairs[0].bot is None for update in spectator.updates)

    run(scenario())


def test_a_rematch_moves_the_same_people_on_by_one_chair(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            created = await host.create(GAME, 2, name="Ann", bots=[None, "random"], start=True)
            async with host.guest(created.table.id, created.key, created.host) as guest:
                early = await guest.ask(wire.Rematch())
                assert early is not None and early.why == "the match is not over yet"
                await guest.request(wire.Resign())
                await guest.until(lambda: guest.now.phase == "over")
                await guest.request(wire.Rematch())
                again = guest.now.next
                second = await guest.ask(wire.Rematch())
                assert second is not None and second.why == "the next match is set up already"
                assert again and guest.now.next == again
            async with host.guest(again, created.key, created.host) as guest:
                assert guest.welcome is not None and guest.welcome.seat == 1
                bot = wire.Chair(False, "", "random", missing=[1])
                assert guest.now.chairs == [bot, wire.Chair(True, "Ann", None)]
                assert guest.welcome.table.seal != created.table.seal
                assert guest.now.phase == "playing", "against bots there is nobody to wait for"

    run(scenario())


REQUESTS: list[wire.Request] = [
    wire.Play(1, 0),
    wire.Undo(1),
    wire.Rename("Eve"),
    wire.Resign(),
    wire.Return(),
    wire.Leave(),
    wire.Start(),
    wire.Rematch(),
    wire.SeatBot(1, "random"),
    wire.Agree(1),
    wire.Remove(1),
]


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: str(type(request).__name__))
def test_spectators_change_nothing(request_: wire.Request, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, GAME)
            async with host.guest(guests[0].table) as spectator:
                before = spectator.now
                assert await spectator.ask(request_) is not None
                assert spectator.now.offers == [] and not spectator.now.undo
            async with host.guest(guests[0].table) as spectator:
                assert wire.write(spectator.now) == wire.write(before)

    run(scenario())
