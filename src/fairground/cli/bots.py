"""`bots`: list the bots."""

from typing import Annotated

import typer
from rich.table import Table

from fairground.bots import describe_bot, list_bots
from fairground.cli.catalog import EXAMPLE
from fairground.cli.options import Json
from fairground.cli.output import console, say_json, say_plainly
from fairground.games import load

FORMS = {
    "python:module.Class": "your own class with choose(mind)",
    "policy:file": "a trained network",
    "exec:command line": "your own program that answers JSON lines",
}


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command(epilog=f"Example: fairground bots {EXAMPLE}")(bots)


def bots(
    game: Annotated[
        str | None, typer.Argument(help="Also list the terms of this game's judge, which you can tune.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List the bots and the ways to use your own."""
    meanings = {name: describe_bot(name) for name in list_bots()} | FORMS
    terms = load(game).judge().terms() if game else []
    if as_json:
        return say_json({"bots": meanings, "terms": terms} if game else {"bots": meanings})
    table = Table(box=None, show_header=False, pad_edge=False)
    for name, sentence in meanings.items():
        table.add_row(name, sentence)
    console.print(table)
    if game:
        say_plainly(
            f"\nThe judge of {load(game).title} has these terms (set one with search:{terms[0]}=0):"
            f" {', '.join(terms)}"
        )
    return None
