"""The judge of Festival Climbers, and the holdings for balance studies."""

import pytest

from fairground import seeded
from fairground.engine.judge import tune
from fairground.engine.playout import playout
from fairground.engine.state import OVER
from fairground.games.festival_climbers import GAME
from fairground.games.festival_climbers.bots import ClimbersJudge, gain
from fairground.games.festival_climbers.holdings import holdings
from fairground.games.festival_climbers.notation import names, read
from fairground.games.festival_climbers.rules import Climbers


def position(*climbers: str, actor: int = 0) -> Climbers:
    """Return a state in which each seat has climbers on the given spaces."""
    placed = [spaces.split() for spaces in climbers]
    state = {"climbers": placed, "actor": actor}
    return GAME.restore({"game": GAME.name, "seats": len(placed), "state": state})


def best_move(state: Climbers) -> str:
    """Return the move after which the judge gives the mover the largest share."""
    judge = ClimbersJudge()
    seat = int(state.actor)

    def share(move: int) -> float:
        after = state.copy()
        after.play(seat, move)
        return judge.shares(after)[seat]

    return GAME.write(max(state.legal(seat), key=share))


def worth(state: Climbers, seat: int, **terms: float) -> float:
    return tune(ClimbersJudge(), terms).worth(state, seat)


def test_the_longest_climb_is_taken() -> None:
    """b1 and b2 support c1, two levels above the base. Every other climb gains one level."""
    assert best_move(position("a8 a1 a2 a3", "b1 b2")).endswith("-c1")


def test_a_climber_that_must_support_another_counts_for_less() -> None:
    """b5 is open above a5 and a6. A climber on a1 supports b1 alone and may not go there; one on a8 may."""
    supporting = position("a1", "b1 a8 a5 a6", actor=1)
    free = position("a8", "b1 a1 a5 a6", actor=1)
    assert worth(supporting, 0) < worth(free, 0)
    assert worth(supporting, 0, climbs=0.0) == worth(free, 0, climbs=0.0)


def test_a_climber_in_hand_is_worth_more_than_one_on_the_base() -> None:
    """A seat that introduces its climbers early has none to respond with later."""
    assert worth(position("", "a5"), 0) > worth(position("a1", "a5"), 0)


def test_a_long_possible_climb_is_worth_more_to_the_seat_to_move() -> None:
    mine = position("a8 a1 a2 a3", "b1 b2", actor=0)
    theirs = position("a8 a1 a2 a3", "b1 b2", actor=1)
    assert worth(mine, 0) > worth(theirs, 0)


@pytest.mark.parametrize(("move", "levels"), [("a3", 1), ("a3-c2", 2), ("f1-h1", 2), ("a1-h1", 7)])
def test_a_move_gains_the_levels_it_climbs(move: str, levels: int) -> None:
    assert gain(read(move)) == levels


@pytest.mark.parametrize("seats", GAME.seats)
def test_holdings_list_where_climbers_stand(seats: int) -> None:
    state = GAME.setup(seats, seeded("kept"))
    playout(state, seeded("kept play"), 40)
    held = holdings(state)
    assert held["space"] == [names(own) for own in state.own]
    assert [sum(int(level[-1]) for level in own) for own in held["level"]] == state.scores()


def ahead(state: Climbers, moves: int) -> list[Climbers]:
    """Return all positions so many moves later, however they are reached."""
    if moves == 0 or state.actor == OVER:
        return [state]
    return [last for move in state.legal(state.actor) for last in ahead(after(state, move), moves - 1)]


def after(state: Climbers, move: int) -> Climbers:
    played = state.copy()
    played.play(state.actor, move)
    return played


@pytest.mark.parametrize("placed", [("", ""), ("a1 a2 b5", "a5 a6 a8"), ("a2 b1 b3", "a1 a3 a4 b2")])
def test_a_search_takes_positions_for_the_same_if_and_only_if_they_are(placed: tuple[str, str]) -> None:
    """Who moved last counts too: it decides between seats with equal points and levels."""
    judge = ClimbersJudge()
    facts: dict[int, tuple[object, ...]] = {}
    for state in (state for moves in (1, 2, 3) for state in ahead(position(*placed), moves)):
        if state.actor != OVER:
            leader = state.standing(0) > state.standing(1)
            here = (list(state.own), list(state.hand), state.actor, leader, judge.shares(state))
            assert facts.setdefault(judge.position_key(state), here) == here
    assert min(facts) > 0
    assert len({str(here) for here in facts.values()}) >= len(facts) / 2


def test_only_tables_of_two_have_keys() -> None:
    assert ClimbersJudge().position_key(position("a1", "a2", "a3")) == 0
