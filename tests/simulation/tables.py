"""The tables of a schedule: which game, who sits there, which clocks, and how far the match has come."""

import asyncio
from pathlib import Path
from random import Random
from typing import NamedTuple

from fairground import Match, State, games, load
from fairground.server import table_wire, wire
from fairground.server.backend import Backend
from fairground.server.store.store import Change
from fairground.server.tables.connection import Connection
from fairground.server.tables.rest_requests import TakeChair
from fairground.server.tables.state import TableState
from fairground.server.time_source import TimeSource
from simulation.database import Database
from simulation.invariants import SETUP

# The games of this project, without those that an environment variable adds.
GAMES = sorted(path.parent.name for path in Path(games.__file__ or "").parent.glob("*/box.toml"))
CLOCKS = (
    wire.Clock(),
    wire.Clock("move", 5),
    wire.Clock("move", 30),
    wire.Clock("bank", 20, 2),
    wire.Clock("bank", 120, 5),
)


class Seating(NamedTuple):
    """A table that is ready to be played at: its host's key, and the key of every person by seat."""

    table: str
    host: str
    keys: dict[int, str]


def draw_wish(rng: Random) -> table_wire.Create:
    """Return a table as somebody might wish for it. The first chair is always a person's."""
    game = load(rng.choice(GAMES))
    seats = rng.choice([count for count in game.seats if count <= 3] or [game.seats[0]])
    options = game.settle_options({}, study=True)  # those with which a match is shortest
    bots: list[str | None] = [None, *(rng.choice([None, "greedy"]) for _ in range(seats - 1))]
    away = rng.choice([None, 10, 10, 300])
    clock = rng.choice(CLOCKS)
    return table_wire.Create(
        game.name, seats, options, clock=clock, away=away, name="host", bots=bots, draw=True
    )


async def seat_people(backend: Backend, wish: table_wire.Create) -> Seating:
    """Set up a table, let people take all chairs without a bot, and begin the match."""
    created = await backend.registry.create(wish)
    assert created.key
    keys = {0: created.key}
    table = await backend.find_table(created.table.id)
    for seat in range(1, wish.seats):
        if wish.bots[seat] is None:
            taken = await table.request(TakeChair(seat, f"person {seat}", created.invitations[seat]))
            assert isinstance(taken, table_wire.Taken)
            keys[seat] = taken.key
    await _start(backend, created)
    return Seating(created.table.id, created.host, keys)


async def _start(backend: Backend, created: table_wire.Created) -> None:
    table = await backend.find_table(created.table.id)
    connection = Connection()
    table.connect(connection, wire.Hello(created.key, created.host))
    table.submit(connection, wire.Start())
    while (message := await connection.next()) is not None:
        if isinstance(wire.read_answer(message), wire.Done):
            break
    table.disconnect(connection)
    await asyncio.sleep(0)


def fast_forward(database: Database, table: str, rng: Random, time: TimeSource) -> None:
    """Play some random moves before the schedule begins; often almost to the end."""
    stored = database.table(table)
    state = TableState(stored)
    list(state.replay(list(database.made[table])))
    plan = _random_moves(state, rng)
    length = rng.choice([0, 0, rng.randint(0, min(30, len(plan))), max(0, len(plan) - rng.randint(1, 12))])
    changes = [state.play(seat, move, time.date()) for seat, move in plan[:length]]
    if changes:
        made = [move for change in changes for move in change.made]
        database.write([Change(state.stored, made=made)], SETUP)


def _random_moves(state: TableState, rng: Random) -> list[tuple[int, int]]:
    assert state.match is not None
    match: Match[State, object] = state.match.at(len(state.match.made))
    moves = []
    while not match.over:
        seat = rng.choice(match.state.actors())
        move = rng.choice(match.state.legal(seat))
        match.state.play(seat, move)
        moves.append((seat, move))
    return moves
