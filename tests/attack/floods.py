"""More of everything than anybody needs: requests, tables, rematches, guesses at keys."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import httpx

from attack.new_tables import set_up
from attack.tally import Tally
from attack.target import Target
from crowd import LOST
from fairground import list_games, load
from fairground.server import table_wire, wire
from fairground.server.keys import new_key

AT_ONCE = 20
FAILED = (httpx.HTTPError, *LOST, TimeoutError)


async def repeat(stop: asyncio.Event, pause: float, work: Callable[[], Awaitable[None]]) -> None:
    """Do some work again and again until it is time to stop."""
    while not stop.is_set():
        with suppress(*FAILED):
            await work()
        await asyncio.sleep(pause)


async def requests(target: Target, stop: asyncio.Event, tally: Tally) -> None:
    """Ask for pages, games and tables without a pause, from one address."""
    source = target.next_attacker()
    paths = ["/", "/api/games", "/api/tables", "/api/records", "/api/tables/nothing", "/api/openapi.json"]

    async def ask(number: int) -> None:
        async with target.web(source) as web:
            await repeat(stop, 0.05, lambda: one(web, number))

    async def one(web: httpx.AsyncClient, number: int) -> None:
        tally.answer(await web.get(paths[number % len(paths)]))

    await asyncio.gather(*(ask(number) for number in range(AT_ONCE)))


async def tables(target: Target, stop: asyncio.Event, tally: Tally) -> None:
    """Set up tables as fast as the server allows, with long clocks, from several addresses."""

    async def one(web: httpx.AsyncClient, game: str) -> None:
        wish = {"game": game, "seats": load(game).seats[0], "clock": {"kind": "move", "seconds": 5_000_000}}
        tally.answer(await web.post("/api/tables", json=wish))

    async def create(game: str) -> None:
        async with target.web(target.next_attacker()) as web:
            await repeat(stop, 0.05, lambda: one(web, game))

    await asyncio.gather(*(create(game) for game in list_games()))


async def rematches(target: Target, stop: asyncio.Event, tally: Tally) -> None:
    """Play a short match against a bot and ask for one rematch after another."""
    source = target.next_attacker()
    async with target.web(source) as web:
        created = await set_up(web, tally, bots=[None, "random"], start=True)
        if created is None:
            return
        with suppress(*FAILED):
            await _play_and_repeat(target, source, created, stop, tally)


async def _play_and_repeat(
    target: Target, source: str, created: table_wire.Created, stop: asyncio.Event, tally: Tally
) -> None:
    name: str | None = created.table.id
    while name and not stop.is_set():
        async with target.socket(name, source) as socket:
            await socket.send(wire.write(wire.Hello(created.key, created.host)), text=True)
            name = None
            while not stop.is_set():
                message = wire.read_answer(await asyncio.wait_for(socket.recv(), 30))
                if isinstance(message, wire.Refused):
                    tally.count("refused")
                    return
                if not isinstance(message, wire.Update):
                    continue
                if message.next:
                    tally.count("rematch")
                    name = message.next
                    break
                request: wire.Request | None = None
                if message.phase == "waiting":
                    request = wire.Start("start")
                elif message.phase == "over":
                    request = wire.Rematch("again")
                elif message.offers:
                    request = wire.Play(message.update, message.offers[0].move)
                if request:
                    await socket.send(wire.write(request), text=True)


async def keys(target: Target, stop: asyncio.Event, tally: Tally) -> None:
    """Guess the keys of chairs and invitations, over the WebSocket and over HTTP."""
    source = target.next_attacker()
    async with target.web(source) as web:
        created = await set_up(web, tally)
        if created is None:
            return
        table = created.table.id

        async def guess() -> None:
            tally.answer(await web.post(f"/api/tables/{table}/chairs/1", json={"invitation": new_key()}))
            async with target.socket(table, source) as socket:
                await socket.send(wire.write(wire.Hello(new_key())), text=True)
                message = wire.read_answer(await asyncio.wait_for(socket.recv(), 30))
                tally.count("closed" if isinstance(message, wire.Closing) else "let in")
                if isinstance(message, wire.Welcome):
                    tally.fault("a guessed key opened a table")

        await repeat(stop, 0.02, guess)


async def thinkers(target: Target, stop: asyncio.Event, tally: Tally) -> None:
    """Keep 40 tables at which the strongest bots play each other, watched from one address."""
    source = target.next_attacker()

    async def watch(game: str) -> None:
        async with target.web(source) as web:
            seats = load(game).seats[-1]
            bots = ["maestro"] * seats
            created = await set_up(web, tally, game=game, seats=seats, seat=None, bots=bots, start=True)
        if created:
            async with target.socket(created.table.id, source) as socket:
                await socket.send(wire.write(wire.Hello()), text=True)
                while not stop.is_set():
                    with suppress(TimeoutError):
                        await asyncio.wait_for(socket.recv(), 1)
                        tally.count("message")

    games = [name for name in list_games() for _ in range(8)]
    await asyncio.gather(*(watch(game) for game in games), return_exceptions=True)
