"""What the documentation shows works."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from fairground import Record, list_games, load
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


def test_what_the_readme_says_about_games_is_true() -> None:
    """It need not list every game."""
    rows = re.findall(r"^\| (.+?) \| `(\w+)` \| (\d)-(\d) \|", README, re.MULTILINE)
    for title, name, fewest, most in rows:
        game = load(name)
        assert (title, int(fewest), int(most)) == (game.title, game.seats[0], game.seats[-1])
    makers = re.findall(r"^\| (.+?) \| (.+?) \| .+?, \d{4} \|", README, re.MULTILINE)
    games = {load(name).title: load(name) for name in list_games()}
    for title, maker in makers:
        assert re.split(r" and | \(|, ", maker)[0] in games[title].credits


def test_the_record_in_the_docs_is_one() -> None:
    shown = re.findall(r"```\n(game .*?)```", (ROOT / "docs/records.md").read_text(), re.DOTALL)
    assert all(Record.parse(text).moves for text in shown)
    assert shown


def load_pages() -> ModuleType:
    spec = importlib.util.spec_from_file_location("pages", ROOT / "docs/pages.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GENERATED = load_pages().pages()


@pytest.mark.parametrize("page", GENERATED)
def test_generated_pages_have_a_section_for_every_game(page: str) -> None:
    sections = re.findall(r"^## (.*)$", GENERATED[page], re.MULTILINE)
    assert sections == [load(name).title for name in list_games()]


@pytest.mark.parametrize("name", list_games())
def test_published_perft_is_what_the_tests_check(name: str) -> None:
    title = f"## {load(name).title}\n"
    section = GENERATED["perft.md"].split(title)[1].split("\n## ")[0].replace(",", "")
    for line in load(name).document("tests/perft.txt").splitlines():
        if line and not line.startswith("#"):
            assert f" {line.split()[2]} |" in section, line


@pytest.mark.parametrize(
    "path", [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))], ids=lambda p: p.name
)
def test_links_lead_somewhere(path: Path) -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", path.read_text()):
        assert (path.parent / link).exists() or Path(link).name in GENERATED, link


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


def test_a_game_without_measurements_has_a_row_all_the_same() -> None:
    rows = GENERATED["environments.md"].split("\n## ")[0]
    assert all(f"| {load(name).title} |" in rows for name in list_games())
