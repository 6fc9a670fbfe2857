"""§4 The arranger, compared with the exact optimum."""

from collections import Counter
from itertools import product

import pytest

from fairground.engine.rng import Rng, seeded
from fairground.games.fireworks import GAME
from fairground.games.fireworks.arranger.arranger import arrange
from fairground.games.fireworks.arranger.layouts import USUAL_LAYOUTS, at_links
from fairground.games.fireworks.rules.score import tally
from fairground.games.fireworks.rules.tiles import EMPTY
from fairground.games.fireworks.rules.turn import Fireworks
from fairground.games.fireworks.tests.exact import RULEBOOK, SORTS, Exact, Prices, room
from fairground.games.fireworks.tests.naive import grid_of
from fairground.games.fireworks.view import view

NEEDS = {
    "Manka": {"kaleidoscope": 2},
    "Tosei": {"saturn": 2},
    "Kagiya": {"saturn": 1, "kaleidoscope": 1},
    "Tamaya": {"big": 2},
}


def random_set(number: int) -> Fireworks:
    """Return a board of 8 to 21 random tiles and two cores for seat 0, laid and turned at random."""
    rng = seeded(f"set {number}")
    state = GAME.setup(2, rng.fork(), {"variant": "speed", "arrange": "hand"})
    for tile in range(8 + number % 14):
        state.drop(0, tile)
        state.facing[tile] = int(rng.below(6)) if state.face[tile] < 52 else 0
    _mix(state, rng)
    return state


def _mix(state: Fireworks, rng: Rng) -> None:
    for space in range(22, 0, -1):
        other = rng.below(space + 1)
        state.board[space], state.board[other] = state.board[other], state.board[space]


def optimum(state: Fireworks, prices: Prices = RULEBOOK) -> int:
    """Return the best possible score of seat 0: of the arrangement, and of what counts in any."""
    seen = view(state, None)
    faces = [tile.face for tile in seen.boards[0].values()]
    basic = [face.split() for face in faces if " " in face and not face.endswith("core")]
    kinds = Counter((w[0], w[1], w[2] if w[2:] and w[2] in SORTS else "") for w in basic)
    core = [face.split()[0] for face in faces if face.endswith("core")]
    flowers = sum(face.endswith("flower") for face in faces)
    character = seen.characters[0]
    needs: dict[str, int] = NEEDS.get(character, {"never": 1})
    if character == "Kagiya" and not flowers:
        needs = {"never": 1}
    fixed = seen.headings["flowers"][0] + seen.headings["special"][0]
    fixed += seen.headings["character"][0] if character == "Maicho" else 0
    return fixed + Exact(kinds, (core[0], core[1]), needs, prices, grid_of(seen).rows).best()


def compare(numbers: range) -> tuple[int, int]:
    """Return the total points of the arranger and of the optimum; check every board on the way."""
    total = best = 0
    for number in numbers:
        state = random_set(number)
        before, exact = tally(state, 0).total(), optimum(state)
        tiles = sorted(state.board)
        arrange(state, 0)
        reached = tally(state, 0).total()
        assert sorted(state.board) == tiles
        assert before <= reached <= exact, number
        total, best = total + int(reached), best + exact
    return total, best


def test_4_20_sets_reach_the_exact_optimum() -> None:
    total, best = compare(range(20))
    assert total == best


@pytest.mark.soak
def test_4_200_sets_reach_the_exact_optimum() -> None:
    total, best = compare(range(200))
    assert total == best


def test_4_the_room_for_pairs_is_what_an_exhaustive_search_finds() -> None:
    found = room()
    assert found[()] == USUAL_LAYOUTS.pairs_alone
    assert [found[(links,)] for links in range(7)] == list(USUAL_LAYOUTS.beside)
    between = USUAL_LAYOUTS.between
    for one, other in product(range(7), repeat=2):
        fits = max(between[at_links(one, other, 0)], between[at_links(other, one, 0)])
        assert found.get((one, other, 0), EMPTY) == fits, (one, other)
        assert (one, other, 1) not in found


def test_4_the_result_does_not_depend_on_how_the_tiles_lay() -> None:
    for number in range(12):
        one, other = random_set(number), random_set(number)
        _mix(other, seeded("otherwise"))
        arrange(one, 0)
        arrange(other, 0)
        assert view(one, None).boards == view(other, None).boards
