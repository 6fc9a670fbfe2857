"""Copies share what they do not write. Neither a copy nor its original ever sees what the other one does."""

import pytest

from fairground import load, seeded
from fairground.engine.game import Game
from fairground.engine.playout import playout
from fairground.engine.state import OVER, State
from settings import EVERY_GAME, Setting, covering, settings

AHEAD = 12  # moves that the other one goes on
FEW = [few for name in EVERY_GAME for few in covering([each for each in settings() if each.name == name])]


def last_move(game: Game[State, object], before: State, seat: int, move: int, after: State) -> object:
    """Return a position, and what is told of the move that led to it."""
    return game.dump(after), game.story(before, seat, move, after)


@pytest.mark.parametrize("setting", FEW, ids=str)
def test_a_copy_and_its_original_go_separate_ways(setting: Setting) -> None:
    game, rng = load(setting.name), seeded("ways")
    state = game.setup(setting.seats, rng.fork(), setting.options)
    for _ in range(40):
        if state.actor == OVER:
            return
        before, seat = state.copy(), int(state.someone(rng))
        moves = state.legal(seat)
        move = moves[rng.below(len(moves))]
        state.play(seat, move)
        twin = state.copy()
        own, copied = (last_move(game, before, seat, move, each) for each in (state, twin))
        playout(state.copy(), rng, AHEAD)
        assert last_move(game, before, seat, move, state) == own
        assert last_move(game, before, seat, move, twin) == copied
        playout(state, rng, AHEAD)
        assert last_move(game, before, seat, move, twin) == copied
        state = twin
