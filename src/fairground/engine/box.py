"""The printed values of a game: reads and checks its box file."""

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Concatenate, Generic, Literal, ParamSpec, TypeAlias, TypeVar

import msgspec

from fairground.engine.box_text import check_text
from fairground.engine.errors import BoxError
from fairground.engine.text import shorten

Source: TypeAlias = Literal["R", "F", "I", "C"]
SOURCES = {
    "R": "the rulebook says it",
    "F": "found in another public source",
    "I": "inferred from the rulebook's examples and counts",
    "C": "constructed: the print is unknown",
}
Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Path: TypeAlias = tuple[str | int, ...]
B = TypeVar("B")
R = TypeVar("R")
P = ParamSpec("P")
MOST_CACHED = 32  # there are few boxes, but anybody may bring their own
# Bounds for every game. A game's own check is stricter where its rules need it.
MOST_NUMBER = 1_000_000
MOST_ENTRIES = 500

_HEADER = re.compile(r"^\s*(\[\[?)\s*([A-Za-z0-9_.\-]+)\s*\]\]?")
_KEY = re.compile(r"^\s*([A-Za-z0-9_\-]+)\s*=")


class Misprint(Exception):
    """Raised by a game's own check. It has the place in the box; the message says what was expected."""

    def __init__(self, path: Path, message: str) -> None:
        super().__init__(message)
        self.path = path


@dataclass(frozen=True)
class Box(Generic[B]):
    """A checked box: its values with types, as plain data, and as a digest."""

    values: B
    data: dict[str, object] = field(repr=False)
    digest: str

    @property
    def canonical(self) -> str:
        """Return the values as JSON: a box file without comments or layout, which is fast to read."""
        return canonical(self.data)

    def printed_values(self) -> Iterator[tuple[str, str, str]]:
        """Yield every printed value as (place, value, source letter)."""
        for path, value, source in _leaves((), self.data, ""):
            yield ".".join(str(step) for step in path), value, source


def read_box(text: str, kind: type[B], checks: Sequence[Callable[[B], None]], name: str) -> Box[B]:
    """Read the text of a box as `kind`; BoxError names the line and what was expected.

    The text is TOML, or JSON as `Box.canonical` writes it.
    """
    data = parse(text, name)
    try:
        _check_data((), data)
        values = msgspec.convert(data, kind)
        for check in checks:
            check(values)
    except msgspec.ValidationError as error:
        message, path = _unfold(str(error))
        raise _refusal(name, text, path, message) from None
    except Misprint as misprint:
        raise _refusal(name, text, misprint.path, str(misprint)) from None
    return Box(values, data, digest(data))


def parse(text: str, name: str = "the box") -> dict[str, object]:
    """Return the values of a box file as plain data."""
    check_text(text, name)
    is_json = text.startswith("{")
    try:
        return msgspec.json.decode(text, type=dict[str, object]) if is_json else tomllib.loads(text)
    except (ValueError, msgspec.DecodeError, RecursionError) as error:  # a TOMLDecodeError is a ValueError
        raise BoxError(f"{name} is not {'JSON' if is_json else 'TOML'}: {error}") from None


def _check_data(path: Path, value: object) -> None:
    """Refuse values that no game can use: huge numbers, endless lists, dates, unprintable text."""
    if isinstance(value, dict):
        _check_entries(path, len(value))
        for key, inner in value.items():
            _check_data((*path, key), key)
            _check_data((*path, key), inner)
    elif isinstance(value, list):
        _check_entries(path, len(value))
        for number, inner in enumerate(value):
            _check_data((*path, number), inner)
    elif isinstance(value, str):
        if not value.isprintable():
            raise Misprint(path, f"expected printable characters, got {value!r}")
    elif not isinstance(value, int | float):
        raise Misprint(path, f"expected a number, a text, a list or a table, got {value}")
    elif not -MOST_NUMBER <= value <= MOST_NUMBER:  # nor is this true of nan
        raise Misprint(path, f"expected a number from {-MOST_NUMBER} to {MOST_NUMBER}, got {value}")


def _check_entries(path: Path, entries: int) -> None:
    if entries > MOST_ENTRIES:
        raise Misprint(path, f"expected at most {MOST_ENTRIES} entries, got {entries}")


def canonical(data: dict[str, object]) -> str:
    """Return the values as JSON that does not depend on their order or layout."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def digest(data: dict[str, object]) -> str:
    """Return a short digest of the values."""
    return hashlib.sha256(canonical(data).encode()).hexdigest()[:16]


def line_of(text: str, path: Path) -> int:
    """Return the line of a value, or of the nearest table around it."""
    lines = _lines(text)
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


def _lines(text: str) -> dict[Path, int]:
    """Return the line of each table and key in a TOML text."""
    lines: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = tuple(header[2].split("."))
            if header[1] == "[[":
                counts[table] = counts.get(table, -1) + 1
                table = (*table, counts[table])
            lines[table] = number
        elif key := _KEY.match(line):
            lines[(*table, key[1])] = number
    return lines


def _refusal(name: str, text: str, path: Path, message: str) -> BoxError:
    place = ".".join(shorten(str(step)) for step in path)
    where = f" ({shorten(place)})" if place else ""
    return BoxError(f"{name}, line {line_of(text, path)}{where}: {shorten(message)}")


def _unfold(message: str) -> tuple[str, Path]:
    """Split msgspec's message into what was expected and the path to it."""
    text, _, where = message.partition(" - at `")
    steps = re.findall(r"[A-Za-z_][A-Za-z0-9_\-]*|\[\d+\]", where.removeprefix("key in ").rstrip("`"))
    path = tuple(int(s[1:-1]) if s[0] == "[" else s for s in steps)
    return _sentence(text.replace("`", ""), path), path


def _sentence(text: str, path: Path) -> str:
    """Put msgspec's message into our words: what was expected and what came."""
    if path[-1:] == ("source",) and (came := re.match(r"Invalid enum value (.*)", text)):
        return f"expected a source letter ({', '.join(SOURCES)}), got {came[1]}"
    if missing := re.match(r"Object missing required field (.*)", text):
        return f"expected a value {missing[1]!r}, got none"
    if unknown := re.match(r"Object contains unknown field (.*)", text):
        return f"expected no value {unknown[1]!r}"
    return text[0].lower() + text[1:]


def _leaves(path: Path, value: object, source: str) -> Iterator[tuple[Path, str, str]]:
    if isinstance(value, dict):
        source = str(value.get("source", source))
        for key, inner in value.items():
            if key != "source":
                yield from _leaves((*path, key), inner, source)
    elif isinstance(value, list) and any(isinstance(inner, dict) for inner in value):
        for number, inner in enumerate(value):
            yield from _leaves((*path, number), inner, source)
    else:
        yield path, json.dumps(value, ensure_ascii=False), source


def once(make: Callable[Concatenate[B, P], R]) -> Callable[Concatenate[B, P], R]:
    """Make `make` compute its result once for each box, not for every match. Nobody may change the result."""
    cache: dict[tuple[object, ...], tuple[B, R]] = {}

    def cached(values: B, /, *args: P.args, **kwargs: P.kwargs) -> R:
        # The cache holds the values too, so that no others can get the same id.
        key = (id(values), *args, *kwargs.items())
        if key not in cache:
            if len(cache) >= MOST_CACHED:
                cache.clear()
            cache[key] = values, make(values, *args, **kwargs)
        return cache[key][1]

    return cached
