"""Run the Python sources even where compiled modules were built: set `FAIRGROUND_PURE=1`."""

import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType


class SourceFinder:
    """An import finder that takes Fairground's modules from their sources only."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith("fairground."):
            return None
        finders = (FileFinder(entry, (SourceFileLoader, SOURCE_SUFFIXES)) for entry in path or ())
        return next((spec for finder in finders if (spec := finder.find_spec(name))), None)


def install() -> None:
    """Put the finder before all others."""
    sys.meta_path.insert(0, SourceFinder)


def is_compiled() -> bool:
    """Whether the rules run as machine code."""
    from fairground.engine import state

    return not str(state.__file__).endswith(".py")
