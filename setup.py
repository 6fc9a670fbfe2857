"""Compile the engine's core, the games' rules and the bots with mypyc, if there is a C compiler."""

import ast
import os
import shutil
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
COMPILED = (
    "engine/rng.py",
    "engine/state.py",
    "engine/feature_writer.py",
    "engine/judge.py",
    "engine/mind.py",
    "engine/playout.py",
    "games/*/rules.py",
    "games/*/features.py",
    "games/*/former_features.py",
    "games/*/bots.py",
    "games/*/*/**/*.py",  # every sub-package of a game, except its tests
    "bots/search/*.py",
    "analysis/calibrated.py",
    "analysis/decision_search.py",
    "analysis/exact_search.py",
    "analysis/position_search.py",
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


def keep_docstrings(docstrings: dict[str, str]) -> None:
    """Let mypyc write docstrings into its C code; by itself it writes only signatures."""
    from mypyc.codegen import emit, emitclass, emitmodule

    def initializer(signature: str | None, name: str) -> str:
        text = (f"{signature}\n--\n\n" if signature else "") + docstrings.get(name, "")
        return emit.c_string_initializer(text.encode()) if text else "NULL"

    def of_function(func: object) -> str:
        names = (func.decl.module_name, func.class_name, func.name)
        return initializer(emit.get_text_signature(func), ".".join(filter(None, names)))

    def of_class(cl: object) -> str:
        init = cl.get_method("__init__")
        signature = emitclass.get_text_signature(init, bound=True) if init else f"{cl.name}()"
        renamed = signature.replace("__init__", cl.name, 1) if signature else None
        return initializer(renamed, f"{cl.module_name}.{cl.name}")

    for module in (emit, emitclass, emitmodule):
        module.native_function_doc_initializer = of_function
    emitclass.native_class_doc_initializer = of_class


def extensions() -> list[object]:
    if PURE or {"egg_info", "dist_info"} & set(sys.argv):
        return []
    if not shutil.which(os.environ.get("CC", "cc").split()[0]):
        print("warning: no C compiler, Fairground runs as plain Python and will be slower", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    keep_docstrings(read_docstrings(sources()))
    quiet = ["--config-file=", "--strict", "--follow-imports=silent", "--ignore-missing-imports"]
    found = mypycify([*quiet, *sources()], opt_level="3")
    for extension in found:
        extension.extra_compile_args += [] if os.name == "nt" else FLAGS
    return list(found)


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildOrGoOn})
