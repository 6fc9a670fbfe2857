"""Why a move is better: points by heading in the same worlds, with the errors of their differences."""

import pytest

from fairground.analysis.reasons import compare_points, standard_error
from fairground.analysis.report import Reasons
from fairground.analysis.summary import compare_headings


def test_differences_are_taken_within_each_world() -> None:
    """Worlds differ by 10 points, the moves by 1 in each: the difference is certain, the points are not."""
    pairs = [({"dishes": float(n), "": float(n)}, {"dishes": n + 1.0, "": n + 1.0}) for n in (0, 10, 20)]
    found = compare_points(pairs)
    assert found == Reasons({"dishes": 10.0}, {"dishes": 11.0}, {"dishes": 0.0}, 0.0)


def test_a_heading_that_only_one_move_reaches_counts_as_nothing_elsewhere() -> None:
    found = compare_points([({"": 0.0}, {"sets": 4.0, "": 4.0}), ({"": 0.0}, {"": 0.0})])
    assert found.made.get("sets", 0.0) == 0.0
    assert found.better["sets"] == 2.0
    assert found.errors["sets"] == pytest.approx(2.0) == found.error


def test_the_standard_error_is_that_of_a_mean() -> None:
    assert standard_error([1.0, 3.0]) == pytest.approx(1.0)
    assert standard_error([5.0]) == 0.0


def test_only_clear_differences_are_told() -> None:
    why = Reasons(
        {"dishes": 5.0, "sets": 5.0}, {"dishes": 6.0, "sets": 6.0}, {"dishes": 0.4, "sets": 0.6}, 1.0
    )
    assert compare_headings(why) == ["dishes 6.0 instead of 5.0"]
