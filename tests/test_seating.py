"""Seats are drawn by lot: every order is equally likely, and tells nothing about the deal."""

from collections import Counter
from itertools import permutations

import pytest

from fairground.engine.rng import keyed
from fairground.engine.seating import draw_order

# The chi-square values that a fair draw exceeds once in 10,000 times, by degrees of freedom.
RARE = {1: 15.14, 5: 25.74, 23: 57.5}


def secrets(count: int) -> list[bytes]:
    """Return seeds as servers have them, always the same ones."""
    return [number.to_bytes(32, "big") for number in range(count)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_order_is_equally_likely(seats: int) -> None:
    draws = 2400
    counts = Counter(tuple(draw_order(seed, seats)) for seed in secrets(draws))
    assert set(counts) == set(permutations(range(seats)))
    expected = draws / len(counts)
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi_square < RARE[len(counts) - 1]


def test_a_seed_in_words_draws_too_and_always_the_same() -> None:
    draws = [tuple(draw_order(f"seed {number}", 3)) for number in range(100)]
    assert draws == [tuple(draw_order(f"seed {number}", 3)) for number in range(100)]
    assert set(draws) == set(permutations(range(3)))


def test_the_draw_does_not_use_the_numbers_of_the_deal() -> None:
    """Otherwise the seats, which everybody sees, would tell how the cards were shuffled."""
    same = 0
    for seed in secrets(1000):
        shuffled = list(range(5))
        keyed(seed).shuffle(shuffled)
        same += shuffled == draw_order(seed, 5)
    assert same < 30  # one in 120 by chance
