"""Every game with every number of seats and every combination of options."""

from collections.abc import Iterator
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import NamedTuple

from fairground import State, list_games, load
from fairground.engine.game import Game


class Setting(NamedTuple):
    name: str
    seats: int
    options: dict[str, str]

    @property
    def game(self) -> Game[State, object]:
        return load(self.name)

    def __str__(self) -> str:
        return "-".join([self.name, str(self.seats), *self.options.values()])


def settings() -> Iterator[Setting]:
    for name in list_games():
        game = load(name)
        for seats, options in product(game.seats, game.combinations()):
            yield Setting(name, seats, options)


def folder_of(name: str) -> Path:
    """The folder of a game."""
    file = import_module(load(name).package).__file__
    assert file
    return Path(file).parent


SETTINGS = list(settings())
EVERY_GAME = list(dict.fromkeys(setting.name for setting in SETTINGS))
EVERY_TABLE = [
    setting for setting in SETTINGS if setting.options == setting.game.settle_options({}, study=True)
]
