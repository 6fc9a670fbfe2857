"""Positions are dumped, restored and refused, and the invariants find errors."""

from collections.abc import Callable

import pytest

from fairground import PositionError, seeded
from fairground.engine.playout import playout
from fairground.games.banner_festival import GAME
from fairground.games.banner_festival.rules.cards import BIT
from fairground.games.banner_festival.rules.festival import BannerFestival
from fairground.games.banner_festival.tests.tables import fill_hands, table
from fairground.games.banner_festival.view import view

HANDS = fill_hands(["teal1", "teal2", "teal3", "teal4"], 3, {})

BOUT: dict[str, object] = {
    "round": 1,
    "bout": 1,
    "gate": 5,
    "quadrant": "teal",
    "dummies": [],
    "feast": False,
}
BOUT["deeds"] = [{"card": f"teal{number}"} for number in range(1, 5)]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_restored_position_shows_the_same_views(seats: int) -> None:
    rng = seeded("views")
    for moves in range(0, 120, 7):
        state = GAME.setup(seats, seeded("restore"))
        playout(state, rng, moves)
        again = GAME.restore(GAME.dump(state))
        for seat in [*range(seats), None]:
            assert view(again, seat) == view(state, seat)


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"up": "orange5"}, "there are 1 dummies instead of 0"),
        ({"asked": "gate"}, "the gate is to be moved, but nobody leads"),
        ({"asked": "gate", "lead": 4}, "expected a lead from 0 to 3, got 4"),
        ({"gate": 9}, "expected a space of the gate from 1 to 8, got 9"),
        ({"round": 4}, "3 rounds are scored, but the match is going on"),
        ({"fruit": [11, 0, 0, 0]}, "the pool holds 0"),
        ({"fruit": [1, 0]}, "expected Fruit for 4 seats, got 2"),
        ({"fruit": [1, 0, 0, 0], "pool": 11}, "all Fruit together is 12, not 11"),
        ({"towers": {"A": [15, 0, 0, 0]}}, "a seat has hung more Banners than it has"),
        ({"towers": {"C": [1, 0, 0, 0]}}, "expected a Region (A, B), got 'C'"),
        ({"docks": {"teal": [[1, 0]]}}, "expected Banners for 4 seats, got 2"),
        ({"docks": {"teal": [[0] * 4] * 5}}, "expected a space of a dock from 0 to 3, got 4"),
        ({"sealed": ["teal2", None, None, None]}, "seat 0 has chosen teal2, which it does not hold"),
        ({"sealed": ["teal1", "teal2", "teal3", "teal4"]}, "everybody has chosen"),
        ({"watercraft": [0, 1, 1, 1]}, "a Watercraft is off the track"),
        ({"characters": [8, 0, 0, 0]}, "more Character cards"),
        ({"kept": [["teal1"], [], [], []]}, "teal1 is in two places or not in play"),
        ({"kept": [["teal0"], [], [], []]}, "teal0 is in two places or not in play"),
        ({"kept": [["teal15"], [], [], []]}, "expected a card such as teal7, got 'teal15'"),
        ({"played": []}, "0 cards are played in 5 bouts"),
        ({"majorities": [-1, 0, 0, 0]}, "less than 0 Fruit or Profit"),
        ({"hats": 3}, "unknown field `hats`"),
        ({"feasts": [10**30, 0, 0, 0]}, "Expected `int` <= 9999"),
        ({"towers": {"A": [10**18, 0, 0, 0]}}, "Expected `int` <= 9999"),
        ({"bouts": [{**BOUT, "gate": 9}]}, "expected the gate of a bout from 1 to 8, got 9"),
        ({"bouts": [{**BOUT, "deeds": []}]}, "expected deeds for 4 seats, got 0"),
    ],
)
def test_impossible_positions_are_refused_with_a_reason(facts: dict[str, object], message: str) -> None:
    with pytest.raises(PositionError) as error:
        table(HANDS, **facts)
    assert message in str(error.value)


def test_hands_are_of_equal_size() -> None:
    with pytest.raises(PositionError, match="not of equal size"):
        table(["teal1 teal2 teal3", "teal4 teal5", "teal6 teal7 teal8", "orange1 orange2 orange3"])


def test_a_last_card_is_played_without_asking() -> None:
    with pytest.raises(PositionError, match="last cards must be played without asking"):
        table(["teal1", "teal2", "teal3", "teal4"])


def test_docks_are_empty_at_the_start_of_a_round() -> None:
    start = GAME.dump(GAME.setup(4, seeded("start")))
    state = start["state"]
    assert isinstance(state, dict)
    state["docks"] = {"teal": [[1, 0, 0, 0], [0] * 4, [0] * 4, [0] * 4]}
    with pytest.raises(PositionError, match="at the start of a round"):
        GAME.restore(start)


def lose_a_card(state: BannerFestival) -> None:
    state.deck &= state.deck - 1


def double_a_card(state: BannerFestival) -> None:
    state.deck |= state.hands[0]


def lose_a_banner(state: BannerFestival) -> None:
    state.supply[1] -= 1


def forget_a_space(state: BannerFestival) -> None:
    state.taken ^= BIT[2]


def empty_the_pool(state: BannerFestival) -> None:
    state.pool = 0


def let_an_unknown_seat_lead(state: BannerFestival) -> None:
    state.lead = 9


@pytest.mark.parametrize(
    "error",
    [lose_a_card, double_a_card, lose_a_banner, forget_a_space, empty_the_pool, let_an_unknown_seat_lead],
)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_invariants_find_every_error(seats: int, error: Callable[[BannerFestival], None]) -> None:
    state = GAME.setup(seats, seeded("error"))
    assert GAME.check(state) == []
    error(state)
    assert GAME.check(state)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_invariants_hold_after_every_move(seats: int) -> None:
    rng = seeded(f"invariants {seats}")
    for _ in range(25):
        state = GAME.setup(seats, rng.fork())
        while state.actors():
            playout(state, rng, 1)
            assert GAME.check(state) == []
