"""A bag: hidden things go in, and come out in an order that only chance decides. It is compiled.

Imagining a world deals hidden things again, and searches do that all the time. So a bag keeps counts
instead of sorting lists, and a game reuses one for all its states.
"""

from librt.vecs import vec
from mypy_extensions import i64

from fairground.engine.rng import Rng


class Bag:
    """Whole numbers below `kinds`, each as often as it was put in. After `shuffle`, `items` has them."""

    def __init__(self, kinds: i64) -> None:
        self.counts: vec[i64] = vec[i64]([0] * kinds)
        self.size: i64 = 0
        self.items: vec[i64] = vec[i64]()  # it may be longer than what was shuffled last

    def add(self, item: i64) -> None:
        self.counts[item] += 1
        self.size += 1

    def remove(self, item: i64) -> None:
        self.counts[item] -= 1
        self.size -= 1

    def shuffle(self, rng: Rng) -> None:
        """Empty the bag into `items`, ascending, and shuffle them: how they were put in leaves no trace."""
        if self.size > len(self.items):
            self.items = vec[i64]([0] * self.size)
        counts, items = self.counts, self.items
        size: i64 = 0
        for item in range(i64(len(counts))):
            count = counts[item]
            if count:
                counts[item] = 0
                for _ in range(count):
                    items[size] = item
                    size += 1
        self.size = 0
        rng.mix_part(items, 0, size)
