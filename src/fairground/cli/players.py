"""`bots`: who can sit in a chair."""

from typing import Annotated

import typer
from rich.table import Table

from fairground.bots import describe_bot, list_bots
from fairground.cli.reference import EXAMPLE
from fairground.cli.show import console, say_json, say_plainly
from fairground.games import load

FORMS = {
    "python:module.Class": "a class of yours with choose(mind)",
    "policy:file": "a network that was trained",
    "exec:command line": "a program of yours that answers JSON lines",
}


def register(app: typer.Typer) -> None:
    app.command(epilog=f"Example: fairground bots {EXAMPLE}")(bots)


def bots(
    game: Annotated[str | None, typer.Argument(help="Also tell what can be tuned in this game.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """List the bots, and how to seat one of your own."""
    told = {name: describe_bot(name) for name in list_bots()} | FORMS
    terms = load(game).judge().terms() if game else []
    if as_json:
        return say_json({"bots": told, "terms": terms} if game else {"bots": told})
    table = Table(box=None, show_header=False, pad_edge=False)
    for name, sentence in told.items():
        table.add_row(name, sentence)
    console.print(table)
    if game:
        say_plainly(
            f"\nThe judge's terms in {load(game).title}, such as search:{terms[0]}=0: {', '.join(terms)}"
        )
    return None
