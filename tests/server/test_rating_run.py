"""Ratings: what a match does to whom, on which scale, and that computing them again agrees bit by bit."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from fairground import list_games
from fairground.arena.ladder import published_steps
from fairground.arena.match_runner import MatchResult
from fairground.arena.standings import compute_ratings
from fairground.bots import LEVELS
from fairground.engine.rng import seeded
from fairground.games import load
from fairground.server.ratings.anchors import MODEL, SIGMA, bot_ratings, rating_gap
from fairground.server.ratings.rating_run import DAY, MEETINGS, Rating, RatingRun
from fairground.server.ratings.result import ContestResult, SeatResult, final_places
from fairground.server.ratings.scale import shown_margin, shown_rating

MEASURED = [name for name in list_games() if published_steps(load(name))]
STEADY = Rating(25.0, 3.0, 40)


def match(
    number: int, order: Sequence[str], places: Sequence[int] = (), ended: float | None = None
) -> ContestResult:
    """A match that these people ended in this order; a bot is written as `artisan:25`."""
    seats = []
    for place, name in zip(places or range(1, 9), order, strict=False):
        level, _, mu = name.partition(":")
        seats.append(SeatResult(place, bot=level, mu=float(mu)) if mu else SeatResult(place, player=name))
    return ContestResult(
        f"match{number:04}", "game", number * DAY if ended is None else ended, seats, rated=True
    )


def after(results: Sequence[ContestResult], **ratings: Rating) -> dict[str, Rating]:
    run = RatingRun(ratings)
    list(run.steps(results))
    return run.ratings


# The scale


@pytest.mark.parametrize("name", MEASURED)
def test_bots_stand_on_the_scale_in_the_order_of_the_published_ladder(name: str) -> None:
    ratings, steps = bot_ratings(name), published_steps(load(name))
    assert ratings["artisan"] == MODEL.mu
    assert {step.upper for step in steps} <= ratings.keys()
    neighbours = [step for step in steps if step.seats == 2 and (step.lower, step.upper) in pairwise(LEVELS)]
    assert neighbours
    for step in neighbours:
        assert (ratings[step.upper] > ratings[step.lower]) == (step.share.value > 1 / 2)


@pytest.mark.parametrize("name", MEASURED)
def test_the_distance_of_two_levels_is_the_one_at_which_the_model_expects_their_share(name: str) -> None:
    """At that distance wins and losses move a rating equally far, if there are as many as were published."""
    for step in [step for step in published_steps(load(name)) if step.seats == 2][1:4]:
        ratings = bot_ratings(name)
        upper = MODEL.rating(mu=ratings[step.upper], sigma=SIGMA)
        lower = MODEL.rating(mu=ratings[step.lower], sigma=SIGMA)
        won = MODEL.rate([[upper], [lower]], ranks=[1, 2])[0][0].mu - upper.mu
        lost = MODEL.rate([[upper], [lower]], ranks=[2, 1])[0][0].mu - upper.mu
        share = (step.won + 0.5) / (step.matches + 1)
        assert share * won + (1 - share) * lost == pytest.approx(0.0, abs=1e-4)


def test_a_bot_that_never_lost_is_far_away_but_not_infinitely() -> None:
    assert 30 < rating_gap(400, 400) < 60
    assert rating_gap(50, 100) == 0.0


def test_people_begin_at_1500_with_a_wide_margin() -> None:
    assert shown_rating(Rating().mu) == 1500 and shown_margin(Rating()) == 500
    assert not Rating().steady and STEADY.steady and not Rating(25.0, 7.0, 40).steady


# What a match does


def test_the_winner_rises_and_the_loser_falls_by_what_openskill_says() -> None:
    ratings = after([match(1, ["ann", "bea"])])
    model = PlackettLuce()
    [[ann], [bea]] = model.rate([[model.rating()], [model.rating()]])
    assert (ratings["ann"].mu, ratings["ann"].sigma) == (ann.mu, ann.sigma)
    assert (ratings["bea"].mu, ratings["bea"].sigma) == (bea.mu, bea.sigma)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_people_who_share_all_places_move_together(seats: int) -> None:
    ratings = after([match(1, list("abcde")[:seats], [1] * seats)])
    assert [rating.mu for rating in ratings.values()] == [pytest.approx(25.0)] * seats


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_who_shares_a_place_gets_the_same(seats: int) -> None:
    ratings = after([match(1, list("abcde")[:seats], [1, 2, 2, 4, 5][:seats])])
    assert ratings["b"].mu == pytest.approx(ratings["c"].mu)
    assert ratings["a"].mu > ratings["b"].mu
    assert seats < 5 or ratings["c"].mu > ratings["e"].mu


def test_a_bot_counts_with_its_published_strength_and_never_moves() -> None:
    weak, strong = after([match(1, ["ann", "novice:5.0"])]), after([match(1, ["ann", "maestro:40.0"])])
    assert strong.keys() == {"ann"}
    assert strong["ann"].mu > weak["ann"].mu > 25.0


def test_the_arena_rates_the_same_matches_in_the_same_way() -> None:
    """Same library, same model: without bots, five people and ties, the numbers are equal."""
    orders = [list("abc"), list("bca"), list("cab"), list("abc")]
    results = [match(number, order, [1, 2, 2]) for number, order in enumerate(orders)]
    arena = compute_ratings(map(_in_arena, results))
    ours = after(results)
    assert {name: (one.mu, one.sigma) for name, one in ours.items()} == {
        name: (one.mu, one.sigma) for name, one in arena.items()
    }


def _in_arena(result: ContestResult) -> MatchResult:
    """The same match as the arena knows it."""
    players, places = [seat.player for seat in result.seats], [seat.place for seat in result.seats]
    none, shares = [0] * len(players), [0.0] * len(players)
    return MatchResult(0, tuple(players), "", none, places, shares, {}, 0, "", "", 0.0, 0, {}, "")


# What does not count


def test_a_provisional_rating_moves_no_steady_one() -> None:
    ratings = after([match(1, ["ann", "new"])], ann=STEADY)
    assert ratings["ann"] == STEADY
    assert ratings["new"].mu < 25.0


def test_the_steady_people_of_a_mixed_table_move_by_each_other_and_the_bots() -> None:
    mixed = after([match(1, ["ann", "new", "bea", "artisan:25.0"])], ann=STEADY, bea=STEADY)
    alone = after([match(1, ["ann", "bea", "artisan:25.0"])], ann=STEADY, bea=STEADY)
    assert (mixed["ann"], mixed["bea"]) == (alone["ann"], alone["bea"])


def test_only_the_first_matches_of_a_day_between_the_same_two_count() -> None:
    results = [match(number, ["ann", "bea"], ended=number * 60.0) for number in range(MEETINGS + 2)]
    steps = list(RatingRun().steps(results))
    assert [step.counts for step in steps if step.player == "ann"] == [True] * MEETINGS + [False] * 2
    assert steps[-1].rating == steps[-3].rating and steps[-1].rating.matches == MEETINGS
    tomorrow = match(99, ["ann", "bea"], ended=DAY + 60.0 * MEETINGS)
    assert after([*results, tomorrow])["ann"].matches == MEETINGS + 1


def test_the_same_level_of_bots_counts_as_the_same_opponent() -> None:
    results = [match(number, ["ann", "artisan:25.0"], ended=float(number)) for number in range(MEETINGS + 1)]
    assert after(results)["ann"].matches == MEETINGS
    other = match(50, ["ann", "expert:30.0"], ended=50.0)
    assert after([*results, other])["ann"].matches == MEETINGS + 1


# Computing again


def random_results(seed: str, count: int) -> list[ContestResult]:
    rng = seeded(seed)
    results = []
    for number in range(count):
        names = [*"abcdefg", "novice:10.5", "expert:29.25"]
        order = [names.pop(rng.below(len(names))) for _ in range(2 + rng.below(4))]
        places = sorted(1 + rng.below(len(order)) for _ in order)
        results.append(match(number, order, places, ended=1000.0 * number))
    return results


@given(st.integers(0, 10**6), st.integers(0, 39))
def test_going_on_from_any_match_gives_the_same_numbers(seed: int, cut: int) -> None:
    """What is stored after a match is all that the next one needs; floats are compared bit by bit."""
    results = random_results(f"again {seed}", 40)
    whole = list(RatingRun().steps(results))
    known = {step.player: step.rating for step in whole if step.ended < results[cut].ended}
    counted = {step.table for step in whole if step.counts}
    recent = [one for one in results[:cut] if one.table in counted and one.ended > results[cut].ended - DAY]
    rest = list(RatingRun(known, recent).steps(results[cut:]))
    assert rest == whole[len(whole) - len(rest) :]


# Who leaves


def test_who_left_comes_after_everybody_who_stayed_and_first_to_leave_is_last() -> None:
    assert final_places([1, 2, 3, 4], [], 4) == [1, 2, 3, 4]
    assert final_places([1, 2, 3, 4], [0, 3], 4) == [4, 1, 2, 3]
    assert final_places([1, 1, 3, 3], [1], 4) == [1, 4, 2, 2]


def test_a_match_is_decided_when_all_but_one_have_left() -> None:
    assert final_places(None, [], 2) is None
    assert final_places(None, [0], 2) == [2, 1]
    assert final_places(None, [0], 3) is None
    assert final_places(None, [2, 0], 3) == [2, 1, 3]
    assert final_places(None, [1, 0], 2) == [1, 2]
