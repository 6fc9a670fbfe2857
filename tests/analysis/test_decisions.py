"""A decision is judged by what its seat knew, in games small enough to know the answer."""

import pytest

from fairground.analysis.decision_search import DecisionSearch
from fairground.analysis.decisions import (
    JudgedDecision,
    MoveValue,
    judge_decision,
    mean,
    search_decision,
    split_budget,
    standard_error,
)
from fairground.analysis.labels import label
from fairground.engine.judge import Judge
from fairground.engine.state import OVER, State
from toys import Nim, Parity, Pennies, mind_of


def judged(state: State, made: int, budget: int = 4000, judge: Judge | None = None) -> JudgedDecision:
    judge = judge or Judge()
    return judge_decision(mind_of(state, 0, "decision", judge), judge, made, budget)


@pytest.mark.parametrize(("counters", "best"), [(5, 1), (6, 2), (7, 3), (10, 2)])
def test_the_best_move_is_found_and_loses_nothing(counters: int, best: int) -> None:
    decision = judged(Nim(counters), best)
    assert decision.best == best
    assert decision.loss == 0.0


def test_giving_a_won_match_away_costs_all_of_it() -> None:
    """Taking 3 of 5 counters lets the other take the last two."""
    decision = judged(Nim(5), 3)
    assert decision.loss == pytest.approx(1.0, abs=0.05)
    assert label(decision) == "blunder"


def test_in_a_lost_position_no_move_loses_much() -> None:
    decision = judged(Nim(4), 1)
    assert decision.loss < 0.03
    assert label(decision) in {"good", "brilliant"}


def test_the_moves_are_ranked_by_value_with_the_best_first() -> None:
    decision = judged(Nim(7), 1)
    values = [each.value for each in decision.moves]
    assert values == sorted(values, reverse=True)
    assert {each.move for each in decision.moves} == {1, 2, 3}
    assert decision.moves[0].error == 0.0


def test_either_side_of_a_fair_coin_is_a_good_choice() -> None:
    """Matching pennies: half and half is right, and no single side is a mistake."""
    for side in (0, 1):
        decision = judged(Pennies(), side, judge=Parity())
        assert label(decision) in {"good", "inaccuracy"}
        assert decision.loss < 0.05
        assert all(0.3 < each.weight < 0.7 for each in decision.moves)


def test_a_choice_that_others_make_at_the_same_time_does_not_answer_the_move() -> None:
    """If the other could see the side, seat 0 would win nothing."""
    decision = judged(Pennies(), 0, judge=Parity())
    assert mean([each.value for each in decision.moves]) == pytest.approx(0.5, abs=0.1)


def test_more_worlds_make_a_value_surer() -> None:
    few, many = judged(Nim(12), 1, 400), judged(Nim(12), 1, 20_000)
    assert 0.0 < many.moves[-1].error < few.moves[-1].error


def test_all_moves_are_tried_in_the_same_worlds() -> None:
    """The seat's share with each move, in the same world, differs by what the move does and nothing else."""
    search = DecisionSearch(mind_of(Nim(9), 0, "same"), Judge())
    search.think(10)
    assert {len(values) for values in search.values} == {10}
    search.drop([1])
    search.think(5)
    assert [len(values) for values in search.values] == [15, 10, 15]


class Picking(State):
    """Take one of very many coins; the last one is the only one of worth."""

    def __init__(self, coins: int = 3000) -> None:
        super().__init__()
        self.seats = 2
        self.actor = 0
        self.coins = coins
        self.points = [0, 1]

    def copy(self) -> "Picking":
        twin = Picking(self.coins)
        twin._adopt(self)
        twin.points = list(self.points)
        return twin

    def legal(self, seat: int) -> list[int]:
        return list(range(self.coins))

    def play(self, seat: int, move: int) -> None:
        self.points[0] = 2 * int(move == self.coins - 1)
        self.actor = OVER

    def scores(self) -> list[int]:
        return list(self.points)


class Expert(Judge):
    """Looks at high numbers first."""

    def weights(self, state: State, seat: int, moves: list[int]) -> list[float]:
        return [float(1 + move) for move in moves]


def test_of_very_many_moves_the_likely_ones_and_the_one_made_are_tried() -> None:
    search = DecisionSearch(mind_of(Picking(), 0, "many", Expert()), Expert())
    decision = search_decision(search, 5, 400)
    assert decision.best == 2999
    assert decision.loss == 1.0
    assert sum(len(values) for values in search.values) < 800


@pytest.mark.parametrize("moves", [2, 3, 4, 7, 8, 30, 500])
def test_the_rounds_take_no_more_than_the_budget_and_the_last_one_most(moves: int) -> None:
    rounds = split_budget(moves, 8000)
    assert sum(rounds) <= 8000
    assert rounds[-1] == max(rounds)
    assert rounds[-1] >= 4000


def test_the_error_of_a_mean_is_that_of_the_textbook() -> None:
    assert standard_error([1.0, 2.0, 3.0, 4.0]) == pytest.approx(0.6455, abs=1e-4)
    assert standard_error([1.0]) == 1.0


def decision(loss: float, error: float, others: tuple[float, ...] = (0.5,)) -> JudgedDecision:
    moves = [MoveValue(0, 0.6, 0.0), *(MoveValue(1 + n, value, 0.01) for n, value in enumerate(others))]
    return JudgedDecision(0 if loss == 0 else 1, moves, loss, error)


@pytest.mark.parametrize(
    ("loss", "name"), [(0.01, "good"), (0.04, "inaccuracy"), (0.08, "mistake"), (0.2, "blunder")]
)
def test_a_clear_loss_has_a_name(loss: float, name: str) -> None:
    assert label(decision(loss, 0.001)) == name


@pytest.mark.parametrize("loss", [0.04, 0.08, 0.2])
def test_a_loss_within_its_error_has_none(loss: float) -> None:
    assert label(decision(loss, loss)) == "good"


def test_an_only_move_is_brilliant_if_every_other_clearly_loses_much() -> None:
    assert label(decision(0.0, 0.0, (0.4, 0.3))) == "brilliant"
    assert label(decision(0.0, 0.0, (0.55, 0.3))) == "good"
