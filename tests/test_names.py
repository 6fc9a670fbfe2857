"""Names: a class name means one thing in the whole tree, and a function is named by a verb or a noun."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src/fairground"
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "tests" not in path.relative_to(PACKAGE).parts)
IRREGULAR = re.compile(
    "begun|bent|born|bought|broken|brought|built|caught|chosen|done|drawn|driven|fallen|felt|found|forgotten|given"
    "|gone|grown|heard|held|hidden|hung|kept|known|laid|left|lent|lost|made|meant|met|paid|seen|sent|shown|sold"
    "|spent|spoken|stuck|sunk|taken|taught|thought|told|thrown|understood|won|worn|written"
)
NOT_PARTICIPLES = {"feed", "need", "seed", "speed", "shed", "embed", "proceed"}
# Public names that other programs lean on: each makes a generator of that kind.
GENERATORS = {"seeded", "keyed", "scripted"}


def public_classes(path: Path) -> Iterator[str]:
    """The names of the public classes at the top of a module."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def public_functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The public functions of a module and the public methods of its classes; a property is no function."""
    tree = ast.parse(path.read_text())
    methods = [node for cls in tree.body if isinstance(cls, ast.ClassDef) for node in cls.body]
    for node in [*tree.body, *methods]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            marks = [mark.id for mark in node.decorator_list if isinstance(mark, ast.Name)]
            if "property" not in marks:
                yield node


def is_participle(name: str) -> bool:
    regular = name.endswith("ed") and "_" not in name and name not in NOT_PARTICIPLES
    return regular or IRREGULAR.fullmatch(name) is not None


def test_no_public_class_name_stands_twice() -> None:
    places: dict[str, list[str]] = defaultdict(list)
    for path in MODULES:
        for name in public_classes(path):
            places[name].append(str(path.relative_to(PACKAGE)))
    twice = {name: where for name, where in places.items() if len(where) > 1}
    assert not twice, "\n".join(f"{name}: {', '.join(where)}" for name, where in sorted(twice.items()))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_public_function_is_a_bare_participle(path: Path) -> None:
    wrong = [f.name for f in public_functions(path) if is_participle(f.name) and f.name not in GENERATORS]
    assert not wrong, f"name these by what they do (`settle_options`, not `settled`): {', '.join(wrong)}"


def test_the_tests_of_names_notice_what_they_look_for(tmp_path: Path) -> None:
    module = tmp_path / "sample.py"
    module.write_text(
        "class Kept:\n"
        "    def heard(self): ...\n"
        "    @property\n"
        "    def used(self): ...\n"
        "    def _told(self): ...\n"
        "class _Hidden: ...\n"
        "async def settled(): ...\n"
        "def seed(): ...\n"
    )
    assert list(public_classes(module)) == ["Kept"]
    assert [f.name for f in public_functions(module) if is_participle(f.name)] == ["settled", "heard"]
