"""`generate`: write a dataset of decisions for offline learning."""

from pathlib import Path
from typing import Annotated

import typer

from fairground.cli.arena import choose_execution, resumable
from fairground.cli.catalog import EXAMPLE
from fairground.cli.files import check_writable, read_file
from fairground.cli.options import (
    Address,
    BoxFile,
    GameName,
    Options,
    Patience,
    Seats,
    Seed,
    Where,
    Workers,
    read_options,
)
from fairground.cli.output import say_plainly
from fairground.engine.errors import FairgroundError
from fairground.extras import require
from fairground.games import load


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command(epilog=f"Example: fairground generate {EXAMPLE} --bots expert,artisan --out data.parquet")(
        generate
    )


def generate(
    game: GameName,
    bots: Annotated[str, typer.Option(help="The bots, separated by commas.")],
    out: Annotated[Path, typer.Option(help="The Parquet file to write.")],
    matches: Annotated[int, typer.Option(help="The minimum number of matches.")] = 100,
    seats: Seats = None,
    option: Options = None,
    box: BoxFile = None,
    seed: Seed = "fairground",
    workers: Workers = None,
    on: Where = "here",
    address: Address = None,
    patience: Patience = 120.0,
) -> None:
    """Let bots play and write every decision to a Parquet file.

    The same command resumes an interrupted run.
    """
    require("arena")
    from fairground.arena.schedule import count_matches, groups, make_plan
    from fairground.cli.progress import ProgressDisplay
    from fairground.research import dataset

    names = [name.strip() for name in bots.split(",")]
    chosen = load(game)
    meeting = max(1, len(groups(names, seats or chosen.seats[0])))
    printed = None if box is None else read_file(box, "a box file")
    agreed = make_plan(
        chosen, names, -(-matches // meeting), seats, read_options(option or []), seed, printed
    )
    if out.exists():
        raise FairgroundError(f"{out} already exists; remove it, or name another file")
    check_writable(out)
    with resumable(out.with_name(out.name + ".parts")), ProgressDisplay() as display:
        rows = dataset.generate(agreed, out, choose_execution(workers, on, address, patience), display)
    say_plainly(f"{out} holds {rows:,} decisions of {count_matches(agreed):,} matches.")
