"""§5 of Festo: the cube that a reserved dish costs less, where a drink's discount leaves nothing to waive."""

import pytest

from fairground import State, load

GAME = load("festo")


def reserved_drink(stock: dict[str, int]) -> State:
    """Seat 0 has reserved the honey drink (two honey and another) and owns a spice drink, magic side up."""
    position = {
        "stocks": [stock],
        "shelves": {"drink": ["honey", "meat", "mushroom"]},
        "claims": {"drink1": {"seat": 0}},
        "dishes": [["spice drink"]],
    }
    options = {"events": "none", "magic": "on"}
    state = GAME.restore({"game": GAME.name, "seats": 2, "options": options, "state": position})
    state.play(0, GAME.legal_move(state, 0, "cook drink1"))
    return state


@pytest.mark.parametrize(("colour", "left"), [("spice", {"honey": 1}), ("meat", {})])
def test_5_a_colour_that_costs_nothing_cannot_be_waived(colour: str, left: dict[str, int]) -> None:
    """With spice, which the discount pays, a honey is waived; with meat, which is lacking, the meat."""
    state = reserved_drink({"honey": 2})
    state.play(0, GAME.legal_move(state, 0, f"with {colour}"))
    assert state.actors() == [1]
    assert GAME.dump(state)["state"]["stocks"][0] == left  # type: ignore[index]
