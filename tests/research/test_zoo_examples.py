"""The examples run with every game."""

import runpy
import sys
from pathlib import Path

import pytest

from settings import EVERY_GAME

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_match_in_pettingzoo_is_printed(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["pettingzoo_match.py", name])
    runpy.run_path(str(EXAMPLES / "pettingzoo_match.py"))
    told = capsys.readouterr().out
    assert "seat_2: place " in told
    assert f"game {name} " in told


@pytest.mark.parametrize("name", EVERY_GAME)
def test_many_matches_are_played_as_a_vector(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["vector_match.py", name, "--rows", "4", "--steps", "20"])
    runpy.run_path(str(EXAMPLES / "vector_match.py"), run_name="__main__")
    assert f"{name}: " in capsys.readouterr().out


@pytest.mark.parametrize("name", EVERY_GAME)
def test_policies_are_compared_in_gymnasium(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["gymnasium_match.py", name, "random", "2"])
    runpy.run_path(str(EXAMPLES / "gymnasium_match.py"))
    assert capsys.readouterr().out.count("of 2 matches against random") == 2
