"""Bots never peek: what they cannot know makes no difference to what they do, compiled or not."""

import os
import subprocess
import sys

import pytest

from fairground import OVER, Rng, State, load
from fairground.bots import LEVELS, bot
from fairground.engine.game import Game
from fairground.engine.playout import playout
from fairground.engine.rng import seeded
from lanterns import GAME as LANTERNS
from lanterns.rules import Lanterns
from settings import EVERY_GAME, EVERY_TABLE, Setting

BOTS = ("random", "greedy", *LEVELS[:4], "maestro:iterations=100:seconds=1000")
SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
from test_bots_secrecy import choices
from fairground.pure import is_compiled
assert not is_compiled()
print(choices(sys.argv[2]))
"""


class Secret(int):
    """A card that must not be looked at; that it lies there may be known."""

    def __ge__(self, other: int) -> bool:
        if other == 0:
            return True
        raise AssertionError("somebody peeked")

    def __lt__(self, other: int) -> bool:
        return not self >= other

    def _peeked(self, *_: object) -> bool:
        raise AssertionError("somebody peeked")

    __eq__ = __ne__ = __gt__ = __le__ = __hash__ = __index__ = _peeked


def guarded(state: Lanterns, seat: int) -> Lanterns:
    """The same position; whatever the seat cannot know raises when it is read."""
    for other in range(state.seats):
        if other != seat:
            state.hands[other] = [Secret(card) for card in state.hands[other]]
            if state.sealed[other] >= 0:
                state.sealed[other] = Secret(state.sealed[other])
    return state


def test_a_guarded_position_tells_who_peeks() -> None:
    state = guarded(LANTERNS.setup(2, seeded("guard")), 0)
    with pytest.raises(AssertionError, match="peeked"):
        state.legal(1)
    with pytest.raises(AssertionError, match="peeked"):
        max(state.hands[1])


@pytest.mark.parametrize("spec", BOTS)
@pytest.mark.parametrize("sealed", [False, True])
def test_no_bot_reads_what_it_cannot_know(spec: str, sealed: bool) -> None:
    for number in range(3):
        state = LANTERNS.setup(3, seeded(f"guard {number}"))
        if sealed:
            state.play(0, state.legal(0)[0])
        mind = LANTERNS.mind(guarded(state, 1), 1, seeded("mind"))
        assert bot(spec).choose(mind) in mind.legal()


# Twin worlds


def positions(game: Game[State, object], seats: int, options: dict[str, str], rng: Rng) -> list[State]:
    """A few positions of a random match with more than one thing to do."""
    state = game.setup(seats, rng.fork(), options)
    whole = int(playout(state.copy(), rng.copy(), 400))
    found = []
    for _ in range(3):
        playout(state, rng, whole // 4)
        while state.actor != OVER and len(state.legal(state.actors()[0])) == 1:
            playout(state, rng, 1)
        found += [state.copy()] if state.actor != OVER else []
    return found


@pytest.mark.parametrize("setting", [s for s in EVERY_TABLE if s.game.hidden], ids=str)
def test_in_worlds_that_the_seat_cannot_tell_apart_bots_do_the_same(setting: Setting) -> None:
    game, rng = setting.game, seeded(f"twins {setting}")
    found = positions(game, setting.seats, setting.options, rng)
    assert found
    for state in found:
        seat = state.actors()[-1]
        twin = state.imagine(seat, rng)
        for spec in BOTS:
            one = bot(spec).choose(game.mind(state, seat, seeded(spec)))
            assert one == bot(spec).choose(game.mind(twin, seat, seeded(spec))), spec


# Both modes


def choices(name: str) -> str:
    """What all bots do in some positions of a game."""
    game = load(name)
    rng = seeded(f"modes {name}")
    made = []
    for state in positions(game, 2, game.settle_options({}, study=True), rng):
        for spec in BOTS:
            seat = state.actors()[0]
            made.append(bot(spec).choose(game.mind(state, seat, rng.fork())))
    return str(made)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_compiled_and_interpreted_bots_choose_the_same(name: str) -> None:
    command = [sys.executable, "-c", SCRIPT, os.path.dirname(__file__), name]
    environment = {**os.environ, "FAIRGROUND_PURE": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == choices(name)
