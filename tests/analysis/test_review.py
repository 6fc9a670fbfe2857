"""The review of a match in every game: parts add up, nothing hidden counts, lines can be played."""

import math

import pytest

from fairground.analysis.lines import play_line
from fairground.analysis.luck import TruePosition
from fairground.analysis.measurements.matches import play_match
from fairground.analysis.report import LineMove, Review
from fairground.analysis.review import Reviewer, review_match
from fairground.engine.errors import BadSetting
from fairground.engine.match import Match
from fairground.engine.rng import seeded
from fairground.engine.state import State
from fairground.games import list_games, load

BUDGET = 60
TABLES = [(name, seats) for name in list_games() for seats in (load(name).seats[0], load(name).seats[-1])]
CLOSE = 1e-9


def reviewed(name: str, seats: int) -> tuple[Match[State, object], Review]:
    match = play_match(name, seats, "novice", f"review {name} {seats}")
    return match, review_match(match, BUDGET)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_parts_of_a_review_fit_together(name: str, seats: int) -> None:
    match, review = reviewed(name, seats)
    check_shares(review)
    check_parts(review)
    check_decisions(match, review)
    check_lines(match, review)
    assert review.final == match.game.judge().result(match.state)


def check_shares(review: Review) -> None:
    for shares in (review.initial, review.final, *(move.shares for move in review.moves)):
        assert math.fsum(shares) == pytest.approx(1.0, abs=1e-9)
        assert all(0.0 <= share <= 1.0 for share in shares)


def check_parts(review: Review) -> None:
    """Own decisions, those of the others, and luck are together the change of the share."""
    before = review.initial
    for move in review.moves:
        for seat in range(review.seats):
            change = move.effect[seat] + move.luck[seat]
            assert abs(change - (move.shares[seat] - before[seat])) < CLOSE
        before = move.shares
    for seat, part in enumerate(review.parts):
        change = part.own + math.fsum(part.others) + part.luck
        assert abs(change - (review.final[seat] - review.initial[seat])) < CLOSE
        assert part.others[seat] == 0.0
        assert abs(review.adjusted[seat] - (review.final[seat] - part.luck)) < CLOSE


def check_decisions(match: Match[State, object], review: Review) -> None:
    for move, made in zip(review.moves, match.made, strict=True):
        legal = match.at(move.at).state.legal(made.seat)
        assert (move.label is None) == (len(legal) == 1)
        assert move.words == match.game.write(made.move)
        assert match.game.read(move.best) in legal
        assert {match.game.read(each.words) for each in move.values} <= set(legal)
        assert move.loss >= 0.0
        if not made.final:
            assert move.luck == [0.0] * review.seats


def check_lines(match: Match[State, object], review: Review) -> None:
    """A line begins with the best move and can be played, in a world that the seat could imagine."""
    for move in review.moves:
        if move.label is not None:
            line = [LineMove(move.seat, move.best), *move.line]
            assert len(play_line(match, move.at, move.seat, line)) == len(line) + 1


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_decision_is_judged_the_same_in_twin_worlds(name: str, seats: int) -> None:
    """What the seat could not know makes no difference to the judgement of its decision."""
    match = play_match(name, seats, "novice", f"twins {name} {seats}")
    reviewer = Reviewer(match, BUDGET)
    for at in range(0, len(match.made), max(1, len(match.made) // 8)):
        state = reviewer.positions[at].state
        seat = match.made[at].seat
        found = reviewer.judge_move(at, reviewer.effort)
        for twin in range(2):
            world = state.imagine(seat, seeded(f"twin {twin}"))
            other = Reviewer(match, BUDGET)
            other.positions[at] = TruePosition(world, world)
            assert other.judge_move(at, other.effort) == found


def test_without_chance_there_is_no_luck() -> None:
    without = [name for name in list_games() if load(name).widest == 0]
    assert without
    for name in without:
        _, review = reviewed(name, 2)
        assert all(part.luck == 0.0 for part in review.parts)


def test_a_move_is_reviewed_the_same_in_any_order() -> None:
    match = play_match(list_games()[0], 2, "novice", "order")
    forwards, backwards = Reviewer(match, BUDGET), Reviewer(match, BUDGET)
    ahead = [forwards.review_move(at, forwards.effort) for at in range(len(match.made))]
    back = [backwards.review_move(at, backwards.effort) for at in reversed(range(len(match.made)))]
    assert ahead == back[::-1]


def test_the_passes_end_with_the_review_at_the_whole_budget() -> None:
    match = play_match(list_games()[0], 2, "novice", "passes")
    reviewer = Reviewer(match, BUDGET)
    counts = [fine for _, fine in reviewer.passes()]
    assert counts == list(range(len(match.made) + 1))
    *_, (known, _) = reviewer.passes()
    assert reviewer.assemble(reviewer.start(), known, complete=True) == review_match(match, BUDGET)


def test_a_match_under_way_is_not_reviewed() -> None:
    match = play_match(list_games()[0], 2, "novice", "under way")
    with pytest.raises(BadSetting, match="over"):
        Reviewer(match.at(len(match.made) - 1))


def test_a_budget_of_nothing_is_refused() -> None:
    match = play_match(list_games()[0], 2, "novice", "budget")
    with pytest.raises(BadSetting, match="budget"):
        Reviewer(match, 0)


@pytest.mark.parametrize("name", list_games())
def test_accuracy_is_a_number_from_0_to_100(name: str) -> None:
    _, review = reviewed(name, 2)
    assert all(value is not None and 0.0 <= value <= 100.0 for value in review.accuracy)
    assert len(review.moments) == 3
    assert [moment.at for moment in review.moments] == sorted(moment.at for moment in review.moments)
