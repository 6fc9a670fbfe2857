"""Boxes and records that cost much: each is refused with a sentence, or is cheap after all."""

import asyncio
import re
from collections.abc import Iterator
from itertools import cycle
from random import Random

from attack.floods import repeat
from attack.races import next_update
from attack.tally import Tally
from attack.target import Target
from fairground import list_games, load
from fairground.engine.box import canonical
from fairground.engine.match import Match
from fairground.server import wire
from hostile_boxes import mutate, starts_for
from settings import folder_of

NUMBER = re.compile(r"(?<== )\d+$", re.MULTILINE)


def bombs() -> Iterator[tuple[str, str]]:
    """Yield (game, text of a box) that once stopped a server, or could."""
    for game in list_games():
        text = load(game).document("box.toml")
        for file in sorted((folder_of(game) / "tests/hostile").glob("*.json")):
            yield game, file.read_text()
        yield game, ".".join("a" * 30_000) + " = 1"
        yield game, "a = " + "[" * 40_000
        yield game, "a = " + "{a=" * 30_000
        yield game, "[" + ".".join("a" * 30_000) + "]"
        yield game, NUMBER.sub("9" * 5_000, text, count=1)
        for number in ("10000000000000000000", "1" + "0" * 30, "-1", "1000000", "inf", "1e308"):
            yield game, NUMBER.sub(number, text)
        yield game, text + "# a comment\n" * 7_000
        yield game, text * 12


def mutated_boxes(each: int) -> list[tuple[str, str]]:
    """Return (game, text of a box) with odd values that the game accepts."""
    chance = Random("attack")
    found = []
    for name in list_games():
        game = load(name)
        starts = starts_for(game)
        found += [(name, canonical(mutate(game, chance.choice(starts), chance))) for _ in range(each)]
    return found


async def boxes(target: Target, stop: asyncio.Event, tally: Tally) -> None:
    """Set up tables with hostile boxes, and sit down at those that are accepted."""
    source = target.next_attacker()
    texts = cycle([*bombs(), *await asyncio.to_thread(mutated_boxes, each=10)])
    async with target.web(source) as web:

        async def one() -> None:
            game, text = next(texts)
            seats = load(game).seats[-1]
            wish = {"game": game, "seats": seats, "bots": [None, *["novice"] * (seats - 1)], "start": True}
            made = await web.post("/api/tables", json={**wish, "box": text[:100_000]})
            tally.answer(made, f"a box of {game}")
            if made.status_code == 201:
                await _look(target, source, made.json(), tally)

        await repeat(stop, 0.2, one)


async def _look(target: Target, source: str, created: dict[str, dict[str, str]], tally: Tally) -> None:
    async with target.socket(created["table"]["id"], source) as socket:
        await socket.send(wire.write(wire.Hello(str(created["key"]), picture=True)), text=True)
        await next_update(socket)
        tally.count("sat down")


async def replays(target: Target, stop: asyncio.Event, tally: Tally) -> None:
    """Ask for the replay of long, wrong and costly records."""
    async with target.web(target.next_attacker()) as web:
        wishes = cycle(list(records()))

        async def one() -> None:
            tally.answer(await web.post("/api/replay", json=next(wishes)), "a replay")

        await asyncio.gather(*(repeat(stop, 0.1, one) for _ in range(4)))


def records() -> Iterator[dict[str, object]]:
    for game in list_games():
        rules = load(game)
        match = Match(rules, rules.seats[-1], "attack")
        while not match.over and len(match.made) < 400:
            seat = match.state.actors()[0]
            match.play(seat, match.state.legal(seat)[-1])
        text = str(match.record())
        yield {"record": text, "count": 100, "seats": [None, *range(rules.seats[-1])]}
        yield {"record": text + text.splitlines()[-1] * 1000}
        yield {"record": text.replace(f"{rules.seats[-1]}", "9" * 4000, 1)}
        yield {"record": text, "box": ".".join("a" * 30_000) + " = 1"}
        yield {"record": text, "box": rules.document("box.toml") * 12}
