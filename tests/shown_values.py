"""Whether a box of one's own is shown truly: changes printed values and looks for them on the screen.

A game's tests/shown.toml lists exceptions. `[[unseen]]` names printed values that no view carries, by their
place in the box without numbers, such as `docks.fruit`. `[[constant]]` names sentences, by their key in a
translation or by their text, that state a number of the rules which no box can change. Both say why.
"""

import ast
import json
import random
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TypeAlias

import msgspec

from fairground import Match, State, load, seeded
from fairground.engine.box import canonical
from fairground.engine.errors import BadSetting
from fairground.engine.game import Game
from hostile_boxes import Data, Place, is_accepted, leaves, put
from settings import folder_of

AnyGame: TypeAlias = Game[State, object]
Scalars: TypeAlias = dict[Place, object]

WEB = Path(__file__).parent.parent / "web/src/games"
DISTINCT = (77, 67, 57, 47, 37, 27, 17, 87, 97, 13, 11, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
MOST_TABLES = 96  # seats, options and seeds that are tried for a value
WATCHED = 40  # moves of a match in which a value may come into sight
NUMBER_WORDS = r"\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?! ?\{)"
DIGITS = r"(?<![\w=#.{])\d+(?!\w)"


@dataclass(frozen=True)
class Exceptions:
    unseen: dict[str, str] = field(default_factory=dict)
    constants: dict[str, str] = field(default_factory=dict)


@cache
def exceptions(name: str) -> Exceptions:
    file = folder_of(name) / "tests/shown.toml"
    data = tomllib.loads(file.read_text()) if file.exists() else {}
    return Exceptions(
        {each["place"]: each["reason"] for each in data.get("unseen", [])},
        {each["key"]: each["reason"] for each in data.get("constant", [])},
    )


# Changing a printed value


def kind_of(place: Place) -> str:
    """Return what values with the same meaning have in common: `docks.fruit`."""
    return ".".join(step for step in place if isinstance(step, str))


def printed_places(data: Data) -> dict[str, list[Place]]:
    """Return the places of all printed values by their meaning."""
    places: dict[str, list[Place]] = {}
    for place, _ in leaves(data):
        if place[-1] != "source":
            places.setdefault(kind_of(place), []).append(place)
    return places


def another_value(game: AnyGame, data: Data, place: Place, old: object) -> object | None:
    """Return a value that the game accepts in place of the old one, as conspicuous as possible."""
    if isinstance(old, bool):
        wanted: list[object] = [not old]
    elif isinstance(old, int):
        wanted = [number for number in DISTINCT if number != old]
    else:
        words = [value for other, value in leaves(data) if kind_of(other) == kind_of(place)]
        wanted = ["zebra", *dict.fromkeys(word for word in words if word != old)]
    return next((new for new in wanted if is_accepted(game, put(data, new, place))), None)


# Looking for it


def is_shown(game: AnyGame, place: Place, old: object, new: object) -> bool:
    """Whether some table shows the new value where it showed the old one, or shows it during a match."""
    text = canonical(put(game.box().data, new, place))
    tables = _tables(game)
    return any(_is_replaced(game, table, text, old, new) for table in tables) or any(
        _comes_into_sight(game, table, text, new) for table in tables[:4]
    )


@dataclass(frozen=True)
class Setup:
    seats: int
    options: dict[str, str]
    seed: str


def _tables(game: AnyGame) -> list[Setup]:
    """Return tables with different seats, options and seeds: each may show what another does not."""
    pairs = [(seats, options) for options in game.combinations() for seats in reversed(game.seats)]
    random.Random("tables").shuffle(pairs)
    return [Setup(*pairs[number % len(pairs)], f"shown {number}") for number in range(MOST_TABLES)]


def _is_replaced(game: AnyGame, table: Setup, text: str, old: object, new: object) -> bool:
    """Whether a view at the start has the new value where it has the old one with the shipped box."""
    before, after = (_first_sight(game, table, box) for box in (game.box().canonical, text))
    in_place = any(
        _says(before[at], old) and _says(after[at], new) and before[at] != after[at]
        for at in before.keys() & after.keys()
    )
    return in_place or bool(_exchanges(before, after, old) & _exchanges(after, before, new))


def _exchanges(one: Scalars, other: Scalars, value: object) -> set[Place]:
    """Return the lists that say a value more often in one view; their order may have changed."""
    counts = Counter(_lists_that_say(one, value))
    counts.subtract(_lists_that_say(other, value))
    return {at for at, more in counts.items() if more > 0}


def _lists_that_say(scalars: Scalars, value: object) -> Iterator[Place]:
    for at, shown in scalars.items():
        if isinstance(at[-1], int) and _says(shown, value):
            yield at[:-1]


def _first_sight(game: AnyGame, table: Setup, text: str) -> Scalars:
    match = _begin(game, table, text)
    return {} if match is None else _scalars(match)


def _comes_into_sight(game: AnyGame, table: Setup, text: str, new: object) -> bool:
    """Whether a match shows the new value, and one with the shipped box does not."""
    return _is_said(game, table, text, new) and not _is_said(game, table, game.box().canonical, new)


def _is_said(game: AnyGame, table: Setup, text: str, new: object) -> bool:
    match = _begin(game, table, text)
    rng = seeded("shown")
    while match and not match.over and len(match.made) < WATCHED:
        if any(_says(value, new) for value in _scalars(match).values()):
            return True
        seat = int(match.state.someone(rng))
        legal = match.state.legal(seat)
        told = match.play(seat, legal[rng.below(len(legal))])
        if any(_says(value, new) for entry in told for value in entry.values.values()):
            return True
    return False


def _begin(game: AnyGame, table: Setup, text: str) -> Match[State, object] | None:
    """Begin a match, unless the box does not go with these options."""
    try:
        return Match(game, table.seats, table.seed, table.options, text)
    except BadSetting:
        return None


def _scalars(match: Match[State, object]) -> Scalars:
    """Return every number and text of all views, as they are sent."""
    everybody = [*range(int(match.state.seats)), None]
    sent = [msgspec.json.encode(match.game.view(match.state, seat)) for seat in everybody]
    return dict(leaves([msgspec.json.decode(view) for view in sent]))


def _says(shown: object, value: object) -> bool:
    """Whether something shown is the value, or a text that contains it as a word."""
    if isinstance(shown, list):
        return any(_says(each, value) for each in shown)
    if isinstance(shown, bool) or isinstance(value, bool) or not isinstance(shown, str):
        return shown is value if isinstance(value, bool) else shown == value
    return re.search(rf"(?<![\w]){re.escape(str(value))}(?![\w])", shown) is not None


# Sentences that state numbers


def numbered_sentences(name: str) -> Iterator[tuple[str, str]]:
    """Yield every sentence of story, picture and translations that has a number of its own, with its key."""
    for key, phrase in load(name).phrases.items():
        if _has_number(phrase, words=True):
            yield f"story.{key}", phrase
    for text in _literals(folder_of(name) / "picture.py"):
        if _has_number(text, words=True):
            yield text, text
    for language in sorted((WEB / name / "translations").glob("*.json")):
        for key, text in json.loads(language.read_text()).items():
            if key != "minutes" and _has_number(text, words=language.stem == "en"):
                yield key, text


def _has_number(text: str, words: bool) -> bool:
    return bool(re.search(DIGITS, text) or (words and re.search(NUMBER_WORDS, text)))


def _literals(file: Path) -> Iterator[str]:
    """Yield the texts in a module, without docstrings and formats."""
    tree = ast.parse(file.read_text())
    specs = [node.format_spec for node in ast.walk(tree) if isinstance(node, ast.FormattedValue)]
    formats = {id(part) for spec in specs if spec for part in ast.walk(spec)}
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in formats | docs:
            yield node.value
