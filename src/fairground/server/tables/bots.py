"""The bots of one table: who must think, when, and what becomes of it."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable

from fairground.engine.errors import FairgroundError
from fairground.server.logs import log
from fairground.server.services import Services
from fairground.server.tables.state import LiveTable
from fairground.server.workers import jobs

Chose = Callable[[int, int, int], Awaitable[None]]


class Minds:
    """At most one thought a seat. `chose(seat, asked, move)` hears what comes of it."""

    def __init__(self, live: LiveTable, services: Services, chose: Chose) -> None:
        self.live = live
        self.services = services
        self.chose = chose
        self.thoughts: dict[int, tuple[int, asyncio.Task[None]]] = {}

    @property
    def busy(self) -> bool:
        return bool(self.thoughts)

    def arrange(self, company: bool) -> None:
        """Begin the thoughts that are owed and drop those that nobody waits for.

        Where several decide at once, perhaps in real time, bots move only in `company`; otherwise they
        also move while people are gone for a while.
        """
        actors = self.live.actors() if self.live.kept.phase == "playing" else []
        several = len(actors) > 1
        awake = company or (not several and any(chair.person for chair in self.live.chairs))
        owed = {seat: level for seat in actors if awake and (level := self._level(seat))}
        for seat, (asked, task) in list(self.thoughts.items()):
            if seat not in owed or asked != self.live.asked[seat]:
                task.cancel()
                del self.thoughts[seat]
        for seat, level in owed.items():
            if seat not in self.thoughts:
                asked = self.live.asked[seat]
                task = asyncio.create_task(self._think(seat, level, asked, several))
                self.thoughts[seat] = (asked, task)

    def forget(self, seat: int, asked: int) -> None:
        """That thought has come to its end."""
        if seat in self.thoughts and self.thoughts[seat][0] == asked:
            del self.thoughts[seat]

    async def close(self) -> None:
        tasks = [task for _, task in self.thoughts.values()]
        self.thoughts.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _level(self, seat: int) -> str | None:
        return self.live.bot(seat, self.services.settings.stand_in)

    async def _think(self, seat: int, level: str, asked: int, several: bool) -> None:
        if several:
            await self._pause()
        kept = self.live.kept
        job = jobs.Think(kept.id, self.live.record(), kept.box_text, seat, level)
        await self.chose(seat, asked, await self._choice(job))

    async def _choice(self, job: jobs.Think) -> int:
        """What the bot answers; if it cannot, any move, so that nobody waits for ever."""
        try:
            answer = await self.services.workers.ask(job)
        except FairgroundError as error:
            answer = jobs.Impossible(str(error))
        if isinstance(answer, jobs.Chosen):
            return answer.move
        log("bot failed", logging.ERROR, table=job.table, bot=job.level)
        match = self.live.match
        return secrets.choice(match.state.legal(job.seat) or [0]) if match else 0

    async def _pause(self) -> None:
        """As long as a person would look before moving."""
        least, most = self.services.settings.pace
        pause = least + (most - least) * secrets.randbelow(1001) / 1000
        if pause > 0:
            rung = asyncio.Event()
            alarm = self.services.watch.alarm(pause, rung.set)
            try:
                await rung.wait()
            finally:
                alarm.cancel()
