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
from fairground.engine.misprints import Misprint, Path, locate, unfold

Source: TypeAlias = Literal["R", "F", "I", "C"]
SOURCES = {
    "R": "the rulebook says it",
    "F": "found in another public source",
    "I": "inferred from the rulebook's examples and counts",
    "C": "constructed: the print is unknown",
}
Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
B = TypeVar("B")
R = TypeVar("R")
P = ParamSpec("P")
MOST_CACHED = 32  # there are few boxes, but anybody may bring their own
# Bounds for every game. A game's own check is stricter where its rules need it.
MOST_NUMBER = 1_000_000
MOST_ENTRIES = 500


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
        message, path = unfold(str(error))
        raise BoxError(locate(name, text, path, _name_letters(message, path))) from None
    except Misprint as misprint:
        raise BoxError(locate(name, text, misprint.path, str(misprint))) from None
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


def _name_letters(message: str, path: Path) -> str:
    """Say which source letters there are if another one came."""
    came = re.match(r"invalid enum value (.*)", message) if path[-1:] == ("source",) else None
    return f"expected a source letter ({', '.join(SOURCES)}), got {came[1]}" if came else message


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
