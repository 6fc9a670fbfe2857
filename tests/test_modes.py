"""Compiled and interpreted, the same matches come out."""

import os
import subprocess
import sys

import pytest

from fairground.engine.playout import digest
from fairground.engine.rng import seeded
from settings import SETTINGS, Setting

SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
from settings import SETTINGS
from test_modes import fingerprint
from fairground.pure import compiled
assert not compiled()
setting = next(s for s in SETTINGS if str(s) == sys.argv[2])
print(fingerprint(setting, int(sys.argv[3])))
"""


def fingerprint(setting: Setting, matches: int) -> str:
    """A digest of so many random matches."""
    game = setting.game
    rng = seeded(f"digest {setting}")
    states = [game.setup(setting.seats, rng.fork(), setting.options) for _ in range(matches)]
    return digest(states, rng, game.longest)


def pure_fingerprint(setting: Setting, matches: int) -> str:
    command = [sys.executable, "-c", SCRIPT, os.path.dirname(__file__), str(setting), str(matches)]
    environment = {**os.environ, "FAIRGROUND_PURE": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def few(setting: Setting) -> int:
    """1,000 matches where that is quick in plain Python, otherwise what takes about as long."""
    return 1000 if not setting.game.hidden else 20


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_both_modes_play_the_same_matches(setting: Setting) -> None:
    assert pure_fingerprint(setting, few(setting)) == fingerprint(setting, few(setting))


@pytest.mark.soak
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_both_modes_play_the_same_thousand_matches(setting: Setting) -> None:
    assert pure_fingerprint(setting, 1000) == fingerprint(setting, 1000)
