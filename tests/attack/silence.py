"""Connections that send nothing, send slowly, or never read."""

import asyncio
import socket
from contextlib import ExitStack, suppress

from attack.floods import FAILED
from attack.new_tables import set_up
from attack.tally import Tally
from attack.target import ATTACKERS, LONG_GAME, Target
from fairground.server import wire

SILENT = 150
TRICKLES = 40
DEAF = 20


async def silent(target: Target, stop: asyncio.Event, tally: Tally) -> None:
    """Open many TCP connections from every address and send nothing."""
    with ExitStack() as open_sockets:
        for source in ATTACKERS:
            for _ in range(SILENT):
                await asyncio.sleep(0)
                try:
                    made = open_sockets.enter_context(
                        socket.create_connection((target.host, target.port), 5, (source, 0))
                    )
                except OSError:
                    tally.count("refused")
                else:
                    made.setblocking(False)
                    tally.count("open")
        await stop.wait()


async def trickle(target: Target, stop: asyncio.Event, tally: Tally) -> None:
    """Send a request's head, or a body, one byte at a time."""
    head = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    starts = (head, head + b"Content-Length: 500000\r\n\r\n")

    async def one(number: int) -> None:
        source = ATTACKERS[number % len(ATTACKERS)]
        _, writer = await asyncio.open_connection(target.host, target.port, local_addr=(source, 0))
        try:
            writer.write(starts[number % 2])
            while not stop.is_set():
                writer.write(b"a")
                await writer.drain()
                await asyncio.sleep(0.2)
            tally.count("still open")
        except OSError:
            tally.count("cut")
        finally:
            writer.close()

    with suppress(*FAILED):
        await asyncio.gather(*(one(number) for number in range(TRICKLES)), return_exceptions=True)


async def deaf(target: Target, stop: asyncio.Event, tally: Tally) -> None:
    """Watch tables, send pings and nonsense without end, and never read."""

    async def one(number: int) -> None:
        source = ATTACKERS[number % len(ATTACKERS)]
        async with target.web(source) as web:
            bots = ["random"] * 2
            created = await set_up(web, tally, game=LONG_GAME, seat=None, bots=bots, start=True)
        if created is None:
            return
        try:
            async with target.socket(created.table.id, source) as connection:
                await connection.send(wire.write(wire.Hello(picture=True)), text=True)
                connection.transport.pause_reading()
                while not stop.is_set():
                    for _ in range(20):
                        await asyncio.wait_for(connection.send("{}"), 5)
                        _ = await asyncio.wait_for(connection.ping(b"x" * 100), 5)
                    await asyncio.sleep(0.02)
            tally.count("still open")
        except FAILED:
            tally.count("cut")

    await asyncio.gather(*(one(number) for number in range(DEAF)), return_exceptions=True)
