"""What the judge of Festival Climbers sees, and what studies are told."""

import pytest

from fairground import seeded
from fairground.engine.judge import tune
from fairground.engine.playout import playout
from fairground.games.festival_climbers import GAME
from fairground.games.festival_climbers.bots import ClimbersJudge, gain
from fairground.games.festival_climbers.holdings import holdings
from fairground.games.festival_climbers.notation import names, read
from fairground.games.festival_climbers.rules import Climbers


def position(*climbers: str, actor: int = 0) -> Climbers:
    """A state in which each seat has climbers on the spaces named."""
    placed = [spaces.split() for spaces in climbers]
    state = {"climbers": placed, "actor": actor}
    return GAME.restore({"game": GAME.name, "seats": len(placed), "state": state})


def liked(state: Climbers) -> str:
    """The move after which the judge gives the mover most."""
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
    """b1 and b2 carry c1; from the base that is two levels, and nothing else is more than one."""
    assert liked(position("a8 a1 a2 a3", "b1 b2")).endswith("-c1")


def test_climbers_who_carry_others_count_for_less() -> None:
    """b5 is open above a5 and a6. Only a1 carries b1 and may not climb there; a8 may."""
    carrying = position("a1", "b1 a8 a5 a6", actor=1)
    free = position("a8", "b1 a1 a5 a6", actor=1)
    assert worth(carrying, 0) < worth(free, 0)
    assert worth(carrying, 0, climbs=0.0) == worth(free, 0, climbs=0.0)


def test_a_climber_in_hand_is_worth_more_than_one_on_the_base() -> None:
    """Who has to introduce climbers early has none to answer with later."""
    assert worth(position("", "a5"), 0) > worth(position("a1", "a5"), 0)


def test_a_long_climb_that_is_open_is_worth_more_to_the_one_to_move() -> None:
    mine = position("a8 a1 a2 a3", "b1 b2", actor=0)
    theirs = position("a8 a1 a2 a3", "b1 b2", actor=1)
    assert worth(mine, 0) > worth(theirs, 0)


@pytest.mark.parametrize(("move", "levels"), [("a3", 1), ("a3-c2", 2), ("f1-h1", 2), ("a1-h1", 7)])
def test_a_move_gains_the_levels_it_climbs(move: str, levels: int) -> None:
    assert gain(read(move)) == levels


@pytest.mark.parametrize("seats", GAME.seats)
def test_studies_are_told_where_climbers_stand(seats: int) -> None:
    state = GAME.setup(seats, seeded("kept"))
    playout(state, seeded("kept play"), 40)
    told = holdings(state)
    assert told["space"] == [names(own) for own in state.own]
    assert [sum(int(level[-1]) for level in own) for own in told["level"]] == state.scores()
