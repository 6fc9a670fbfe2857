"""Hints at a table: who may have one, and the search that finds it."""

import asyncio
import logging
from collections.abc import Callable

from fairground.engine.errors import FairgroundError
from fairground.server import wire
from fairground.server.errors import Refusal
from fairground.server.logs import log
from fairground.server.services import Services
from fairground.server.tables.connection import Connection
from fairground.server.tables.state import TableState
from fairground.server.workers import jobs

NO_HINTS = (
    "there are no hints at this table: people play against each other, and the host has not allowed them"
)
FAILED = "the hint could not be found: ask again in a moment"


def may_have_hints(state: TableState, seat: int) -> bool:
    """Whether a seat may ask for hints: against bots always, among people if the host allowed it."""
    if state.stored.progress.contest:
        return False
    others = (chair for other, chair in enumerate(state.chairs) if other != seat)
    if not any(chair.person for chair in others):
        return True
    return state.stored.progress.hints and state.stored.clock.kind == "none"


def check_hint(state: TableState, seat: int) -> None:
    """Raise a Refusal if a seat gets no hint now."""
    if seat not in state.actors():
        raise Refusal("it is not your turn")
    if not may_have_hints(state, seat):
        raise Refusal(NO_HINTS, 403)


class HintGiver:
    """Finds hints for one table, at most one at a time for each seat."""

    def __init__(self, state: TableState, services: Services) -> None:
        self.state = state
        self.services = services
        self.running: dict[int, asyncio.Task[None]] = {}

    @property
    def busy(self) -> bool:
        return bool(self.running)

    def give(self, connection: Connection, seat: int, is_asked: Callable[[int], bool]) -> None:
        """Find a hint and send it, if `is_asked` says then that the decision is still the same."""
        if seat in self.running:
            return
        since = self.state.asked_since[seat]
        task = asyncio.create_task(self._find(connection, seat, since, is_asked))
        self.running[seat] = task
        task.add_done_callback(lambda _: self.running.pop(seat, None))

    async def _find(
        self, connection: Connection, seat: int, since: int, is_asked: Callable[[int], bool]
    ) -> None:
        stored = self.state.stored
        job = jobs.FindHints(
            stored.id, self.state.record(), self.state.box_text, seat, address=connection.address
        )
        try:
            answer = await self.services.executor.ask(job)
        except FairgroundError as error:
            answer = jobs.JobFailed(str(error))
        if isinstance(answer, jobs.HintsFound) and is_asked(since):
            connection.send(wire.Hint(since, answer.moves))
        elif isinstance(answer, jobs.JobFailed):
            log("hint failed", logging.WARNING, table=stored.id, why=answer.why)
            connection.send(wire.Refused("", FAILED))

    async def close(self) -> None:
        tasks = list(self.running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
