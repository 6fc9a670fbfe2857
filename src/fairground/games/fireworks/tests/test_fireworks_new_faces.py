"""§7 of Fireworks: the faces that a launch turns up are counted."""

from fairground.games.fireworks.tests.plot_launches import measure


def test_7_launches_turn_up_new_faces() -> None:
    assert 1 < measure(matches=1, gathering=True).new_faces() < 4
