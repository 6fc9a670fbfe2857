"""Seats drawn by lot at a table: people move with their keys, everybody is told, and nobody sees more."""

import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fairground import Match, Record, load
from fairground.engine.seating import draw_order
from fairground.server import keys, table_wire, wire
from fairground.server.store.store import Change, TableProgress
from fairground.server.tables.creation import NewTable
from fairground.server.workers.worker import check_setup
from hosting import Guest, Host, open_server, options_of, play_randomly, run
from settings import EVERY_GAME, EVERY_TABLE

GAME = min(EVERY_GAME, key=lambda name: load(name).longest)
SECRETIVE = next(s for s in EVERY_TABLE if s.game.hides(s.options) and s.seats == 3)
PEOPLE = ["Ann", "Bob", "Cem"]
PAGE = Path(__file__).parents[2] / "docs/fair-chance.md"


@asynccontextmanager
async def waiting_table(host: Host, game: str = GAME, **wish: Any) -> AsyncIterator[list[Guest]]:
    """Set up a table of three people who wait in the order of their names; the first is the host."""
    wish = {"options": options_of(game), "draw": True, **wish}
    async with AsyncExitStack() as stack:
        created = await host.create(game, 3, name=PEOPLE[0], **wish)
        table, held = created.table.id, [created.key]
        for seat in (1, 2):
            taken = await host.take(table, seat, created.invitations[seat], PEOPLE[seat])
            held.append(taken.key)
        guests = []
        for seat, key in enumerate(held):
            host_key = None if seat else created.host
            guests.append(await stack.enter_async_context(host.guest(table, key, host_key, picture=True)))
            guests[-1].key = key
        yield guests


async def set_seed(host: Host, table: str, seed: bytes) -> None:
    """Give a table that waits another seed."""
    host.registry.tables[table].state.stored.seed = seed


def seed_for(order: list[int]) -> bytes:
    """Return a seed that draws this order."""
    seeds = (number.to_bytes(32, "big") for number in range(10_000))
    return next(seed for seed in seeds if draw_order(seed, len(order)) == order)


async def start(guests: list[Guest], asker: int = 0) -> None:
    await guests[asker].request(wire.Start())
    for guest in guests:
        await guest.until(guest.is_playing)


def seat_of(guest: Guest) -> int:
    assert guest.welcome is not None and guest.welcome.seat is not None
    return guest.welcome.seat


@pytest.mark.parametrize("order", [[0, 1, 2], [1, 2, 0], [2, 1, 0], [0, 2, 1]])
def test_people_move_to_the_chairs_they_draw_and_their_keys_open_them(
    order: list[int], tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, waiting_table(host) as guests:
            await set_seed(host, guests[0].table, seed_for(order))
            await start(guests)
            assert [seat_of(guest) for guest in guests] == [order.index(former) for former in range(3)]
            assert [chair.name for chair in guests[0].now.chairs] == [PEOPLE[former] for former in order]
            for guest in guests:
                async with host.guest(guest.table, guest.key) as again:
                    assert again.welcome and again.welcome.seat == seat_of(guest)
                    assert again.now.view == guest.now.view

    run(scenario())


def test_everybody_is_told_who_sits_where(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, waiting_table(host) as guests:
            await set_seed(host, guests[0].table, seed_for([1, 2, 0]))
            async with host.guest(guests[0].table) as spectator:
                await start(guests)
                await spectator.until(spectator.is_playing)
                told = [
                    wire.Told("table.drawn", {"name": PEOPLE[former], "chair": seat, "former": former})
                    for seat, former in enumerate([1, 2, 0])
                ]
                for guest in [*guests, spectator]:
                    assert guest.story[:3] == told
                assert spectator.welcome and spectator.welcome.seat is None
            await guests[0].until(lambda: guests[0].presence == wire.Presence([True] * 3, 0))

    run(scenario())


def test_nobody_is_shown_another_hand_by_the_draw(tmp_path: Path) -> None:
    """In every frame of the match, the view is the one of the seat that the person has drawn."""

    async def scenario() -> None:
        name, options = SECRETIVE.name, SECRETIVE.options
        async with open_server(tmp_path) as host, waiting_table(host, name, options=options) as guests:
            await set_seed(host, guests[0].table, seed_for([2, 0, 1]))
            await start(guests, asker=1)
            match = host.match(guests[0].table)
            views = [view_of(match, seat) for seat in range(3)]
            assert len({msgspec.json.encode(view) for view in views}) == 3
            for guest in guests:
                shown = [update.view for update in guest.updates if update.phase == "playing"]
                assert shown == [views[seat_of(guest)]]
                assert {offer.move for offer in guest.now.offers} == legal(match, seat_of(guest))
                others = [view for seat, view in enumerate(views) if seat != seat_of(guest)]
                assert all(update.view not in others for update in guest.updates)

    run(scenario())


def view_of(match: Match[Any, Any], seat: int) -> object:
    return msgspec.json.decode(msgspec.json.encode(match.game.view(match.state, seat)))


def legal(match: Match[Any, Any], seat: int) -> set[int]:
    return set(match.state.legal(seat)) if seat in match.state.actors() else set()


def test_a_start_that_is_sent_again_draws_only_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, waiting_table(host) as guests:
            await set_seed(host, guests[0].table, seed_for([1, 2, 0]))
            await guests[1].request(wire.Start(mark="once"))
            seat = seat_of(guests[1])
            async with host.guest(guests[1].table, guests[1].key) as again:
                assert await again.ask(wire.Start(mark="once")) is None
                assert again.welcome and again.welcome.seat == seat
                assert [chair.name for chair in again.now.chairs] == ["Bob", "Cem", "Ann"]

    run(scenario())


def test_the_seats_stay_after_a_restart(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, waiting_table(host) as guests:
            await set_seed(host, guests[0].table, seed_for([2, 0, 1]))
            await start(guests)
            table, held = guests[0].table, [guest.key for guest in guests]
        async with open_server(tmp_path) as host:
            for former, key in enumerate(held):
                async with host.guest(table, key) as guest:
                    assert seat_of(guest) == [2, 0, 1].index(former)
                    assert [told.key for told in guest.story[:3]] == ["table.drawn"] * 3

    run(scenario())


def test_seats_in_the_record_are_those_of_the_match(tmp_path: Path) -> None:
    """The record has the players where they sat in the match, and replays like any other."""

    async def scenario() -> str:
        async with open_server(tmp_path) as host, waiting_table(host) as guests:
            await set_seed(host, guests[0].table, seed_for([1, 2, 0]))
            await start(guests)
            await play_randomly({seat_of(guest): guest for guest in guests}, "draw")
            return str((await host.web.get(f"/api/tables/{guests[0].table}/record")).json()["record"])

    record = Record.parse(run(scenario()))
    assert record.players == {0: "Bob", 1: "Cem", 2: "Ann"}
    assert Match.replay(load(record.game, record.rules), record).over


def test_a_rematch_draws_again_and_keys_stay(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, waiting_table(host) as guests:
            await start(guests)
            await play_randomly({seat_of(guest): guest for guest in guests}, "again")
            await guests[0].request(wire.Rematch())
            following = guests[0].now.next
            assert following is not None
            async with AsyncExitStack() as stack:
                again = [
                    await stack.enter_async_context(host.guest(following, guest.key)) for guest in guests
                ]
                assert again[0].welcome and again[0].welcome.table.draw
                before = [seat_of(guest) for guest in again]
                assert before == [(seat_of(guest) + 1) % 3 for guest in guests]
                await set_seed(host, following, seed_for([2, 1, 0]))
                await start(again)
                assert [seat_of(guest) for guest in again] == [2 - seat for seat in before]

    run(scenario())


async def rematch_against_bots(host: Host) -> tuple[table_wire.Created, str]:
    """Let a match of one person against bots end; return how it was set up, and the table of the rematch."""
    created = await host.create(GAME, 3, bots=[None, "random", "greedy"], draw=True, start=True, name="Ann")
    async with host.guest(created.table.id, created.key) as guest:
        await guest.request(wire.Resign())
        await guest.until(lambda: guest.now.phase == "over")
        await guest.request(wire.Rematch())
        assert guest.now.next
        return created, guest.now.next


def test_a_rematch_against_bots_draws_seats_and_begins_at_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            created, following = await rematch_against_bots(host)
            async with host.guest(following, created.key) as guest:
                await guest.until(guest.is_playing)
                drawn = [told for told in guest.story if told.key.startswith("table.drawn")]
                assert [told.values["chair"] for told in drawn] == [0, 1, 2]
                assert sorted(str(chair.bot) for chair in guest.now.chairs) == ["None", "greedy", "random"]
                chair = guest.now.chairs[seat_of(guest)]
                assert (chair.person, chair.name, chair.bot) == (True, "Ann", None)

    run(scenario())


def test_a_rematch_with_somebody_else_waits_for_them(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, waiting_table(host) as guests:
            await start(guests)
            await play_randomly({seat_of(guest): guest for guest in guests}, "wait")
            await guests[0].request(wire.Rematch())
            facts = (await host.web.get(f"/api/tables/{guests[0].now.next}")).json()
            assert facts["phase"] == "waiting"

    run(scenario())


def test_a_table_tells_whoever_has_a_key_which_chair_it_opens(tmp_path: Path) -> None:
    """A browser that was away while seats were drawn has only its key to find its chair by."""

    async def scenario() -> None:
        async with open_server(tmp_path) as host, waiting_table(host) as guests:
            address = f"/api/tables/{guests[0].table}"
            await set_seed(host, guests[0].table, seed_for([2, 0, 1]))
            await start(guests)
            seats = [
                (await host.web.get(address, headers={"X-Seat-Key": str(guest.key)})).json()["seat"]
                for guest in guests
            ]
            assert seats == [seat_of(guest) for guest in guests] == [1, 2, 0]
            assert (await host.web.get(address)).json()["seat"] is None
            assert (await host.web.get(address, headers={"X-Seat-Key": "nobody's"})).json()["seat"] is None

    run(scenario())


def test_an_invitation_opens_no_chair_yet(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            created = await host.create(GAME, 2)
            invited = {"X-Seat-Key": str(created.invitations[1])}
            facts = (await host.web.get(f"/api/tables/{created.table.id}", headers=invited)).json()
            assert facts["seat"] is None

    run(scenario())


def test_without_a_draw_everybody_stays(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, waiting_table(host, draw=False) as guests:
            await set_seed(host, guests[0].table, seed_for([1, 2, 0]))
            await start(guests)
            assert [seat_of(guest) for guest in guests] == [0, 1, 2]
            assert not any(told.key.startswith("table.") for told in guests[0].story)

    run(scenario())


def test_a_table_that_waits_from_before_starts_without_a_draw(tmp_path: Path) -> None:
    """What earlier versions stored says nothing about drawing seats."""

    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            created = await host.create(GAME, 2, bots=[None, "random"], draw=True)
            found = await host.registry.services.store.table(created.table.id)
            assert found is not None and found.progress.draw
            fields = msgspec.to_builtins(found.progress)
            del fields["draw"]
            found.progress = msgspec.convert(fields, TableProgress)
            await host.registry.services.store.write([Change(found)])
            async with host.guest(created.table.id, created.key, created.host) as guest:
                assert guest.welcome and not guest.welcome.table.draw
                await guest.request(wire.Start())
                await guest.until(guest.is_playing)
                assert seat_of(guest) == 0

    run(scenario())


def new_table(seats: int = 3, **wish: Any) -> NewTable:
    bots: list[str | None] = [None, *["random", "novice", "expert"][: seats - 1]]
    wish = {"name": "Ann", "bots": bots, "start": True, "draw": True, **wish}
    asked = table_wire.Create(GAME, seats, **wish)
    return NewTable(asked, check_setup(asked), date=0.0)


def test_against_bots_every_chair_can_be_drawn_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The keys move along: the person's opens the chair where they sit, invitations those of the bots."""
    seen = set()
    for number in range(60):
        seed = number.to_bytes(32, "big")
        monkeypatch.setattr(keys, "new_seed", lambda seed=seed: seed)
        table = new_table()
        answer, chairs = table.answer(), table.stored.progress.chairs
        assert answer.seat is not None and answer.key is not None
        assert answer.seat == draw_order(seed, 3).index(0)
        assert [chair.person for chair in chairs] == [seat == answer.seat for seat in range(3)]
        assert keys.is_key_of(answer.key, chairs[answer.seat].hash) and chairs[answer.seat].name == "Ann"
        for chair, invitation in zip(chairs, answer.invitations, strict=True):
            assert chair.person == (invitation is None)
            assert chair.person or keys.is_key_of(invitation, chair.hash)
        seen.add(tuple(chair.bot for chair in chairs))
    assert len(seen) == 6


def test_a_table_that_waits_is_drawn_only_at_the_start() -> None:
    table = new_table(start=False)
    assert table.answer().seat == 0
    assert table.stored.progress.notes == []


def test_a_match_against_bots_tells_its_draw(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            created = await host.create(
                GAME, 3, name="Ann", bots=[None, "random", "random"], start=True, draw=True
            )
            async with host.guest(created.table.id, created.key) as guest:
                assert seat_of(guest) == created.seat
                told = {entry.values["former"]: entry for entry in guest.story[:3]}
                assert told[0].key == "table.drawn" and told[0].values["chair"] == created.seat
                assert {told[1].key, told[2].key} == {"table.drawn_bot"}
                await guest.until(lambda: bool(guest.now.offers))

    run(scenario())


def test_who_was_away_is_no_longer_away_in_another_chair(tmp_path: Path) -> None:
    """The host may replace whoever has been gone for long, but not because of the chair they have drawn."""

    async def scenario() -> None:
        async with open_server(tmp_path) as host, waiting_table(host) as guests:
            table = host.registry.tables[guests[0].table]
            table.idle.gone = {0: 10.0, 2: 30.0}
            table.idle.reseat([1, 2, 0])
            assert table.idle.gone == {1: 30.0, 2: 10.0}

    run(scenario())


def test_the_draw_can_be_checked_without_fairground(tmp_path: Path) -> None:
    """The script on the page computes the same order from the record alone."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    script = tmp_path / "seats.py"
    script.write_text(next(block for block in blocks if "seats.py" in block))
    for number, seats in ((1, 2), (2, 3), (3, 5), (4, 4)):
        seed = keys.hash_key(str(number))
        record = tmp_path / "my.game"
        record.write_text(f"game x 1\nseats {seats}\nsecret {seed}\n")
        done = subprocess.run(
            [sys.executable, "-I", str(script), str(record)], capture_output=True, text=True, check=True
        )
        found = [tuple(map(int, pair)) for pair in re.findall(r"chair (\d+).*seat (\d+)", done.stdout)]
        order = draw_order(bytes.fromhex(seed), seats)
        assert found == [(former, seat) for seat, former in enumerate(order)]
