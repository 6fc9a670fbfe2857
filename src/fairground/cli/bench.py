"""Measuring how fast games are, beside their peers in the same run."""

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

from fairground.cli import peers as others
from fairground.engine.errors import BadSetting
from fairground.engine.game import Game
from fairground.engine.playout import imaginings, playout
from fairground.engine.rng import seeded
from fairground.engine.state import State
from fairground.pure import is_compiled

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
    extra: dict[str, float] = {}  # what the game itself measures


@dataclass
class Sample:
    """What was played, and in what time."""

    moves: float = 0
    matches: float = 0
    took: float = 0.0

    def speed(self) -> float:
        return self.moves / self.took


def peers(names: list[str]) -> list[str]:
    """The peers to measure, checked to be there."""
    for name in names:
        if name not in PEERS:
            raise BadSetting(f"expected a peer ({' or '.join(PEERS)}), got {name!r}")
    if "open_spiel" in names:
        others.need_open_spiel()
    return names


class Runner(Protocol):
    """One contestant: plays at random for a while."""

    def run(self, seconds: float) -> Sample: ...

    def row(self, best: Sample) -> Row: ...


def measure_all(
    tables: list[tuple[Game[State, object], int]],
    options: Mapping[str, str],
    seconds: float,
    peers: list[str],
) -> list[Row]:
    """All contestants in turn, a few rounds of it; the best of each, so that a busy machine disturbs less."""
    runners: list[Runner] = []
    for game, seats in tables:
        for chosen in game.options_to_measure(options):
            ours = Ours(game, seats, chosen)
            runners += [ours, Pure(ours)] if "pure" in peers and is_compiled() else [ours]
    runners += [OpenSpiel()] if "open_spiel" in peers else []
    rounds = [[runner.run(seconds / ROUNDS) for runner in runners] for _ in range(ROUNDS)]
    best = [max(samples, key=Sample.speed) for samples in zip(*rounds, strict=True)]
    return [runner.row(sample) for runner, sample in zip(runners, best, strict=True)]


@dataclass
class Ours:
    """Random play of a game from fresh deals, each match played to the end and its points counted."""

    game: Game[State, object]
    seats: int
    options: dict[str, str]

    def __post_init__(self) -> None:
        self.rng = seeded("bench")
        self.start = self.game.setup(self.seats, self.rng.fork(), self.options)

    def run(self, seconds: float) -> Sample:
        sample = Sample()
        while sample.took < seconds:
            self.start = self.game.setup(self.seats, self.rng.fork(), self.options)
            began = time.perf_counter()
            for _ in range(BATCH):
                state = self.start.copy()
                state.rng = self.rng.fork()
                sample.moves += int(playout(state, self.rng, self.game.longest))
                state.scores()  # a playout that is not counted tells nothing
            sample.took += time.perf_counter() - began
            sample.matches += BATCH
        return sample

    def row(self, best: Sample) -> Row:
        return Row(
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
        """Worlds imagined a second in the middle of a match."""
        state = self.start.copy()
        whole = playout(state.copy(), self.rng.copy(), self.game.longest)
        playout(state, self.rng, whole // 2)
        made, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            imaginings(state, 0, self.rng, 1000)
            made += 1000
        return made / (time.perf_counter() - began)


def bytes_of(state: State) -> float:
    """What a copy of the state takes."""
    copies = 1000
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = [state.copy() for _ in range(copies)]
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before - sys.getsizeof(kept)) / copies


class Pure:
    """The same without compiled code, in a process of its own."""

    def __init__(self, ours: Ours) -> None:
        self.command = [sys.executable, "-m", "fairground", "bench", ours.game.name, "--json"]
        self.command += ["--seats", str(ours.seats)]
        for name, value in ours.options.items():
            self.command += ["--option", f"{name}={value}"]
        self.rows: list[Row] = []

    def run(self, seconds: float) -> Sample:
        environment = {**os.environ, "FAIRGROUND_PURE": "1"}
        command = [*self.command, "--seconds", str(seconds)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        row = msgspec.convert(json.loads(done.stdout)[0], Row)
        self.rows.append(row)
        return Sample(row.moves_per_second, row.games_per_second, 1.0)

    def row(self, best: Sample) -> Row:
        return max(self.rows, key=lambda row: row.moves_per_second)


class OpenSpiel:
    """The rollouts of OpenSpiel's own Monte Carlo search, which are C++."""

    def __init__(self) -> None:
        self.length = others.breakthrough_length()

    def run(self, seconds: float) -> Sample:
        rollouts, took = others.breakthrough_rollouts(seconds)
        return Sample(rollouts * self.length, rollouts, took)

    def row(self, best: Sample) -> Row:
        return Row(
            game="breakthrough",
            seats=2,
            compiled=True,
            moves_per_second=best.speed(),
            games_per_second=best.matches / best.took,
            moves_per_game=self.length,
            peer="open_spiel",
        )


def ratios(rows: list[Row]) -> Iterator[tuple[Row, float, str]]:
    """Our compiled rows over each peer, and over ourselves without compiling."""
    for ours in (row for row in rows if row.peer is None and row.compiled):
        for row in rows:
            if row.peer:
                yield ours, ours.moves_per_second / row.moves_per_second, f"{row.peer} {row.game}"
            elif not row.compiled and _table(row) == _table(ours):
                yield ours, ours.moves_per_second / row.moves_per_second, "pure"


def _table(row: Row) -> tuple[str, int, dict[str, str]]:
    return row.game, row.seats, row.options
