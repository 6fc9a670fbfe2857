"""Boxes in which one printed value differs, `roast.points=12..16`, and options, `option.magic=on,off`."""

import copy
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import tomli_w

from fairground.engine.box import Box
from fairground.engine.errors import BadSetting
from fairground.engine.game import Game
from fairground.engine.state import State

_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)(?::(\d+))?")
MOST_VALUES = 50
OPTION = "option."


@dataclass(frozen=True)
class BoxVariant:
    """The text of a box in which one value is changed, or None where an option is changed instead."""

    place: str
    value: str
    printed: str | None
    options: Mapping[str, str] = field(default_factory=dict)


def box_variants(game: Game[State, object], printed: str | None, vary: str) -> list[BoxVariant]:
    """Return a box, or options, for each value of `PLACE=VALUES`; each is checked as usual."""
    place, equals, wanted = vary.partition("=")
    if not equals or not place or not wanted:
        raise BadSetting(f"expected PLACE=FROM..TO or PLACE=A,B,C, got {vary!r}")
    if place.startswith(OPTION):
        return [_choose(game, place, value) for value in parse_values(wanted)]
    box = game.box(printed)
    return [_make_variant(game, box, place, value) for value in parse_values(wanted)]


def _choose(game: Game[State, object], place: str, value: str) -> BoxVariant:
    options = {place.removeprefix(OPTION): value}
    game.settle_options(options)  # raises if there is no such option or choice
    return BoxVariant(place, value, None, options)


def parse_values(text: str) -> list[str]:
    """Return the values of `1..4`, `1..9:2` (every second one) or `a,b,c`."""
    match = _RANGE.fullmatch(text)
    if not match:
        return [value.strip() for value in text.split(",")]
    first, last, step = int(match[1]), int(match[2]), int(match[3] or 1)
    if last < first or step < 1 or (last - first) // step >= MOST_VALUES:
        raise BadSetting(f"expected an ascending range of at most {MOST_VALUES} values, got {text!r}")
    return [str(value) for value in range(first, last + 1, step)]


def _make_variant(game: Game[State, object], box: Box[object], place: str, value: str) -> BoxVariant:
    data = copy.deepcopy(box.data)
    set_value(data, place.split("."), value, place)
    printed = tomli_w.dumps(data)
    game.box(printed, f"the box with {place} = {value}")
    return BoxVariant(place, value, printed)


def set_value(holder: object, path: list[str], value: str, place: str) -> None:
    """Set the value at a path; list entries go by number, or by name if they are tables with a name."""
    entries = _entries(holder)
    if path[0] not in entries:
        expected = f"expected {', '.join(entries)}" if entries else f"there is nothing below {holder!r}"
        raise BadSetting(f"the box has no place {place!r}: {expected}, got {path[0]!r}")
    key, inner = entries[path[0]]
    if len(path) > 1:
        set_value(inner, path[1:], value, place)
    elif isinstance(holder, dict | list):
        holder[key] = _convert(inner, value, place)


def _entries(holder: object) -> dict[str, tuple[Any, object]]:
    """Return what is below, by its name in a path: its key and its value."""
    if isinstance(holder, dict):
        return {name: (name, inner) for name, inner in holder.items() if name != "source"}
    if isinstance(holder, list):
        return {_name(number, inner): (number, inner) for number, inner in enumerate(holder)}
    return {}


def _name(number: int, inner: object) -> str:
    return str(inner.get("name", number)) if isinstance(inner, dict) else str(number)


def _convert(before: object, value: str, place: str) -> object:
    """Return the value in the type of the one it replaces."""
    kinds: dict[type, type] = {int: int, float: float, str: str}
    if type(before) not in kinds:
        raise BadSetting(f"expected the place of a number or a word, but {place} holds {before!r}")
    try:
        converted: object = kinds[type(before)](value)
    except ValueError:
        raise BadSetting(f"expected a value like {before!r} for {place}, got {value!r}") from None
    return converted
