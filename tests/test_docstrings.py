"""Compiled modules have the docstrings of their sources."""

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import fairground
from fairground.pure import is_compiled

PACKAGE = Path(fairground.__file__).parent
COMPILED = [
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    for path in sorted(PACKAGE.rglob("*.py"))
    if path.name != "__init__.py" and any(path.parent.glob(f"{path.stem}.*.so"))
]


def documented(module: str) -> Iterator[tuple[str, str]]:
    """Yield the place and the docstring of every class, function and method in the source of a module."""
    tree = ast.parse(PACKAGE.parent.joinpath(*module.split(".")).with_suffix(".py").read_text())
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.name, ast.get_docstring(node) or ""
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and not inner.decorator_list:
                    yield f"{node.name}.{inner.name}", ast.get_docstring(inner) or ""


@pytest.mark.skipif(not is_compiled(), reason="plain Python has its docstrings anyway")
@pytest.mark.parametrize("name", COMPILED)
def test_a_compiled_module_has_the_docstrings_of_its_source(name: str) -> None:
    module = import_module(name)
    for place, text in documented(name):
        found: object = module
        for step in place.split("."):
            found = inspect.getattr_static(found, step)
        if text and not place.split(".")[-1].startswith("__"):
            assert inspect.cleandoc(getattr(found, "__doc__", "") or "") == text, place
