"""Moves that arrive late, twice or out of turn; undo; reconnecting; several seats that decide at once."""

import asyncio
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

import pytest

from fairground import load
from fairground.engine.rng import seeded
from fairground.server import wire
from fairground.server.time_source import ManualTime
from hosting import Guest, Host, catch_up, open_server, options_of, play_randomly, run
from settings import EVERY_GAME, SETTINGS

GAME = EVERY_GAME[0]


def able(guests: dict[int, Guest]) -> Guest:
    return next(guest for guest in guests.values() if guest.now.offers)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_move_that_arrives_twice_is_made_once(name: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, name, load(name).seats[0])
            guest = able(guests)
            move = wire.Play(guest.now.update, guest.now.offers[0].move, "double click")
            assert await guest.ask(move) is None
            assert await guest.ask(move) is None, "a retry of a completed request is done"
            later = wire.Play(move.update, move.move, "from another window")
            refused = await guest.ask(later)
            assert refused is not None
            assert len(host.match(guest.table).made) == 1

    run(scenario())


@pytest.mark.parametrize("name", EVERY_GAME)
def test_an_impossible_move_is_refused_with_the_current_update(name: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, name, load(name).seats[0])
            guest = able(guests)
            seen = len(guest.updates)
            for wrong in (-1, 10**9, 2**53):
                assert await guest.ask(wire.Play(guest.now.update, wrong)) is not None
            assert await guest.ask(wire.Play(guest.now.update + 1, guest.now.offers[0].move)) is not None
            await guest.until(lambda: len(guest.updates) > seen)
            waiting = [other for other in guests.values() if not other.now.offers]
            for other in waiting:
                out_of_turn = wire.Play(other.now.update, guest.now.offers[0].move)
                assert await other.ask(out_of_turn) is not None
            assert host.match(guest.table).made == []

    run(scenario())


@pytest.mark.parametrize("name", EVERY_GAME)
def test_undo_is_offered_exactly_when_it_is_allowed(name: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, name, load(name).seats[0])
            match = host.match(guests[0].table)
            rng, undone = seeded(f"undo {name}"), 0
            for _ in range(40):
                await catch_up(guests)
                for seat, guest in guests.items():
                    assert guest.now.undo == (not match.over and match.undoable(seat) is not None)
                undoer = next((guest for guest in guests.values() if guest.now.undo), None)
                if undoer and rng.below(2):
                    await check_undo(host, undoer)
                    undone += 1
                elif any(guest.now.offers for guest in guests.values()):
                    guest = able(guests)
                    await guest.play(guest.now.offers[rng.below(len(guest.now.offers))].move)
                else:
                    break
            await catch_up(guests)
            assert undone or match.over
            for guest in guests.values():
                fresh = await stack.enter_async_context(host.guest(guest.table, guest.key))
                assert guest.story == fresh.story

    run(scenario())


async def check_undo(host: Host, guest: Guest) -> None:
    match = host.match(guest.table)
    seat = guest.welcome.seat if guest.welcome else None
    assert seat is not None
    at = match.undoable(seat)
    assert at is not None
    earlier = match.game.dump(match.at(at).state)
    request = wire.Undo(guest.now.update)
    await guest.request(request)
    assert guest.now.moves == at
    assert match.game.dump(match.state) == earlier
    assert await guest.ask(wire.Undo(request.update, "again")) is not None, (
        "a double click takes back one move"
    )
    assert len(match.made) == at


@pytest.mark.parametrize("name", EVERY_GAME)
def test_reconnecting_brings_only_the_missing_part_of_the_story(name: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, name, load(name).seats[0])
            await play_randomly(guests, f"first {name}", 6)
            old = guests[0].now
            had = list(guests[0].story)
            await play_randomly(guests, f"second {name}", 6)
            for seat, guest in guests.items():
                async with host.guest(guest.table, guest.key, since=old.update) as back:
                    assert back.now.kept + len(back.now.story) == len(guest.story)
                    assert guest.story[back.now.kept :] == back.now.story
                    if seat == 0:
                        assert back.now.kept == len(had)
                    assert wire.write(back.now.view) == wire.write(guest.now.view)
                async with host.guest(guest.table, guest.key, since=guest.now.update) as back:
                    assert back.now.story == []
                async with host.guest(guest.table, guest.key, since=10**9) as back:
                    assert back.story == guest.story, "a number that is too high counts as none"

    run(scenario())


def test_a_match_continues_after_a_restart(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, GAME)
            await play_randomly(guests, "before", 5)
            before = {seat: (guest.key, guest.now, list(guest.story)) for seat, guest in guests.items()}
            table = guests[0].table
            dump = load(GAME).dump(host.match(table).state)
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            guests = {}
            for seat, (key, now, story) in before.items():
                guest = await stack.enter_async_context(host.guest(table, key, since=now.update))
                assert guest.now.story == [] and guest.now.kept == len(story)
                assert wire.write(guest.now.view) == wire.write(now.view)
                assert guest.now.offers == now.offers and guest.now.update == now.update
                guests[seat] = guest
            assert load(GAME).dump(host.match(table).state) == dump
            await play_randomly(guests, "after")
            assert guests[0].now.phase == "over"

    run(scenario())


def test_two_windows_of_a_seat_show_the_same(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, GAME)
            twin = await stack.enter_async_context(host.guest(guests[0].table, guests[0].key))
            await play_randomly(guests, "windows", 8)
            await twin.until(lambda: twin.now.update == guests[0].now.update)
            assert twin.story == guests[0].story
            assert wire.write(twin.now.view) == wire.write(guests[0].now.view)
            assert twin.presence is not None and twin.presence.present == [True, True]

    run(scenario())


# Several at once


def busy_settings() -> list[tuple[str, dict[str, str]]]:
    """Return the real-time settings: a seat that has moved may owe another move while others do too."""
    found = []
    for name in EVERY_GAME:
        for options in [
            setting.options for setting in SETTINGS if setting.name == name and setting.seats == 2
        ]:
            if in_real_time(name, options):
                found.append((name, options))
                break
    return found


def in_real_time(name: str, options: dict[str, str]) -> bool:
    game = load(name)
    state = game.setup(game.seats[0], seeded("hurry"), options)
    rng = seeded("hurry")
    for _ in range(60):
        before = state.actors()
        if not before:
            return False
        seat = int(state.someone(rng))
        moves = state.legal(seat)
        state.play(seat, moves[rng.below(len(moves))])
        if len(before) > 1 and seat in state.actors() and before == state.actors():
            return True
    return False


def test_bots_in_real_time_pause_like_people_and_move_only_while_watched(
    tmp_path: Path,
) -> None:
    settings = busy_settings()
    assert settings, "one game has a variant in real time"

    async def scenario(name: str, options: dict[str, str]) -> None:
        time = ManualTime()
        async with open_server(tmp_path, time, pace=(1.0, 2.0), idle=10**9) as host:
            wish = {"options": options, "bots": [None, "random"], "start": True}
            created = await host.create(name, 2, **wish)
            table = created.table.id
            async with host.guest(table, created.key) as guest:
                rng = seeded("slow hand")
                while len(guest.now.actors) < 2:
                    if guest.now.offers:
                        await guest.play(guest.now.offers[rng.below(len(guest.now.offers))].move)
                    else:
                        await guest.receive()
                for _ in range(5):
                    await check_pace(host, guest, time)
                    if len(guest.now.actors) < 2:
                        break
            await until_gone(host, table)
            if len(host.match(table).state.actors()) > 1:
                made = len(host.match(table).made)
                for _ in range(10):
                    time.advance(60.0)
                assert not host.registry.tables[table].bots.busy
                assert len(host.match(table).made) == made

    for name, options in settings:
        run(scenario(name, options))


async def check_pace(host: Host, guest: Guest, time: ManualTime) -> None:
    """Check that a bot with a pause of one to two seconds moves after one second at the earliest."""
    made = count(host, guest.table)
    time.advance(0.9)
    await guest.request(wire.Rename("Ann"))  # now everything before it was handled
    assert count(host, guest.table) == made
    for _ in range(100):
        time.advance(1.2)
        await guest.request(wire.Rename("Ann"))
        if count(host, guest.table) > made:
            return
    raise AssertionError("the bot never moved")


def count(host: Host, table: str) -> int:
    return [entry.seat for entry in host.match(table).made].count(1)


async def until_gone(host: Host, table: str) -> None:
    """Wait until the server has noticed that all connections ended."""
    while host.registry.tables[table].connections:
        await asyncio.sleep(0.01)


def is_under_way(guest: Guest) -> bool:
    """Whether a few moves have been made, or the match is over."""
    return guest.now.moves > 8 or guest.now.phase == "over"


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_number_of_seats_is_served(name: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            for seats in load(name).seats:
                wish = {"options": options_of(name), "bots": ["random"] * seats, "seat": None, "start": True}
                created = await host.create(name, seats, **wish)
                async with host.guest(created.table.id, host=created.host) as watcher:
                    await watcher.until(partial(is_under_way, watcher))
                    assert len(watcher.now.chairs) == seats and watcher.now.points is not None

    run(scenario())
