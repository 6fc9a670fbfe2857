"""Counting in Festival Climbers: the points of a full base, and when each seat moved last."""

from fairground import Match, State, load

GAME = load("festival_climbers")


def position(state: State) -> dict[str, object]:
    """The game's own part of a position, as data."""
    packed = GAME.dump(state)["state"]
    assert isinstance(packed, dict)
    return packed


def test_4_a_team_that_fills_the_base_has_a_point_for_each_climber() -> None:
    base = [f"a{place}" for place in range(1, 9)]
    full = {"game": GAME.name, "seats": 2, "state": {"climbers": [base, []], "actor": 0}}
    assert GAME.restore(full).scores() == [8, 0]


def test_5_moves_are_counted_from_one_and_nobody_has_moved_at_first() -> None:
    match = Match(GAME, seats=3, seed="x")
    assert position(match.state) | {"moves": 0, "moved": [0, 0, 0]} == position(match.state)
    for seat, space in [(0, "a1"), (1, "a2"), (2, "a3"), (0, "a4")]:
        match.play(seat, space)
    assert position(match.state) | {"moves": 4, "moved": [4, 2, 3]} == position(match.state)
