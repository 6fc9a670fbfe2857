"""`bench --batch`: how fast environments step at random, beside those of others in the same run."""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module, util
from typing import Any  # for peers that ship no types

import msgspec
from rich.table import Table

from fairground.engine.errors import BadSetting, FairgroundError
from fairground.engine.game import Game
from fairground.engine.state import State
from fairground.research.batch import Batch

ROUNDS = 3
MATCHES = 1024
SINGLE = 200  # steps of an environment that has one match
Advance = Callable[[], int]  # goes on for a while and tells how many steps that were


class Steps(msgspec.Struct):
    """One line. `single` is our own PettingZoo environment, step by step in Python."""

    game: str
    seats: int
    steps_per_second: float
    single_per_second: float | None = None
    options: dict[str, str] = {}
    peer: str | None = None


@dataclass
class Contest:
    """A game, or what a peer plays."""

    game: str
    seats: int
    advance: Advance
    single: Advance | None = None
    options: dict[str, str] | None = None
    peer: str | None = None

    def run(self, seconds: float) -> tuple[float, float]:
        return rate(self.advance, seconds), rate(self.single, seconds) if self.single else 0.0

    def row(self, speeds: list[tuple[float, float]]) -> Steps:
        many, single = (max(column) for column in zip(*speeds, strict=True))
        return Steps(self.game, self.seats, many, single or None, self.options or {}, self.peer)


def rate(advance: Advance, seconds: float) -> float:
    """Steps a second."""
    done, began = 0, time.perf_counter()
    while done == 0 or time.perf_counter() - began < seconds:
        done += advance()
    return done / (time.perf_counter() - began)


def measure(
    tables: list[tuple[Game[State, object], int]],
    options: dict[str, str],
    seconds: float,
    against: list[str],
    matches: int = MATCHES,
) -> list[Steps]:
    """All contestants in turn, a few rounds of it; the best of each. Ours have so many matches at once."""
    contests = [PEERS[name]() for name in checked(against)]
    contests += [
        ours(game, seats, row, matches) for game, seats in tables for row in game.options_to_measure(options)
    ]
    rounds = [[contest.run(seconds / ROUNDS) for contest in contests] for _ in range(ROUNDS)]
    rows = [
        contest.row(list(speeds)) for contest, speeds in zip(contests, zip(*rounds, strict=True), strict=True)
    ]
    return sorted(rows, key=lambda row: row.peer is not None)


def ours(game: Game[State, object], seats: int, options: dict[str, str], matches: int) -> Contest:
    """A batch that moves at random, observations and masks filled at every step; and the same one by one."""
    batch = Batch(game, matches, seats, options, seed="bench")

    def advance() -> int:
        batch.run(1)
        return matches

    single = partial(_zoo_steps, _own_environment(game, seats, options)) if _installed("pettingzoo") else None
    return Contest(game.name, seats, advance, single, options)


# Our environment and that of PettingZoo's classic games are stepped alike.


def _own_environment(game: Game[State, object], seats: int, options: dict[str, str]) -> object:
    zoo = import_module("fairground.research.pettingzoo")
    return _ready(zoo.env(game.name, seats=seats, options=options))


def _ready(environment: Any) -> object:
    environment.reset(seed=1)
    ready: object = environment
    return ready


def _zoo_steps(environment: object, steps: int = SINGLE) -> int:
    zoo: Any = environment
    for _ in range(steps):
        if not zoo.agents:
            zoo.reset()
        observation, _, ended, cut, _ = zoo.last()
        mask = observation["action_mask"]
        zoo.step(None if ended or cut else int(random.choice(mask.nonzero()[0])))
    return steps


# Peers


def pgx() -> Contest:
    """Hex in JAX, a batch as large as ours, compiled as one loop of random steps with automatic reset."""
    jax, pgx = import_module("jax"), import_module("pgx")
    environment = pgx.make("hex")
    step = import_module("pgx.experimental").auto_reset(environment.step, environment.init)

    def one(carry: Any, _: object) -> Any:
        state, key = carry
        key, chosen, fresh = jax.random.split(key, 3)
        likings = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(chosen, likings, axis=1)
        return (jax.vmap(step)(state, actions, jax.random.split(fresh, MATCHES)), key), None

    loop = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=SINGLE // 4)[0])
    start = jax.vmap(environment.init)(jax.random.split(jax.random.PRNGKey(0), MATCHES))
    held = [loop((start, jax.random.PRNGKey(1)))]

    def advance() -> int:
        held[0] = loop(held[0])
        held[0][0].observation.block_until_ready()
        return MATCHES * (SINGLE // 4)

    return Contest("hex", 2, advance, peer="pgx")


def rlcard() -> Contest:
    """RLCard's own stepping of Leduc hold'em with random choices."""
    environment = import_module("rlcard").make("leduc-holdem", config={"seed": 1})

    def advance() -> int:
        state, _ = environment.reset()
        made = 0
        while not environment.is_over():
            state, _ = environment.step(random.choice(list(state["legal_actions"])))
            made += 1
        return made

    return Contest("leduc-holdem", 2, advance, peer="rlcard")


def pettingzoo() -> Contest:
    environment = _ready(import_module("pettingzoo").make("aec", "classic/connect_four-v3"))
    return Contest("connect_four", 2, partial(_zoo_steps, environment), peer="pettingzoo")


def open_spiel() -> Contest:
    """OpenSpiel's vector environment over its C++ Breakthrough."""
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

    return Contest("breakthrough", 2, advance, peer="open_spiel")


PEERS: dict[str, Callable[[], Contest]] = {
    "pgx": pgx,
    "rlcard": rlcard,
    "pettingzoo": pettingzoo,
    "open_spiel": open_spiel,
}
MODULES = {"open_spiel": "pyspiel"}


def _installed(name: str) -> bool:
    return util.find_spec(MODULES.get(name, name)) is not None


def checked(against: list[str]) -> list[str]:
    """The peers to measure, checked to be there."""
    for name in against:
        if name not in PEERS:
            raise BadSetting(f"expected a peer ({' or '.join(PEERS)}), got {name!r}")
        if not _installed(name):
            raise FairgroundError(f"{name} is not installed; pip install 'fairground[bench]'")
    return against


# What is told


def table(rows: list[Steps]) -> Table:
    shown = Table("game", "seats", "", "steps/s", "one by one/s", "times", box=None)
    for row in rows:
        single = row.single_per_second
        shown.add_row(
            " ".join([row.game, *row.options.values()]),
            str(row.seats),
            row.peer or "",
            f"{row.steps_per_second:,.0f}",
            f"{single:,.0f}" if single else "",
            f"{row.steps_per_second / single:.0f}" if single else "",
        )
    return shown


def ratios(rows: list[Steps]) -> Iterator[str]:
    """Ours over each peer's."""
    for peer in (row for row in rows if row.peer):
        for own in (row for row in rows if not row.peer):
            ratio = own.steps_per_second / peer.steps_per_second
            yield f"{own.game}, {own.seats} seats: {ratio:.1f} times the steps/s of {peer.peer} {peer.game}"
