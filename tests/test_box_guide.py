"""Box files with comments: they load unchanged, and what they say is allowed is what the game allows."""

import re
from pathlib import Path

import pytest

from commands import run, succeed
from fairground import BoxError, list_games, load
from fairground.engine.box_guide import write_guide
from test_cli import GAME

# A line with one number, and the last range that its comment states.
RANGE = re.compile(r"^(\w+ *= *)(-?\d+)( .*?)(-?\d+) to (-?\d+)\b[^#]*$", re.MULTILINE)
OWN = [name for name in list_games() if load(name).package.startswith("fairground.")]


@pytest.mark.parametrize("name", OWN)
def test_a_written_box_loads_again_unchanged(name: str) -> None:
    game = load(name)
    text = write_guide(game, game.document(game.box_file))
    assert game.box(text).digest == game.box().digest
    assert write_guide(game, text) == text


@pytest.mark.parametrize("name", OWN)
def test_what_lies_beyond_the_stated_range_is_refused(name: str) -> None:
    game = load(name)
    text = write_guide(game, game.document(game.box_file))
    found = list(RANGE.finditer(text))
    assert len(found) >= 3
    for match in found:
        least, most = int(match[4]), int(match[5])
        assert least <= int(match[2]) <= most
        for beyond in (least - 1, most + 1):
            with pytest.raises(BoxError):
                game.box(text[: match.start(2)] + str(beyond) + text[match.end(2) :])


def test_the_command_writes_a_box_to_play_with(tmp_path: Path) -> None:
    out = succeed("box", GAME, "--write", "mine.toml", cwd=tmp_path)
    assert "mine.toml is the box of" in out
    game = load(GAME)
    assert game.box((tmp_path / "mine.toml").read_text()).digest == game.box().digest
    succeed("play", GAME, "--box", "mine.toml", "--seed", "x", typed="1\nquit\n", cwd=tmp_path)
    again = run("box", GAME, "--write", "mine.toml", cwd=tmp_path)
    assert again.returncode == 2 and "already exists" in again.stderr
    succeed("box", GAME, "--box", "mine.toml", "--write", "other.toml", cwd=tmp_path)
    assert (tmp_path / "other.toml").read_text() == (tmp_path / "mine.toml").read_text()
