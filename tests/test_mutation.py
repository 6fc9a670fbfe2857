"""The tool that tests the tests: which faults it makes, how it names them, and what it says of them."""

import ast

import pytest

from mutation.__main__ import every_game
from mutation.explained import explanations
from mutation.operators import edits
from mutation.report import wilson
from mutation.subjects import GAMES, mutants, rule_files


def changed(code: str) -> set[str]:
    """What the mutants of a statement look like."""
    return {edit.text()[1] for edit in edits(ast.parse(code))}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x = a < b", {"x = a <= b"}),
        ("x = a + 3", {"x = a - 3", "x = a + 4", "x = a + 2"}),
        ("x = a and not b", {"x = a or not b", "x = a and b"}),
        ("x = y if a else b", {"x = y if True else b", "x = y if False else b"}),
        ("self.x = y", {"pass"}),
        ("f(a, b)", {"pass", "f(b, a)"}),
        ("x = max(a, b)", {"x = max(b, a)", "x = min(a, b)"}),
        ("x = y[:]", {"x = y"}),
    ],
)
def test_operators_change_one_thing_at_a_time(code: str, expected: set[str]) -> None:
    assert changed(code) == expected


@pytest.mark.parametrize(
    "code",
    [
        '"""Words."""',
        "x: list[3]",
        "import a",
        "assert a < 1",
        "raise E(1)",
        "@f(1)\ndef g(): ...",
        "x = 'a'",
    ],
)
def test_what_is_no_behaviour_is_left_alone(code: str) -> None:
    assert not changed(code)


def test_looking_at_a_mutant_leaves_the_code_as_it_was() -> None:
    tree = ast.parse("def f(a):\n    if a > 1:\n        return a + 1\n    return 0\n")
    before = ast.dump(tree)
    assert {edit.scope for edit in edits(tree)} == {"f"}
    assert all(edit.text() for edit in edits(tree))
    assert ast.dump(tree) == before


@pytest.mark.parametrize("name", every_game())
def test_every_game_has_rules_to_mutate(name: str) -> None:
    assert not [path for path in rule_files(name) if "tests" in path.relative_to(GAMES).parts]
    assert len(mutants(name)) > 100


@pytest.mark.parametrize("name", every_game())
def test_every_explanation_is_of_a_mutant_that_exists(name: str) -> None:
    found = mutants(name)
    for explanation in explanations(name):
        assert any(explanation.fits(mutant) for mutant in found), explanation


def test_the_interval_of_a_score() -> None:
    low, high = wilson(90, 100)
    assert (round(low, 3), round(high, 3)) == (0.826, 0.945)
