"""`generate`: matches of bots as rows for offline learning."""

from pathlib import Path
from typing import Annotated

import typer

from fairground.cli.arena import (
    Address,
    BoxFile,
    GameName,
    Options,
    Patience,
    Seats,
    Seed,
    Where,
    Workers,
    choose_execution,
    need_arena,
    resumable,
)
from fairground.cli.reference import EXAMPLE
from fairground.cli.show import check_writable, read_file, read_options, say_plainly
from fairground.engine.errors import FairgroundError
from fairground.games import load


def register(app: typer.Typer) -> None:
    app.command(epilog=f"Example: fairground generate {EXAMPLE} --bots expert,artisan --out data.parquet")(
        generate
    )


def generate(
    game: GameName,
    bots: Annotated[str, typer.Option(help="Who plays, with commas between.")],
    out: Annotated[Path, typer.Option(help="The Parquet file.")],
    matches: Annotated[int, typer.Option(help="At least so many in all.")] = 100,
    seats: Seats = None,
    option: Options = None,
    box: BoxFile = None,
    seed: Seed = "fairground",
    workers: Workers = None,
    on: Where = "here",
    address: Address = None,
    patience: Patience = 120.0,
) -> None:
    """Let bots play, and write every decision into a Parquet file; the same command resumes it."""
    need_arena()
    from fairground.arena.schedule import count_matches, groups, make_plan
    from fairground.cli.progress import Shown
    from fairground.research import dataset

    names = [name.strip() for name in bots.split(",")]
    chosen = load(game)
    meeting = max(1, len(groups(names, seats or chosen.seats[0])))
    printed = None if box is None else read_file(box, "a box file")
    agreed = make_plan(
        chosen, names, -(-matches // meeting), seats, read_options(option or []), seed, printed
    )
    if out.exists():
        raise FairgroundError(f"{out} is there already; remove it, or name another file")
    check_writable(out)
    with resumable(out.with_name(out.name + ".parts")), Shown() as shown:
        rows = dataset.generate(agreed, out, choose_execution(workers, on, address, patience), shown)
    say_plainly(f"{rows:,} decisions of {count_matches(agreed):,} matches are in {out}.")
