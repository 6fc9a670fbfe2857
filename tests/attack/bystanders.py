"""People who play on while the server is attacked, and how long they wait."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import msgspec

from attack.target import BYSTANDER, QUICK_GAME, Target
from crowd import LOST, PATIENCE, Player, Screen, post
from fairground.engine.rng import seeded
from fairground.server import table_wire
from load import Crowd

RATE = 10.0
LOOK = 0.2  # seconds for which a person looks at the board


class Delays(msgspec.Struct):
    """How long something took, in milliseconds."""

    number: int
    p50: float
    p95: float
    worst: float


def summarize(seconds: list[float]) -> Delays:
    ordered = sorted(1000 * value for value in seconds) or [0.0]

    def share(part: float) -> float:
        return round(ordered[min(len(ordered) - 1, int(len(ordered) * part))], 1)

    return Delays(len(seconds), share(0.5), share(0.95), share(1))


class BotOpponent(Player):
    """A person against a novice: measures how long the bot takes to answer."""

    delays: list[float]
    moved: float | None = None

    async def act(self, socket: object) -> None:
        if self.able and self.moved is not None:
            self.delays.append(time.perf_counter() - self.moved)
            self.moved = None
        if self.able:
            await asyncio.sleep(LOOK)
            self.moved = time.perf_counter()
        await super().act(socket)  # type: ignore[arg-type]


class Bystanders:
    """Pairs of people at some tables, and one person who plays against a novice."""

    def __init__(self, target: Target, tables: int) -> None:
        self.target = target
        self.crowd = Crowd(target.address, tables, BYSTANDER)
        self.bot_delays: list[float] = []
        self.tasks: list[asyncio.Task[object]] = []

    async def begin(self) -> None:
        await self.crowd.come()
        self.tasks.append(asyncio.create_task(self.crowd.play(10**9, RATE)))
        self.tasks.append(asyncio.create_task(self._play_novice()))

    async def _play_novice(self) -> None:
        for number in range(10**9):
            wish = {"game": QUICK_GAME, "seats": 2, "bots": [None, "novice"], "start": True}
            with suppress(*LOST):
                created = await post(self.crowd.web, "/api/tables", wish, table_wire.Created)
                rng = seeded(f"bystander {number}")
                person = BotOpponent(lambda: self.target.address, created.table.id, created.key, rng, 0)
                person.source, person.delays = BYSTANDER, self.bot_delays
                await person.play()

    def take_delays(self) -> tuple[Delays, Delays]:
        """Return how long moves and a novice's answers took since the last time."""
        taken = summarize(self.crowd.delays), summarize(self.bot_delays)
        self.crowd.delays.clear()
        self.bot_delays.clear()
        return taken

    async def count_lost(self) -> int:
        """Stop playing, and return how many acknowledged moves are missing or stored twice."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.crowd.go()
        lost = 0
        for duel in self.crowd.duels:
            answered = sum(len(member.done) for member in duel.members)
            unsure = sum(member.pending is not None for member in duel.members)
            for member in duel.members[:1]:
                await member.refresh()
                screen: Screen | None = member.screen
                stored = screen.moves if screen else 0
                lost += max(answered - stored, stored - answered - unsure, 0)
        await self.crowd.close()
        return lost


@asynccontextmanager
async def bystanders(target: Target, tables: int) -> AsyncIterator[Bystanders]:
    people = Bystanders(target, tables)
    async with asyncio.timeout(PATIENCE):
        await people.begin()
    try:
        yield people
    finally:
        for task in people.tasks:
            task.cancel()
