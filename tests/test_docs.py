"""What the documentation shows works."""

import importlib.util
import re
from pathlib import Path

import pytest

from fairground import Record, games, load
from fairground.arena.fixtures import plan
from fairground.arena.tournament import Means
from fairground.research import dataset

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS)
def test_the_examples_of_the_readme_run(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(block, "README.md", "exec"), {})
    assert capsys.readouterr().out


def test_there_are_examples() -> None:
    assert len(BLOCKS) >= 2


@pytest.mark.parametrize("name", games())
def test_the_readme_lists_every_game_with_its_makers(name: str) -> None:
    game = load(name)
    assert f"| {game.title} | `{name}` | {game.seats[0]}-{game.seats[-1]} |" in README
    maker = game.credits.split(",")[0].split(" and ")[0].split(" & ")[0]
    assert maker in README


def test_the_record_in_the_docs_is_one() -> None:
    shown = re.findall(r"```\n(game .*?)```", (ROOT / "docs/records.md").read_text(), re.DOTALL)
    assert all(Record.parse(text).moves for text in shown)
    assert shown


@pytest.mark.parametrize("name", games())
def test_published_perft_is_what_the_tests_check(name: str) -> None:
    page = (ROOT / "docs/perft.md").read_text()
    assert f"## {load(name).title}\n" in page
    section = page.split(f"## {load(name).title}\n")[1].split("\n## ")[0].replace(",", "")
    for line in (ROOT / f"src/fairground/games/{name}/tests/perft.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            assert f" {line.split()[2]} |" in section, line


@pytest.mark.parametrize(
    "path", [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))], ids=lambda p: p.name
)
def test_links_lead_somewhere(path: Path) -> None:
    prose = re.sub(r"`[^`\n]+`", "", path.read_text())  # code is no link
    for link in re.findall(r"\]\(([^)#:]+)\)", prose):
        assert (path.parent / link).exists(), link


RESEARCH = (ROOT / "docs/research.md").read_text()


def test_the_examples_of_the_page_on_research_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path))
    for name in set(re.findall(r'"(\w+)\.parquet"', RESEARCH)):
        dataset.generate(plan(load(name), ["random"], 1), tmp_path / f"{name}.parquet", Means())
    blocks = re.findall(r"```python\n(.*?)```", RESEARCH, re.DOTALL)
    for block in blocks:
        exec(compile(block, "research.md", "exec"), {})
    assert len(blocks) >= 6
    assert capsys.readouterr().out


@pytest.mark.parametrize("name", games())
def test_the_tables_of_environments_are_fresh(name: str) -> None:
    spec = importlib.util.spec_from_file_location("environments", ROOT / "docs/environments.py")
    assert spec and spec.loader
    environments = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(environments)
    section = environments.section(load(name)).strip()
    assert section in (ROOT / "docs/environments.md").read_text(), "run `make environments`"
