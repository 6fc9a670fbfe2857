"""Reviews of one match after another, from several addresses, while bystanders play on."""

import asyncio
from itertools import count

import httpx

from attack.floods import repeat
from attack.tally import Tally
from attack.target import Target
from fairground import list_games, load
from fairground.engine.match import Match
from fairground.engine.playout import trace
from fairground.engine.rng import seeded
from fairground.server import wire

FOLLOWERS = 30  # sockets of one address that follow a review and never read


def random_record(game: str, seed: str) -> str:
    """Return a match that nobody has reviewed yet."""
    rules = load(game)
    match = Match(rules, rules.seats[-1], seed, rules.settle_options({}, study=True))
    for seat, move in trace(match.state.copy(), seeded(seed), rules.longest):
        match.play(seat, move)
    return str(match.record())


async def reviews(target: Target, stop: asyncio.Event, tally: Tally) -> None:
    """Ask for reviews of ever new matches, follow them in silence, and ask for lines nobody has."""
    numbers = count()

    async def one(web: httpx.AsyncClient, source: str, game: str) -> None:
        record = await asyncio.to_thread(random_record, game, f"attack {next(numbers)}")
        answer = await web.post("/api/reviews", json={"record": record})
        tally.answer(answer)
        if answer.status_code >= 300:
            return
        key = answer.json()["key"]
        for rest in ("", "/record", "/line?at=0", "/line?at=999999", "/question?at=3"):
            tally.answer(await web.get(f"/api/reviews/{key}{rest}"))
        await asyncio.gather(*(follow(source, key) for _ in range(FOLLOWERS)), return_exceptions=True)

    async def follow(source: str, key: str) -> None:
        async with target.open(f"/api/reviews/{key}/live", source) as socket:
            tally.count("followed")
            await socket.send(wire.write(wire.Hello()), text=True)
            await asyncio.sleep(0.5)

    async def ask(game: str) -> None:
        source = target.next_attacker()
        async with target.web(source) as web:
            await repeat(stop, 0.05, lambda: one(web, source, game))

    await asyncio.gather(*(ask(game) for game in list_games()))
