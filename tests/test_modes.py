"""Compiled and interpreted, the same matches come out."""

import os
import subprocess
import sys

import pytest

from fairground import load
from fairground.engine.playout import digest
from fairground.engine.rng import seeded
from settings import EVERY_GAME, SETTINGS, Setting

SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
from test_modes import fingerprints
from fairground.pure import compiled
assert not compiled()
print(fingerprints(sys.argv[2], int(sys.argv[3])))
"""


def fingerprint(setting: Setting, matches: int) -> str:
    """A digest of so many random matches."""
    game = setting.game
    rng = seeded(f"digest {setting}")
    states = [game.setup(setting.seats, rng.fork(), setting.options) for _ in range(matches)]
    return digest(states, rng, game.longest)


def fingerprints(name: str, matches: int) -> str:
    """One digest for each setting of a game."""
    chosen = [setting for setting in SETTINGS if setting.name == name]
    return "\n".join(f"{setting} {fingerprint(setting, matches)}" for setting in chosen)


def pure_fingerprints(name: str, matches: int) -> str:
    command = [sys.executable, "-c", SCRIPT, os.path.dirname(__file__), name, str(matches)]
    environment = {**os.environ, "FAIRGROUND_PURE": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.parametrize("name", EVERY_GAME)
def test_both_modes_play_the_same_matches(name: str) -> None:
    """1,000 matches a setting where that is quick in plain Python, otherwise a few."""
    matches = 3 if load(name).hidden else 1000
    assert pure_fingerprints(name, matches) == fingerprints(name, matches)


@pytest.mark.soak
@pytest.mark.parametrize("name", EVERY_GAME)
def test_both_modes_play_the_same_hundreds_of_matches(name: str) -> None:
    assert pure_fingerprints(name, 300) == fingerprints(name, 300)
