"""The package tells its index and its users what they need to know, and has all it needs and nothing more."""

import email
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from fairground import list_games
from fairground.extras import NEEDS

ROOT = Path(__file__).parent.parent
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
MAKE_METADATA = "from setuptools.build_meta import *; prepare_metadata_for_build_wheel('made')"
MAKE_WHEEL = "from setuptools.build_meta import *; build_wheel('made')"
MAKE_SDIST = "import sys; from setuptools.build_meta import *; build_sdist(sys.argv[1])"
FACTS = ("LICENSE", "README.md", "pyproject.toml", "setup.py", "MANIFEST.in")
# Runs the command as if these packages were not installed.
WITHOUT = """
import sys
from importlib.machinery import PathFinder

absent = set(sys.argv.pop(1).split(","))
find = PathFinder.find_spec
PathFinder.find_spec = lambda name, *rest: None if name.partition(".")[0] in absent else find(name, *rest)
from fairground.cli.main import main
main()
"""


def build(code: str, folder: Path, *arguments: str) -> None:
    made = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        env={**os.environ, "FAIRGROUND_PURE": "1"},
    )
    assert made.returncode == 0, made.stderr


def test_a_built_package_carries_its_license_and_its_description(tmp_path: Path) -> None:
    for name in FACTS:
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "made").mkdir()
    (tmp_path / "src/fairground").mkdir(parents=True)
    shutil.copy(ROOT / "src/fairground/__init__.py", tmp_path / "src/fairground")
    build(MAKE_METADATA, tmp_path)
    (info,) = tmp_path.glob("made/*.dist-info")
    assert (info / "licenses/LICENSE").read_text() == (ROOT / "LICENSE").read_text()
    facts = email.message_from_string((info / "METADATA").read_text())
    assert facts["License-Expression"] == "MIT" and facts["License-File"] == "LICENSE"
    assert 40 <= len(facts["Summary"]) <= 512  # what an index takes


def test_a_wheel_has_everything_but_the_tests(tmp_path: Path) -> None:
    for name in FACTS:
        shutil.copy(ROOT / name, tmp_path)
    passed_over = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=passed_over)
    build(MAKE_WHEEL, tmp_path)
    (wheel,) = tmp_path.glob("made/*.whl")
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    files = (path.relative_to(tmp_path / "src") for path in (tmp_path / "src/fairground").rglob("*"))
    wanted = {str(path) for path in files if (tmp_path / "src" / path).is_file()}
    tests = {name for name in wanted if re.match(r"fairground/games/\w+/tests/", name)}
    assert tests and packed == wanted - tests


@pytest.mark.soak
def test_a_source_distribution_has_every_file_of_the_project(tmp_path: Path) -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("this is not a checkout")
    build(MAKE_SDIST, ROOT, str(tmp_path))
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert set(listed.stdout.split("\n")) - {""} <= names
    assert not [name for name in names if "node_modules" in name or name.endswith(".so")]


# Parts that are not installed


def without(extra: str, *command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in an environment that lacks the packages of an extra."""
    words = [sys.executable, "-c", WITHOUT, ",".join(NEEDS[extra]), *command]
    return subprocess.run(words, input="1\nquit\n", capture_output=True, text=True, cwd=cwd, check=False)


@pytest.mark.parametrize("command", [["games"], ["play"], ["serve", "--help"]], ids=" ".join)
@pytest.mark.parametrize("extra", NEEDS)
def test_games_can_be_played_without_any_extra(extra: str, command: list[str], tmp_path: Path) -> None:
    result = without(extra, *command, cwd=tmp_path)
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize(
    ("extra", "command"),
    [
        ("server", "serve --port 0"),
        ("server", "export all.jsonl"),
        ("server", "import all.jsonl"),
        ("arena", "arena GAME --bots random,greedy"),
        ("arena", "study GAME"),
        ("arena", "ladder GAME"),
        ("arena", "generate GAME --bots random --out x.parquet"),
        ("train", "train GAME"),
    ],
)
def test_a_missing_part_is_told_with_the_command_that_installs_it(
    extra: str, command: str, tmp_path: Path
) -> None:
    result = without(extra, *command.replace("GAME", list_games()[0]).split(), cwd=tmp_path)
    assert result.returncode == 2
    assert (
        result.stderr
        == f"fairground: {NEEDS[extra][0]} is not installed; pip install 'fairground[{extra}]'\n"
    )
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("extra", NEEDS)
def test_an_extra_brings_what_its_part_needs(extra: str) -> None:
    def plain(name: str) -> str:
        return name.partition(">")[0].partition("[")[0].lower().replace("-", "_")

    assert set(NEEDS[extra]) <= {plain(need) for need in EXTRAS[extra]}
