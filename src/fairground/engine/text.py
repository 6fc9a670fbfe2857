"""Text from strangers: names and messages on one line, and lines that cannot control a terminal."""

import unicodedata
from typing import Final

LONGEST_NAME: Final = 24
LONGEST_MESSAGE: Final = 300
MOST_MARKS: Final = 3  # combining marks on one letter: more than any language needs would cover other lines
# Printable according to Unicode, and yet invisible: fillers, joiners, variation selectors, a blank.
_BLANK: Final = frozenset(
    map(
        chr,
        (
            0x034F,
            0x115F,
            0x1160,
            0x17B4,
            0x17B5,
            *range(0x180B, 0x1810),
            0x2800,
            0x3164,
            *range(0xFE00, 0xFE10),
            0xFFA0,
            *range(0xE0100, 0xE01F0),
        ),
    )
)
_MARKS: Final = frozenset({"Mn", "Me"})
_CONTROLS: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def clean_name(name: str) -> str:
    """Return a name as others may be shown it: on one line, visible, neither too long nor too high."""
    return clean_message(name)[:LONGEST_NAME].rstrip()


def clean_line(text: str) -> str:
    """Return text on one line, without anything invisible or that changes how the rest is shown."""
    shown = unicodedata.normalize("NFC", "".join(map(_shown, text)))
    return " ".join(shown.split())


def clean_message(text: str) -> str:
    """Return what a person wrote as others may be shown it: on one line, and no higher than a line."""
    kept: list[str] = []
    marks = 0
    for letter in clean_line(text):
        marks = marks + 1 if unicodedata.category(letter) in _MARKS else 0
        if marks <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)


def _shown(letter: str) -> str:
    if letter in _BLANK or unicodedata.category(letter) == "Cf":
        return ""
    return letter if letter.isprintable() else " "


def shorten(words: str) -> str:
    """Return the words in printable characters, and not more than a reader wants to see."""
    shown = words if words.isprintable() else repr(words)
    return shown if len(shown) <= LONGEST_MESSAGE else shown[: LONGEST_MESSAGE - 3] + "..."


def clean_lines(text: str) -> str:
    """Return text of several lines with a mark in place of everything that could control a terminal."""
    if text.isprintable():
        return text
    return "".join("\ufffd" if _is_control(letter) else letter for letter in text)


def escape_controls(text: str) -> str:
    r"""Return JSON with controls written as \uXXXX, so that it means the same and controls no terminal."""
    if text.isprintable():
        return text
    return "".join(_escape(letter) if _is_control(letter) else letter for letter in text)


def _escape(letter: str) -> str:
    units = letter.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def _is_control(letter: str) -> bool:
    return letter not in "\n\t" and unicodedata.category(letter) in _CONTROLS
