"""Whole matches at tables, for every game."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest

from fairground import Match, Record, load
from fairground.engine.story import entries_for
from fairground.server import keys, table_wire, wire
from fairground.server.time_source import ManualTime
from hosting import Host, open_server, options_of, play_randomly, run
from settings import EVERY_GAME


@pytest.mark.parametrize("name", EVERY_GAME)
def test_people_play_a_whole_match(name: str, tmp_path: Path) -> None:
    """Everybody gets the same outcome, the seed that was promised, and their own story."""

    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            guests = await host.sit_down(stack, name, load(name).seats[0])
            await play_randomly(guests, name)
            answer = await host.web.get(f"/api/tables/{guests[0].table}/record")
            facts = msgspec.json.decode(answer.content, type=table_wire.RecordFacts)
            match = Match.replay(load(name), Record.parse(facts.record))
            assert match.over
            for seat, guest in guests.items():
                assert guest.now.outcome == match.outcome()
                assert keys.seal(bytes.fromhex(guest.now.seed or "")) == facts.seal
                told = [wire.Told(entry.key, entry.values) for entry in entries_for(match.story, seat)]
                assert wire.write(guest.story) == wire.write(told)
                assert guest.welcome is not None and guest.welcome.table.seal == facts.seal
                assert not guest.refused

    run(scenario())


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_person_plays_against_bots(name: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_server(tmp_path) as host:
            seats = load(name).seats[-1]
            bots = [None, *["random"] * (seats - 1)]
            created = await host.create(name, seats, options=options_of(name), bots=bots, start=True)
            async with host.guest(created.table.id, created.key) as guest:
                await play_randomly({0: guest}, name)
                assert guest.now.phase == "over"
                assert [chair.bot for chair in guest.now.chairs] == bots

    run(scenario())


@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_facts_of_a_table_tell_whose_turn_it_is(name: str, tmp_path: Path) -> None:
    async def facts(host: Host, table: str) -> table_wire.TableFacts:
        answer = await host.web.get(f"/api/tables/{table}")
        return msgspec.json.decode(answer.content, type=table_wire.TableFacts)

    async def scenario() -> None:
        async with open_server(tmp_path) as host, AsyncExitStack() as stack:
            waiting = await host.create(name, 2)
            assert (await facts(host, waiting.table.id)).actors == []
            guests = await host.sit_down(stack, name, 2)
            table = guests[0].table
            for _ in range(4):
                told = await facts(host, table)
                assert told.actors == host.match(table).state.actors() != []
                mover = guests[told.actors[0]]
                await mover.until(lambda mover=mover: bool(mover.now.offers))  # type: ignore[misc]
                await mover.play(mover.now.offers[0].move)
            last = host.match(table).state.actors()
        async with open_server(tmp_path) as host:
            assert (await facts(host, table)).actors == last, "without loading the table"
            assert host.registry.tables == {}

    run(scenario())


def test_shutting_down_finishes_what_is_under_way_and_tells_everybody(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with AsyncExitStack() as people:
            async with open_server(tmp_path) as host:
                guests = await host.sit_down(people, EVERY_GAME[0])
                table, key = guests[0].table, guests[0].key
                offer = guests[0].now.offers[0].move
                await guests[0].send(wire.Play(guests[0].now.update, offer, "the last"))
                await guests[0].until(lambda: "the last" in guests[0].done)
            closing = await guests[1].wait_for_close()
            assert closing is not None and closing.again
        async with open_server(tmp_path) as host, host.guest(table, key) as back:
            assert back.now.moves == 1

    run(scenario())


def test_an_idle_table_is_unloaded_and_loaded_again(tmp_path: Path) -> None:
    async def scenario() -> None:
        time = ManualTime()
        async with open_server(tmp_path, time, idle=600.0) as host:
            created = await host.create(EVERY_GAME[0], 2)
            async with host.guest(created.table.id, created.key) as guest:
                await guest.request(wire.Rename("Ann"))
                time.advance(10_000.0)
                await guest.request(wire.Rename("Anna"))
            table = host.registry.tables[created.table.id]
            while table.connections:
                await asyncio.sleep(0.01)
            time.advance(600.0)
            await table.task
            assert host.registry.tables == {}
            async with host.guest(created.table.id, created.key) as guest:
                assert guest.now.chairs[0].name == "Anna"

    run(scenario())
