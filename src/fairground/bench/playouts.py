"""Measure random play: moves and matches per second, imagined worlds per second, and bytes per state."""

import json
import os
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

import msgspec

from fairground.bench import breakthrough
from fairground.bench.timing import ROUNDS, Speedup
from fairground.engine.errors import BadSetting
from fairground.engine.game import Game
from fairground.engine.playout import imaginings, playout
from fairground.engine.rng import seeded
from fairground.engine.state import State
from fairground.pure import is_compiled

PEERS = ("open_spiel", "pure")
BATCH = 50  # playouts from one deal


class PlayoutRow(msgspec.Struct):
    """The speed of one game with a number of seats. `peer` is None for our own games."""

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
    extra: dict[str, float] = {}  # figures that the game measures itself


@dataclass
class PlayoutSample:
    """How many moves and matches were played, and how long that took in seconds."""

    moves: float = 0
    matches: float = 0
    took: float = 0.0

    def speed(self) -> float:
        """Return the moves per second."""
        return self.moves / self.took


def check_peers(names: list[str]) -> list[str]:
    """Return the names if they are peers whose libraries are installed."""
    for name in names:
        if name not in PEERS:
            raise BadSetting(f"expected a peer ({' or '.join(PEERS)}), got {name!r}")
    if "open_spiel" in names:
        breakthrough.need_open_spiel()
    return names


class PlayoutBenchmark(Protocol):
    """A contestant that plays at random."""

    def run(self, seconds: float) -> PlayoutSample:
        """Play for a while."""

    def row(self, best: PlayoutSample) -> PlayoutRow:
        """Return the result, given the best sample."""


def measure(
    tables: list[tuple[Game[State, object], int]],
    options: Mapping[str, str],
    seconds: float,
    peers: list[str],
    rounds: int = ROUNDS,
) -> list[PlayoutRow]:
    """Measure games with numbers of seats, and the peers, for about `seconds` each."""
    contestants: list[PlayoutBenchmark] = []
    for game, seats in tables:
        for chosen in game.options_to_measure(options):
            ours = OwnPlayouts(game, seats, chosen)
            contestants.append(ours)
            if "pure" in peers and is_compiled():
                contestants.append(InterpretedPlayouts(ours))
    contestants += [OpenSpielPlayouts()] if "open_spiel" in peers else []
    runs = [[contestant.run(seconds / rounds) for contestant in contestants] for _ in range(rounds)]
    best = [max(samples, key=PlayoutSample.speed) for samples in zip(*runs, strict=True)]
    return [contestant.row(sample) for contestant, sample in zip(contestants, best, strict=True)]


@dataclass
class OwnPlayouts:
    """Play random matches of one of our games to the end and count their points."""

    game: Game[State, object]
    seats: int
    options: dict[str, str]

    def __post_init__(self) -> None:
        self.rng = seeded("bench")
        self.start = self.game.setup(self.seats, self.rng.fork(), self.options)

    def run(self, seconds: float) -> PlayoutSample:
        sample = PlayoutSample()
        while sample.took < seconds:
            self.start = self.game.setup(self.seats, self.rng.fork(), self.options)
            began = time.perf_counter()
            for _ in range(BATCH):
                state = self.start.copy()
                state.rng = self.rng.fork()
                sample.moves += int(playout(state, self.rng, self.game.longest))
                state.scores()  # a search needs the result of a playout, so counting is part of it
            sample.took += time.perf_counter() - began
            sample.matches += BATCH
        return sample

    def row(self, best: PlayoutSample) -> PlayoutRow:
        return PlayoutRow(
            game=self.game.name,
            seats=self.seats,
            compiled=is_compiled(),
            moves_per_second=best.speed(),
            games_per_second=best.matches / best.took,
            moves_per_game=best.moves / best.matches,
            worlds_per_second=self.worlds(best.took / 2),
            bytes_per_state=bytes_of(self.start),
            options=self.options,
            extra=self.game.measures(self.start),
        )

    def worlds(self, seconds: float) -> float:
        """Return how many worlds are imagined per second in the middle of a match."""
        state = self.start.copy()
        whole = playout(state.copy(), self.rng.copy(), self.game.longest)
        playout(state, self.rng, whole // 2)
        made, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            imaginings(state, 0, self.rng, 1000)
            made += 1000
        return made / (time.perf_counter() - began)


def bytes_of(state: State) -> float:
    """Return how much memory a copy of the state takes."""
    copies = 1000
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = [state.copy() for _ in range(copies)]
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before - sys.getsizeof(kept)) / copies


class InterpretedPlayouts:
    """Play the same without compiled code. It runs `fairground bench` in a process of its own."""

    def __init__(self, ours: OwnPlayouts) -> None:
        self.command = [sys.executable, "-m", "fairground", "bench", ours.game.name, "--json"]
        self.command += ["--seats", str(ours.seats)]
        for name, value in ours.options.items():
            self.command += ["--option", f"{name}={value}"]
        self.rows: list[PlayoutRow] = []

    def run(self, seconds: float) -> PlayoutSample:
        environment = {**os.environ, "FAIRGROUND_PURE": "1"}
        command = [*self.command, "--seconds", str(seconds)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        row = msgspec.convert(json.loads(done.stdout)[0], PlayoutRow)
        self.rows.append(row)
        return PlayoutSample(row.moves_per_second, row.games_per_second, 1.0)

    def row(self, best: PlayoutSample) -> PlayoutRow:
        return max(self.rows, key=lambda row: row.moves_per_second)


class OpenSpielPlayouts:
    """Run the C++ rollouts of OpenSpiel's own Monte Carlo search."""

    def __init__(self) -> None:
        self.length = breakthrough.random_length()

    def run(self, seconds: float) -> PlayoutSample:
        rollouts, took = breakthrough.run_rollouts(seconds)
        return PlayoutSample(rollouts * self.length, rollouts, took)

    def row(self, best: PlayoutSample) -> PlayoutRow:
        return PlayoutRow(
            game="breakthrough",
            seats=2,
            compiled=True,
            moves_per_second=best.speed(),
            games_per_second=best.matches / best.took,
            moves_per_game=self.length,
            peer="open_spiel",
        )


def compare(rows: list[PlayoutRow]) -> Iterator[Speedup]:
    """Compare our compiled rows with each peer, and with the same game interpreted."""
    for ours in (row for row in rows if row.peer is None and row.compiled):
        for other in rows:
            if other.peer:
                yield _speedup(ours, other, f"{other.peer} {other.game}")
            elif not other.compiled and _setting(other) == _setting(ours):
                yield _speedup(ours, other, "pure")


def _speedup(ours: PlayoutRow, other: PlayoutRow, peer: str) -> Speedup:
    ratio = ours.moves_per_second / other.moves_per_second
    return Speedup(ours.game, ours.seats, ours.options, ratio, peer)


def _setting(row: PlayoutRow) -> tuple[str, int, dict[str, str]]:
    return row.game, row.seats, row.options
