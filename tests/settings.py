"""Every game with every number of seats and every combination of options."""

from collections.abc import Iterator
from importlib import import_module
from itertools import combinations, product
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


MANY = 8  # an option with more choices than this need not meet every value of the others


def meetings(setting: Setting) -> set[frozenset[tuple[str, object]]]:
    """Return what a setting covers: each value, and each two of seats and options that meet."""
    options = setting.game.options
    values = [("seats", setting.seats), *setting.options.items()]
    few = {"seats", *(option.name for option in options if len(option.choices) <= MANY)}
    pairs = combinations([value for value in values if value[0] in few], 2)
    return {frozenset(each) for each in (*pairs, *((value,) for value in values))}


def covering(settings: list[Setting]) -> list[Setting]:
    """Return a few of a game's settings which together cover what all of them do."""
    left, chosen = set().union(*map(meetings, settings)), list[Setting]()
    while left:
        most = max(len(meetings(setting) & left) for setting in settings)
        best = [setting for setting in settings if len(meetings(setting) & left) == most]
        chosen.append(min(best, key=lambda s: sum(s.seats == other.seats for other in chosen)))
        left -= meetings(chosen[-1])
    return chosen


SETTINGS = list(settings())
EVERY_GAME = list(dict.fromkeys(setting.name for setting in SETTINGS))
COVERING = [
    setting
    for name in EVERY_GAME
    for setting in covering([setting for setting in SETTINGS if setting.name == name])
]
EVERY_TABLE = [
    setting for setting in SETTINGS if setting.options == setting.game.settle_options({}, study=True)
]
