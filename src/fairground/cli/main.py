"""The command `fairground`: puts all commands together and turns errors into messages."""

import os
import sys
from typing import Annotated

import typer

from fairground import __version__
from fairground.cli import (
    archive,
    arena,
    bench,
    bots,
    catalog,
    fuzz,
    generate,
    lessons,
    new_game,
    perft,
    play,
    puzzle,
    puzzles,
    records,
    review,
    serve,
    train,
)
from fairground.engine.errors import FairgroundError
from fairground.engine.text import clean_lines
from fairground.pure import is_compiled

app = typer.Typer(
    help="Play, host, replay and study the games of Fairground.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
COMMANDS = (
    play,
    lessons,
    puzzle,
    puzzles,
    serve,
    bots,
    records,
    review,
    archive,
    catalog,
    perft,
    bench,
    fuzz,
    arena,
    generate,
    train,
    new_game,
)
for module in COMMANDS:
    module.register(app)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"fairground {__version__} ({'compiled' if is_compiled() else 'plain Python'})")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Play, host, replay and study the games of Fairground."""


def main() -> None:
    """Run a command. An error that the user can fix is one sentence on stderr and exit code 2."""
    try:
        code = app(standalone_mode=False, prog_name="fairground")
    except FairgroundError as error:
        detail = getattr(error, "detail", "")  # what a database said
        _refuse(f"{error} ({detail})" if detail else str(error))
    except typer.TyperException as error:
        _refuse(error.format_message())
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    sys.exit(code if isinstance(code, int) else 0)


def _refuse(sentence: str) -> None:
    print("fairground: " + clean_lines(" ".join(sentence.split())), file=sys.stderr)
    sys.exit(2)
