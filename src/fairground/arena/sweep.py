"""Boxes in which one printed value differs: `dishes.roast.points=12..16`."""

import copy
import re
from dataclasses import dataclass
from typing import Any

import tomli_w

from fairground.engine.box import Box
from fairground.engine.errors import BadSetting
from fairground.engine.game import Game
from fairground.engine.state import State

_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)(?::(\d+))?")
MOST = 50


@dataclass(frozen=True)
class Variant:
    """The text of a box with one value changed."""

    place: str
    value: str
    printed: str


def variants(game: Game[State, object], printed: str | None, vary: str) -> list[Variant]:
    """A box for each value asked for; each is checked as any box is."""
    place, equals, wanted = vary.partition("=")
    if not equals or not place or not wanted:
        raise BadSetting(f"expected PLACE=FROM..TO or PLACE=A,B,C, got {vary!r}")
    box = game.box(printed)
    return [_variant(game, box, place, value) for value in values(wanted)]


def values(wanted: str) -> list[str]:
    """`1..4`, `1..9:2` (every second) or `a,b,c`."""
    asked = _RANGE.fullmatch(wanted)
    if not asked:
        return [value.strip() for value in wanted.split(",")]
    first, last, step = int(asked[1]), int(asked[2]), int(asked[3] or 1)
    if last < first or step < 1 or (last - first) // step >= MOST:
        raise BadSetting(f"expected a range upward of at most {MOST} values, got {wanted!r}")
    return [str(value) for value in range(first, last + 1, step)]


def _variant(game: Game[State, object], box: Box[object], place: str, value: str) -> Variant:
    data = copy.deepcopy(box.data)
    change(data, place.split("."), value, place)
    printed = tomli_w.dumps(data)
    game.box(printed, f"the box with {place} = {value}")
    return Variant(place, value, printed)


def change(holder: object, way: list[str], value: str, place: str) -> None:
    """Put the value where the way leads; lists go by number, or by name where their tables have one."""
    steps = _steps(holder)
    if way[0] not in steps:
        told = f"expected {', '.join(steps)}" if steps else f"nothing lies below {holder!r}"
        raise BadSetting(f"the box has no place {place!r}: {told}, got {way[0]!r}")
    key, inner = steps[way[0]]
    if len(way) > 1:
        change(inner, way[1:], value, place)
    elif isinstance(holder, dict | list):
        holder[key] = _typed(inner, value, place)


def _steps(holder: object) -> dict[str, tuple[Any, object]]:
    """What lies below, by what it is called: its key there, and what it holds."""
    if isinstance(holder, dict):
        return {name: (name, inner) for name, inner in holder.items() if name != "source"}
    if isinstance(holder, list):
        return {_called(number, inner): (number, inner) for number, inner in enumerate(holder)}
    return {}


def _called(number: int, inner: object) -> str:
    return str(inner.get("name", number)) if isinstance(inner, dict) else str(number)


def _typed(before: object, value: str, place: str) -> object:
    """The value as the kind that stands there now."""
    kinds: dict[type, type] = {int: int, float: float, str: str}
    if type(before) not in kinds:
        raise BadSetting(f"expected the place of a number or a word, but {place} holds {before!r}")
    try:
        typed: object = kinds[type(before)](value)
    except ValueError:
        raise BadSetting(f"expected a value like {before!r} for {place}, got {value!r}") from None
    return typed
