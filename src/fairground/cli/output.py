"""Print to the terminal: text with our colours, plain text, and JSON."""

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.theme import Theme

THEME = Theme(
    {
        "seat0": "bold bright_blue",
        "seat1": "bold bright_red",
        "seat2": "bold bright_green",
        "seat3": "bold bright_yellow",
        "seat4": "bold bright_magenta",
        "strong": "bold",
        "muted": "dim",
        "teal": "cyan",
        "purple": "magenta",
        "orange": "dark_orange",
    }
)
console = Console(theme=THEME, highlight=False)
console.soft_wrap = not console.is_terminal  # wrap lines for people, not for programs


def say(text: str) -> None:
    """Print text with our markup."""
    console.print(text)


def say_plainly(text: str) -> None:
    """Print text as it is."""
    console.print(escape(text))


def say_json(data: object) -> None:
    """Print data as indented JSON."""
    print(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())
