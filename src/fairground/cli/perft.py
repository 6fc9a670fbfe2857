"""`perft`: count sequences of moves, to check rules against known numbers."""

from typing import Annotated

import typer

from fairground.cli.catalog import EXAMPLE
from fairground.cli.options import GameName, Json, Options, read_options
from fairground.cli.output import say_json, say_plainly
from fairground.engine.errors import BadSetting
from fairground.engine.match import generator
from fairground.engine.playout import perft as count
from fairground.games import load


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command(epilog=f"Example: fairground perft {EXAMPLE} --seats 2 --depth 5 --json")(perft)


def perft(
    game: GameName,
    seats: Annotated[int, typer.Option(help="The number of seats.")],
    depth: Annotated[int, typer.Option(help="The number of moves in a sequence.")],
    seed: Annotated[str, typer.Option(help="The seed of the deal.")] = "perft",
    option: Options = None,
    as_json: Json = False,
) -> None:
    """Count the sequences of moves of a given length from the start."""
    chosen = load(game)
    if depth < 0:
        raise BadSetting(f"expected a depth of 0 or more, got {depth}")
    options = chosen.settle_options(read_options(option or []), study=True)
    nodes = count(chosen.setup(seats, generator(seed), options), depth)
    if as_json:
        say_json({"game": chosen.name, "seats": seats, "depth": depth, "nodes": nodes})
    else:
        say_plainly(f"{nodes} sequences of {depth} moves")
