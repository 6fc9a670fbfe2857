"""§4 The arranger leaves out what cannot be better; its bounds must never leave out what is."""

from collections.abc import Iterator
from itertools import product

import pytest

from fairground.engine.rng import seeded
from fairground.games.fireworks import GAME
from fairground.games.fireworks.arranger.arranger import Arranger, arrange
from fairground.games.fireworks.arranger.links import UNKNOWN, LinkSearch
from fairground.games.fireworks.arranger.planner import GOALS, Planner
from fairground.games.fireworks.notation import NAMES
from fairground.games.fireworks.rules.score import BIG, CHARACTER, KALEIDOSCOPES, SATURNS, tally
from fairground.games.fireworks.rules.tiles import EXTRA
from fairground.games.fireworks.rules.turn import Fireworks
from fairground.games.fireworks.tests.desk import Desk
from fairground.games.fireworks.tests.test_fireworks_arranger import optimum, random_set
from fairground.games.fireworks.tests.test_fireworks_hard_sets import HALVES, hard_set

CHARACTERS = 7
HARD = 12
SETS = HARD + 8 + 1
ARRANGED = (BIG, SATURNS, KALEIDOSCOPES, CHARACTER)  # headings that depend on the layout
EVERY_GOALS = list(product(range(GOALS), range(GOALS)))
RED, YELLOW, GREEN, BLUE = "111", "113", "115", "117"  # start tiles
PEONIES = "3 red peony, 2 red chrysanthemum saturn, " + ", ".join(
    f"2 {colour} peony {half}"
    for colour in ("red", "yellow", "green", "blue")
    for half in ("saturn", "kaleidoscope")
)


def set_of_halves(number: int, tiles: int) -> Fireworks:
    """Return a board of random tiles that all have half a saturn or half a kaleidoscope."""
    state = GAME.setup(2, seeded(f"halves {number}"), {"variant": "speed", "arrange": "hand"})
    state.character[0] = number % CHARACTERS
    every = range(len(state.printed.sky))
    halves = [tile for tile in every if EXTRA[int(state.face[tile])] in HALVES]
    for tile in halves[:tiles]:
        state.drop(0, tile)
    return state


def board_with(cores: tuple[str, str], tiles: str) -> Fireworks:
    """Return a position with the first box: seat 0 has these start tiles and tiles such as `3 red peony`."""
    desk = Desk(rules=1).set(characters=["Maicho", "Kohana"])
    desk.boards[0].clear()
    desk.boards[0] |= {"A1": cores[0], "A2": cores[1]}
    desk.boards[1].clear()
    desk.boards[1] |= {"A1": RED, "A2": GREEN}
    free = iter(NAMES[2:])
    for many, _, face in (words.strip().partition(" ") for words in tiles.split(",")):
        for _ in range(int(many)):
            desk.lay(0, next(free), face)
    state = desk.table()
    state.rules = GAME.rules  # the first box has enough tiles of one shape; the arranger is the present one
    return state


def nth_set(number: int) -> Fireworks:
    """Return one of many sets of tiles; in some rings and pairs compete, others have only halves."""
    if number < HARD:
        return hard_set(number)
    if number < SETS - 1:
        return set_of_halves(number, 14 + number - HARD)
    return board_with((YELLOW, BLUE), PEONIES)


def planner_for(state: Fireworks) -> Planner:
    """Return a planner that has found the best plan for the tiles of seat 0."""
    arranger = Arranger()
    arranger.table = state
    arranger._describe_tiles()
    arranger.planner.search()
    return arranger.planner


@pytest.mark.parametrize("character", range(CHARACTERS))
def test_4_a_plan_is_worth_what_its_board_scores(character: int) -> None:
    """The planner counts rings, pairs and the bonus of the character; the rest is the same in any layout."""
    arranger = Arranger()
    for number in range(character % 2, 80, 2):
        state = random_set(number) if number < 50 else hard_set(number)
        state.character[0] = character
        arranger.run(state, 0)
        points = tally(state, 0).points
        promised = arranger.planner.links.best.value
        assert promised == sum(points[heading] for heading in ARRANGED), number


def best_value(planner: Planner, goals: tuple[int, int]) -> int:
    """Return the value of the best plan with these goals, -1 if there is none; the planner keeps the plan."""
    planner.links.best.value = -1
    planner._try_goals(*goals)
    return int(planner.links.best.value)


def start(planner: Planner, goals: tuple[int, int]) -> None:
    planner.draft.start(*goals, sum(planner._goal_points(goal) for goal in goals))


@pytest.mark.parametrize("number", range(SETS))
def test_4_no_plan_exceeds_the_bound_of_its_goals_and_no_better_goals_are_left_out(number: int) -> None:
    planner = planner_for(nth_set(number))
    found, values = int(planner.links.best.value), []
    for goals in EVERY_GOALS:
        values.append(best_value(planner, goals))
        start(planner, goals)
        assert values[-1] <= planner._bound(0, 0), goals
    assert max(values) == found


@pytest.mark.parametrize("number", range(SETS))
def test_4_no_plan_exceeds_the_bound_of_its_rings(number: int) -> None:
    planner = planner_for(nth_set(number))
    for goals in EVERY_GOALS:
        if best_value(planner, goals) >= 0 and any(goals):
            start(planner, goals)
            for value, bound in values_and_bounds(planner):
                assert value <= bound, goals


def values_and_bounds(planner: Planner) -> Iterator[tuple[int, int]]:
    """Yield for either ring as the wide one what the rings of the best plan are worth, and their bound."""
    draft, links = planner.draft, planner.links
    empty, draft.ring = draft.ring, links.best.ring[:]
    for wide in (0, 1):
        if draft.goals[wide]:
            draft.wide = wide
            yield value_of_rings(links), bound_of_rings(links)
    draft.ring = empty


def bound_of_rings(links: LinkSearch) -> int:
    links.draft.clear_links()
    links._count_inside()
    return int(links._bound(0, 0, 0, 0))


def value_of_rings(links: LinkSearch) -> int:
    """Return the value of the best plan with the rings of the draft."""
    links.draft.clear_links()
    links._count_inside()
    links.best.value = -1
    links._join(0, UNKNOWN, 0, 0, 0)
    return int(links.best.value)


def reach(state: Fireworks) -> int:
    """Return the points of seat 0 once its board is arranged, after comparing them with the exact optimum."""
    arrange(state, 0)
    reached = int(tally(state, 0).total())
    assert reached == optimum(state)
    return reached


def test_4_a_half_is_kept_outside_the_rings_where_it_is_worth_more() -> None:
    """Both rings of peonies, and of either pair one half in a ring and one outside: 7 + 7 + 3 + 2."""
    plain = "3 red peony, 2 yellow peony, 2 green peony, 3 blue peony"
    halves = "2 red peony saturn, 2 blue peony kaleidoscope"
    assert reach(board_with((YELLOW, BLUE), f"{plain}, {halves}")) == 19


def test_4_nine_pairs_fit_around_one_ring() -> None:
    """A ring of peonies, and nine pairs of 3 points, three of them with a half in the ring: 7 + 1 + 27."""
    assert reach(board_with((YELLOW, BLUE), PEONIES)) == 35
