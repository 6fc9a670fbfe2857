"""The documentation builds as a site without a dead link, and public names are documented."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import griffe
import pytest

ROOT = Path(__file__).parent.parent
LIBRARY = ("fairground", "fairground.bots")
PUBLIC = (
    *LIBRARY,
    "fairground.arena",
    "fairground.research.batch",
    "fairground.research.dataset",
    "fairground.research.gymnasium",
    "fairground.research.open_spiel",
    "fairground.research.pettingzoo",
)


# The site


def test_the_site_builds_strictly_and_needs_no_other_host(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    quiet = {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=os.environ | quiet, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    pages = {path: path.read_text() for path in tmp_path.rglob("*.html")}
    assert [name for name, text in pages.items() if fetched(text)] == []
    reference = "".join(text for path, text in pages.items() if path.parent.name == "reference")
    missing = [ids[0] for ids in anchors() if not any(f'id="{each}"' in reference for each in ids)]
    assert not missing, f"the reference leaves out {', '.join(missing)}"


def anchors() -> list[tuple[str, str]]:
    """Return for each public name the two ids it may have: where it is offered and where it is defined."""
    package = load_package()
    return [
        (f"{module}.{each.name}", each.path) for module in PUBLIC for each in public_objects(package, module)
    ]


def fetched(page: str) -> list[str]:
    """Return what a browser would fetch from another host to show the page."""
    return re.findall(r'<(?:script|img|link|iframe)\b[^>]*(?:src|href)="(?:https?:)?//[^"]*"', page)


def test_what_a_page_would_fetch_is_noticed() -> None:
    assert fetched('<link rel="stylesheet" href="https://fonts.example.org/a.css">')
    assert fetched('<script src="//example.org/a.js"></script>')
    assert not fetched('<a href="https://example.org">elsewhere</a><img src="images/table.png">')


# Docstrings, read from the sources: compiled modules do not keep them


@pytest.fixture(scope="module")
def package() -> griffe.Object | griffe.Alias:
    return load_package()


def load_package() -> griffe.Object | griffe.Alias:
    return griffe.load("fairground", search_paths=[ROOT / "src"])


@pytest.mark.parametrize("module", PUBLIC)
def test_public_names_have_docstrings(package: griffe.Object | griffe.Alias, module: str) -> None:
    missing = [each.path for each in public_objects(package, module) if not each.docstring]
    assert not missing, f"no docstring: {', '.join(missing)}"


@pytest.mark.parametrize("module", LIBRARY)
def test_public_methods_of_the_library_have_docstrings(
    package: griffe.Object | griffe.Alias, module: str
) -> None:
    classes = [each for each in public_objects(package, module) if each.is_class]
    missing = [member.path for each in classes for member in methods(each) if not member.docstring]
    assert not missing, f"no docstring: {', '.join(missing)}"


def public_objects(
    package: griffe.Object | griffe.Alias, path: str
) -> Iterator[griffe.Object | griffe.Alias]:
    """Yield the classes and functions that a module offers: those of `__all__`, or else its own."""
    module = package[path.removeprefix("fairground").removeprefix(".")] if path != "fairground" else package
    for name in module.exports or [name for name in module.members if not name.startswith("_")]:
        target = module.imports.get(str(name), f"{path}.{name}")
        if module.exports or target == f"{path}.{name}":
            found = package[target.removeprefix("fairground.")]
            if found.is_class or found.is_function:
                yield found


def methods(cls: griffe.Object | griffe.Alias) -> Iterator[griffe.Object | griffe.Alias]:
    """Yield the public methods and properties of a class."""
    for name, member in cls.members.items():
        if not name.startswith("_") and (member.is_function or "property" in member.labels):
            yield member
