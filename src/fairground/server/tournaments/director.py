"""Lets tournaments go on by themselves: begins rounds, notes results, decides what is late.

Everything it does is stored before its consequences, and can be done again: tables get their names when
the round is stored, and are made afterwards if they are not there. So it does not matter when a server stops,
or whether two of them work on the same tournament: its number lets only one of them store a step.
"""

import asyncio
import logging
from collections.abc import Sequence

from fairground.engine.errors import FairgroundError
from fairground.server import keys
from fairground.server.backend import FindTable
from fairground.server.cluster.locks import TableLocks
from fairground.server.errors import Refusal, StoreError
from fairground.server.logs import log
from fairground.server.ratings.result import ContestResult
from fairground.server.services import Services
from fairground.server.store.results import ResultStore
from fairground.server.store.store import Change
from fairground.server.store.tournaments import StoredTournament, TournamentStore
from fairground.server.tables.rest_requests import EndContest
from fairground.server.tournaments.plan import TournamentMatch
from fairground.server.tournaments.rounds import next_round
from fairground.server.tournaments.tournament_registry import begin_tournament
from fairground.server.tournaments.tournament_tables import make_table

MOST_STEPS = 20  # of a tournament at one go


class Director:
    """Does what is due in all tournaments of a store."""

    def __init__(
        self,
        services: Services,
        store: TournamentStore,
        results: ResultStore,
        locks: TableLocks,
        find_table: FindTable,
    ) -> None:
        self.services = services
        self.store = store
        self.results = results
        self.locks = locks
        self.find_table = find_table

    async def direct(self) -> None:
        """Do what is due; one server at a time works on a tournament."""
        due = await self.store.due(self._now())
        for name in sorted({*due, *await self.results.untold()}):
            lock = f"tournament {name}"
            if await self.locks.acquire(lock):
                try:
                    await self._direct_one(name)
                except FairgroundError as error:  # it is still due, so it is tried again
                    log("tournament does not go on", logging.WARNING, tournament=name, why=str(error))
                finally:
                    await self.locks.release(lock)

    async def _direct_one(self, name: str) -> None:
        for _ in range(MOST_STEPS):
            stored = await self.store.find(name)
            told = await self.results.of_tournament(name)
            if stored is None or stored.phase not in ("open", "running"):
                await self.results.note_told([result.table for result in told])
                return
            if stored.phase == "running":
                await self._make_tables(stored)
            if not await self._step(stored, told):
                return
            await self.results.note_told([result.table for result in told])

    async def _step(self, stored: StoredTournament, told: Sequence[ContestResult]) -> bool:
        """Take a tournament one step further; return whether there may be another one."""
        rounds, decided, due = len(stored.state.rounds), is_decided(stored), stored.due
        for result in told:
            note_result(stored, result)
        if stored.phase == "open":
            self._begin(stored)
        elif not is_decided(stored):
            await self._end_matches(stored)
        elif decided and due is not None and due <= self._now():
            await self._next_round(stored)
        begun = len(stored.state.rounds) > rounds
        fresh = begun or not decided
        if stored.phase == "running" and stored.state.rounds:
            # A new round is due at once, until its tables are there.
            stored.due = self._now() if begun and not is_decided(stored) else self._next_due(stored, fresh)
        if not told and not fresh and stored.phase == "running" and stored.due == due:
            return False
        stored.number, stored.changed = stored.number + 1, self._now()
        return await self.store.replace(stored)

    def _next_due(self, stored: StoredTournament, fresh: bool) -> float | None:
        """Return when something happens next: the deadline of the round, or the next one after a pause."""
        if not is_decided(stored):
            return stored.state.rounds[-1].deadline
        return self._now() + self._pause() if fresh else stored.due

    def _begin(self, stored: StoredTournament) -> None:
        """Start a tournament whose time has come; cancel it if there are too few players."""
        if stored.due is not None and stored.due <= self._now():
            try:
                begin_tournament(stored, self._now() + self._pause())
            except Refusal:
                stored.phase, stored.due = "cancelled", None

    async def _next_round(self, stored: StoredTournament) -> None:
        """Pair the next round, in a thread because that may take a second; or end the tournament."""
        following = await asyncio.to_thread(next_round, stored.plan, stored.state, self._now(), keys.new_name)
        if following is None:
            stored.phase, stored.due = "over", None
            log("tournament over", tournament=stored.id)
        else:
            stored.state.rounds.append(following)

    # Tables

    async def _make_tables(self, stored: StoredTournament) -> None:
        """Set up the tables of the present round that are not there."""
        last = stored.state.rounds[-1] if stored.state.rounds else None
        names = [match.table for match in last.matches if match.places is None] if last else []
        there = await self.services.store.existing(names)
        for match in last.matches if last else []:
            if match.places is None and match.table not in there:
                table = make_table(stored, match, self._now(), self.services.uptime.now())
                await self._write_table(table.id, Change(table, new=True))

    async def _write_table(self, name: str, change: Change) -> None:
        try:
            await self.services.writer.commit([change])
        except StoreError:
            if name not in await self.services.store.existing([name]):
                raise  # else another server was faster

    async def _end_matches(self, stored: StoredTournament) -> None:
        """Let matches end whose deadline has come, and let those go who have left the tournament."""
        last = stored.state.rounds[-1]
        gone = {entrant.player for entrant in stored.state.entrants if entrant.left}
        late = last.deadline <= self._now()
        for match in last.matches:
            leavers = [player for player in match.chairs if player in gone]
            if match.places is None and (late or leavers):
                await self._end_match(match, leavers, late)

    async def _end_match(self, match: TournamentMatch, leavers: list[str], late: bool) -> None:
        """Ask a table to end its match; if it cannot be played any more, everybody shares the first place."""
        try:
            table = await self.find_table(match.table)
            await table.request(EndContest(leavers, late))
        except Refusal as refusal:
            if refusal.status == 503:
                raise
            log("match not ended", logging.WARNING, table=match.table, why=str(refusal))
            if late:
                match.places, match.late = [1] * len(match.chairs), True

    def _pause(self) -> float:
        return self.services.settings.tournament_pause

    def _now(self) -> float:
        return self.services.time.date()


def is_decided(stored: StoredTournament) -> bool:
    """Return whether all matches of the present round are decided."""
    return not stored.state.rounds or stored.state.rounds[-1].decided


def note_result(stored: StoredTournament, result: ContestResult) -> None:
    """Note the result of a match; the first one counts."""
    for match in stored.state.matches():
        if match.table == result.table and match.places is None:
            match.places = [seat.place for seat in result.seats]
            match.left = [seat.player for seat in result.seats if seat.left and seat.player in match.chairs]
            match.late = result.late
