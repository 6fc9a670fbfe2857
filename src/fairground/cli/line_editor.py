"""Ask for a line of input, with editing, history and completion by Tab where the terminal has them."""

import re
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec

from fairground.cli.output import console

# Windows has none: its own console edits lines.
readline = import_module("readline") if find_spec("readline") else None
_ESCAPE = re.compile(r"(\x1b\[[0-9;]*m)")
_BACKEND_OF_MACOS = "libedit"


def prompt(text: str, complete: Callable[[str], Sequence[str]] | None = None) -> str | None:
    """Ask for a line of input; return None at the end of input. `complete` returns what may be meant."""
    console.file.flush()
    if readline is not None:
        _complete_with(complete or (lambda typed: []))
    try:
        return input(_render(text)).strip()
    except EOFError:
        return None


def _render(text: str) -> str:
    """Return a prompt in colours; readline has to know which characters take no room."""
    with console.capture() as captured:
        console.print(text, end="", soft_wrap=True)
    edited = readline is not None and sys.stdin.isatty() and sys.stdout.isatty()
    return _ESCAPE.sub("\x01\\1\x02", captured.get()) if edited else captured.get()


def _complete_with(complete: Callable[[str], Sequence[str]]) -> None:
    assert readline
    found: list[str] = []

    def offer(typed: str, number: int) -> str | None:
        if number == 0:
            found[:] = complete(typed)
        return found[number] if number < len(found) else None

    readline.set_completer(offer)
    readline.set_completer_delims("")
    binding = "bind ^I rl_complete" if _BACKEND_OF_MACOS in (readline.__doc__ or "") else "tab: complete"
    readline.parse_and_bind(binding)
