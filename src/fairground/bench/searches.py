"""Measure how fast bots search: iterations per second, matches per hour, and bytes per search."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec

from fairground.bench import breakthrough
from fairground.bench.timing import ROUNDS, Speedup, rate
from fairground.bots import LEVELS, bot
from fairground.bots.search.tree_search import TreeSearch
from fairground.engine.game import Game
from fairground.engine.judge import Judge
from fairground.engine.rng import Rng, seeded
from fairground.engine.state import State

ITERATIONS = 1000
LEVEL = LEVELS[1]


class SearchRow(msgspec.Struct):
    """The speed of searches in one game with a number of seats. `peer` is None for our own searches.

    Iterations are guided by the game's judge; rollouts are iterations with a random playout to the end, like
    those of the peer.
    """

    game: str
    seats: int
    iterations_per_second: float | None
    rollouts_per_second: float
    matches_per_hour: float | None = None  # on one core, all seats played by `LEVEL`
    bytes_per_search: float | None = None
    options: dict[str, str] = {}
    peer: str | None = None


@dataclass
class SearchBenchmark:
    """TreeSearch from the start of a game, with a new deal and a new tree every time."""

    game: Game[State, object]
    seats: int
    options: dict[str, str]
    rng: Rng = field(default_factory=lambda: seeded("pace"))
    bytes: float = 0.0

    def _search(self, judge: Judge) -> int:
        state = self.game.setup(self.seats, self.rng.fork(), self.options)
        mind = self.game.mind(state, int(state.actor), self.rng.fork())
        search = TreeSearch(mind, judge, ITERATIONS)
        search.think(ITERATIONS)
        self.bytes = float(search.tree.size())
        return ITERATIONS

    def search_with_judge(self) -> int:
        """TreeSearch as the levels do; return the number of iterations."""
        return self._search(self.game.judge())

    def search_with_rollouts(self) -> int:
        """TreeSearch with random playouts to the end; return the number of iterations."""
        return self._search(Judge())

    def play_match(self) -> int:
        """Play a match of `LEVEL` against itself; return 1."""
        state = self.game.setup(self.seats, self.rng.fork(), self.options)
        player = bot(LEVEL)
        while actors := state.actors():
            seat = int(state.someone(self.rng)) if len(actors) > 1 else actors[0]
            state.play(seat, player.choose(self.game.mind(state, seat, self.rng.fork())))
        return 1

    def row(self, iterations: float, rollouts: float, seconds: float) -> SearchRow:
        """Return the result, given the best rates; matches are played for some more seconds."""
        size = self.bytes  # of the last search, which was one with rollouts
        matches = 3600 * rate(self.play_match, seconds)
        return SearchRow(self.game.name, self.seats, iterations, rollouts, matches, size, self.options)


def measure(
    tables: list[tuple[Game[State, object], int]],
    options: dict[str, str],
    seconds: float,
    peers: list[str],
    rounds: int = ROUNDS,
) -> list[SearchRow]:
    """Measure searches in games with numbers of seats, and the peer, for about `seconds` each."""
    ours = [
        SearchBenchmark(game, n, chosen) for game, n in tables for chosen in game.options_to_measure(options)
    ]
    tasks = [task for each in ours for task in (each.search_with_judge, each.search_with_rollouts)]
    tasks += [breakthrough.search] if "open_spiel" in peers else []
    runs = [[rate(task, seconds / rounds) for task in tasks] for _ in range(rounds)]
    best = [max(rates) for rates in zip(*runs, strict=True)]
    rows = [each.row(best[2 * i], best[2 * i + 1], seconds) for i, each in enumerate(ours)]
    if "open_spiel" in peers:
        rows.append(SearchRow("breakthrough", 2, None, best[-1], peer="open_spiel"))
    return rows


def compare(rows: list[SearchRow]) -> Iterator[Speedup]:
    """Compare our searches with rollouts with those of the peer, which does the same."""
    for peer in (row for row in rows if row.peer):
        for ours in (row for row in rows if not row.peer):
            ratio = ours.rollouts_per_second / peer.rollouts_per_second
            yield Speedup(ours.game, ours.seats, ours.options, ratio, f"{peer.peer} {peer.game}")
