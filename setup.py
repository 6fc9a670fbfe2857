"""Compile the engine's core, the games' rules and the bots with mypyc, if there is a C compiler."""

import ast
import os
import re
import shutil
import string
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

PURE = os.environ.get("FAIRGROUND_PURE")
FLAGS = (
    "-ffp-contract=off",  # floats as the interpreter rounds them
    "-fno-semantic-interposition",  # small functions are inlined, as they are in a program
)
# Where the C code of a class or a function begins, and how it says that a signature ends.
SUBJECT = re.compile(r"CPyType_(\w+)_template_ = \{|\(PyCFunction\)CPyPy_(\w+),")
SIGNATURE_END = r'\n--\n\n")'
COMPILED = (
    "engine/rng.py",
    "engine/bag.py",
    "engine/state.py",
    "engine/feature_writer.py",
    "engine/judge.py",
    "engine/mind.py",
    "engine/playout.py",
    "games/*/rules.py",
    "games/*/features.py",
    "games/*/former_features.py",
    "games/*/bots.py",
    "games/*/traits.py",
    "games/*/*/**/*.py",  # every sub-package of a game, except its tests
    "bots/search/*.py",
    "analysis/calibrated.py",
    "analysis/decision_search.py",
    "analysis/exact_search.py",
    "analysis/position_search.py",
    "analysis/position_table.py",
    "research/batch_core.py",
)


def sources() -> list[str]:
    found = (path for pattern in COMPILED for path in Path("src/fairground").glob(pattern))
    compiled = (path for path in found if path.name != "__init__.py" or "games" in path.parts)
    return sorted(str(path) for path in compiled if "tests" not in path.parts)


class BuildOrGoOn(build_ext):
    """Print a warning if the compilation fails: everything runs from the sources too."""

    def run(self) -> None:
        try:
            super().run()
        except (BaseError, CCompilerError, OSError) as error:
            print(f"warning: not compiled, Fairground will be slower ({error})", file=sys.stderr)
            self.extensions = []


def read_docstrings(paths: list[str]) -> dict[str, str]:
    """Return the docstring of each class, function and method, by its full name."""
    found: dict[str, str] = {}
    for path in paths:
        module = ".".join(Path(path).with_suffix("").parts[1:]).removesuffix(".__init__")
        for node in ast.parse(Path(path).read_text(encoding="utf-8")).body:
            _note_docstrings(module, node, found)
    return found


def _note_docstrings(holder: str, node: ast.AST, found: dict[str, str]) -> None:
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        found[f"{holder}.{node.name}"] = ast.get_docstring(node) or ""
        for inner in node.body if isinstance(node, ast.ClassDef) else ():
            _note_docstrings(f"{holder}.{node.name}", inner, found)


def keep_docstrings(file: Path, docstrings: dict[str, str]) -> None:
    """Add docstrings to C code that mypyc has written; by itself it writes only signatures."""
    lines, subject = [], ""
    for line in file.read_text(encoding="utf-8").splitlines(keepends=True):
        if named := SUBJECT.search(line):
            subject = (named[1] or named[2]).replace("___", ".")
        if SIGNATURE_END in line:
            line = line.replace(SIGNATURE_END, f'\\n--\\n\\n{_write_c(_find(docstrings, subject))}")')
        lines.append(line)
    file.write_text("".join(lines), encoding="utf-8")


def _find(docstrings: dict[str, str], subject: str) -> str:
    """Return the docstring of a name, of which mypyc writes only as much as tells it apart."""
    found = {text for name, text in docstrings.items() if f".{name}".endswith(f".{subject}")}
    return found.pop() if len(found) == 1 else ""


def _write_c(text: str) -> str:
    """Write a text as a C string does: three octal digits for whatever might mean something else."""
    plain = string.ascii_letters + string.digits + " .,:;()[]{}<>=+-*/_'`!"
    return "".join(chr(byte) if chr(byte) in plain else f"\\{byte:03o}" for byte in text.encode())


def extensions() -> list[object]:
    if PURE or {"egg_info", "dist_info"} & set(sys.argv):
        return []
    if not shutil.which(os.environ.get("CC", "cc").split()[0]):
        print("warning: no C compiler, Fairground runs as plain Python and will be slower", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    quiet = ["--config-file=", "--strict", "--follow-imports=silent", "--ignore-missing-imports"]
    found = mypycify([*quiet, *sources()], opt_level="3")
    docstrings = read_docstrings(sources())
    for file in {file for extension in found for file in extension.sources if Path(file).exists()}:
        keep_docstrings(Path(file), docstrings)
    for extension in found:
        extension.extra_compile_args += [] if os.name == "nt" else FLAGS
    return list(found)


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildOrGoOn})
