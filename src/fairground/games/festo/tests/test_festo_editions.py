"""What the first version of the rules did otherwise: at the grocery a seat took as many cubes as it could."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from fairground import Record, load
from fairground.games.festo.tests.tables import GAME

POSITION = {
    "game": "festo",
    "seats": 2,
    "options": {"events": "none"},
    "state": {
        "phase": "act",
        "question": "buy",
        "turn": {"place": "grocery", "stage": "gather"},
        "helpers": [{"grocery": 2}, {"grocery": 1}],
        "markets": {"grocery": {"honey": 3, "spice": 1}},
    },
}
RECORDS = [Record.parse(path.read_text()) for path in (Path(__file__).parent / "golden").glob("*.game")]


def buy_honey(rules: int) -> tuple[dict[str, int], int]:
    """Return the cubes of seat 0 after one move, and who is to move."""
    game = load("festo", rules)
    state = game.restore(POSITION)
    state.play(0, game.legal_move(state, 0, "buy honey"))
    return game.dump(state)["state"]["stocks"][0], int(state.actor)  # type: ignore[index]


@pytest.mark.parametrize(("rules", "expected"), [(1, ({"honey": 2}, 1)), (2, ({"honey": 1}, 0))])
def test_3_3_a_move_at_the_grocery_takes_one_cube_or_formerly_all(
    rules: int, expected: tuple[dict[str, int], int]
) -> None:
    assert buy_honey(rules) == expected


def test_the_present_rules_are_version_2() -> None:
    assert GAME.rules == 2


def test_a_golden_record_takes_fewer_cubes_than_it_may() -> None:
    """In a record of version 2 somebody buys a cube and then declines the next."""
    pairs: Counter[tuple[str, str]] = Counter()
    for record in RECORDS:
        if record.rules == 2:
            words = [move for _, move in record.moves]
            pairs.update((a.split()[0], b) for a, b in pairwise(words))
    assert pairs["buy", "nothing"]
