"""What chance did is told from what the decision did."""

import math

import pytest

from fairground.analysis.luck import Appraiser, TruePosition, appraise_move, split_effect
from fairground.analysis.measurements.luck_check import LuckTask, measure_luck
from fairground.analysis.position_search import expect_sealed, expect_shares
from fairground.engine.judge import Judge
from fairground.engine.match import Made
from fairground.engine.rng import seeded
from fairground.engine.state import OVER, State
from fairground.games import list_games, load
from toys import Nim, Parity, Pennies


class Wager(State):
    """Seat 0 may bet (1) or share the win (0). A die decides the bet: it wins on 1 and 2."""

    def __init__(self) -> None:
        super().__init__()
        self.seats = 2
        self.actor = 0
        self.points = [0, 0]
        self.rng = seeded("wager")

    def copy(self) -> "Wager":
        twin = Wager()
        twin._adopt(self)
        twin.points = list(self.points)
        return twin

    def legal(self, seat: int) -> list[int]:
        return [0, 1]

    def play(self, seat: int, move: int) -> None:
        won = self.rng.below(6) < 2
        self.points = ([1, 0] if won else [0, 1]) if move else [1, 1]
        self.actor = OVER

    def scores(self) -> list[int]:
        return list(self.points)


def test_a_bad_bet_is_a_bad_decision_even_if_it_wins() -> None:
    before = Wager()
    after: State = before
    while True:  # roll until the bet wins
        after = before.with_other_chance(before.rng)
        after.play(0, 1)
        if after.scores() == [1, 0]:
            break
    appraiser = Appraiser(Judge(), walks=64, worlds=600)
    appraisal = appraise_move(
        0, TruePosition(before, before), Made(0, 1, True), TruePosition(after, after), appraiser
    )
    effect = split_effect([0.5, 0.5], appraisal)
    assert effect.decision[0] == pytest.approx(1 / 3 - 1 / 2, abs=0.07)
    assert effect.luck[0] == pytest.approx(1 - 1 / 3, abs=0.07)
    assert effect.decision[0] + effect.luck[0] == pytest.approx(0.5)


def test_each_match_tries_the_same_moment_with_rolls_of_its_own() -> None:
    """Otherwise what is wrong with a few rolls would be wrong in all matches, and their mean with it."""

    def expected(match: str) -> float:
        wager, appraiser = Wager(), Appraiser(Judge(), walks=1, worlds=1, match=match)
        made = Made(0, 1, True)
        return appraise_move(
            0, TruePosition(wager, wager), made, TruePosition(wager, wager), appraiser
        ).expected[0]

    found = [expected(f"match {number}") for number in range(200)]
    assert found == [expected(f"match {number}") for number in range(200)]
    assert sum(found) / 200 == pytest.approx(1 / 3, abs=0.12)


def test_a_position_is_worth_what_good_play_makes_of_it() -> None:
    """Of 4 counters the seat to move loses, of 5 it wins."""
    assert expect_shares(Nim(4), Judge(), seeded("four"), 400)[0] < 0.1
    assert expect_shares(Nim(5), Judge(), seeded("five"), 400)[0] > 0.9


def test_a_match_that_is_over_is_worth_its_result() -> None:
    state = Nim(1)
    state.play(0, 1)
    assert expect_shares(state, Judge(), seeded("over"), 10) == [1.0, 0.0]


def test_a_sealed_choice_is_not_answered_by_those_who_cannot_see_it() -> None:
    """The other seat would win for certain if it saw the sealed side."""
    shares = expect_sealed(Pennies(), [(0, 1)], Parity(), seeded("sealed"), 400)
    assert shares[0] == pytest.approx(0.5, abs=0.15)
    assert math.fsum(shares) == pytest.approx(1.0, abs=1e-9)


def test_moments_remember_what_is_sealed_until_all_have_chosen() -> None:
    start = Pennies()
    moment = TruePosition(start, start)
    chosen = start.copy()
    chosen.play(0, 1)
    sealed = moment.after(Made(0, 1, False), chosen)
    assert sealed.sealed == [(0, 1)] and sealed.start is start
    shown = chosen.copy()
    shown.play(1, 0)
    assert sealed.after(Made(1, 0, True), shown).sealed == []


@pytest.mark.soak
@pytest.mark.parametrize("name", [name for name in list_games() if load(name).widest])
def test_luck_is_fair(name: str) -> None:
    """Over many matches, the mean luck of every seat is within three standard errors of 0."""
    found = [measure_luck(LuckTask(name, 2, "novice", f"fair {n}", 16, 2)) for n in range(120)]
    for seat in range(2):
        lucks = [each[seat] for each in found]
        mean = math.fsum(lucks) / len(lucks)
        spread = math.sqrt(math.fsum((luck - mean) ** 2 for luck in lucks) / (len(lucks) - 1))
        assert abs(mean) < 3 * spread / math.sqrt(len(lucks))
