"""Hints: good moves by what the seat knows, and nothing that it does not know."""

import pytest

from fairground import Match, list_games, load
from fairground.analysis.hints import MOST_HINTS, NEARLY_BEST, give_hints
from fairground.engine.errors import BadSetting
from fairground.engine.game import Game
from fairground.engine.playout import trace
from fairground.engine.rng import seeded
from fairground.engine.state import OVER, State

BUDGET = 200
TABLES = [(name, seats) for name in list_games() for seats in {load(name).seats[0], load(name).seats[-1]}]


def positions(name: str, seats: int) -> list[State]:
    """Some positions of a random match."""
    game = load(name)
    match = Match(game, seats, f"hints {seats}", game.settle_options({}, study=True))
    found: list[State] = []
    for at, (seat, move) in enumerate(trace(match.state.copy(), seeded("hints"), game.longest)):
        if at % 17 == 3:
            found.append(match.state.copy())
        match.play(seat, move)
    return found[:6]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_hints_are_legal_moves_the_best_first(name: str, seats: int) -> None:
    game = load(name)
    for state in positions(name, seats):
        seat = state.actors()[0]
        hints = give_hints(game, state, seat, "seed", BUDGET)
        assert 1 <= len(hints) <= MOST_HINTS
        shares = [hint.share for hint in hints]
        assert shares == sorted(shares, reverse=True)
        assert all(shares[0] - share <= NEARLY_BEST and 0.0 <= share <= 1.0 for share in shares)
        for hint in hints:
            assert hint.move in state.legal(seat)
            assert (hint.words, hint.path) == (game.write(hint.move), game.path(hint.move))
            assert set(hint.points) == set(game.outcome(state).headings)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_hints_are_the_same_in_twin_worlds(name: str, seats: int) -> None:
    game = load(name)
    for state in positions(name, seats):
        seat = state.actors()[0]
        found = give_hints(game, state, seat, "seed", BUDGET)
        for twin in range(2):
            world = state.imagine(seat, seeded(f"twin {twin}"))
            assert give_hints(game, world, seat, "seed", BUDGET) == found


def test_the_last_move_of_a_match_without_chance_is_never_worse_than_another() -> None:
    """With one move to the end, every move can be tried: the hint wins if any move does."""
    name = next(name for name in list_games() if load(name).widest == 0)
    game, seen = load(name), 0
    for number in range(10):
        state = Match(game, 2, f"win {number}").state
        last = list(trace(state.copy(), seeded(f"win {number}"), game.longest))
        for seat, move in last[:-1]:
            state.play(seat, move)
        seat = last[-1][0]
        results = {move: final_share(game, state, seat, move) for move in state.legal(seat)}
        ending = {move: share for move, share in results.items() if share is not None}
        if len(results) < 2 or max(ending.values(), default=0.0) < 1.0:
            continue
        seen += 1
        best = give_hints(game, state, seat, "seed", 2000)[0]
        assert best.share > 0.99
    assert seen


def final_share(game: Game[State, object], state: State, seat: int, move: int) -> float | None:
    """The share of the win that a move brings at once; None if the match goes on."""
    after = state.copy()
    after.play(seat, move)
    if after.actor != OVER:
        return None
    winners = game.outcome(after).winners
    return float(seat in winners) / len(winners)


def test_a_seat_that_is_not_to_move_gets_none() -> None:
    name = next(name for name in list_games() if not load(name).hidden)
    match = Match(load(name), 2, "x")
    with pytest.raises(BadSetting, match="not to move"):
        give_hints(load(name), match.state, 1 - match.state.actors()[0], "seed")
