"""The judge of Festival, and the holdings for balance studies."""

import pytest

from fairground import OVER, Rng, seeded
from fairground.engine.playout import playout
from fairground.games.festival import GAME
from fairground.games.festival.bots import FestivalJudge, objective_shortfall, pleaser_shortfall
from fairground.games.festival.holdings import holdings
from fairground.games.festival.rules.festival import Festival
from fairground.games.festival.tests.table import CARDS, TILES, table


def best_move(state: Festival) -> str:
    """Return the move after which the judge gives the mover the largest share."""
    judge = FestivalJudge()
    seat = int(state.actor)

    def share(move: int) -> float:
        after = state.copy()
        after.play(seat, move)
        return judge.shares(after)[seat]

    return GAME.write(max(state.legal(seat), key=share))


def shortfall(board: dict[str, str | list[str]], card: str) -> int:
    state = table([board, {}])
    return int(objective_shortfall(state, 0, state.printed.cards.index(card)))


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
    assert shortfall(board, "B-green") == lacks


@pytest.mark.parametrize(
    ("board", "lacks"),
    [
        ({}, 3),  # a tile to stand on, a palm and a yellow
        ({"a1": "red rose"}, 2),
        ({"a1": "yellow palm"}, 2),  # another palm on top of the palm, and another yellow
        ({"a1": ["red rose", "red palm"]}, 1),
    ],
)
def test_a_raised_tile_needs_one_below(board: dict[str, str | list[str]], lacks: int) -> None:
    assert shortfall(board, "F-palm") == lacks


def test_the_second_tile_of_a_pair_must_match_in_colour_and_type() -> None:
    assert shortfall({"a1": "green palm"}, "E-green") == 2
    assert shortfall({"a1": "green palm", "c3": "green rose"}, "E-green") == 1


def test_the_shortfall_of_crowd_pleasers_is_counted_in_tiles() -> None:
    board = {
        "a1": ["red palm", "red rose", "red burst"],
        "b1": ["blue palm", "red fountain"],
        "c1": "red palm",
    }
    state = table([board, {}])
    lacks = {state.printed.conditions[side]: int(pleaser_shortfall(state, 0, side)) for side in range(8)}
    assert lacks["4 or more visible tiles share a colour"] == 1
    assert lacks["4 or more visible tiles share a type"] == 3
    assert lacks["1 or more stacks of 4 or more tiles"] == 1
    assert lacks["2 or more stacks of 3 or more tiles"] == 1
    assert lacks["tiles on 9 or more spaces"] == 6
    assert lacks["4 or more colours and as many types visible"] == 3


def test_the_judge_lays_a_tile_that_completes_an_objective() -> None:
    """Green on b2 and yellow on c2 need a blue tile on b3."""
    board = {"b2": "green burst", "c2": "yellow rose"}
    state = table([board, {}], incomplete={0: ["B-green"]}, stacks={0: ["blue burst"], 1: ["red burst"]})
    assert best_move(state) == "left b3"


def test_the_judge_takes_an_objective_that_the_board_already_fulfils() -> None:
    board = {"b2": "green burst", "c2": "yellow rose", "b3": "blue burst"}
    state = table(
        [board, {}], stacks={0: ["red burst"], 1: ["red rose"]}, piles=["G-red", "A-red", "B-green", "C-palm"]
    )
    assert best_move(state) == "pile 3"


def tied_table(rng: Rng) -> Festival:
    """Return a final position in which points and crowd-pleasers are often equal."""
    seats = 2 + rng.below(3)
    state = table([{} for _ in range(seats)])
    state.done[0] = 2 ** rng.below(28)  # something worth as much as two crowd-pleasers
    for pleaser in range(4):
        state.owner[pleaser] = rng.below(seats + 1) - 1
    state.actor = OVER
    return state


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_judge_splits_the_win_as_the_outcome_does(seats: int) -> None:
    """§5 Points, then crowd-pleasers; ties share."""
    rng, judge, deciders = seeded(f"result {seats}"), FestivalJudge(), set()
    finals = [GAME.setup(seats, rng.fork()) for _ in range(100)]
    for state in finals:
        playout(state, rng, GAME.longest)
    for state in [*finals, *(tied_table(rng) for _ in range(300))]:
        outcome = GAME.outcome(state)
        share = 1 / len(outcome.winners)
        assert judge.result(state) == [share * (seat in outcome.winners) for seat in range(state.seats)]
        deciders.add(outcome.decided)
    assert deciders == set(GAME.deciders)


@pytest.mark.parametrize("seats", GAME.seats)
def test_holdings_list_what_was_taken(seats: int) -> None:
    state = GAME.setup(seats, seeded("kept"))
    assert not any(any(things) for things in holdings(state).values())
    playout(state, seeded("kept play"), 40)
    held = holdings(state)
    taken = [card for cards in held["objective"] for card in cards]
    tiles = [tile for own in held["tile"] for tile in own]
    assert set(taken) <= set(CARDS) and len(set(taken)) == len(taken) == 28 - sum(state.pile_size)
    assert set(tiles) <= set(TILES) and len(tiles) == state.lays
    for seat in range(seats):
        assert len(held["starting objective"][seat]) == 1
        own = {*held["objective"][seat], *held["starting objective"][seat]}
        assert set(held["completed"][seat]) <= own
        assert len(held["crowd-pleaser"][seat]) == list(state.owner).count(seat)
