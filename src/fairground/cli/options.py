"""Arguments and options that several commands share."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from fairground.engine.errors import BadSetting

GameName = Annotated[str, typer.Argument(help="The name of the game.")]
Seats = Annotated[int | None, typer.Option(help="The number of seats.", show_default="the fewest")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="Set an option of the game. Repeatable."),
]
BoxFile = Annotated[Path | None, typer.Option("--box", help="Use your own box file.")]
Seed = Annotated[str, typer.Option(help="The seed; the same seed gives the same matches.")]
Workers = Annotated[int | None, typer.Option(help="The number of processes.", show_default="one per core")]
Where = Annotated[str, typer.Option("--on", help="Where to play: `here`, or `ray` for a Ray cluster.")]
Address = Annotated[
    str | None, typer.Option(help="The address of the Ray cluster.", show_default="start one on this machine")
]
Patience = Annotated[float, typer.Option(help="The seconds after which a silent bot forfeits.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def read_options(settings: list[str]) -> dict[str, str]:
    """Return the NAME=VALUE pairs of the command line as a dict."""
    options = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise BadSetting(f"expected an option as NAME=VALUE, got {setting!r}")
        options[name.strip()] = value.strip()
    return options


def check_cores(cores: int | None) -> int:
    """Return how many processes to use: as many as there are cores unless the user says otherwise."""
    if cores is not None and cores < 1:
        raise BadSetting(f"expected 1 core or more, got {cores}")
    return cores or os.cpu_count() or 1


def warn_about_password(store: str) -> None:
    """Tell the user if the URL of a store contains a password, which others can then see."""
    from fairground.server.store.password import WARNING, has_password

    if has_password(store):
        print(f"fairground: {WARNING}", file=sys.stderr)
