"""How one box differs from another, for people who know the rules with the usual values."""

import json
from collections.abc import Iterator
from typing import Final

import msgspec

from fairground.engine.text import clean_line

MOST_DIFFERENCES: Final = 100
LONGEST: Final = 120  # characters of a place or a value


class Difference(msgspec.Struct, frozen=True):
    """A printed value that differs; None stands for a value that one of the boxes does not have."""

    place: str
    usual: str | None
    own: str | None


def find_differences(usual: object, own: object) -> tuple[list[Difference], int]:
    """Return the printed values that differ in the data of two boxes, and how many more there are.

    They are in the order of the usual box, and not more or longer than people would read.
    """
    before, after = dict(_values("", usual)), dict(_values("", own))
    places = [place for place in {**before, **after} if before.get(place) != after.get(place)]
    shown = places[:MOST_DIFFERENCES]
    found = [Difference(_shorten(place), _shown(before, place), _shown(after, place)) for place in shown]
    return found, len(places) - len(shown)


def _values(place: str, value: object) -> Iterator[tuple[str, str]]:
    """Yield the place of every printed value with its text. An entry with a name is found by its name."""
    if isinstance(value, dict) and value.keys() == {"source", "name"}:
        yield place, _text(value["name"])  # a single word that has a source of its own
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key != "source":
                yield from _values(_join(place, key), inner)
    elif isinstance(value, list):
        for step, inner in zip(_steps(value), value, strict=True):
            yield from _values(_join(place, step), inner)
    else:
        yield place, _text(value)


def _steps(entries: list[object]) -> list[str]:
    """Return the names of the entries of a list, or their numbers if some have no name of their own."""
    names = [each.get("name") for each in entries if isinstance(each, dict)]
    words = [name for name in names if isinstance(name, str)]
    return words if len(set(words)) == len(entries) else [str(number) for number in range(len(entries))]


def _join(place: str, step: object) -> str:
    return f"{place}.{step}" if place else str(step)


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _shown(values: dict[str, str], place: str) -> str | None:
    return _shorten(values[place]) if place in values else None


def _shorten(text: str) -> str:
    line = clean_line(text)
    return line if len(line) <= LONGEST else line[: LONGEST - 3] + "..."
