"""The search finds what there is to find, in games small enough to know the answer."""

import pytest

from fairground.bots.search.alpha_beta import AlphaBeta
from fairground.bots.search.tree import NONE, ONE, SearchTree, normalize_weights
from fairground.bots.search.tree_search import TreeSearch
from fairground.engine.judge import Judge
from fairground.engine.rng import seeded
from fairground.engine.state import State
from toys import Ambush, Nim, Parity, Pennies, Robber, Scramble, mind_of


def searched(
    state: State, seat: int, iterations: int, seed: str = "search", judge: Judge | None = None
) -> TreeSearch:
    judge = judge or Judge()
    search = TreeSearch(mind_of(state, seat, seed, judge), judge, iterations)
    search.think(iterations)
    return search


def tries(search: TreeSearch) -> dict[int, int]:
    return {move: visits for move, visits, _ in search.moves()}


def mean(search: TreeSearch) -> float:
    """What the seat expects."""
    gains = sum(gain for _, _, gain in search.moves())
    return gains / sum(tries(search).values()) / ONE


@pytest.mark.parametrize(("counters", "take"), [(5, 1), (6, 2), (7, 3), (9, 1), (10, 2)])
def test_it_leaves_the_other_a_lost_position(counters: int, take: int) -> None:
    assert searched(Nim(counters), 0, 1000).best() == take


def test_each_seat_looks_for_its_own_share() -> None:
    """With 3 seats and 4 counters, seat 0 cannot win unless seats 1 and 2 help it; they will not."""
    found = searched(Nim(4, seats=3), 0, 2000)
    assert mean(found) < 0.1


# Sealed choices


def test_seats_that_choose_together_do_not_fall_into_step() -> None:
    for seat in (0, 1):
        shares = [share / 4000 for share in tries(searched(Pennies(), seat, 4000)).values()]
        assert all(0.4 < share < 0.6 for share in shares)


def test_either_side_of_a_penny_is_played_about_as_often() -> None:
    chosen = [int(searched(Pennies(), 0, 100, f"toss {number}").best()) for number in range(400)]
    assert 150 < sum(chosen) < 250  # 5 sigma of a fair coin


def test_no_choice_depends_on_another_that_is_sealed() -> None:
    """If it did, the seat that is asked second would always win."""
    for seat in (0, 1):
        assert 0.4 < mean(searched(Pennies(), seat, 4000)) < 0.6


def test_a_game_of_unequal_prizes_is_played_near_its_balance() -> None:
    """Side 0 pays twice as much: both play it one time in three."""
    for seat in (0, 1):
        share = tries(searched(Pennies((2, 1)), seat, 8000, judge=Parity()))[0] / 8000
        assert 0.25 < share < 0.42


@pytest.mark.parametrize(("reopens", "side"), [(False, 0), (True, 1)])
def test_who_has_sealed_a_choice_is_expected_to_choose_well_if_the_search_reopens_it(
    reopens: bool, side: int
) -> None:
    state, judge = Ambush(), Robber()
    state.play(0, 0)
    search = TreeSearch(mind_of(state, 1, "ambush", judge), judge, 4000, reopens)
    search.think(4000)
    found = tries(search)
    assert max(found, key=lambda move: found[move]) == side


# No turns


def test_where_nobody_has_a_turn_the_best_is_taken_at_once() -> None:
    for seat in range(3):
        assert searched(Scramble(), seat, 300).best() == 2


# Looking ahead exactly


def never() -> bool:
    return False


@pytest.mark.parametrize(("counters", "take"), [(5, 1), (6, 2), (7, 3), (9, 1), (10, 2), (21, 1)])
def test_alpha_beta_leaves_the_other_a_lost_position(counters: int, take: int) -> None:
    looking = AlphaBeta(Judge(), seeded("ahead"), 0, 100_000, never)
    assert looking.best(Nim(counters)) == take


def test_alpha_beta_judges_no_more_positions_than_it_may() -> None:
    judged = []

    class Counting(Judge):
        def worth(self, state: State, seat: int) -> float:
            judged.append(seat)
            return 0.0

    assert AlphaBeta(Counting(), seeded("few"), 0, 50, never).best(Nim(40)) in (1, 2, 3)
    assert len(judged) <= 2 * (50 + 3 * 60)  # two seats; a look that is called off still ends its rows


def test_alpha_beta_can_be_called_off() -> None:
    looking = AlphaBeta(Judge(), seeded("off"), 0, 10**9, lambda: True)
    assert looking.best(Nim(60)) in (1, 2, 3)


def test_alpha_beta_wavers_between_moves_that_are_worth_the_same() -> None:
    found = {int(AlphaBeta(Judge(), seeded(f"{n}"), 0, 30, never).best(Nim(60))) for n in range(60)}
    assert found == {1, 2, 3}


# The frame


def test_the_same_seed_gives_the_same_tree() -> None:
    one, other = searched(Nim(20), 0, 500), searched(Nim(20), 0, 500)
    assert one.moves() == other.moves()
    assert one.moves() != searched(Nim(20), 0, 500, "another").moves()


def test_it_makes_no_more_iterations_than_it_was_given() -> None:
    search = searched(Nim(20), 0, 50)
    assert not search.think(10)
    assert search.made == 50
    assert sum(tries(search).values()) == 50


def test_once_cancelled_it_stops_and_still_answers() -> None:
    search = TreeSearch(mind_of(Nim(20), 0, "stop"), Judge(), 1000)
    assert search.think(5)
    search.cancel()
    assert not search.think(5)
    assert search.made == 5
    assert search.best() in (1, 2, 3)


def test_its_memory_is_bounded_by_the_iterations() -> None:
    class Wide(Nim):
        def legal(self, seat: int) -> list[int]:
            return list(range(1, self.counters + 1)) if seat == self.actor else []

        def copy(self) -> "Wide":
            twin = Wide(self.counters, self.seats)
            twin.actor, twin.rng = self.actor, self.rng
            return twin

    search = searched(Wide(5000), 0, 20)
    assert search.made == 20
    assert search.tree.edges() <= 1000 + 40 * 20
    assert search.best() in Wide(5000).legal(0)


# The tree


def test_moves_are_offered_only_where_they_are_possible() -> None:
    tree, rng = SearchTree(100), seeded("tree")
    for counters in (3, 1, 2, 3):
        for _ in range(5):
            edge = tree.select(0, Nim(counters), 0, Judge(), rng, False)
            assert tree.move(edge) <= counters
    assert [tree.seen[edge] for edge in tree.edges_of(0, 0)] == [20, 15, 10]
    assert tree.edges_of(0, 1) == []


def test_a_full_tree_offers_what_it_knows() -> None:
    tree, rng = SearchTree(2), seeded("tree")
    assert tree.move(tree.select(0, Nim(), 0, Judge(), rng, False)) in (1, 2)
    node = tree.step(0, 0, True)
    assert tree.select(node, Nim(), 0, Judge(), rng, False) == NONE


def test_weights_are_relative() -> None:
    assert normalize_weights([1.0, 3.0]) == [0.5, 1.5]
