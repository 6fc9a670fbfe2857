"""The boxes that people bring: read from the store in a form that loads fast, without checking them here."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from fairground.engine.box import Box, parse
from fairground.engine.differences import Difference, find_differences
from fairground.engine.errors import FairgroundError
from fairground.games import load
from fairground.server import game_wire, table_wire
from fairground.server.errors import Refusal
from fairground.server.services import Services
from fairground.server.store.store import Change, StoredBox, StoredTable
from fairground.server.tables.state import load_box, load_game
from fairground.server.workers import jobs

REMEMBERED = 32
RunJob = Callable[[jobs.Job], Awaitable[jobs.JobAnswer]]


class OwnBoxes:
    """Loads the boxes of tables and remembers the last ones. `run_job` asks a worker process."""

    def __init__(self, services: Services, run_job: RunJob) -> None:
        self.services = services
        self.run_job = run_job
        self.recent: OrderedDict[tuple[str, int, str], Box[object]] = OrderedDict()

    async def load(self, stored: StoredTable) -> Box[object] | None:
        """Return the table's own box, None if it has none; Refusal if it can no longer be used."""
        if stored.own_box is None:
            return None
        text = await self._canonical(stored)
        place = (stored.game, stored.rules, stored.own_box)
        if place not in self.recent:
            self.recent[place] = load_box(load_game(stored), text, stored.box)
        self.recent.move_to_end(place)
        while len(self.recent) > REMEMBERED:
            self.recent.popitem(last=False)
        return self.recent[place]

    async def compare(self, stored: StoredTable) -> game_wire.TableBox:
        """Return how the table's box differs from the one that the game comes with now."""
        kept = None if stored.own_box is None else await self._kept(stored)
        # About 5 ms for a usual box and 20 ms for the largest one; nobody else waits for that.
        found, more = await asyncio.to_thread(_differences, stored, kept)
        return game_wire.TableBox(stored.id, stored.game, kept is not None, found, more)

    async def _kept(self, stored: StoredTable) -> StoredBox:
        kept = await self.services.store.box(stored.own_box or "")
        if kept is None:
            raise Refusal("this table cannot be played here: its box is missing", 409)
        return kept

    async def _canonical(self, stored: StoredTable) -> str:
        """Return the canonical text of the box. One of an earlier version is replaced by it in the store."""
        kept = await self._kept(stored)
        if kept.is_canonical:
            return kept.text
        box = StoredBox(stored.game, await self._check(stored, kept.text))
        stored.own_box = box.digest
        await self.services.writer.commit([Change(stored, box=box)])
        return box.text

    async def _check(self, stored: StoredTable, text: str) -> str:
        """Let a worker read a box as somebody wrote it, because that may take any amount of time."""
        create = table_wire.Create(stored.game, stored.seats, stored.options, text)
        try:
            answer = await self.run_job(jobs.CheckSetup(create, stored.rules))
        except Refusal as refusal:
            if refusal.status == 503:
                raise
            raise Refusal(f"this table cannot be played here: {refusal}", 409) from None
        assert isinstance(answer, jobs.SetupChecked) and answer.text is not None
        return answer.text


def _differences(stored: StoredTable, kept: StoredBox | None) -> tuple[list[Difference], int]:
    """Compare the table's box, as it is stored, with the usual one. It is read as data only, not checked."""
    game = load_game(stored)
    try:
        here = parse(kept.text) if kept else game.shipped_box(stored.box).data
    except FairgroundError as error:
        raise Refusal(f"this table cannot be played here: {error}", 409) from None
    return find_differences(load(stored.game).box().data, here)
