"""Measuring how fast games are, beside their peers in the same run."""

import json
import os
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Iterator, Mapping

import msgspec

from fairground.cli import peers as others
from fairground.engine.errors import BadSetting
from fairground.engine.game import Game
from fairground.engine.playout import imaginings, playout
from fairground.engine.rng import seeded
from fairground.engine.state import State
from fairground.pure import compiled

PEERS = ("open_spiel", "pure")
ROUNDS = 3
BATCH = 50


class Row(msgspec.Struct):
    """One line of the bench. `peer` is None for us."""

    game: str
    seats: int
    compiled: bool
    moves_per_second: float
    games_per_second: float
    moves_per_game: float
    worlds_per_second: float | None = None
    bytes_per_state: float | None = None
    options: dict[str, str] = {}
    peer: str | None = None


def peers(names: list[str]) -> list[str]:
    """The peers to measure, checked to be there."""
    for name in names:
        if name not in PEERS:
            raise BadSetting(f"expected a peer ({' or '.join(PEERS)}), got {name!r}")
    if "open_spiel" in names:
        others.need_open_spiel()
    return names


def measure_all(
    tables: list[tuple[Game[State, object], int]],
    options: Mapping[str, str],
    seconds: float,
    peers: list[str],
) -> list[Row]:
    rows = []
    for game, seats in tables:
        rows.append(measure(game, seats, options, seconds))
        if "pure" in peers and compiled():
            rows.append(measure_pure(game, seats, options, seconds))
    if "open_spiel" in peers:
        rows.append(measure_open_spiel(seconds))
    return rows


def measure(game: Game[State, object], seats: int, options: Mapping[str, str], seconds: float) -> Row:
    """Random play from fresh deals: the best of a few rounds, so that a busy machine disturbs less."""
    settled = game.settled(options, study=True)
    rounds = [_round(game, seats, settled, f"{number}", seconds / ROUNDS) for number in range(ROUNDS)]
    moves, matches, took = max(rounds, key=lambda result: result[0] / result[2])
    return Row(
        game=game.name,
        seats=seats,
        compiled=compiled(),
        moves_per_second=moves / took,
        games_per_second=matches / took,
        moves_per_game=moves / matches,
        worlds_per_second=_worlds(game, seats, settled, seconds / ROUNDS),
        bytes_per_state=_bytes(game.setup(seats, seeded("bytes"), settled)),
        options=settled,
    )


def _round(
    game: Game[State, object], seats: int, options: Mapping[str, str], seed: str, seconds: float
) -> tuple[int, int, float]:
    rng = seeded(seed)
    moves, matches, took = 0, 0, 0.0
    while took < seconds:
        start = game.setup(seats, rng.fork(), options)
        began = time.perf_counter()
        for _ in range(BATCH):
            state = start.copy()
            state.rng = rng.fork()
            moves += playout(state, rng, game.longest)
        took += time.perf_counter() - began
        matches += BATCH
    return moves, matches, took


def _worlds(game: Game[State, object], seats: int, options: Mapping[str, str], seconds: float) -> float:
    """Worlds imagined a second in the middle of a match."""
    state, rng = game.setup(seats, seeded("worlds"), options), seeded("worlds")
    whole = playout(state.copy(), rng.copy(), game.longest)
    playout(state, rng, whole // 2)
    made, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        imaginings(state, 0, rng, 1000)
        made += 1000
    return made / (time.perf_counter() - began)


def _bytes(state: State) -> float:
    """What a copy of the state takes."""
    copies = 1000
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = [state.copy() for _ in range(copies)]
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before - sys.getsizeof(kept)) / copies


def measure_pure(game: Game[State, object], seats: int, options: Mapping[str, str], seconds: float) -> Row:
    """The same without compiled code, in a process of its own."""
    command = [sys.executable, "-m", "fairground", "bench", game.name, "--json"]
    command += ["--seats", str(seats), "--seconds", str(seconds)]
    command += [part for name, value in options.items() for part in ("--option", f"{name}={value}")]
    environment = {**os.environ, "FAIRGROUND_PURE": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return msgspec.convert(json.loads(done.stdout)[0], Row)


def measure_open_spiel(seconds: float) -> Row:
    """The rollouts of OpenSpiel's own Monte Carlo search, which are C++."""
    length = others.breakthrough_length()
    rounds = [others.breakthrough_rollouts(seconds / ROUNDS) for _ in range(ROUNDS)]
    rollouts, took = max(rounds, key=lambda result: result[0] / result[1])
    return Row(
        game="breakthrough",
        seats=2,
        compiled=True,
        moves_per_second=rollouts * length / took,
        games_per_second=rollouts / took,
        moves_per_game=length,
        peer="open_spiel",
    )


def ratios(rows: list[Row]) -> Iterator[tuple[Row, float, str]]:
    """Our compiled rows over each peer, and over ourselves without compiling."""
    for ours in (row for row in rows if row.peer is None and row.compiled):
        for row in rows:
            if row.peer:
                yield ours, ours.moves_per_second / row.moves_per_second, f"{row.peer} {row.game}"
            elif not row.compiled and (row.game, row.seats) == (ours.game, ours.seats):
                yield ours, ours.moves_per_second / row.moves_per_second, "pure"
