"""§5 The view says what things are worth to a seat, with the values of the box in play."""

import msgspec
import pytest

from fairground.engine.rng import seeded
from fairground.games.fireworks import GAME
from fairground.games.fireworks.board_view import Worth
from fairground.games.fireworks.printed import printed_values
from fairground.games.fireworks.view import view

USUAL_SPECIALS = [1, 2, 3, 4, 10]


def worth_of(character: str) -> Worth:
    state = GAME.setup(2, seeded("worth"), {})
    state.character[0] = state.printed.people.index(character)
    return view(state, None).worth[0]


@pytest.mark.parametrize(
    ("character", "bonus", "needs"),
    [
        ("Maicho", 3, {"special": 4}),
        ("Kohana", 0, {}),
        ("Manka", 3, {"kaleidoscopes": 2}),
        ("Tosei", 3, {"saturns": 2}),
        ("Kagiya", 3, {"kaleidoscopes": 1, "saturns": 1, "flowers": 1}),
        ("Tamaya", 3, {"big fireworks": 2}),
        ("Fat Puppy", 0, {}),
    ],
)
def test_5_5_every_character_shows_its_bonus_and_what_it_needs(
    character: str, bonus: int, needs: dict[str, int]
) -> None:
    worth = worth_of(character)
    assert (worth.bonus, worth.needs) == (bonus, needs)
    assert worth.flower == (2 if character == "Kohana" else 1)
    assert worth.special == ([1, 3, 5, 7, 13] if character == "Fat Puppy" else USUAL_SPECIALS)


def test_5_the_prices_shown_are_those_of_the_box() -> None:
    box = GAME.box().values
    names = ("big_both", "big_shape", "big_colour", "big_incomplete", "saturn_same", "saturn_different")
    score = msgspec.structs.replace(
        box.score,
        **dict(zip(names, (44, 43, 42, 41, 34, 33), strict=True)),
        kaleidoscope_same=32,
        kaleidoscope_different=31,
        flower=25,
        specials=[21, 22, 23, 24, 26],
    )
    state = GAME.setup(2, seeded("worth"), {})
    state.printed = printed_values(msgspec.structs.replace(box, score=score), 0)
    state.character[0] = state.printed.people.index("Tosei")
    worth = view(state, None).worth[0]
    assert worth.big == (44, 43, 42, 41)
    assert (worth.saturn, worth.kaleidoscope) == ((34, 33), (32, 31))
    assert (worth.flower, worth.special) == (25, [21, 22, 23, 24, 26])
