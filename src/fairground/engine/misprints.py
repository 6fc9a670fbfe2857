"""What is wrong with a file that a person wrote: the line, the place in it, and what was expected."""

import re
from typing import TypeAlias

from fairground.engine.text import shorten

Path: TypeAlias = tuple[str | int, ...]

_HEADER = re.compile(r"^\s*(\[\[?)\s*([A-Za-z0-9_.\-]+)\s*\]\]?")
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
