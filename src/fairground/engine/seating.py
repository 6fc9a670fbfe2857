"""Seats by lot: who sits where is drawn from the seed of the match, but not with the numbers of its deal."""

import hmac

from fairground.engine.rng import keyed

PURPOSE = b"seats"


def draw_order(seed: str | bytes, seats: int) -> list[int]:
    """Draw seats by lot: entry n is the former place of whoever sits in seat n from now on.

    Nobody can predict it without the seed. The generator has a secret of its own, the HMAC-SHA256 of
    `seats` under the seed, so the draw tells nothing about the deal, and the deal nothing about the draw.
    """
    secret = seed.encode() if isinstance(seed, str) else seed
    order = list(range(seats))
    keyed(hmac.digest(secret, PURPOSE, "sha256")).shuffle(order)
    return order
