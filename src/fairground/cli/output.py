"""Print to the terminal: text with our colours, plain text, and JSON.

Names in records, results and archives come from strangers. Nothing in them reaches the terminal that could
control it, such as an escape sequence.
"""

from typing import Any

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.text import Text
from rich.theme import Theme

from fairground.engine.text import clean_lines, escape_controls

COLOURS = {  # of the 256 that terminals have, those that can be read on black and on white
    "red": "#d70000",
    "yellow": "#878700",
    "green": "#008700",
    "blue": "#005fff",
    "purple": "#af00d7",
    "teal": "#008787",
    "orange": "#d75f00",
    "white": "#767676",
}
SEATS = ("blue", "red", "green", "yellow", "purple")
THEME = Theme(
    {
        **COLOURS,
        **{f"seat{seat}": f"bold {COLOURS[name]}" for seat, name in enumerate(SEATS)},
        "strong": "bold",
        "muted": "dim",
    }
)


class CleanConsole(Console):
    """A console that prints only what can be seen: every text goes through `render_str`, in tables too."""

    def render_str(self, text: str, **how: Any) -> Text:
        return super().render_str(clean_lines(text), **how)


console = CleanConsole(theme=THEME, highlight=False)
console.soft_wrap = not console.is_terminal  # wrap lines for people, not for programs


def say(text: str) -> None:
    """Print text with our markup."""
    console.print(text)


def say_plainly(text: str) -> None:
    """Print text as it is."""
    console.print(escape(text))


def say_json(data: object) -> None:
    """Print data as indented JSON."""
    print(escape_controls(msgspec.json.format(msgspec.json.encode(data), indent=2).decode()))
