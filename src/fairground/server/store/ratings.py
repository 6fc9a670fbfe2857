"""Ratings in the database: every step of every person, and where they stand now.

Both follow from the results alone. A result that comes late, because another server's commit took longer,
takes its place in the order, and everything after it is computed again.
"""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, and_, delete, exists, func, insert, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from fairground.server.ratings.rating_run import DAY, Rating, RatingRun, RatingStep
from fairground.server.ratings.result import ContestResult
from fairground.server.store import people_schema
from fairground.server.store.results import read_result, rename_player
from fairground.server.store.sql import SqlStore

BATCH: Final = 100
LOCK: Final = "ratings"
_results, _steps, _ratings = people_schema.results, people_schema.rating_steps, people_schema.ratings
_PUT_RATING = text(
    "INSERT INTO ratings (game, player, mu, sigma, matches, changed)"
    " VALUES (:game, :player, :mu, :sigma, :matches, :changed)"
    " ON CONFLICT (game, player) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,"
    " matches = excluded.matches, changed = excluded.changed"
)


class RatingStore:
    """The ratings in the database of a store. Every method raises StoreError if it fails."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store

    # Computing

    async def waiting_games(self) -> list[str]:
        """Return the games with results that are not in the ratings."""
        wanted = select(_results.c.game).where(~_results.c.entered).distinct()
        return [row.game for row in await self.store.read(wanted)]

    async def enter(self, game: str) -> int:
        """Bring some results that wait into the ratings of a game, in order; return how many.

        It is one transaction, and no other one of this kind takes place at the same time.
        """
        async with self.store.transaction(LOCK) as connection:
            await _step_back(connection, game)
            results = await _next_results(connection, game)
            if results:
                run = RatingRun(*await _known(connection, game, results))
                await _write_steps(connection, list(run.steps(results)))
                tables = [result.table for result in results]
                await connection.execute(
                    update(_results).where(_results.c.table_id.in_(tables)).values(entered=True)
                )
            return len(results)

    async def forget(self) -> None:
        """Forget all ratings, so that they are computed again from the results."""
        async with self.store.transaction(LOCK) as connection:
            await connection.execute(delete(_steps))
            await connection.execute(delete(_ratings))
            await connection.execute(update(_results).where(_results.c.rated).values(entered=False))

    async def games(self) -> list[str]:
        """Return the games with rated matches."""
        rows = await self.store.read(select(_results.c.game).where(_results.c.rated).distinct())
        return sorted(row.game for row in rows)

    async def entered_results(self, game: str) -> list[ContestResult]:
        """Return the results of a game that are in the ratings, in their order."""
        wanted = select(_results).where(_results.c.game == game, _results.c.rated, _results.c.entered)
        rows = await self.store.read(wanted.order_by(_results.c.ended, _results.c.table_id))
        return [read_result(row) for row in rows]

    async def all_steps(self, game: str) -> list[RatingStep]:
        """Return all steps of a game, in the order of its matches."""
        wanted = select(_steps).where(_steps.c.game == game)
        return [
            _step(row) for row in await self.store.read(wanted.order_by(_steps.c.ended, _steps.c.table_id))
        ]

    # Reading

    async def best(
        self, game: str, limit: int, offset: int, least: int, widest: float
    ) -> list[tuple[str, Rating]]:
        """Return people with at least so many matches and no more uncertainty, the best first."""
        known = (_ratings.c.game == game, _ratings.c.matches >= least, _ratings.c.sigma <= widest)
        wanted = select(_ratings).where(*known).order_by(_ratings.c.mu.desc(), _ratings.c.player)
        rows = await self.store.read(wanted.limit(limit).offset(offset))
        return [(row.player, _rating(row)) for row in rows]

    async def of_player(self, player: str) -> dict[str, Rating]:
        """Return a person's ratings by game."""
        rows = await self.store.read(select(_ratings).where(_ratings.c.player == player))
        return {row.game: _rating(row) for row in rows}

    async def of_players(self, game: str, players: Sequence[str]) -> dict[str, Rating]:
        """Return the ratings of some people in a game."""
        mine = (_ratings.c.game == game, _ratings.c.player.in_(players))
        return {row.player: _rating(row) for row in await self.store.read(select(_ratings).where(*mine))}

    async def history(self, player: str, game: str, limit: int) -> list[RatingStep]:
        """Return a person's last steps in a game, oldest first."""
        wanted = select(_steps).where(_steps.c.player == player, _steps.c.game == game)
        wanted = wanted.order_by(_steps.c.ended.desc(), _steps.c.table_id.desc()).limit(limit)
        return [_step(row) for row in reversed(await self.store.read(wanted))]

    async def rename(self, player: str, alias: str) -> None:
        """Let an alias stand for a player everywhere, so that the ratings of others stay what they are.

        That is in all results, also in those that count for no rating.
        """
        async with self.store.transaction(LOCK) as connection:
            mine = select(_results.c.table_id).where(_results.c.seats.contains(player, autoescape=True))
            tables = [row.table_id for row in await connection.execute(mine)]
            for start in range(0, len(tables), BATCH):
                await rename_player(connection, tables[start : start + BATCH], player, alias)
            for table in (_steps, _ratings):
                await connection.execute(update(table).where(table.c.player == player).values(player=alias))


def _is_before(table: Any, when: tuple[float, str]) -> ColumnElement[bool]:
    """Return the condition that a row comes before a match in the order of ratings."""
    ended, name = when
    return or_(table.c.ended < ended, and_(table.c.ended == ended, table.c.table_id < name))


async def _step_back(connection: AsyncConnection, game: str) -> None:
    """Take matches out of the ratings that come after one that waits."""
    mine = (_results.c.game == game, _results.c.rated)
    waiting = select(_results).where(*mine, ~_results.c.entered)
    first = (
        await connection.execute(waiting.order_by(_results.c.ended, _results.c.table_id).limit(1))
    ).first()
    if first is None:
        return
    when = (first.ended, first.table_id)
    later = (*mine, _results.c.entered, ~_is_before(_results, when))
    found = (await connection.execute(select(_results.c.table_id).where(*later).limit(1))).first()
    if found is not None:
        await connection.execute(delete(_steps).where(_steps.c.game == game, ~_is_before(_steps, when)))
        await connection.execute(update(_results).where(*later).values(entered=False))


async def _next_results(connection: AsyncConnection, game: str) -> list[ContestResult]:
    mine = (_results.c.game == game, _results.c.rated, ~_results.c.entered)
    wanted = select(_results).where(*mine).order_by(_results.c.ended, _results.c.table_id).limit(BATCH)
    return [read_result(row) for row in await connection.execute(wanted)]


async def _known(
    connection: AsyncConnection, game: str, results: Sequence[ContestResult]
) -> tuple[dict[str, Rating], list[ContestResult]]:
    """Return the ratings before these results, and the results of the day before that counted."""
    first = results[0].when
    players = {player for result in results for player in result.people()}
    before = (_steps.c.game == game, _is_before(_steps, first))
    counted = exists().where(_steps.c.table_id == _results.c.table_id, _steps.c.counts)
    lately = (_results.c.game == game, _results.c.entered, _results.c.ended > first[0] - DAY)
    wanted = select(_results).where(*lately, _is_before(_results, first), _results.c.rated, counted)
    recent = await connection.execute(wanted.order_by(_results.c.ended, _results.c.table_id))
    return await _ratings_before(connection, players, before), [read_result(row) for row in recent]


async def _ratings_before(
    connection: AsyncConnection, players: set[str], before: Sequence[ColumnElement[bool]]
) -> dict[str, Rating]:
    numbered = (
        select(
            _steps,
            func.row_number()
            .over(partition_by=_steps.c.player, order_by=(_steps.c.ended.desc(), _steps.c.table_id.desc()))
            .label("back"),
        )
        .where(*before, _steps.c.player.in_(players))
        .subquery()
    )
    rows = await connection.execute(select(numbered).where(numbered.c.back == 1))
    return {row.player: _rating(row) for row in rows}


async def _write_steps(connection: AsyncConnection, steps: Sequence[RatingStep]) -> None:
    await connection.execute(insert(_steps), [_step_row(step) for step in steps])
    last = {step.player: step for step in steps}
    await connection.execute(_PUT_RATING, [_rating_row(step) for step in last.values()])


def _step_row(step: RatingStep) -> dict[str, object]:
    return {
        "table_id": step.table,
        "player": step.player,
        "game": step.game,
        "ended": step.ended,
        "place": step.place,
        "seats": step.seats,
        "counts": step.counts,
        "departed": step.left,
        "mu": step.rating.mu,
        "sigma": step.rating.sigma,
        "matches": step.rating.matches,
    }


def _rating_row(step: RatingStep) -> dict[str, object]:
    about = {"game": step.game, "player": step.player, "changed": step.ended}
    return {**about, "mu": step.rating.mu, "sigma": step.rating.sigma, "matches": step.rating.matches}


def _rating(row: Row[*tuple[Any, ...]]) -> Rating:
    return Rating(row.mu, row.sigma, row.matches)


def _step(row: Row[*tuple[Any, ...]]) -> RatingStep:
    return RatingStep(
        table=row.table_id,
        game=row.game,
        ended=row.ended,
        player=row.player,
        place=row.place,
        seats=row.seats,
        counts=bool(row.counts),
        left=bool(row.departed),
        rating=_rating(row),
    )
