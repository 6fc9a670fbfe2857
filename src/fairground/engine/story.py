"""The story of a match as data: keys and values that any language can turn into sentences."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

Value: TypeAlias = int | str | list[int | str]


class Entry(msgspec.Struct, frozen=True):
    """One thing that happened. `to` is the only seat that may know it, or None for everybody.

    In `values`, the names "seat", "other" and "seats" stand for seats; each game chooses the others.
    """

    key: str
    values: dict[str, Value] = {}
    to: int | None = None


def entries_for(entries: Sequence[Entry], seat: int | None) -> list[Entry]:
    """Return the entries that a seat, or a spectator (None), may know."""
    return [entry for entry in entries if entry.to is None or entry.to == seat]


def tell(entry: Entry, phrases: Mapping[str, str], names: Sequence[str]) -> str:
    """Return the sentence for an entry, with the names of the seats."""
    return fill_phrase(phrases[entry.key], entry.values, names)


def fill_phrase(phrase: str, values: Mapping[str, Value], names: Sequence[str]) -> str:
    """Return a phrase with its values, and with the names of the seats among them."""
    return phrase.format_map({key: _word(key, value, names) for key, value in values.items()})


def _word(key: str, value: Value, names: Sequence[str]) -> str:
    if isinstance(value, list):
        return ", ".join(_word(key, item, names) for item in value)
    if key in {"seat", "seats", "other"} and isinstance(value, int):
        return names[value]
    return str(value)
