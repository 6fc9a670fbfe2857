"""§4 Sets of tiles in which rings, links and pairs compete: the arranger reaches the exact optimum.

    python -m fairground.games.fireworks.tests.test_fireworks_hard_sets

finds the optima anew with the exact model and prints them.
"""

from textwrap import wrap
from typing import cast

import pytest

from fairground.engine.rng import Rng, seeded
from fairground.games import load
from fairground.games.fireworks.arranger.arranger import arrange
from fairground.games.fireworks.rules.score import tally
from fairground.games.fireworks.rules.tiles import COLOUR, EXTRA, FLOWER, SHAPE, SPECIAL
from fairground.games.fireworks.rules.turn import Fireworks
from fairground.games.fireworks.tests.test_fireworks_arranger import optimum

SETS = 300
TOGETHER = 20  # sets in one test
HALVES = (1, 2)  # extras
CHARACTERS = 7
SHAPES = {1: 3, 2: 6}  # in the box, by rules
FIRST_OPTIMA = """
31 32 23 28 18 32 19 30 36 34 28 27 37 27 32 29 31 31 23 30 30 31 32 29 30 29 34 26 25 31 36 33 27
32 33 36 33 37 36 24 27 32 31 23 28 35 32 33 27 28 28 31 26 31 31 30 24 28 32 29 36 32 26 29 29 35
38 27 34 32 28 26 26 31 34 32 21 29 26 37 28 28 33 32 30 31 22 23 31 31 37 29 33 38 30 31 33 32 33
27 35 29 30 32 26 32 33 33 35 26 31 26 24 28 36 32 31 31 29 27 27 32 35 27 27 32 33 27 31 34 33 34
31 27 32 32 28 32 32 26 36 32 31 31 30 29 26 31 27 31 32 28 36 32 30 30 30 31 34 27 30 32 29 32 27
30 28 29 30 32 32 29 24 30 26 29 38 37 35 31 26 25 30 31 28 34 34 24 26 31 31 32 21 28 32 34 33 30
33 24 29 34 32 29 35 31 33 28 31 32 34 31 23 35 30 33 21 32 34 26 34 34 34 32 33 31 35 26 34 31 32
29 33 31 24 24 39 32 32 23 32 32 25 30 23 32 32 31 25 32 34 30 21 28 37 21 32 34 36 32 31 32 34 26
30 32 32 32 26 31 29 31 23 35 29 30 24 29 28 32 25 25 38 27 40 32 27 23 29 35 35 26 29 32 32 27 27
34 28 27
"""
SECOND_OPTIMA = """
27 32 26 28 19 31 19 26 25 34 29 30 31 28 27 26 27 28 22 29 32 30 32 28 22 29 34 23 29 30 34 33 20
32 27 31 25 37 36 23 20 32 24 22 21 33 32 28 23 28 23 27 28 31 25 30 20 24 29 29 33 35 22 28 22 34
33 30 24 31 27 18 27 32 30 25 22 28 20 29 19 28 32 31 23 31 23 19 24 31 31 26 24 37 23 28 23 32 34
23 35 31 24 32 23 32 33 31 31 28 31 14 17 28 35 29 33 27 24 27 20 33 36 26 26 32 33 33 28 35 26 33
27 24 31 29 28 32 25 23 26 32 31 32 28 27 20 28 23 29 26 23 31 34 26 30 12 31 28 26 28 32 22 28 20
26 28 25 20 34 25 26 23 31 24 33 25 38 33 27 15 25 21 29 25 33 33 27 26 34 30 34 23 24 31 30 23 26
26 26 25 35 29 28 20 32 26 28 30 31 34 30 26 35 21 31 16 29 28 29 31 37 31 27 32 28 28 27 31 30 25
21 23 28 24 23 32 31 30 26 34 28 19 29 20 32 31 28 20 32 33 29 21 27 33 23 35 34 28 35 24 34 28 23
29 32 33 28 27 32 20 32 21 34 28 26 23 31 28 33 19 26 37 26 35 32 20 25 26 35 35 29 20 31 32 26 20
34 23 20
"""
OPTIMA = {1: FIRST_OPTIMA, 2: SECOND_OPTIMA}  # by rules


def hard_set(number: int, rules: int = 2) -> Fireworks:
    """Return a board of 14 to 21 tiles that fit the cores, or one shape, or each other's halves."""
    rng = seeded(f"hard {number}")
    game = load("fireworks", rules)
    state = cast("Fireworks", game.setup(2, rng.fork(), {"variant": "speed", "arrange": "hand"}))
    state.character[0] = number % CHARACTERS
    cores = [int(state.face[tile]) for tile in state.board[:23] if tile >= 0]
    tiles = 14 + rng.below(8)
    shapes = [int(rng.below(SHAPES[rules])) for _ in range(2)]
    worth = [
        attraction(int(state.face[tile]), number % 4, cores, shapes, rng)
        for tile in range(len(state.printed.sky))
    ]
    for tile in sorted(range(len(worth)), key=worth.__getitem__, reverse=True)[:tiles]:
        state.drop(0, tile)
    return state


def attraction(face: int, mode: int, cores: list[int], shapes: list[int], rng: Rng) -> int:
    """Return a number that is mostly larger for tiles that a set of this mode is made of."""
    if face >= SPECIAL:
        return int(rng.below(150))
    worth = int(rng.below(100)) - 200 * (EXTRA[face] == FLOWER and mode != 0)
    if mode in (0, 1):
        worth += 60 * (COLOUR[face] in cores) + 60 * (SHAPE[face] in shapes)
    if mode in (1, 2):
        worth += 70 * (EXTRA[face] in HALVES)
    if mode == 3:
        worth += 50 * (COLOUR[face] == cores[0]) + 60 * (EXTRA[face] == 2) + 40 * (SHAPE[face] == shapes[0])
    return worth


def reached(state: Fireworks) -> int:
    arrange(state, 0)
    return int(tally(state, 0).total())


def sets_from(first: int, rules: int) -> list[Fireworks]:
    return [hard_set(number, rules) for number in range(first, first + TOGETHER)]


def optima_from(first: int, rules: int) -> list[int]:
    return [int(points) for points in OPTIMA[rules].split()[first : first + TOGETHER]]


@pytest.mark.parametrize("rules", OPTIMA)
@pytest.mark.parametrize("first", range(0, SETS, TOGETHER))
def test_4_hard_sets_reach_the_exact_optimum(first: int, rules: int) -> None:
    assert [reached(state) for state in sets_from(first, rules)] == optima_from(first, rules)


@pytest.mark.parametrize("first", range(0, SETS, TOGETHER))
def test_4_hard_sets_of_the_first_box_reach_the_exact_optimum_under_the_present_rules(first: int) -> None:
    states = sets_from(first, 1)
    for state in states:
        state.rules = 2
    assert [reached(state) for state in states] == optima_from(first, 1)


@pytest.mark.soak
@pytest.mark.parametrize("rules", OPTIMA)
@pytest.mark.parametrize("first", range(0, SETS, TOGETHER))
def test_4_the_optima_of_hard_sets_are_exact(first: int, rules: int) -> None:
    assert [optimum(state) for state in sets_from(first, rules)] == optima_from(first, rules)


if __name__ == "__main__":
    for edition in OPTIMA:
        print("\n".join(wrap(" ".join(str(optimum(hard_set(n, edition))) for n in range(SETS)), 100)), "\n")
