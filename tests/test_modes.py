"""Compiled and interpreted code play the same matches and give learners the same numbers."""

import os
import subprocess
import sys

import pytest

from fairground import load
from fairground.engine.fingerprints import feature_digests
from fairground.engine.playout import digest
from fairground.engine.rng import seeded
from fairground.games import environments, load_environment
from settings import EVERY_GAME, SETTINGS, Setting, folder_of

FORMER = [
    (name, int(path.stem.removeprefix("features-v")))
    for name in EVERY_GAME
    for path in sorted(folder_of(name).glob("tests/features-v*.txt"))
]
SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
import test_modes
from fairground.pure import is_compiled
assert not is_compiled()
print(getattr(test_modes, sys.argv[2])(sys.argv[3], int(sys.argv[4])))
"""


def fingerprint(setting: Setting, matches: int) -> str:
    """Return a digest of some random matches."""
    game = setting.game
    rng = seeded(f"digest {setting}")
    states = [game.setup(setting.seats, rng.fork(), setting.options) for _ in range(matches)]
    return digest(states, rng, game.longest)


def fingerprints(name: str, matches: int) -> str:
    """Return one digest for each setting of a game."""
    chosen = [setting for setting in SETTINGS if setting.name == name]
    return "\n".join(f"{setting} {fingerprint(setting, matches)}" for setting in chosen)


def sights(name: str, version: int) -> str:
    """Return one digest of the features in a version of the environment for each number of seats."""
    return feature_digests(load_environment(name, version)).strip()


def pure(what: str, name: str, number: int) -> str:
    """Return what one of the functions above returns without compiled code."""
    command = [sys.executable, "-c", SCRIPT, os.path.dirname(__file__), what, name, str(number)]
    environment = {**os.environ, "FAIRGROUND_PURE": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.parametrize("name", EVERY_GAME)
def test_both_modes_play_the_same_matches(name: str) -> None:
    """Play 1,000 matches for each setting if that is quick in plain Python, otherwise a few."""
    matches = 3 if load(name).hidden else 1000
    assert pure("fingerprints", name, matches) == fingerprints(name, matches)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_features_are_as_published_in_both_modes(name: str) -> None:
    published = load(name).document("tests/features.txt").partition("\n")[2].strip()
    newest = load(name).environment
    assert sights(name, newest) == published
    assert pure("sights", name, newest) == published


@pytest.mark.parametrize(("name", "version"), FORMER)
def test_former_features_are_as_they_were(name: str, version: int) -> None:
    published = load(name).document(f"tests/features-v{version}.txt").partition("\n")[2].strip()
    assert sights(name, version) == published


@pytest.mark.parametrize("name", EVERY_GAME)
def test_versions_of_an_environment_fall_from_the_newest_to_1(name: str) -> None:
    """A network names its environment, so no version may mean two things."""
    versions = [game.environment for game in environments(name)]
    assert versions == list(range(len(versions), 0, -1))
    rules = [game.rules for game in environments(name)]
    assert rules == sorted(rules, reverse=True)


@pytest.mark.soak
@pytest.mark.parametrize("name", EVERY_GAME)
def test_both_modes_play_the_same_hundreds_of_matches(name: str) -> None:
    assert pure("fingerprints", name, 300) == fingerprints(name, 300)
