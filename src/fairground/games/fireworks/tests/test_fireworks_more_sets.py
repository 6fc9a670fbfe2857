"""§4 of Fireworks: the arranger reaches the exact optimum on many more random sets."""

from fairground.games.fireworks.tests.test_fireworks_arranger import compare


def test_4_100_more_sets_reach_the_exact_optimum() -> None:
    total, best = compare(range(20, 120))
    assert total == best
