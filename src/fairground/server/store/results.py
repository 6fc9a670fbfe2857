"""The results of matches that count, each written together with the change of the table that decided it."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Executable, Row, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from fairground.server.ratings.result import ContestResult, SeatResult
from fairground.server.store import people_schema
from fairground.server.store.store import Change

if TYPE_CHECKING:
    from fairground.server.store.sql import SqlStore  # which writes results

_results = people_schema.results
_write = msgspec.json.Encoder().encode
_read_seats = msgspec.json.Decoder(list[SeatResult]).decode
# A match has one result: a second one, from whatever was tried again, changes nothing.
INSERT_RESULT = text(
    "INSERT INTO results (table_id, game, ended, rated, tournament, late, told, entered, seats)"
    " VALUES (:table_id, :game, :ended, :rated, :tournament, :late, :told, :entered, :seats)"
    " ON CONFLICT (table_id) DO NOTHING"
)


def result_rows(changes: Iterable[Change]) -> list[dict[str, object]]:
    """Return the rows of the results that some changes bring."""
    return [result_row(result) for change in changes if (result := change.result)]


def result_row(result: ContestResult) -> dict[str, object]:
    """Return a result as a row. `told` and `entered` say that whoever needs to know it knows it."""
    fields = msgspec.structs.asdict(result)
    return {
        **fields,
        "table_id": fields.pop("table"),
        "seats": _write(result.seats).decode(),
        "told": result.tournament is None,
        "entered": not result.rated,
    }


def read_result(row: Row[*tuple[Any, ...]]) -> ContestResult:
    """Return the result of a row."""
    seats = _read_seats(row.seats)
    return ContestResult(
        row.table_id, row.game, row.ended, seats, bool(row.rated), row.tournament, bool(row.late)
    )


class ResultStore:
    """The results in the database of a store. Every method raises StoreError if it fails."""

    def __init__(self, store: "SqlStore") -> None:
        self.store = store

    async def of_tournament(self, tournament: str) -> list[ContestResult]:
        """Return the results of a tournament that it does not know yet."""
        mine = _results.c.tournament == tournament
        found = await self.store.read(select(_results).where(mine, ~_results.c.told))
        return [read_result(row) for row in found]

    async def note_told(self, tables: Sequence[str]) -> None:
        """Note that the tournament knows the results of these tables."""
        await self.store.change(update(_results).where(_results.c.table_id.in_(tables)).values(told=True))

    async def untold(self) -> list[str]:
        """Return the tournaments that do not know all results of their matches."""
        found = await self.store.read(select(_results.c.tournament).where(~_results.c.told).distinct())
        return [row.tournament for row in found if row.tournament]


async def rename_player(connection: AsyncConnection, tables: Sequence[str], player: str, alias: str) -> None:
    """Let somebody else's name stand for a player in the results of these tables."""
    found = await connection.execute(select(_results).where(_results.c.table_id.in_(tables)))
    for row in found.all():
        seats = [rename_seat(seat, player, alias) for seat in _read_seats(row.seats)]
        mine = update(_results).where(_results.c.table_id == row.table_id)
        await connection.execute(mine.values(seats=_write(seats).decode()))


def rename_seat(seat: SeatResult, player: str, alias: str) -> SeatResult:
    """Return the seat with the alias if it is the player's."""
    return msgspec.structs.replace(seat, player=alias) if seat.player == player else seat


def result_statements(changes: Iterable[Change]) -> list[tuple[Executable, list[dict[str, object]]]]:
    """Return the statement that writes the results of some changes."""
    return [(INSERT_RESULT, result_rows(changes))]
