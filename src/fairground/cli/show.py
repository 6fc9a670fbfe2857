"""How things look in the terminal, and how input from outside is read."""

from pathlib import Path

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.theme import Theme

from fairground.engine.box import Box
from fairground.engine.errors import BadSetting, BoxError, FairgroundError
from fairground.engine.game import Game
from fairground.engine.state import State

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
console.soft_wrap = not console.is_terminal  # people get lines broken at words, programs get them whole


def say(text: str) -> None:
    """Print with our markup."""
    console.print(text)


def say_plainly(text: str) -> None:
    """Print as it is."""
    console.print(escape(text))


def say_json(data: object) -> None:
    print(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())


def read_file(path: Path, what: str) -> str:
    """The text of a file, or a sentence why not."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise FairgroundError(f"expected {what}, but {path} is not a text in UTF-8") from None
    except OSError as error:
        raise FairgroundError(f"expected {what}, but {path} cannot be read: {error.strerror}") from None


def write_file(path: Path, text: str) -> None:
    """Write a whole file or nothing."""
    beside = path.with_name(path.name + ".part")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        raise FairgroundError(f"{path} cannot be written: {error.strerror}") from None


def check_writable(path: Path) -> None:
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise FairgroundError(f"expected the name of a file in an existing folder, got {path}")


def read_options(settings: list[str]) -> dict[str, str]:
    """`k=v` pairs of the command line."""
    options = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise BadSetting(f"expected an option as NAME=VALUE, got {setting!r}")
        options[name.strip()] = value.strip()
    return options


def read_box(game: Game[State, object], path: Path | None) -> Box[object] | None:
    """The box in a file; None for the game's own."""
    if path is None:
        return None
    try:
        return game.box(read_file(path, "a box file"), str(path))
    except RecursionError:
        raise BoxError(f"{path} is nested too deeply for a box") from None
