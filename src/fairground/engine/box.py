"""The printed values of a game: reads and checks its box file."""

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Concatenate, Generic, Literal, ParamSpec, TypeAlias, TypeVar

import msgspec

from fairground.engine.errors import BoxError

Source: TypeAlias = Literal["R", "F", "I", "C"]
SOURCES = {
    "R": "the rulebook says it",
    "F": "found in another public source",
    "I": "inferred from the rulebook's examples and counts",
    "C": "constructed: the print is unknown",
}
Path: TypeAlias = tuple[str | int, ...]
B = TypeVar("B")
R = TypeVar("R")
P = ParamSpec("P")
MOST_CACHED = 32  # there are few boxes, but anybody may bring their own

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


def read_box(text: str, kind: type[B], check: Callable[[B], None], name: str = "the box") -> Box[B]:
    """Read the text of a box as `kind`; BoxError names the line and what was expected.

    The text is TOML, or JSON as `Box.canonical` writes it.
    """
    data = parse(text, name)
    try:
        values = msgspec.convert(data, kind)
        check(values)
    except msgspec.ValidationError as error:
        message, path = _unfold(str(error))
        raise _refusal(name, text, path, message) from None
    except Misprint as misprint:
        raise _refusal(name, text, misprint.path, str(misprint)) from None
    return Box(values, data, digest(data))


def parse(text: str, name: str = "the box") -> dict[str, object]:
    """Return the values of a box file as plain data."""
    try:
        if text.startswith("{"):
            return msgspec.json.decode(text, type=dict[str, object])
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, msgspec.DecodeError) as error:
        raise BoxError(f"{name} is not TOML: {error}") from None


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
    place = ".".join(str(step) for step in path)
    return BoxError(f"{name}, line {line_of(text, path)}{f' ({place})' if place else ''}: {message}")


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
