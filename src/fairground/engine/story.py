"""The story of a match as data: a key and values, so that any language can tell it."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

Value: TypeAlias = int | str | list[int | str]


class Entry(msgspec.Struct, frozen=True):
    """One thing that happened. `to` is the only seat that may hear it, or None for everybody.

    In `values`, the names "seat", "other" and "seats" stand for seats; anything else is the game's own.
    """

    key: str
    values: dict[str, Value] = {}
    to: int | None = None


def entries_for(entries: Sequence[Entry], seat: int | None) -> list[Entry]:
    """What a seat, or a spectator (None), is told of it."""
    return [entry for entry in entries if entry.to is None or entry.to == seat]


def tell(entry: Entry, phrases: Mapping[str, str], names: Sequence[str]) -> str:
    """The entry in the words of `phrases`, seats called by their names."""
    words = {key: _word(key, value, names) for key, value in entry.values.items()}
    return phrases[entry.key].format_map(words)


def _word(key: str, value: Value, names: Sequence[str]) -> str:
    if isinstance(value, list):
        return ", ".join(_word(key, item, names) for item in value)
    if key in {"seat", "seats", "other"} and isinstance(value, int):
        return names[value]
    return str(value)
