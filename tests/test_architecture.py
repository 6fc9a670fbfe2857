"""The shape of the project: imports point downward, and only a game's own folders know the game."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairground import list_games, load
from fairground.engine.modules import MEMBERS, OPTIONAL
from settings import folder_of

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src/fairground"
OURS = [name for name in list_games() if (PACKAGE / "games" / name).is_dir()]

# What each part may import of ours, besides itself.
BELOW = {
    "engine": set(),
    "games": {"engine"},
    "processes": set(),
    "bots": {"processes", "engine", "games"},
    "arena": {"processes", "engine", "games", "bots", "extras"},
    "analysis": {"processes", "engine", "games", "bots", "arena"},
    "research": {"engine", "games", "bots", "arena"},
    "learning": {"processes", "engine", "games", "bots", "arena"},
    "lessons": {"engine", "games", "bots"},
    "server": {"processes", "engine", "games", "bots", "analysis", "lessons", "pure"},
    "bench": {"engine", "games", "bots", "analysis", "arena", "research", "pure"},
    "cli": {
        "engine",
        "games",
        "bots",
        "analysis",
        "arena",
        "learning",
        "lessons",
        "research",
        "server",
        "bench",
        "pure",
        "extras",
    },
    "pure": {"engine"},
    "extras": {"engine"},
}

# The files of a game besides its rules; `bots`, `holdings`, `measures` and `printed` are optional.
FILES = (
    "rules.en.md",
    "card.en.md",
    "box.toml",
    *(f"{module}.py" for module in MEMBERS if module not in OPTIONAL),
)


def modules(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*.py") if "tests" not in path.parts)


def imports(path: Path) -> Iterator[str]:
    """Yield the full names of everything that a file imports."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        assert not (isinstance(node, ast.ImportFrom) and node.level), f"{path}: a relative import"


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", list(modules(PACKAGE)), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_downward(path: Path) -> None:
    part = part_of(path)
    if part in {"__init__", "__main__"}:
        return
    for name in imports(path):
        if name.startswith("fairground."):
            wanted = name.split(".")[1]
            assert wanted in BELOW[part] | {part, "__version__"}, f"{part} imports {name}"


# What the server may use of the bots: names, and bots made by name. Everything else could run a
# command, a class or a file that a stranger names.
BOTS_BY_NAME = {
    f"fairground.bots.registry.{name}" for name in ("LEVELS", "is_listed", "list_bots", "make_listed_bot")
}


@pytest.mark.parametrize(
    "path", list(modules(PACKAGE / "server")), ids=lambda path: str(path.relative_to(PACKAGE))
)
def test_the_server_makes_bots_only_by_name(path: Path) -> None:
    for name in imports(path):
        assert not name.startswith("fairground.bots") or name in BOTS_BY_NAME, f"{path.stem} imports {name}"


def test_update_numbers_rise_in_one_place() -> None:
    """Every change of a table gets its number from the same method, so no number is used twice."""
    found = [
        f"{path.stem}: {line.strip()}"
        for path in modules(PACKAGE / "server")
        for line in path.read_text().splitlines()
        if re.search(r"\.update_number\s*(\+=|=[^=])", line)
    ]
    assert found == ["state: stored.update_number += 1"]


def module_sections() -> dict[str, str]:
    """The sections of the architecture page that list modules, by the folder they describe."""
    page = (ROOT / "docs/architecture.md").read_text()
    parts = re.split(r"^### `([a-z_/]+)`$", page, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize(
    "path",
    [path for path in modules(PACKAGE) if path.stem != "__init__" and part_of(path) != "games"],
    ids=lambda path: str(path.relative_to(PACKAGE)),
)
def test_the_architecture_page_names_every_module(path: Path) -> None:
    page = (ROOT / "docs/architecture.md").read_text()
    folder = path.parent.relative_to(PACKAGE).as_posix()
    section = page if folder == "." else module_sections().get(folder, "")
    assert f"`{path.stem}`" in section, f"docs/architecture.md does not name {path.stem} below `{folder}`"


@pytest.mark.parametrize("folder", module_sections())
def test_the_architecture_page_names_no_module_that_is_gone(folder: str) -> None:
    section = module_sections()[folder]
    for name in re.findall(r"^\| `(\w+)` \|", section, flags=re.MULTILINE):
        assert (PACKAGE / folder / f"{name}.py").is_file(), f"there is no {folder}/{name}.py"


@pytest.mark.parametrize("name", OURS)
def test_no_game_imports_another(name: str) -> None:
    for path in modules(PACKAGE / "games" / name):
        for imported in imports(path):
            if imported.startswith("fairground.games."):
                assert imported.split(".")[2] == name


def test_games_are_reached_through_the_shelf() -> None:
    for path in modules(PACKAGE):
        if part_of(path) != "games":
            for imported in imports(path):
                assert not any(imported.startswith(f"fairground.games.{name}") for name in OURS)


def sources() -> Iterator[Path]:
    """Yield every source file outside the games' own folders, without what was built from them."""
    built = PACKAGE / "server/site"
    suffixes = {".py", ".toml", ".ts", ".svelte", ".css", ".html"}
    for folder in (PACKAGE, ROOT / "tests", ROOT / "web/src"):
        for path in folder.rglob("*"):
            own = any(f"games/{name}" in path.as_posix() for name in OURS)
            if path.suffix in suffixes and not own and built not in path.parents:
                yield path
    yield from (ROOT / "setup.py", ROOT / "Makefile", ROOT / "pyproject.toml")


@pytest.mark.parametrize("name", OURS)
def test_no_game_is_named_outside_its_folders(name: str) -> None:
    words = re.compile(rf"\b({name}|{re.escape(load(name).title)})(?!-themed)(\b|$)")
    for path in sources():
        found = words.findall(path.read_text())
        assert not found, f"{path.relative_to(ROOT)} names {name}"


@pytest.mark.parametrize("name", list_games())
def test_every_game_has_all_its_files(name: str) -> None:
    folder = folder_of(name)
    missing = [file for file in FILES if not (folder / file).is_file()]
    assert not missing, f"{name} lacks {', '.join(missing)}"
    assert (folder / "rules.py").is_file() or (folder / "rules").is_dir()
    assert list((folder / "tests").glob("test_*.py"))


@pytest.mark.parametrize("name", list_games())
def test_every_printed_value_has_its_source(name: str) -> None:
    for place, _, source in load(name).box().printed_values():
        assert source in {"R", "F", "I", "C"}, place


@pytest.mark.parametrize("name", list_games())
def test_every_section_of_the_rules_has_a_test(name: str) -> None:
    """A heading of the rules that begins with `3` or `3.2` is tested by `test_3_...` or `test_3_2_...`."""
    folder = folder_of(name)
    sections = re.findall(
        r"^(?:#+ |\*\*)?(\d+(?:\.\d+)*) ", (folder / "rules.en.md").read_text(), re.MULTILINE
    )
    tests = "\n".join(path.read_text() for path in (folder / "tests").glob("test_*.py"))
    named = {section: rf"def test_{section.replace('.', '_')}_" for section in sections}
    missing = [section for section, pattern in named.items() if not re.search(pattern, tests)]
    assert sections
    assert not missing, f"no test for {missing}"
