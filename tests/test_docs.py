"""What the documentation shows works."""

import importlib.util
import re
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from fairground import Record, list_games, load
from fairground.arena.execution import Execution
from fairground.arena.schedule import make_plan
from fairground.cli.commands import COMMANDS, load_command
from fairground.research import dataset

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
EXTEND = (ROOT / "docs/extend.md").read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", README + EXTEND, re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS)
def test_the_examples_for_newcomers_run(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(block, "example", "exec"), {})
    assert capsys.readouterr().out


def test_there_are_examples() -> None:
    assert len(BLOCKS) >= 3


def test_what_the_readme_says_about_the_makers_is_true() -> None:
    """It need not list every game."""
    makers = re.findall(r"^\| (.+?) \| (.+?) \| .+?, (\d{4}) \|", README, re.MULTILINE)
    games = {load(name).title: load(name) for name in list_games()}
    assert makers
    for title, maker, year in makers:
        assert re.split(r" and | \(|, ", maker)[0] in games[title].credits
        assert games[title].credits.endswith(year)


def test_the_record_in_the_docs_is_one() -> None:
    shown = re.findall(r"```\n(game .*?)```", (ROOT / "docs/records.md").read_text(), re.DOTALL)
    assert all(Record.parse(text).moves for text in shown)
    assert shown


def test_every_promise_names_tests_that_exist() -> None:
    named = re.findall(r"`(tests/[a-z_/]+\.py)(?:::(test_\w+))?`", (ROOT / "docs/threats.md").read_text())
    assert len(named) > 20
    for file, test in named:
        assert f"def {test or 'test_'}" in (ROOT / file).read_text(), f"{file}::{test}"


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


@pytest.mark.parametrize("path", sorted(ROOT.glob("*.md")), ids=lambda p: p.name)
def test_links_lead_somewhere(path: Path) -> None:
    """Links between the pages of docs/ are checked where the site is built."""
    prose = re.sub(r"`[^`\n]+`", "", path.read_text())  # code is no link
    for link in re.findall(r"\]\(([^)#:]+)[^):]*\)", prose):
        assert (path.parent / link).exists(), link


PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("**/*.md"))]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_commands_and_flags_in_the_docs_exist(path: Path) -> None:
    for line in shown_code(path.read_text()):
        for name, rest in re.findall(r"(?:^|[ /])fairground ([a-z][a-z-]+)\b([^#]*)", line):
            assert name in COMMANDS, line
            known = {flag for each in load_command(name).params for flag in each.opts}
            assert set(re.findall(r" (--[a-z-]+)", rest)) <= known | {"--help"}, line


def test_the_page_on_the_command_line_shows_every_command() -> None:
    page = (ROOT / "docs/command-line.md").read_text()
    assert [name for name in COMMANDS if f"`fairground {name}" not in page] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_make_targets_in_the_docs_exist(path: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    shown = [name for line in shown_code(path.read_text()) for name in re.findall(r"^make ([a-z-]+)", line)]
    assert set(shown) <= targets


def test_files_with_versions_that_the_docs_install_exist_and_pin_what_the_server_needs() -> None:
    shown = [line for path in PAGES for line in shown_code(path.read_text())]
    named = {name for line in shown for name in re.findall(r"pip install .*?-[rc] (\S+)", line)}
    assert "requirements/serve.txt" in named
    assert [name for name in named if not (ROOT / name).is_file()] == []
    pinned = set(
        re.findall(r"^([A-Za-z0-9_.-]+)==", (ROOT / "requirements/serve.txt").read_text(), re.MULTILINE)
    )
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    needed = {*project["dependencies"], *extras["server"], *extras["postgres"]} - {"fairground[server]"}
    names = {re.split(r"[^A-Za-z0-9_.-]", need)[0].replace("_", "-") for need in needed}
    assert names - {name.replace("_", "-") for name in pinned} == set()


def shown_code(text: str) -> list[str]:
    """Return the lines of a page that are set as code, within a sentence or on their own."""
    fenced = re.findall(r"^```\w*\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    indented = re.findall(r"^ {4,}(.*)$", text, re.MULTILINE)
    return [*"".join(fenced).splitlines(), *indented, *re.findall(r"`([^`\n]+)`", text)]


RESEARCH = (ROOT / "docs/research.md").read_text()


def test_the_examples_of_the_page_on_research_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path))
    for name in set(re.findall(r'"(\w+)\.parquet"', RESEARCH)):
        dataset.generate(make_plan(load(name), ["random"], 1), tmp_path / f"{name}.parquet", Execution())
    blocks = re.findall(r"```python\n(.*?)```", RESEARCH, re.DOTALL)
    for block in blocks:
        exec(compile(block, "research.md", "exec"), {})
    assert len(blocks) >= 6
    assert capsys.readouterr().out


def test_a_game_without_measurements_has_a_row_all_the_same() -> None:
    rows = GENERATED["environments.md"].split("\n## ")[0]
    assert all(f"| {load(name).title} |" in rows for name in list_games())
