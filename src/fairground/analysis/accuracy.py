"""The accuracy of a seat, and its result without luck."""

import math
from collections.abc import Sequence
from typing import Final

STEEPNESS: Final = 12.0  # so that losing a tenth of a share with every decision leaves about 30


def accuracy(losses: Sequence[float]) -> float | None:
    """Return a number from 0 to 100 for the losses of a seat's decisions; None if it had none.

    Each decision gets 100 if it lost nothing, and less by an exponential curve the more it lost, as the
    share of the win decides and not the points. The accuracy is their mean.
    """
    if not losses:
        return None
    return math.fsum(100.0 * math.exp(-STEEPNESS * loss) for loss in losses) / len(losses)
