"""Read and write the files that people name on the command line."""

from pathlib import Path

from fairground.engine.box import Box
from fairground.engine.errors import FairgroundError
from fairground.engine.game import Game
from fairground.engine.state import State


def read_file(path: Path, what: str) -> str:
    """Return the text of a file, or raise an error that says why it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise FairgroundError(f"expected {what}, but {path} is not UTF-8 text") from None
    except OSError as error:
        raise FairgroundError(f"expected {what}, but {path} cannot be read: {error.strerror}") from None


def write_file(path: Path, text: str) -> None:
    """Write a file completely or not at all."""
    beside = path.with_name(path.name + ".part")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        raise FairgroundError(f"{path} cannot be written: {error.strerror}") from None


def check_writable(path: Path) -> None:
    """Raise an error if no file can be written at this path."""
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise FairgroundError(f"expected the name of a file in an existing folder, got {path}")


def read_box(game: Game[State, object], path: Path | None) -> Box[object] | None:
    """Return the box in a file, or None, for the game's own, if there is no path."""
    return None if path is None else game.box(read_file(path, "a box file"), str(path))


def read_kept_box(game: Game[State, object], path: Path | None) -> Box[object] | None:
    """Return the box of a recorded match in the same way, though it may not be accepted any longer."""
    return None if path is None else game.kept_box(read_file(path, "a box file"), str(path))
