"""§4 From rules version 2 on the arranger is exact: no layout of the same tiles scores more.

rival_sets.txt has sets in which the arranger of the first rules loses points, each with its best points and
those of the first rules. `tile_sets` finds such sets.
"""

from itertools import islice

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.games.fireworks import GAME
from fairground.games.fireworks.arranger.arranger import arrange
from fairground.games.fireworks.faces import read_face
from fairground.games.fireworks.printed import printed_values
from fairground.games.fireworks.rules.boards import ARRANGE, TAKE
from fairground.games.fireworks.rules.printed import FireworksPrinted
from fairground.games.fireworks.rules.score import tally
from fairground.games.fireworks.rules.table import AUTO
from fairground.games.fireworks.rules.tiles import BASIC, DIRECTIONS, SPACES, SPECIAL
from fairground.games.fireworks.rules.turn import Fireworks
from fairground.games.fireworks.tests.exact import Prices
from fairground.games.fireworks.tests.test_fireworks_arranger import optimum
from fairground.games.fireworks.tests.tile_sets import (
    EXACT_RULES,
    FIRST_RULES,
    TileSet,
    climb,
    random_faces,
    read_tile_set,
    rival_set,
    sets_of_match,
    stored_sets,
)

STORED = stored_sets()
TOGETHER = 10  # sets in one test
SOAKED = 700  # sets in which rings compete
MATCHES = 60
FROM_EACH_MATCH = 8
numbers = st.integers(0, 10**9)


def points(state: Fireworks) -> int:
    return int(tally(state, 0).total())


# Compared with the exact model


@pytest.mark.parametrize("first", range(0, len(STORED), TOGETHER))
def test_4_sets_in_which_the_first_rules_lose_points_reach_their_best(first: int) -> None:
    for best, before, tiles in STORED[first : first + TOGETHER]:
        assert tiles.points() == best, tiles
        assert tiles.points(FIRST_RULES) == before < best, tiles


@pytest.mark.parametrize("first", range(0, 40, TOGETHER))
def test_4_rings_that_compete_reach_the_exact_optimum(first: int) -> None:
    for number in range(first, first + TOGETHER):
        check_exact(rival_set(number))


def test_4_tiles_of_a_whole_match_reach_the_exact_optimum() -> None:
    for tiles in islice(sets_of_match(2), 0, 60, 6):
        check_exact(tiles)


def check_exact(tiles: TileSet) -> None:
    assert tiles.points() == optimum(tiles.board()), tiles


@pytest.mark.soak
@pytest.mark.parametrize("first", range(40, SOAKED, 20))
def test_4_hundreds_of_sets_in_which_rings_compete_reach_the_exact_optimum(first: int) -> None:
    for number in range(first, first + 20):
        check_exact(rival_set(number))


@pytest.mark.soak
@pytest.mark.parametrize("match", range(MATCHES))
def test_4_tiles_of_whole_matches_reach_the_exact_optimum(match: int) -> None:
    every = list(sets_of_match(match))
    for tiles in every[:: max(1, len(every) // FROM_EACH_MATCH)]:
        check_exact(tiles)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(40))
def test_4_sets_made_harder_step_by_step_reach_the_exact_optimum(number: int) -> None:
    check_exact(climb(number))


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, len(STORED), TOGETHER))
def test_4_the_stored_best_points_are_exact(first: int) -> None:
    for best, _, tiles in STORED[first : first + TOGETHER]:
        assert optimum(tiles.board()) == best, tiles


# Laws


spaces, directions = st.integers(0, SPACES - 1), st.integers(0, DIRECTIONS - 1)


@given(numbers, st.lists(st.tuples(spaces, spaces, directions), max_size=4))
@settings(max_examples=60, deadline=None)
def test_4_arranging_never_lowers_a_score(number: int, changes: list[tuple[int, int, int]]) -> None:
    """However good the layout: it is the best one with a few tiles swapped and turned."""
    state = rival_set(number).board()
    arrange(state, 0)
    for one, other, direction in changes:
        board = state.board
        board[one], board[other] = board[other], board[one]
        if board[one] >= 0 and BASIC <= state.face[board[one]] < SPECIAL:
            state.facing[board[one]] = direction
    before = points(state)
    arrange(state, 0)
    assert points(state) >= before


@given(numbers, numbers, st.integers(1, 4))
@settings(max_examples=60, deadline=None)
def test_4_more_tiles_never_score_less(number: int, extra: int, more: int) -> None:
    tiles = rival_set(number)
    fewer = tiles.without(random_faces(tiles, extra, more))
    assert fewer.points() <= tiles.points()


# What the first rules did

FALL = read_tile_set(
    "Manka, red blue: 1 blue chrysanthemum, 1 green peony, 1 green peony saturn, "
    "1 red chrysanthemum kaleidoscope, 1 red peony kaleidoscope, 1 red willow, 1 red willow flower, "
    "4 yellow chrysanthemum, 1 yellow chrysanthemum flower, 3 yellow chrysanthemum saturn, "
    "2 yellow peony saturn, 3 yellow willow kaleidoscope, 1 yellow willow saturn"
)
FALLS_WITH = ("blue chrysanthemum", "green peony")

LOWERED = max(STORED, key=lambda stored: stored[0] - stored[1])


@pytest.mark.parametrize(("rules", "after"), [(FIRST_RULES, LOWERED[1]), (EXACT_RULES, LOWERED[0])])
def test_4_arrange_by_hand_lowers_a_good_layout_only_under_the_first_rules(rules: int, after: int) -> None:
    state = LOWERED[2].board(rules)
    state.rules = EXACT_RULES
    arrange(state, 0)
    assert points(state) == LOWERED[0]
    state.rules = rules
    state.play(0, ARRANGE)
    assert points(state) == after


@pytest.mark.parametrize(("rules", "before", "after"), [(FIRST_RULES, 34, 31), (EXACT_RULES, 34, 34)])
def test_4_taking_two_tiles_lowers_a_score_only_under_the_first_rules(
    rules: int, before: int, after: int
) -> None:
    state = FALL.without(FALLS_WITH).board(rules)
    state.arranging = AUTO
    state.stale[0] = 1
    assert state.scores()[0] == before
    first = len(FALL.faces) - len(FALLS_WITH)
    for tile, face in enumerate(FALLS_WITH, first):
        state.face[tile] = read_face(face)
        state.play(0, TAKE + tile)
    assert state.scores()[0] == after


# Other boxes


DEAR_KALEIDOSCOPES = Prices(saturn=(2, 1), kaleidoscope=(3, 5))
DEAR_LESSER_PAIRS = Prices(saturn=(3, 2), kaleidoscope=(7, 9))
CHEAP_RINGS = Prices(both=4, shape=2, colour=3, incomplete=2, saturn=(1, 4), kaleidoscope=(4, 0))


@pytest.mark.parametrize("prices", [DEAR_KALEIDOSCOPES, DEAR_LESSER_PAIRS, CHEAP_RINGS])
def test_4_the_arranger_is_exact_at_other_prices(prices: Prices) -> None:
    for number in (*range(6), 26, 31):  # 0, 26 and 31 lose points if dearer pairs do not come first
        state = rival_set(number).board()
        state.printed = printed_at(prices)
        exact = optimum(state, prices)
        arrange(state, 0)
        assert points(state) == exact, number


def printed_at(prices: Prices) -> FireworksPrinted:
    """Return printed values with other prices."""
    score = GAME.box().values.score
    changed = msgspec.structs.replace(
        score,
        big_both=prices.both,
        big_shape=prices.shape,
        big_colour=prices.colour,
        big_incomplete=prices.incomplete,
        saturn_same=prices.saturn[0],
        saturn_different=prices.saturn[1],
        kaleidoscope_same=prices.kaleidoscope[0],
        kaleidoscope_different=prices.kaleidoscope[1],
    )
    return printed_values(msgspec.structs.replace(GAME.box().values, score=changed), 0)
