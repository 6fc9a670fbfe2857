"""§6 Sets of tiles in which rings, links and pairs compete: the arranger reaches the exact optimum.

    python -m fairground.games.fireworks.tests.test_fireworks_hard_sets

finds the optima anew with the exact model and prints them.
"""

from textwrap import wrap

import pytest

from fairground.engine.rng import Rng, seeded
from fairground.games.fireworks import GAME
from fairground.games.fireworks.arranger.arranger import arrange
from fairground.games.fireworks.rules.score import tally
from fairground.games.fireworks.rules.tiles import COLOUR, EXTRA, FLOWER, SHAPE, SPECIAL
from fairground.games.fireworks.rules.turn import Fireworks
from fairground.games.fireworks.tests.test_fireworks_arranger import optimum

SETS = 300
TOGETHER = 20  # sets in one test
HALVES = (1, 2)  # extras
CHARACTERS = 7
OPTIMA = """
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


def hard_set(number: int) -> Fireworks:
    """Return a board of 14 to 21 tiles that fit the cores, or one shape, or each other's halves."""
    rng = seeded(f"hard {number}")
    state = GAME.setup(2, rng.fork(), {"variant": "speed", "arrange": "hand"})
    state.character[0] = number % CHARACTERS
    cores = [int(state.face[tile]) for tile in state.board[:23] if tile >= 0]
    tiles = 14 + rng.below(8)
    shapes = [int(rng.below(3)), int(rng.below(3))]
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


def reached(number: int) -> int:
    state = hard_set(number)
    arrange(state, 0)
    return int(tally(state, 0).total())


@pytest.mark.parametrize("first", range(0, SETS, TOGETHER))
def test_6_hard_sets_reach_the_exact_optimum(first: int) -> None:
    numbers = slice(first, first + TOGETHER)
    optima = [int(points) for points in OPTIMA.split()]
    assert [reached(number) for number in range(SETS)[numbers]] == optima[numbers]


@pytest.mark.soak
def test_6_the_optima_of_hard_sets_are_exact() -> None:
    assert [optimum(hard_set(number)) for number in range(SETS)] == [int(points) for points in OPTIMA.split()]


if __name__ == "__main__":
    print("\n".join(wrap(" ".join(str(optimum(hard_set(number))) for number in range(SETS)), 100)))
