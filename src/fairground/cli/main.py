"""The command `fairground`: turns errors into messages."""

import os
import sys
from typing import Annotated

import typer

from fairground import __version__
from fairground.cli.commands import LazyCommands, announce
from fairground.engine.errors import FairgroundError
from fairground.engine.text import clean_lines
from fairground.pure import is_compiled

app = typer.Typer(
    cls=LazyCommands,
    help="Play, host, replay and study the games of Fairground.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
announce(app)


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
        code = app(sys.argv[1:] or ["--help"], standalone_mode=False, prog_name="fairground")
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
