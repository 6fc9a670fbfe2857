"""The examples for other people's learners run: sb3-contrib, one file in the manner of CleanRL, RLlib."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from settings import EVERY_GAME

EXAMPLES = Path(__file__).parents[2] / "examples"
OURS = EVERY_GAME


def run(example: str, *arguments: str) -> str:
    """Run an example as a person would, and return what it printed."""
    told = subprocess.run(
        [sys.executable, str(EXAMPLES / example), *arguments],
        capture_output=True,
        text=True,
        timeout=1800,
        check=False,
        env={
            **os.environ,
            "OMP_NUM_THREADS": "1",
            "RAY_AUTH_MODE": "disabled",
            "RAY_USAGE_STATS_ENABLED": "0",
        },
    )
    assert told.returncode == 0, told.stderr[-3000:]
    return told.stdout


def test_maskable_ppo_learns_a_little() -> None:
    told = run("stable_baselines.py", OURS[0], "--seconds", "1", "--matches", "4")
    assert told.count("|") > 10 and "%" in told


@pytest.mark.soak
@pytest.mark.parametrize("name", OURS)
def test_maskable_ppo_beats_random_in_every_game(name: str) -> None:
    told = run("stable_baselines.py", name, "--seconds", "120", "--matches", "200")
    share = told.splitlines()[-1].split("|")[3].strip()
    assert float(share.split("%")[0]) > 60, share


@pytest.mark.soak
@pytest.mark.parametrize("name", OURS)
def test_one_file_in_the_manner_of_cleanrl_learns_every_game(name: str) -> None:
    assert f"{name}: " in run("clean_rl.py", name, "--seconds", "10")


@pytest.mark.soak
@pytest.mark.parametrize("name", OURS)
def test_rllib_learns_every_game(name: str) -> None:
    told = run("rllib_ppo.py", name, "--iterations", "2", "--batch", "512")
    assert told.count("% of the last matches") == 2


@pytest.mark.soak
def test_rllib_plays_in_processes_of_its_own() -> None:
    told = run("rllib_ppo.py", OURS[0], "--iterations", "1", "--batch", "512", "--runners", "2")
    assert told.count("% of the last matches") == 1
