"""What is wrong with a file that a person wrote: the line, the place in it, and what was expected."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import TypeAlias

from fairground.engine.text import shorten

Path: TypeAlias = tuple[str | int, ...]

_HEADER = re.compile(r"^\s*(\[\[?)\s*([A-Za-z0-9_.\-]+)\s*\]\]?")
_INK = re.compile(r"\S")
_KEY = re.compile(r"^\s*([A-Za-z0-9_\-]+)\s*[.=]")


class Misprint(Exception):
    """Raised by whoever checks a file. It has the place in it; the message says what was expected."""

    def __init__(self, path: Path, message: str) -> None:
        super().__init__(message)
        self.path = path


def locate(name: str, text: str, path: Path, message: str) -> str:
    """Return a sentence about a mistake in a TOML text, with the file's name and the line."""
    place = ".".join(shorten(str(step)) for step in path)
    where = f" ({shorten(place)})" if place else ""
    return f"{name}, line {line_of(text, path)}{where}: {shorten(message)}"


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
            table = _number(tuple(header[2].split(".")), counts)
            if header[1] == "[[":
                counts[table] = counts.get(table, -1) + 1
                table = (*table, counts[table])
            lines[table] = number
        elif key := _KEY.match(line):
            lines.setdefault((*table, key[1]), number)
    return lines


def _number(steps: tuple[str, ...], counts: dict[Path, int]) -> Path:
    """Return the path of a table, with the numbers of the list entries that it is within."""
    path: Path = (steps[0],)
    for step in steps[1:]:
        path = (*path, counts[path], step) if path in counts else (*path, step)
    return path


def json_line_of(text: str, path: Path) -> int:
    """Return the line of a value in a JSON text, or of the nearest one around it that can be read."""
    start = _skip(text, 0)
    with suppress(ValueError, IndexError, RecursionError):  # the text may be damaged somewhere else too
        for step in path:
            start = next((at for name, at in _json_values(text, start) if name == step), start)
    return text.count("\n", 0, start) + 1


def _json_values(text: str, start: int) -> Iterator[tuple[str | int, int]]:
    """Yield where the values of a list or an object begin."""
    decode, at, number = json.JSONDecoder().raw_decode, _skip(text, start), 0
    close = {"[": "]", "{": "}"}.get(text[at : at + 1])
    while close and text[at := _skip(text, at + 1)] != close:
        name: str | int = number
        if close == "}":
            name, end = decode(text, at)
            at = _skip(text, _skip(text, end) + 1)
        yield name, at
        at, number = _skip(text, decode(text, at)[1]), number + 1
        if text[at] == close:
            return


def _skip(text: str, at: int) -> int:
    """Return the place of the next character that is no space."""
    found = _INK.search(text, at)
    return found.start() if found else len(text)


def unfold(message: str) -> tuple[str, Path]:
    """Split msgspec's message into what was expected, in our words, and the path to it."""
    text, _, where = message.partition(" - at `")
    steps = re.findall(r"[A-Za-z_][A-Za-z0-9_\-]*|\[\d+\]", where.removeprefix("key in ").rstrip("`"))
    path = tuple(int(s[1:-1]) if s[0] == "[" else s for s in steps)
    return _sentence(text.replace("`", "")), path


def _sentence(text: str) -> str:
    if missing := re.match(r"Object missing required field (.*)", text):
        return f"expected a value {missing[1]!r}, got none"
    if unknown := re.match(r"Object contains unknown field (.*)", text):
        return f"expected no value {unknown[1]!r}"
    return text[0].lower() + text[1:]
