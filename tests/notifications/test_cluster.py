"""Two servers on one PostgreSQL share keys and devices, and tell each thing once."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from fairground.server import wire
from fairground.server.notifications.dispatcher import GRACE_SECONDS, LEASE_SECONDS
from fairground.server.notifications.schedule import LIVE_DELAY
from hosting import Host, options_of, run
from notified import MINUTE, Person, at_noon, notifying_server, send, service_of
from postgres import postgres
from push_service import PushService, push_service
from settings import EVERY_GAME

GAME = EVERY_GAME[0]


async def join(hosts: list[Host], service: PushService) -> tuple[Person, str]:
    """Let Ann subscribe at one server and make a table there, at which Ben sits down through the other."""
    ann, ben = await Person("ann").joined(hosts[0]), await Person("ben").joined(hosts[1])
    await ann.subscribe(hosts[0], service)
    created = await ann.create(hosts[0], GAME, options=options_of(GAME))
    table = created["table"]["id"]
    await ben.take(hosts[1], table, 1, created["invitations"][1], "Ben")
    return ann, table


def test_each_thing_is_told_once_whoever_sends_it(tmp_path: Path) -> None:
    async def scenario(url: str) -> None:
        time = at_noon()
        async with AsyncExitStack() as stack:
            service = await stack.enter_async_context(push_service())
            hosts = [
                await stack.enter_async_context(notifying_server(tmp_path, time, store=url)) for _ in range(2)
            ]
            ann, _ = await join(hosts, service)
            facts = [await ann.facts(host) for host in hosts]
            assert facts[0] == facts[1] and facts[0]["push_key"]
            for host in hosts:
                await service_of(host).outbox.write_waiting()
            time.advance(GRACE_SECONDS + MINUTE)  # by now both may send it
            await asyncio.gather(*(send(host) for host in hosts))
            assert [push["title"] for push in ann.pushes(service)] == ["Ben has sat down at your table"]
            time.advance(LEASE_SECONDS)
            for host in hosts:
                await send(host)
            assert len(service.received) == 1

    with postgres() as database:
        run(scenario(database.url))


def test_what_a_server_has_left_is_sent_by_another(tmp_path: Path) -> None:
    async def scenario(url: str) -> None:
        time = at_noon()
        async with push_service() as service, notifying_server(tmp_path, time, store=url) as left:
            async with notifying_server(tmp_path, time, store=url) as gone:
                ann, _ = await join([gone, gone], service)
                await service_of(gone).outbox.write_waiting()
            time.advance(GRACE_SECONDS / 2)
            await send(left)
            assert service.received == []  # it is not this server's
            time.advance(GRACE_SECONDS)
            await send(left)
            assert len(ann.pushes(service)) == 1

    with postgres() as database:
        run(scenario(database.url))


def test_a_server_that_hangs_while_it_sends_holds_nobody_up_for_ever(tmp_path: Path) -> None:
    async def scenario(url: str) -> None:
        time = at_noon()
        async with AsyncExitStack() as stack:
            service = await stack.enter_async_context(push_service())
            hosts = [
                await stack.enter_async_context(notifying_server(tmp_path, time, store=url)) for _ in range(2)
            ]
            ann, _ = await join(hosts, service)
            for host in hosts:
                await service_of(host).outbox.write_waiting()
            time.advance(GRACE_SECONDS + MINUTE)
            store = service_of(hosts[0]).registry.store
            assert await store.lease(ann.id, "push", time.date(), time.date() + LEASE_SECONDS)
            await send(hosts[1])
            assert service.received == []
            time.advance(LEASE_SECONDS + 1)
            await send(hosts[1])
            assert len(ann.pushes(service)) == 1

    with postgres() as database:
        run(scenario(database.url))


@pytest.mark.parametrize("looker", [0, 1])
def test_whoever_looks_through_another_server_is_not_told(tmp_path: Path, looker: int) -> None:
    """The table belongs to one server; a person may be connected through either."""

    async def scenario(url: str) -> None:
        time = at_noon()
        async with AsyncExitStack() as stack:
            service = await stack.enter_async_context(push_service())
            hosts = [
                await stack.enter_async_context(notifying_server(tmp_path, time, store=url)) for _ in range(2)
            ]
            ann, table = await join(hosts, service)
            guest = await stack.enter_async_context(hosts[looker].guest(table, passport=ann.key))
            time.advance(LIVE_DELAY)
            for host in hosts:
                await send(host)
            assert service.received == []
            await guest.send(wire.Look(False))
            assert await guest.ask(wire.Agree(99)) is not None
            assert guest.welcome is not None and guest.welcome.seat == 0

    with postgres() as database:
        run(scenario(database.url))
