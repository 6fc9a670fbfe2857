"""The bots of one table: which of them must choose a move, when, and what happens with their choice."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable

from fairground.bots.registry import is_listed
from fairground.engine.errors import FairgroundError
from fairground.server.logs import log
from fairground.server.services import Services
from fairground.server.tables.state import TableState
from fairground.server.workers import jobs

OnChoice = Callable[[int, int, int], Awaitable[None]]


class BotScheduler:
    """Runs at most one choice per seat and reports each with `on_choice(seat, asked_since, move)`.

    The thinking is charged to the address `payer`: that of the player or host who came or acted last, or of a
    spectator as long as nobody else has come.
    """

    def __init__(self, state: TableState, services: Services, on_choice: OnChoice) -> None:
        self.state = state
        self.services = services
        self.on_choice = on_choice
        self.running: dict[int, tuple[int, asyncio.Task[None]]] = {}
        self.payer = ""
        self.player_pays = False

    @property
    def busy(self) -> bool:
        return bool(self.running)

    def schedule(self, watched: bool) -> None:
        """Start the choices that bots owe, and cancel those that nobody waits for any more.

        When several seats decide at once, perhaps in real time, bots move only while somebody is connected
        (`watched`). Otherwise they also move while the people of the table are away.
        """
        actors = self.state.actors() if self.state.stored.phase == "playing" else []
        several = len(actors) > 1
        active = watched or (not several and any(chair.person for chair in self.state.chairs))
        if watched and self.state.stored.phase != "over":
            self._expect_bots()
        owed = {seat: level for seat in actors if active and (level := self._level(seat))}
        for seat, (since, task) in list(self.running.items()):
            if seat not in owed or since != self.state.asked_since[seat]:
                task.cancel()
                del self.running[seat]
        for seat, level in owed.items():
            if seat not in self.running:
                since = self.state.asked_since[seat]
                task = asyncio.create_task(self._choose(seat, level, since, several))
                self.running[seat] = (since, task)

    def _expect_bots(self) -> None:
        """Get workers ready as soon as somebody sees that a bot takes part, also before the match begins."""
        for seat in range(len(self.state.chairs)):
            if level := self._level(seat):
                self.services.executor.expect_bot(level, self.state.box_text is not None)

    def note_person(self, address: str, is_player: bool) -> None:
        """Charge further thinking to somebody who has come or acted."""
        if is_player or not self.player_pays:
            self.payer, self.player_pays = address, is_player

    def finish(self, seat: int, since: int) -> None:
        """Forget a choice that was reported."""
        if seat in self.running and self.running[seat][0] == since:
            del self.running[seat]

    async def close(self) -> None:
        tasks = [task for _, task in self.running.values()]
        self.running.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _level(self, seat: int) -> str | None:
        """Return the level that decides for a seat; the stand-in for one that this server does not know."""
        stand_in = self.services.settings.stand_in
        level = self.state.deciding_bot(seat, stand_in)
        return level if level is None or is_listed(level) else stand_in

    async def _choose(self, seat: int, level: str, since: int, several: bool) -> None:
        if several:
            await self._pause()
        stored = self.state.stored
        record = self.state.record()
        job = jobs.ChooseMove(stored.id, record, self.state.box_text, seat, level, address=self.payer)
        await self.on_choice(seat, since, await self._move(job))

    async def _move(self, job: jobs.ChooseMove) -> int:
        """Return the bot's move; if it fails, any legal move, so that nobody waits forever."""
        try:
            answer = await self.services.executor.ask(job)
        except FairgroundError as error:
            answer = jobs.JobFailed(str(error))
        if isinstance(answer, jobs.MoveChosen):
            return answer.move
        log("bot failed", logging.ERROR, table=job.table, bot=job.level)
        match = self.state.match
        return secrets.choice(match.state.legal(job.seat) or [0]) if match else 0

    async def _pause(self) -> None:
        """Wait as long as a person would look before moving."""
        least, most = self.services.settings.pace
        pause = least + (most - least) * secrets.randbelow(1001) / 1000
        if pause > 0:
            elapsed = asyncio.Event()
            timer = self.services.time.call_later(pause, elapsed.set)
            try:
                await elapsed.wait()
            finally:
                timer.cancel()
