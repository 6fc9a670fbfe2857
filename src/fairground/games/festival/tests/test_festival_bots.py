"""What the judge of Festival sees, and what studies are told."""

import pytest

from fairground import seeded
from fairground.engine.playout import playout
from fairground.games.festival import GAME
from fairground.games.festival.bots import FestivalJudge, missing, needed
from fairground.games.festival.holdings import holdings
from fairground.games.festival.rules.festival import Festival
from fairground.games.festival.tests.table import CARDS, TILES, table


def liked(state: Festival) -> str:
    """The move after which the judge gives the mover most."""
    judge = FestivalJudge()
    seat = int(state.actor)

    def share(move: int) -> float:
        after = state.copy()
        after.play(seat, move)
        return judge.shares(after)[seat]

    return GAME.write(max(state.legal(seat), key=share))


def lacking(board: dict[str, str | list[str]], card: str) -> int:
    state = table([board, {}])
    return int(needed(state, 0, state.printed.cards.index(card)))


@pytest.mark.parametrize(
    ("board", "lacks"),
    [
        ({}, 3),
        ({"b2": "green palm"}, 2),
        ({"b2": "green palm", "c2": "yellow rose"}, 1),
        ({"b2": "green palm", "b3": "yellow rose"}, 1),  # turned by a quarter, its blue is missing
        ({"b2": "green palm", "a1": "yellow rose"}, 2),  # no neighbours
    ],
)
def test_an_objective_lacks_what_its_nearest_placement_lacks(
    board: dict[str, str | list[str]], lacks: int
) -> None:
    assert lacking(board, "B-green") == lacks


@pytest.mark.parametrize(
    ("board", "lacks"),
    [
        ({}, 3),  # a tile to stand on, a palm and a yellow
        ({"a1": "red rose"}, 2),
        ({"a1": "yellow palm"}, 2),  # a palm upon the palm, and another yellow
        ({"a1": ["red rose", "red palm"]}, 1),
    ],
)
def test_a_raised_tile_needs_one_below(board: dict[str, str | list[str]], lacks: int) -> None:
    assert lacking(board, "F-palm") == lacks


def test_the_second_of_a_pair_must_match_in_both_ways() -> None:
    assert lacking({"a1": "green palm"}, "E-green") == 2
    assert lacking({"a1": "green palm", "c3": "green rose"}, "E-green") == 1


def test_crowd_pleasers_lack_tiles() -> None:
    board = {
        "a1": ["red palm", "red rose", "red burst"],
        "b1": ["blue palm", "red fountain"],
        "c1": "red palm",
    }
    state = table([board, {}])
    lacks = {state.printed.conditions[side]: int(missing(state, 0, side)) for side in range(8)}
    assert lacks["4 or more visible tiles share a colour"] == 1
    assert lacks["4 or more visible tiles share a type"] == 3
    assert lacks["1 or more stacks of 4 or more tiles"] == 1
    assert lacks["2 or more stacks of 3 or more tiles"] == 1
    assert lacks["tiles on 9 or more spaces"] == 6
    assert lacks["4 or more colours and as many types visible"] == 3


def test_a_tile_that_completes_an_objective_is_laid() -> None:
    """Green b2 and yellow c2 wait for a blue on b3."""
    board = {"b2": "green burst", "c2": "yellow rose"}
    state = table([board, {}], incomplete={0: ["B-green"]}, stacks={0: ["blue burst"], 1: ["red burst"]})
    assert liked(state) == "left b3"


def test_an_objective_that_is_fulfilled_already_is_taken() -> None:
    board = {"b2": "green burst", "c2": "yellow rose", "b3": "blue burst"}
    state = table(
        [board, {}], stacks={0: ["red burst"], 1: ["red rose"]}, piles=["G-red", "A-red", "B-green", "C-palm"]
    )
    assert liked(state) == "pile 3"


@pytest.mark.parametrize("seats", GAME.seats)
def test_studies_are_told_what_was_taken(seats: int) -> None:
    state = GAME.setup(seats, seeded("kept"))
    assert not any(any(things) for things in holdings(state).values())
    playout(state, seeded("kept play"), 40)
    told = holdings(state)
    taken = [card for cards in told["objective"] for card in cards]
    tiles = [tile for own in told["tile"] for tile in own]
    assert set(taken) <= set(CARDS) and len(set(taken)) == len(taken) == 28 - sum(state.pile_size)
    assert set(tiles) <= set(TILES) and len(tiles) == state.lays
    for seat in range(seats):
        assert len(told["starting objective"][seat]) == 1
        own = {*told["objective"][seat], *told["starting objective"][seat]}
        assert set(told["completed"][seat]) <= own
        assert len(told["crowd-pleaser"][seat]) == list(state.owner).count(seat)
