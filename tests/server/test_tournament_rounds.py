"""Tournaments played to the end with results by chance: pairings, byes, chairs, standings, places."""

from collections import Counter
from itertools import combinations, count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.engine.rng import seeded
from fairground.server.tournaments.bracket import first_slots, seed_order
from fairground.server.tournaments.pairing import pair_players
from fairground.server.tournaments.past import Past
from fairground.server.tournaments.plan import (
    Entrant,
    Format,
    TournamentMatch,
    TournamentPlan,
    TournamentRound,
    TournamentState,
)
from fairground.server.tournaments.rounds import begin_schedule, count_rounds, next_round
from fairground.server.tournaments.schedule import pair_circle, plan_groups
from fairground.server.tournaments.standings import compute_table
from fairground.server.wire import Clock

CLOCK = Clock("bank", 600, 5)


def make_plan(style: Format, seats: int = 2, rounds: int = 0, bot: str | None = None) -> TournamentPlan:
    return TournamentPlan("Fair", "game", seats, style, CLOCK, 3600, 64, rounds, bot)


def make_state(players: int, seed: str = "lots") -> TournamentState:
    return TournamentState(seed, [Entrant(f"p{number:02}", f"P{number}") for number in range(players)])


def play(
    plan: TournamentPlan,
    state: TournamentState,
    seed: str = "results",
    leavers: dict[int, list[str]] | None = None,
) -> TournamentState:
    """Play a whole tournament; `leavers` leave before the round of that number."""
    rng, names = seeded(seed), count()
    begin_schedule(plan, state)
    while True:
        for player in (leavers or {}).get(len(state.rounds), []):
            entrant = state.entrant(player)
            assert entrant is not None
            entrant.left = True
        following = next_round(plan, state, 0.0, lambda: f"table{next(names)}")
        if following is None:
            return state
        assert len(state.rounds) < 50
        for match in following.matches:
            match.places = places_by_chance(plan.seats, rng.below(1000))
        state.rounds.append(following)


def places_by_chance(seats: int, number: int) -> list[int]:
    """Places in any order, with ties in some matches."""
    keys = [(number // 3**seat) % 3 for seat in range(seats)]
    return [1 + sum(other > key for other in keys) for key in keys]


def meetings(state: TournamentState) -> Counter[frozenset[str]]:
    return Past(state.rounds).met


def everybody_once(state: TournamentState) -> bool:
    """Whether nobody is in a round twice."""
    for one in state.rounds:
        names = [player for match in one.matches for player in match.chairs if player]
        names += [*one.byes, *one.walkovers]
        if len(names) != len(set(names)):
            return False
    return True


# Swiss


@settings(deadline=None, max_examples=40)
@given(st.integers(2, 17), st.integers(1, 7), st.integers(0, 10**6))
def test_in_a_swiss_for_two_nobody_meets_again_and_nobody_rests_twice_while_that_is_possible(
    players: int, rounds: int, seed: int
) -> None:
    """With fewer rounds than half the players a pairing without repeats exists in every round (Dirac)."""
    rounds = min(rounds, max(1, players // 2 - 1))
    state = play(make_plan("swiss", rounds=rounds), make_state(players, f"lots {seed}"), f"results {seed}")
    assert len(state.rounds) == rounds and everybody_once(state)
    assert all(number == 1 for number in meetings(state).values())
    rests = Counter(player for one in state.rounds for player in one.byes)
    assert all(number == 1 for number in rests.values())
    assert sum(rests.values()) == rounds * (players % 2)


def test_people_meet_again_only_when_everybody_has_met() -> None:
    state = play(make_plan("swiss", rounds=5), make_state(4))
    met = meetings(state)
    assert len(met) == 6 and max(met.values()) == 2


def test_in_a_swiss_people_with_the_same_score_meet() -> None:
    """Sixteen players without ties: after two rounds there are 4, 8 and 4 with the same score."""
    plan, state, names = make_plan("swiss", rounds=3), make_state(16), count()
    for _ in range(2):
        following = next_round(plan, state, 0.0, lambda: f"table{next(names)}")
        assert following is not None
        for match in following.matches:
            match.places = [1, 2] if match.chairs[0] < match.chairs[1] else [2, 1]
        state.rounds.append(following)
    points = {row.player: row.points for row in compute_table(plan, state)}
    third = next_round(plan, state, 0.0, lambda: f"table{next(names)}")
    assert third is not None
    assert Counter(points.values()) == {4: 4, 2: 8, 0: 4}
    assert all(points[match.chairs[0]] == points[match.chairs[1]] for match in third.matches)


def test_the_bye_goes_to_somebody_with_the_fewest_points() -> None:
    ranked, scores = list("abcde"), {"a": 4, "b": 2, "c": 2, "d": 2, "e": 0}
    assert pair_players(ranked, scores, Past()).byes == ["e"]
    rested = Past([TournamentRound(0, 0, [], byes=["e"])])
    assert pair_players(ranked, scores, rested).byes == ["d"]


@settings(deadline=None, max_examples=25)
@given(st.integers(4, 20), st.integers(0, 10**6))
def test_nobody_sits_in_the_same_chair_much_more_often_than_in_the_other(players: int, seed: int) -> None:
    state = play(make_plan("swiss", rounds=5), make_state(players, f"lots {seed}"), f"results {seed}")
    chairs = Past(state.rounds).chairs
    for entrant in state.entrants:
        assert abs(chairs[entrant.player, 0] - chairs[entrant.player, 1]) <= 3


@settings(deadline=None, max_examples=25)
@given(st.integers(3, 5), st.integers(3, 17), st.booleans(), st.integers(0, 10**6))
def test_a_swiss_for_more_fills_its_tables(seats: int, players: int, bots: bool, seed: int) -> None:
    players = players if bots else max(players, seats)
    plan = make_plan("swiss", seats, 4, "artisan" if bots else None)
    state = play(plan, make_state(players, f"lots {seed}"), f"results {seed}")
    assert len(state.rounds) == 4 and everybody_once(state)
    for one in state.rounds:
        empty = sum(match.chairs.count("") for match in one.matches)
        assert len(one.byes) == (0 if bots else players % seats)
        assert empty == (-players % seats if bots else 0)
        assert all(len(match.chairs) == seats for match in one.matches)
    rests = Past(state.rounds).rests
    assert bots or max(rests.values(), default=0) - min(rests[e.player] for e in state.entrants) <= 1


# Round robin


@pytest.mark.parametrize("players", [2, 3, 4, 5, 8, 11, 16])
def test_in_a_round_robin_for_two_everybody_meets_everybody_once(players: int) -> None:
    state = play(make_plan("round_robin"), make_state(players))
    met = meetings(state)
    assert len(met) == players * (players - 1) // 2 and set(met.values()) == {1}
    rests = Counter(player for one in state.rounds for player in one.byes)
    assert set(rests.values()) <= {1} and len(rests) == (players if players % 2 else 0)
    assert len(pair_circle([str(n) for n in range(players)])) == count_rounds(make_plan("round_robin"), state)


@pytest.mark.parametrize(("players", "seats"), [(3, 3), (4, 3), (6, 3), (9, 3), (8, 4), (5, 4), (7, 5)])
def test_in_a_round_robin_for_more_everybody_meets_everybody(players: int, seats: int) -> None:
    plan = make_plan("round_robin", seats, bot="artisan")
    state = play(plan, make_state(players))
    met = meetings(state)
    pairs = [frozenset(pair) for pair in combinations((e.player for e in state.entrants), 2)]
    assert all(met[pair] for pair in pairs) and everybody_once(state)


def test_nine_players_in_threes_need_four_rounds_in_which_everybody_meets_once() -> None:
    """The affine plane of order three: there is a plan without a repeat, and it is found."""
    rounds = plan_groups([str(number) for number in range(9)], 3, False, "plane")
    past = Past()
    for one in rounds:
        past.note_round(one.groups)
    assert len(rounds) == 4 and set(past.met.values()) == {1}


def test_who_leaves_a_round_robin_gives_the_others_a_win_without_a_match() -> None:
    plan = make_plan("round_robin")
    state = play(plan, make_state(6), leavers={2: ["p03"]})
    later = [one for one in state.rounds[2:] for _ in one.matches if "p03" in one.byes]
    assert not later and all("p03" not in match.chairs for one in state.rounds[2:] for match in one.matches)
    assert [len(one.walkovers) for one in state.rounds] == [0, 0, 1, 1, 1]
    assert len(state.rounds) == 5
    winners = {player for one in state.rounds for player in one.walkovers}
    assert len(winners) == 3 and "p03" not in winners


def test_bots_play_against_whoever_would_sit_out() -> None:
    state = play(make_plan("round_robin", bot="expert"), make_state(5))
    assert not any(one.byes for one in state.rounds)
    assert all(sum("" in match.chairs for match in one.matches) == 1 for one in state.rounds)


# Knock-out


@pytest.mark.parametrize("players", range(2, 18))
@pytest.mark.parametrize("bot", [None, "artisan"])
def test_a_knock_out_has_one_winner_and_as_many_rounds_as_it_needs(players: int, bot: str | None) -> None:
    plan = make_plan("knock_out", bot=bot)
    state = play(plan, make_state(players), f"results {players}")
    rows = compute_table(plan, state)
    assert len(state.rounds) == (players - 1).bit_length() == count_rounds(plan, state)
    assert everybody_once(state)
    if bot is None:
        assert [row.place for row in rows][:2] == [1, 2]
        assert sum(len(one.matches) for one in state.rounds) == players - 1
        assert len(state.rounds[0].byes) == 2 ** len(state.rounds) - players


def test_the_first_two_seeds_can_meet_only_in_the_final() -> None:
    assert seed_order(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    assert first_slots(list("abcde")) == ["a", "", "d", "e", "b", "", "c", ""]


def test_after_a_tie_whoever_moved_second_goes_on() -> None:
    plan, state = make_plan("knock_out"), make_state(2)
    final = next_round(plan, state, 0.0, lambda: "final")
    assert final is not None
    final.matches[0].places = [1, 1]
    state.rounds.append(final)
    assert compute_table(plan, state)[0].player == final.matches[0].chairs[1]


def test_who_leaves_a_knock_out_lets_the_opponent_go_on() -> None:
    plan = make_plan("knock_out")
    state = play(plan, make_state(4), leavers={1: ["p00", "p01"]})
    assert len(state.rounds) in (1, 2)
    rows = compute_table(plan, state)
    assert rows[0].player not in {"p00", "p01"} or rows[0].survived == 1


# Standings


def decided(chairs: list[str], places: list[int]) -> TournamentMatch:
    return TournamentMatch("table", chairs, places)


def test_points_are_a_win_half_for_a_shared_place_and_parts_among_more() -> None:
    state = make_state(4)
    state.rounds = [TournamentRound(0, 0, [decided(["p00", "p01", "p02", "p03"], [1, 2, 2, 4])])]
    rows = {row.player: row for row in compute_table(make_plan("swiss", 4, 1), state)}
    assert [rows[f"p0{n}"].points for n in range(4)] == [6, 3, 3, 0]  # of 6 parts
    assert [rows[f"p0{n}"].place for n in range(4)] == [1, 2, 2, 4]


def test_equal_points_are_decided_by_the_points_of_those_one_met() -> None:
    """p00 and p01 both won once; p00 met the later winner of the bye, p01 somebody without points."""
    state = make_state(5)
    state.rounds = [
        TournamentRound(
            0, 0, [decided(["p00", "p02"], [1, 2]), decided(["p01", "p03"], [1, 2])], byes=["p04"]
        ),
        TournamentRound(
            0, 0, [decided(["p04", "p00"], [1, 2]), decided(["p02", "p01"], [1, 2])], byes=["p03"]
        ),
    ]
    rows = compute_table(make_plan("swiss", rounds=2), state)
    assert [(row.player, row.points, row.met) for row in rows][:2] == [("p04", 4, 2), ("p00", 2, 6)]


def test_a_bye_is_worth_a_win_in_a_swiss_for_two_half_a_point_for_more_and_nothing_in_a_round_robin() -> None:
    state = make_state(3)
    state.rounds = [TournamentRound(0, 0, [], byes=["p00"])]
    assert compute_table(make_plan("swiss", 2, 1), state)[0].points == 2
    assert compute_table(make_plan("swiss", 4, 1), state)[0].points == 3
    assert compute_table(make_plan("round_robin"), state)[0].points == 0


def test_the_same_tournament_comes_out_the_same_again() -> None:
    plan = make_plan("swiss", rounds=5)
    assert play(plan, make_state(13)) == play(plan, make_state(13))
    assert play(plan, make_state(13, "other lots")) != play(plan, make_state(13))
