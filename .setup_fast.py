"""Compile the engine's core, the games' rules and the bots with mypyc, if there is a C compiler."""

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


def extensions() -> list[object]:
    if PURE or {"egg_info", "dist_info"} & set(sys.argv):
        return []
    if not shutil.which(os.environ.get("CC", "cc").split()[0]):
        print("warning: no C compiler, Fairground runs as plain Python and will be slower", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    quiet = ["--config-file=", "--strict", "--follow-imports=silent", "--ignore-missing-imports"]
    found = mypycify([*quiet, *sources()], opt_level="1", multi_file=True)
    for extension in found:
        extension.extra_compile_args += [] if os.name == "nt" else FLAGS
    return list(found)


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildOrGoOn})
