"""`bench --search`: how fast bots think, beside OpenSpiel's search in the same run."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import msgspec
from rich.table import Table

from fairground.bots import LEVELS, bot
from fairground.bots.search.tree_search import TreeSearch
from fairground.cli import peers
from fairground.engine.game import Game
from fairground.engine.judge import Judge
from fairground.engine.rng import Rng, seeded
from fairground.engine.state import State

ROUNDS = 3
ITERATIONS = 1000
LEVEL = LEVELS[1]


class Pace(msgspec.Struct):
    """One line. `rollouts` are iterations whose playouts are random and go on to the end, like the peer's."""

    game: str
    seats: int
    iterations_per_second: float | None
    rollouts_per_second: float
    matches_per_hour: float | None = None  # on one core, all seats on level 2
    bytes_per_search: float | None = None
    options: dict[str, str] = {}
    peer: str | None = None


@dataclass
class Thinking:
    """Searches from the start of a game, a thousand iterations each, fresh every time."""

    game: Game[State, object]
    seats: int
    options: dict[str, str]
    rng: Rng = field(default_factory=lambda: seeded("pace"))
    bytes: float = 0.0

    def search(self, judge: Judge) -> TreeSearch:
        state = self.game.setup(self.seats, self.rng.fork(), self.options)
        mind = self.game.mind(state, int(state.actor), self.rng.fork())
        search = TreeSearch(mind, judge, ITERATIONS)
        search.think(ITERATIONS)
        self.bytes = float(search.tree.size())
        return search

    def guided(self) -> None:
        self.search(self.game.judge())

    def random(self) -> None:
        self.search(Judge())

    def match(self) -> None:
        """A match of level 2 against itself."""
        state = self.game.setup(self.seats, self.rng.fork(), self.options)
        player = bot(LEVEL)
        while actors := state.actors():
            seat = int(state.someone(self.rng)) if len(actors) > 1 else actors[0]
            state.play(seat, player.choose(self.game.mind(state, seat, self.rng.fork())))


def measure(
    tables: list[tuple[Game[State, object], int]],
    options: dict[str, str],
    seconds: float,
    against: list[str],
) -> list[Pace]:
    """All contestants in turn, a few rounds of it; the best of each."""
    rows = [Thinking(game, n, chosen) for game, n in tables for chosen in game.options_to_measure(options)]
    tasks = [task for row in rows for task in (row.guided, row.random)]
    tasks += [peers.breakthrough_search] if "open_spiel" in against else []
    rounds = [[rate(task, seconds / ROUNDS) for task in tasks] for _ in range(ROUNDS)]
    speeds = [ITERATIONS * max(rates) for rates in zip(*rounds, strict=True)]
    paces = [_pace(row, speeds[2 * i], speeds[2 * i + 1], seconds) for i, row in enumerate(rows)]
    if "open_spiel" in against:
        paces.append(Pace("breakthrough", 2, None, speeds[-1], peer="open_spiel"))
    return paces


def rate(task: Callable[[], None], seconds: float) -> float:
    """How often a second the task is done."""
    done, began = 0, time.perf_counter()
    while done == 0 or time.perf_counter() - began < seconds:
        task()
        done += 1
    return done / (time.perf_counter() - began)


def _pace(row: Thinking, guided: float, random: float, seconds: float) -> Pace:
    size = row.bytes  # of the last search, which was a random one
    matches = 3600 * rate(row.match, seconds)
    return Pace(row.game.name, row.seats, guided, random, matches, size, row.options)


def table(rows: list[Pace]) -> Table:
    shown = Table(
        "game", "seats", "", "iterations/s", "to the end/s", f"{LEVEL} matches/h", "bytes/search", box=None
    )
    for row in rows:
        numbers = (
            row.iterations_per_second,
            row.rollouts_per_second,
            row.matches_per_hour,
            row.bytes_per_search,
        )
        figures = ["" if number is None else f"{number:,.0f}" for number in numbers]
        shown.add_row(" ".join([row.game, *row.options.values()]), str(row.seats), row.peer or "", *figures)
    return shown


def ratios(rows: list[Pace]) -> Iterator[str]:
    """Our searches with random playouts to the end over the peer's, which does the same."""
    for peer in (row for row in rows if row.peer):
        for ours in (row for row in rows if not row.peer):
            ratio = ours.rollouts_per_second / peer.rollouts_per_second
            whose = f"{peer.peer} {peer.game}"
            yield f"{ours.game}, {ours.seats} seats: {ratio:.2f} times the iterations/s of {whose}"
