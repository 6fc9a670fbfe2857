"""What is true of every judge, and of what every game tells studies."""

import os
import subprocess
import sys

import pytest

from fairground import OVER, list_games, load
from fairground.engine.playout import playout
from fairground.engine.rng import seeded
from settings import SETTINGS, Setting

JUDGED = [name for name in list_games() if load(name).modules.bots]
JUDGED_SETTINGS = [setting for setting in SETTINGS if setting.name in JUDGED]
TOLD = [setting for setting in SETTINGS if load(setting.name).modules.holdings]
MATCHES = 30
SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
from test_judges import opinions
from fairground.pure import is_compiled
assert not is_compiled()
print(opinions(sys.argv[2]))
"""


@pytest.mark.parametrize("setting", JUDGED_SETTINGS, ids=str)
def test_the_result_of_a_match_follows_its_outcome(setting: Setting) -> None:
    game, judge = setting.game, setting.game.judge()
    rng = seeded(f"result {setting}")
    for _ in range(MATCHES):
        state = game.setup(setting.seats, rng.fork(), setting.options)
        playout(state, rng, game.longest)
        assert state.actor == OVER
        winners = game.outcome(state).winners
        shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(setting.seats)]
        assert judge.result(state) == pytest.approx(shares)


@pytest.mark.parametrize("setting", JUDGED_SETTINGS, ids=str)
def test_judging_changes_nothing(setting: Setting) -> None:
    game, judge = setting.game, setting.game.judge()
    rng = seeded(f"still {setting}")
    state = game.setup(setting.seats, rng.fork(), setting.options)
    while state.actor != OVER:
        before = game.dump(state)
        seat = state.someone(rng)
        moves = state.legal(seat)
        weights = judge.weights(state, seat, list(moves))
        picked = judge.pick(state, seat, list(moves), rng)
        shares = judge.shares(state)
        assert len(weights) == len(moves) and min(weights) > 0
        assert picked in moves
        assert sum(shares) == pytest.approx(1) and min(shares) >= 0
        assert game.dump(state) == before
        state.play(seat, moves[rng.below(len(moves))])


@pytest.mark.parametrize("name", JUDGED)
def test_every_term_counts_and_is_a_number(name: str) -> None:
    judge = load(name).judge()
    assert len(set(judge.terms())) == len(judge.terms())
    assert all(isinstance(getattr(judge, term), float) for term in judge.terms())


def opinions(name: str) -> str:
    """What the judge of a game says along a random match, to the last digit."""
    game = load(name)
    judge = game.judge()
    rng = seeded(f"opinions {name}")
    said = []
    for seats in (game.seats[0], game.seats[-1]):
        state = game.setup(seats, rng.fork())
        while state.actor != OVER:
            seat = state.someone(rng)
            moves = state.legal(seat)
            said.append(str((judge.shares(state), judge.weights(state, seat, moves))))
            state.play(seat, judge.pick(state, seat, moves, rng))
        said.append(str(judge.result(state)))
    return "\n".join(said)


@pytest.mark.parametrize("name", JUDGED)
def test_judges_say_the_same_compiled_and_pure(name: str) -> None:
    command = [sys.executable, "-c", SCRIPT, os.path.dirname(__file__), name]
    environment = {**os.environ, "FAIRGROUND_PURE": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == opinions(name)


@pytest.mark.parametrize("setting", TOLD, ids=str)
def test_what_is_kept_is_told_for_each_seat_and_does_not_shrink_to_nothing(setting: Setting) -> None:
    game = setting.game
    rng = seeded(f"kept {setting}")
    state = game.setup(setting.seats, rng.fork(), setting.options)
    playout(state, rng, game.longest)
    told = game.holdings(state)
    assert all(len(things) == setting.seats for things in told.values())
    assert any(any(things) for things in told.values())
