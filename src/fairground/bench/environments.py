"""Measure how many random steps per second environments make, beside those of other libraries."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module, util
from typing import Any  # for libraries that ship no types

import msgspec

from fairground.bench.timing import ROUNDS, Speedup, Task, rate
from fairground.engine.errors import BadSetting, FairgroundError
from fairground.engine.game import Game
from fairground.engine.state import State
from fairground.research.batch import Batch

MATCHES = 1024  # in a batch
SINGLE = 200  # steps of an environment with a single match, before the clock is read


class StepRow(msgspec.Struct):
    """The speed of one environment. `peer` is None for ours.

    `steps_per_second` is that of a `Batch`, `single_per_second` that of our PettingZoo environment, stepped
    from Python.
    """

    game: str
    seats: int
    steps_per_second: float
    single_per_second: float | None = None
    options: dict[str, str] = {}
    peer: str | None = None


@dataclass
class StepBenchmark:
    """An environment to step: our batch and our single environment, or that of a peer."""

    game: str
    seats: int
    advance: Task
    single: Task | None = None
    options: dict[str, str] | None = None
    peer: str | None = None

    def run(self, seconds: float) -> tuple[float, float]:
        """Return the steps per second of the batch and of the single environment."""
        return rate(self.advance, seconds), rate(self.single, seconds) if self.single else 0.0

    def row(self, speeds: list[tuple[float, float]]) -> StepRow:
        """Return the result: the best of several runs."""
        many, single = (max(column) for column in zip(*speeds, strict=True))
        return StepRow(self.game, self.seats, many, single or None, self.options or {}, self.peer)


def measure(
    tables: list[tuple[Game[State, object], int]],
    options: dict[str, str],
    seconds: float,
    peers: list[str],
    matches: int = MATCHES,
    rounds: int = ROUNDS,
) -> list[StepRow]:
    """Measure batches of `matches` matches, and the environments of peers, for about `seconds` each."""
    contestants = [PEERS[name]() for name in check_peers(peers)]
    for game, seats in tables:
        contestants += [
            _batch_benchmark(game, seats, row, matches) for row in game.options_to_measure(options)
        ]
    runs = [[contestant.run(seconds / rounds) for contestant in contestants] for _ in range(rounds)]
    columns = zip(*runs, strict=True)
    rows = [each.row(list(speeds)) for each, speeds in zip(contestants, columns, strict=True)]
    return sorted(rows, key=lambda row: row.peer is not None)


def _batch_benchmark(
    game: Game[State, object], seats: int, options: dict[str, str], matches: int
) -> StepBenchmark:
    """Return the benchmark of a batch that moves at random and writes all observations and masks."""
    batch = Batch(game, matches, seats, options, seed="bench")

    def advance() -> int:
        batch.run(1)
        return matches

    single = (
        partial(_step_zoo, _own_environment(game, seats, options)) if util.find_spec("pettingzoo") else None
    )
    return StepBenchmark(game.name, seats, advance, single, options)


# PettingZoo environments, ours and those of its classic games


def _own_environment(game: Game[State, object], seats: int, options: dict[str, str]) -> object:
    zoo = import_module("fairground.research.pettingzoo")
    return _reset(zoo.env(game.name, seats=seats, options=options))


def _reset(environment: Any) -> object:
    environment.reset(seed=1)
    ready: object = environment
    return ready


def _step_zoo(environment: object, steps: int = SINGLE) -> int:
    zoo: Any = environment
    for _ in range(steps):
        if not zoo.agents:
            zoo.reset()
        observation, _, ended, cut, _ = zoo.last()
        mask = observation["action_mask"]
        zoo.step(None if ended or cut else int(random.choice(mask.nonzero()[0])))
    return steps


# Peers


def pgx() -> StepBenchmark:
    """Step Pgx's Hex in JAX: a batch as large as ours, one compiled loop of steps with automatic reset."""
    jax, pgx = import_module("jax"), import_module("pgx")
    environment = pgx.make("hex")
    step = import_module("pgx.experimental").auto_reset(environment.step, environment.init)

    def one(carry: Any, _: object) -> Any:
        state, key = carry
        key, chosen, fresh = jax.random.split(key, 3)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(chosen, logits, axis=1)
        return (jax.vmap(step)(state, actions, jax.random.split(fresh, MATCHES)), key), None

    loop = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=SINGLE // 4)[0])
    start = jax.vmap(environment.init)(jax.random.split(jax.random.PRNGKey(0), MATCHES))
    held = [loop((start, jax.random.PRNGKey(1)))]

    def advance() -> int:
        held[0] = loop(held[0])
        held[0][0].observation.block_until_ready()
        return MATCHES * (SINGLE // 4)

    return StepBenchmark("hex", 2, advance, peer="pgx")


def rlcard() -> StepBenchmark:
    """Step RLCard's Leduc hold'em."""
    environment = import_module("rlcard").make("leduc-holdem", config={"seed": 1})

    def advance() -> int:
        state, _ = environment.reset()
        made = 0
        while not environment.is_over():
            state, _ = environment.step(random.choice(list(state["legal_actions"])))
            made += 1
        return made

    return StepBenchmark("leduc-holdem", 2, advance, peer="rlcard")


def pettingzoo() -> StepBenchmark:
    """Step PettingZoo's Connect Four."""
    environment = _reset(import_module("pettingzoo").make("aec", "classic/connect_four-v3"))
    return StepBenchmark("connect_four", 2, partial(_step_zoo, environment), peer="pettingzoo")


def open_spiel() -> StepBenchmark:
    """Step OpenSpiel's vector environment over its C++ Breakthrough."""
    rl = import_module("open_spiel.python.rl_environment")
    environments = [rl.Environment("breakthrough") for _ in range(SINGLE)]
    vector = import_module("open_spiel.python.vector_env").SyncVectorEnv(environments)
    output = import_module("open_spiel.python.rl_agent").StepOutput
    held = [vector.reset()]

    def advance() -> int:
        chosen = [
            output(random.choice(now.observations["legal_actions"][now.observations["current_player"]]), None)
            for now in held[0]
        ]
        held[0] = vector.step(chosen, reset_if_done=True)[0]
        return SINGLE

    return StepBenchmark("breakthrough", 2, advance, peer="open_spiel")


PEERS: dict[str, Callable[[], StepBenchmark]] = {
    "pgx": pgx,
    "rlcard": rlcard,
    "pettingzoo": pettingzoo,
    "open_spiel": open_spiel,
}
NEEDS = {"open_spiel": ["pyspiel"], "pettingzoo": ["pettingzoo", "pygame"]}


def is_installed(peer: str) -> bool:
    """Return whether the libraries of a peer are here."""
    return all(util.find_spec(module) is not None for module in NEEDS.get(peer, [peer]))


def check_peers(names: list[str]) -> list[str]:
    """Return the names if they are peers whose libraries are installed."""
    for name in names:
        if name not in PEERS:
            raise BadSetting(f"expected a peer ({' or '.join(PEERS)}), got {name!r}")
        if not is_installed(name):
            raise FairgroundError(f"{name} is not installed; pip install 'fairground[bench]'")
    return names


def compare(rows: list[StepRow]) -> Iterator[Speedup]:
    """Compare our batches with each peer."""
    for peer in (row for row in rows if row.peer):
        for own in (row for row in rows if not row.peer):
            ratio = own.steps_per_second / peer.steps_per_second
            yield Speedup(own.game, own.seats, own.options, ratio, f"{peer.peer} {peer.game}")
