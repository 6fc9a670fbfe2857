"""Search one position with several processes, each in imagined worlds of its own, and add up the results."""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from fairground.processes import Fork

MoveTally = list[tuple[int, int, int]]  # move, visits, gain


@dataclass
class ForkedSearch:
    """A search that runs in a fork of this process, which has the position in memory already."""

    fork: Fork

    @classmethod
    def start(cls, search: Callable[[], MoveTally]) -> "ForkedSearch":
        return cls(Fork(lambda: msgspec.json.encode(search())))

    def result(self, deadline: float | None = None) -> MoveTally:
        """Wait for the search to finish; nothing if it was cancelled, died or is not done by the deadline."""
        data = self.fork.result(deadline)
        return msgspec.json.decode(data, type=MoveTally) if data else []

    def cancel(self) -> None:
        self.fork.kill()


def add_tallies(tallies: list[MoveTally]) -> MoveTally:
    """Return the sums, move by move."""
    sums: dict[int, tuple[int, int]] = {}
    for tally in tallies:
        for move, visits, gain in tally:
            before = sums.get(move, (0, 0))
            sums[move] = (before[0] + visits, before[1] + gain)
    return [(move, *sums[move]) for move in sorted(sums)]
