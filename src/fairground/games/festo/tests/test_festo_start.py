"""§2 of Festo: who begins before anybody has given the start card away."""

import pytest

from fairground import load, seeded

GAME = load("festo")


@pytest.mark.parametrize("seats", GAME.seats)
def test_2_at_first_the_player_order_begins_with_the_start_card(seats: int) -> None:
    for seed in "abcdef":
        position = GAME.dump(GAME.setup(seats, seeded(seed)))["state"]
        assert isinstance(position, dict)
        assert position["start"] == position["card"]
