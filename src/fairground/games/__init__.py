"""The shelf: every folder here is a game. It is found by looking; there is no list."""

import pkgutil
from importlib import import_module
from typing import cast

from fairground.engine.errors import UnknownGame
from fairground.engine.game import Game
from fairground.engine.state import State


def list_games() -> list[str]:
    """The names of all games, in alphabetical order."""
    return sorted(entry.name for entry in pkgutil.iter_modules(__path__) if entry.ispkg)


def load(name: str, rules: int | None = None) -> Game[State, object]:
    """The game of that name, in its newest rules version or the one asked for."""
    if name not in list_games():
        raise UnknownGame(f"there is no game {name!r}; the games are {', '.join(list_games())}")
    module = import_module(f"{__name__}.{name}")
    return version_of((module.GAME, *getattr(module, "PAST", ())), rules)


def version_of(editions: tuple[object, ...], rules: int | None) -> Game[State, object]:
    """The edition with that rules version among a folder's GAME and its PAST; the first if None."""
    known = [cast("Game[State, object]", edition) for edition in editions]
    for edition in known:
        if rules is None or edition.rules == rules:
            return edition
    told = ", ".join(str(edition.rules) for edition in known)
    raise UnknownGame(f"{known[0].title} has no rules version {rules}; it has {told}")
