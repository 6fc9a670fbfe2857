"""Tournaments in the database."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Row, and_, delete, func, insert, or_, select, text, update

from fairground.server.store import people_schema
from fairground.server.store.sql import SqlStore
from fairground.server.tournaments.plan import TournamentPhase, TournamentPlan, TournamentState

_table, _entries = people_schema.tournaments, people_schema.entries
_write = msgspec.json.Encoder().encode
_read_plan: Callable[[str], TournamentPlan] = msgspec.json.Decoder(TournamentPlan).decode
_read_state: Callable[[str], TournamentState] = msgspec.json.Decoder(TournamentState).decode
_ENTER = text(
    "INSERT INTO entries (tournament, player) VALUES (:tournament, :player)"
    " ON CONFLICT (tournament, player) DO NOTHING"
)


class StoredTournament(msgspec.Struct):
    """A tournament as it is stored. `host` is the public id of the host's passport.

    `number` rises with every change. `due` is the date at which something happens by itself.
    """

    id: str
    host: str
    created: float
    changed: float
    phase: TournamentPhase
    number: int
    due: float | None
    plan: TournamentPlan
    state: TournamentState


class TournamentStore:
    """The tournaments in the database of a store. Every method raises StoreError if it fails."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store

    async def add(self, tournament: StoredTournament) -> None:
        plan = _write(tournament.plan).decode()
        fixed = {"id": tournament.id, "created": tournament.created, "plan": plan}
        await self.store.change(insert(_table), {**fixed, **_changing(tournament)})

    async def find(self, name: str) -> StoredTournament | None:
        found = await self.store.read(select(_table).where(_table.c.id == name))
        return _tournament(found[0]) if found else None

    async def replace(self, tournament: StoredTournament) -> bool:
        """Store the next version of a tournament; return False, and store nothing, if it is not the next."""
        mine = (_table.c.id == tournament.id) & (_table.c.number == tournament.number - 1)
        return await self.store.change(update(_table).where(mine).values(_changing(tournament))) == 1

    async def note_entry(self, tournament: str, player: str) -> None:
        """Note that somebody takes part, so that their tournaments can be found."""
        await self.store.change(_ENTER, {"tournament": tournament, "player": player})

    async def drop_entry(self, tournament: str, player: str) -> None:
        mine = (_entries.c.tournament == tournament) & (_entries.c.player == player)
        await self.store.change(delete(_entries).where(mine))

    async def due(self, date: float) -> list[str]:
        """Return the tournaments in which something should have happened by a date."""
        found = await self.store.read(select(_table.c.id).where(_table.c.due <= date))
        return [row.id for row in found]

    async def of_person(self, player: str, limit: int) -> list[StoredTournament]:
        """Return the tournaments that somebody hosts or takes part in, last changed first."""
        theirs = select(_entries.c.tournament).where(_entries.c.player == player)
        wanted = select(_table).where(or_(_table.c.host == player, _table.c.id.in_(theirs)))
        rows = await self.store.read(wanted.order_by(_table.c.changed.desc()).limit(limit))
        return [_tournament(row) for row in rows]

    async def count(self, phases: Sequence[TournamentPhase], host: str | None = None) -> int:
        """Return how many tournaments are in these phases; only those of a host if one is given."""
        wanted = select(func.count()).select_from(_table).where(_table.c.phase.in_(phases))
        wanted = wanted if host is None else wanted.where(_table.c.host == host)
        return int((await self.store.read(wanted))[0][0])

    async def delete_unused(self, before: float, keep: int) -> None:
        """Delete tournaments that never started and have not changed since, and all but the newest ended."""
        ended = _table.c.phase.in_(["over", "cancelled"])
        newest = select(_table.c.id).where(ended).order_by(_table.c.changed.desc(), _table.c.id).limit(keep)
        stale = and_(_table.c.phase == "open", _table.c.changed < before)
        gone = select(_table.c.id).where(or_(stale, and_(ended, _table.c.id.not_in(newest)))).limit(100)
        names = [row.id for row in await self.store.read(gone)]
        if names:
            await self.store.change(delete(_entries).where(_entries.c.tournament.in_(names)))
            await self.store.change(delete(_table).where(_table.c.id.in_(names)))


def _changing(tournament: StoredTournament) -> dict[str, object]:
    plain = {name: getattr(tournament, name) for name in ("host", "changed", "phase", "number", "due")}
    return {**plain, "state": _write(tournament.state).decode()}


def _tournament(row: Row[*tuple[Any, ...]]) -> StoredTournament:
    fields = {**row._asdict(), "plan": _read_plan(row.plan), "state": _read_state(row.state)}
    return StoredTournament(**fields)
