"""What is drawn by lot in a tournament. Its seed and the purpose decide it, so it can be drawn again."""

import hmac
from collections.abc import Sequence
from typing import TypeVar

from fairground.engine.rng import keyed

T = TypeVar("T")


def draw_lots(seed: str, purpose: str, items: Sequence[T]) -> list[T]:
    """Return the items in the order that is drawn for a purpose."""
    order = list(range(len(items)))
    keyed(hmac.digest(seed.encode(), purpose.encode(), "sha256")).shuffle(order)
    return [items[number] for number in order]
