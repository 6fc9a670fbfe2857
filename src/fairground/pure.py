"""Running without the compiled modules, even where they were built: `FAIRGROUND_PURE=1`."""

import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType


class SourceOnly:
    """Finds Fairground's modules as sources, whatever else lies beside them."""

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
    sys.meta_path.insert(0, SourceOnly)


def compiled() -> bool:
    """Whether the rules run as machine code."""
    from fairground.engine import state

    return not str(state.__file__).endswith(".py")
