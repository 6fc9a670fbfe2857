"""Many connections that do the same thing at the same moment. Exactly one may succeed."""

import asyncio

from websockets.asyncio.client import ClientConnection

from attack.floods import FAILED, repeat
from attack.new_tables import set_up
from attack.tally import Tally
from attack.target import Target
from fairground.server import table_wire, wire

AT_ONCE = 8


async def chairs(target: Target, stop: asyncio.Event, tally: Tally) -> None:
    """Take the same chair many times at once."""
    async with target.web(target.next_attacker()) as web:

        async def race() -> None:
            created = await set_up(web, tally)
            if created is None:
                return
            path, body = f"/api/tables/{created.table.id}/chairs/1", {"invitation": created.invitations[1]}
            answers = await asyncio.gather(*(web.post(path, json=body) for _ in range(AT_ONCE)))
            for answer in answers:
                tally.answer(answer)
            taken = sum(answer.status_code == 201 for answer in answers)
            if taken > 1:
                tally.fault(f"{taken} people sat down in one chair")

        await repeat(stop, 1.0, race)


async def moves(target: Target, stop: asyncio.Event, tally: Tally) -> None:
    """Make the same move over many connections of one chair, each with a mark of its own."""
    source = target.next_attacker()
    async with target.web(source) as web:

        async def race() -> None:
            created = await set_up(web, tally, bots=[None, "random"], start=True)
            if created:
                await _race(target, source, created, tally)

        await repeat(stop, 1.0, race)


async def _race(target: Target, source: str, created: table_wire.Created, tally: Tally) -> None:
    sockets: list[ClientConnection] = []
    try:
        for _ in range(AT_ONCE):
            sockets.append(await target.socket(created.table.id, source))
            await sockets[-1].send(wire.write(wire.Hello(created.key)), text=True)
        updates = [await next_update(socket) for socket in sockets]
        offers = updates[0].offers
        if not offers:
            return
        for number, socket in enumerate(sockets):
            play = wire.Play(updates[number].update, offers[0].move, f"{created.table.id}-{number}")
            await socket.send(wire.write(play), text=True)
        answers = [await _next(socket, (wire.Done, wire.Refused)) for socket in sockets]
        done = sum(isinstance(answer, wire.Done) for answer in answers)
        tally.answers["done"] += done
        tally.answers["refused"] += len(answers) - done
        if done > 1:
            tally.fault(f"one move was made {done} times")
    except FAILED:
        tally.count("cut")
    finally:
        await asyncio.gather(*(socket.close() for socket in sockets), return_exceptions=True)


async def _next(socket: ClientConnection, kind: type | tuple[type, ...]) -> wire.FromServer:
    """Return the next message of a kind."""
    while True:
        message = wire.read_answer(await asyncio.wait_for(socket.recv(), 30))
        if isinstance(message, kind):
            return message
        if isinstance(message, wire.Closing):
            raise EOFError(message.why)


async def next_update(socket: ClientConnection) -> wire.Update:
    update = await _next(socket, wire.Update)
    assert isinstance(update, wire.Update)
    return update
