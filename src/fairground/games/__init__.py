"""The shelf of games. Every folder here is a game; no list names them.

The environment variable FAIRGROUND_GAMES may name further folders, separated as in PATH, so that a game can
live outside this repository. Every package in such a folder is a game and is imported by its own name.
"""

import os
import pkgutil
import sys
from functools import cache
from importlib import import_module
from types import ModuleType

from fairground.engine.errors import UnknownGame
from fairground.engine.game import Game
from fairground.engine.state import State

FOLDERS = [folder for folder in os.environ.get("FAIRGROUND_GAMES", "").split(os.pathsep) if folder]
sys.path += [folder for folder in FOLDERS if folder not in sys.path]


def __getattr__(name: str) -> ModuleType:
    """Import the package of a game when it is first asked for."""
    if not name.startswith("_") and name in _packages():
        return import_module(_packages()[name])
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def list_games() -> list[str]:
    """Return the names of all games, in alphabetical order."""
    return sorted(_packages())


def load(name: str, rules: int | None = None) -> Game[State, object]:
    """Return the game of that name, in its newest rules version or the one asked for."""
    return version_of(editions(name), rules)


def load_environment(name: str, version: int) -> Game[State, object]:
    """Return the game of that name as learners knew it in a version of its environment."""
    known = environments(name)
    for game in known:
        if game.environment == version:
            return game
    listed = ", ".join(str(game.environment) for game in known)
    raise UnknownGame(f"{known[0].title} has no environment version {version}; it has {listed}")


@cache
def environments(name: str) -> tuple[Game[State, object], ...]:
    """Return all versions of a game's environment, the newest first: other rules, or other features."""
    newest, *past = editions(name)
    observed = getattr(sys.modules[newest.package], "OBSERVED", ())
    return (newest, *observed, *past)


@cache
def editions(name: str) -> tuple[Game[State, object], ...]:
    """Return all editions of a game, the newest first. The folders are searched only once."""
    packages = _packages()
    if name not in packages:
        raise UnknownGame(f"there is no game {name!r}; the games are {', '.join(sorted(packages))}")
    module = import_module(packages[name])
    return (module.GAME, *getattr(module, "PAST", ()))


def version_of(known: tuple[Game[State, object], ...], rules: int | None) -> Game[State, object]:
    """Return the edition with that rules version among a folder's GAME and PAST; the first if None."""
    for edition in known:
        if rules is None or edition.rules == rules:
            return edition
    listed = ", ".join(str(edition.rules) for edition in known)
    raise UnknownGame(f"{known[0].title} has no rules version {rules}; it has {listed}")


def _packages() -> dict[str, str]:
    """The package of each game, by name; the games of this repository come before others of the same name."""
    outside = {entry.name: entry.name for entry in pkgutil.iter_modules(FOLDERS) if entry.ispkg}
    return outside | {
        entry.name: f"{__name__}.{entry.name}" for entry in pkgutil.iter_modules(__path__) if entry.ispkg
    }
