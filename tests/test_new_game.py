"""`fairground new-game` writes a game that passes every check at once."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from fairground import BadSetting, list_games
from fairground.cli import new_game
from fairground.engine.modules import MEMBERS, OPTIONAL

ROOT = Path(__file__).parent.parent
NAME = "paper_boats"
LAWS = """
import sys
from fairground import load
from fairground.engine.laws import check_match
game = load(sys.argv[1])
for seats in game.seats:
    for number in range(5):
        check_match(game, seats, {}, f"new {number}")
"""


def run(*command: str | Path, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run Python with some arguments, and with the games of a folder on the shelf."""
    shelf = {"FAIRGROUND_GAMES": str(folder)} if folder else {}
    where = {"MYPYPATH": os.pathsep.join([str(folder), str(ROOT / "src")])} if folder else {}
    environment = {**os.environ, **shelf, **where}
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a new game in it."""
    folder = tmp_path_factory.mktemp("games")
    done = run("-m", "fairground", "new-game", NAME, "--folder", folder)
    assert done.returncode == 0, done.stderr
    assert f"FAIRGROUND_GAMES={folder} fairground play {NAME}" in done.stdout.replace("\n", "")
    return folder


STYLE = ["--config", "pyproject.toml"]
FIRST_PARTY = f"lint.isort.known-first-party=['fairground', '{NAME}']"
CHECKS: dict[str, list[str]] = {
    "the laws": ["-c", LAWS, NAME],
    "its own tests": ["-m", "pytest", "-p", "no:cacheprovider", "--rootdir", "{folder}", "{folder}"],
    "style": ["-m", "ruff", "check", *STYLE, "--config", FIRST_PARTY, "{folder}"],
    "format": ["-m", "ruff", "format", "--check", *STYLE, "{folder}"],
    "types": ["-m", "mypy", "--strict", "-p", NAME],
}


@pytest.mark.parametrize("check", CHECKS)
def test_a_new_game_passes_every_check(folder: Path, check: str) -> None:
    done = run(*(word.replace("{folder}", str(folder)) for word in CHECKS[check]), folder=folder)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_new_game_has_the_files_of_a_game_and_golden_records(folder: Path) -> None:
    written = {path.name for path in (folder / NAME).iterdir()}
    assert {f"{module}.py" for module in MEMBERS if module not in OPTIONAL} <= written
    assert list((folder / NAME / "tests/golden").glob("*.game"))


def test_its_words_cover_stories_reasons_and_deciders_in_every_language(folder: Path, tmp_path: Path) -> None:
    new_game.write_template(new_game.TEMPLATES / "web", tmp_path, NAME, NAME)
    script = "import sys, json; from fairground import load; g = load(sys.argv[1]);"
    script += "print(json.dumps([list(g.phrases), list(g.reasons), list(g.deciders)]))"
    phrases, reasons, deciders = json.loads(run("-c", script, NAME, folder=folder).stdout)
    wanted = {f"story.{key}" for key in phrases} | {f"reason.{reason}" for reason in reasons}
    wanted |= {f"decided.{by}" for by in deciders} | {"title", "tagline", "feel", "minutes"}
    catalogues = [json.loads(path.read_text()) for path in tmp_path.glob("words/*.json")]
    assert len(catalogues) == 3
    for words in catalogues:
        assert wanted <= set(words) == set(catalogues[0])


@pytest.mark.parametrize("name", ["NightMarket", "night-market", "2pile", "_x", "class", ""])
def test_a_bad_name_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="expected a name of small letters"):
        new_game.new_game(name, tmp_path)
    assert not list(tmp_path.iterdir())


def test_what_exists_is_not_written_over(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="there is already a game"):
        new_game.new_game(list_games()[0], tmp_path)
    (tmp_path / NAME).mkdir()
    with pytest.raises(BadSetting, match="exists already"):
        new_game.new_game(NAME, tmp_path)
    with pytest.raises(BadSetting, match="'json' is the name of a Python module"):
        new_game.new_game("json", tmp_path)
    with pytest.raises(BadSetting, match="there is no folder"):
        new_game.new_game(NAME, tmp_path / "nowhere")
