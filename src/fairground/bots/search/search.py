"""A search of one position, for programs: how often it tried each move, and what it found them worth."""

import time
from dataclasses import dataclass
from typing import Final

from fairground.bots.search.tree import ONE
from fairground.bots.search.tree_search import TreeSearch
from fairground.engine.judge import Judge
from fairground.engine.mind import Mind

CLOCK_INTERVAL: Final = 8  # iterations between two looks at the clock


@dataclass
class SearchedMove:
    """A move, how often the search tried it, and the mean share of the win that its tries brought."""

    move: int
    visits: int
    value: float


class Search:
    """A tree search of the decision that a mind owes.

    ```python
    search = Search(match.mind(seat), iterations=300)
    search.run()
    for found in search.moves():
        print(match.game.write(found.move), found.visits, found.value)
    ```
    """

    def __init__(
        self, mind: Mind, judge: Judge | None = None, iterations: int = 300, reopens: bool = False
    ) -> None:
        """`judge` is the game's own by default. The search makes `iterations` iterations at most.

        If it `reopens`, others choose again in the search what they have sealed already.
        """
        self.tree_search = TreeSearch(mind, mind.judge if judge is None else judge, iterations, reopens)

    @property
    def iterations(self) -> int:
        """How many iterations it has made."""
        return self.tree_search.made

    def run(self, seconds: float | None = None) -> None:
        """Search on until all iterations are made or the time is up."""
        deadline = None if seconds is None else time.monotonic() + seconds
        while self.tree_search.think(CLOCK_INTERVAL):
            if deadline is not None and time.monotonic() >= deadline:
                return

    def moves(self) -> list[SearchedMove]:
        """Return the moves of the seat that it has met in a world, ascending."""
        return [
            SearchedMove(move, visits, float(gain) / float(ONE * visits) if visits else 0.0)
            for move, visits, gain in self.tree_search.moves()
        ]

    def shares(self) -> list[float]:
        """Return each seat's mean share over all iterations; call `run` first."""
        made = max(self.tree_search.made, 1)
        return [float(total) / float(ONE * made) for total in self.tree_search.walk.totals]

    def best(self) -> int:
        """Return the move to make; where seats choose at the same time it is drawn."""
        return self.tree_search.best()
