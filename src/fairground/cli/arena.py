"""`arena`, `ladder` and `study`: let bots play against each other."""

import os
import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Column, Table

from fairground.bots import LEVELS
from fairground.cli.catalog import EXAMPLE
from fairground.cli.files import check_writable, read_file
from fairground.cli.options import (
    Address,
    BoxFile,
    GameName,
    Json,
    Options,
    Patience,
    Seats,
    Seed,
    Where,
    Workers,
    read_options,
)
from fairground.cli.output import console, say_json, say_plainly
from fairground.engine.errors import BadSetting
from fairground.engine.game import Game
from fairground.engine.state import State
from fairground.engine.text import clean_lines
from fairground.extras import require
from fairground.games import load

if TYPE_CHECKING:  # these import matplotlib and pyarrow, which would slow down every other command
    from fairground.arena.comparison import Comparison
    from fairground.arena.execution import Execution
    from fairground.arena.ladder import LadderStep, Rung
    from fairground.arena.standings import Standing

Out = Annotated[
    Path | None,
    typer.Option(help="The folder for the results.", show_default="a name made from the settings"),
]
STUDY_BOT = "apprentice"
LONGEST_LABEL = 24  # of a bot in a table


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command(epilog=f"Example: fairground arena {EXAMPLE} --bots novice,greedy,random --matches 100")(
        arena
    )
    app.command(epilog=f"Example: fairground ladder {EXAMPLE} --matches 40")(ladder)
    app.command(epilog=f"Example: fairground study {EXAMPLE} --seats 2 --matches 400")(study)


def arena(
    game: GameName,
    bots: Annotated[str, typer.Option(help="The bots, separated by commas.")],
    matches: Annotated[int, typer.Option(help="The number of matches of each group of bots.")] = 100,
    seats: Seats = None,
    option: Options = None,
    box: BoxFile = None,
    seed: Seed = "fairground",
    workers: Workers = None,
    on: Where = "here",
    address: Address = None,
    patience: Patience = 120.0,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Play a tournament of bots, all against all in every seat.

    The same command resumes an interrupted tournament.
    """
    require("arena")
    from fairground.arena import tournament
    from fairground.arena.results_folder import write_atomically
    from fairground.arena.schedule import make_plan
    from fairground.arena.standings import compute_standings
    from fairground.arena.tournament_report import render_tournament_report
    from fairground.cli.progress import ProgressDisplay

    execution = choose_execution(workers, on, address, patience)
    names = [name.strip() for name in bots.split(",")]
    printed = None if box is None else read_file(box, "a box file")
    agreed = make_plan(load(game), names, matches, seats, read_options(option or []), seed, printed)
    folder = out or Path(f"arena-{game}-{agreed.digest()}")
    with resumable(folder), ProgressDisplay() as display:
        played = tournament.run_tournament(agreed, folder, execution, display)
    table = compute_standings(played)
    command = _command(
        "arena", game, option, box, {"bots": bots, "matches": matches, "seats": seats, "seed": seed}
    )
    write_atomically(folder / tournament.REPORT, render_tournament_report(agreed, played, command).encode())
    if as_json:
        say_json(table)
        return
    _say_long_names([row.bot for row in table])
    console.print(_standings(table))
    say_plainly(f"{folder} holds {len(played)} matches, their records and {tournament.REPORT}.")


def ladder(
    game: GameName,
    matches: Annotated[
        int | None, typer.Option(help="The number of matches of each step; 400 by default.")
    ] = None,
    seats: Annotated[str, typer.Option(help="The numbers of seats, such as 3 or 2,3,4; or all.")] = "2",
    levels: Annotated[
        str | None, typer.Option(help="Only the steps of these levels.", show_default="all levels")
    ] = None,
    write: Annotated[
        Path | None, typer.Option(help="Save each finished step to this file, and resume from it.")
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(help="Begin no match after so many minutes.", show_default="no limit"),
    ] = None,
    seed: Seed = "ladder",
    workers: Workers = None,
    on: Where = "here",
    address: Address = None,
    patience: Patience = 120.0,
    as_json: Json = False,
) -> None:
    """Measure how strong the levels are, each against the next.

    At more than two seats, one of the upper level meets a table of the lower one. The results are compared
    with the published ladder. If chance does not explain a difference, the exit code is 1.
    """
    require("arena")
    from fairground.arena import ladder as ladders
    from fairground.arena.ladder_file import LadderFile, TimeBudget
    from fairground.cli.progress import ProgressDisplay

    execution, chosen = choose_execution(workers, on, address, patience), load(game)
    count = ladders.MATCHES if matches is None else matches
    if count < 1:
        raise BadSetting(f"expected 1 match or more, got {count}")
    rungs = _choose_rungs(chosen, seats, levels)
    if write:
        check_writable(write)
    file = LadderFile(chosen, write)
    with resumable(write), ProgressDisplay() as display:
        steps = file.play(rungs, count, seed, execution, display, TimeBudget(minutes))
    claims = {} if write else {step.rung: step for step in ladders.published_steps(chosen)}
    if write and len(steps) < len(rungs):
        say_plainly(f"{len(rungs) - len(steps)} steps are not complete; the same command goes on.")
    _print_ladder(steps, claims, as_json)


def _choose_rungs(game: Game[State, object], seats: str, levels: str | None) -> list["Rung"]:
    """Return the rungs at some numbers of seats, of some levels; BadSetting if there is none."""
    from fairground.arena.ladder import list_rungs

    counts = list(game.seats) if seats == "all" else [_read_seats(game, word) for word in seats.split(",")]
    chosen = None if levels is None else [level.strip() for level in levels.split(",")]
    rungs = [rung for rung in list_rungs(counts) if chosen is None or rung.upper in chosen]
    if not rungs:
        raise BadSetting(f"expected levels among {', '.join(LEVELS)}, got {levels!r}")
    return rungs


def _read_seats(game: Game[State, object], word: str) -> int:
    if not word.strip().isdecimal() or int(word) not in game.seats:
        raise BadSetting(f"{game.title} is for {game.seats[0]}-{game.seats[-1]} seats, not {word.strip()!r}")
    return int(word)


def study(
    game: GameName,
    bots: Annotated[
        str, typer.Option(help="The bots, separated by commas. A single bot plays against itself.")
    ] = STUDY_BOT,
    matches: Annotated[
        int, typer.Option(help="The number of matches for each number of seats and each value.")
    ] = 400,
    seats: Annotated[
        int | None, typer.Option(help="The number of seats.", show_default="every number")
    ] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PLACE=VALUES",
            help="Vary a value of the box, FROM..TO or A,B, or an option of the game: option.NAME=A,B."
            " Repeatable.",
        ),
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option(help="Play the same matches with this box file too, and compare them one by one."),
    ] = None,
    option: Options = None,
    box: BoxFile = None,
    seed: Seed = "fairground",
    workers: Workers = None,
    on: Where = "here",
    address: Address = None,
    patience: Patience = 120.0,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Study how balanced a game is.

    With --vary, also study what other values in its box would change. With --against, compare two boxes on
    the same seeds. The same command resumes a study.
    """
    require("arena")
    from fairground.arena import study as studies
    from fairground.arena.results_folder import write_atomically
    from fairground.arena.study_report import render_study_report
    from fairground.arena.tournament import REPORT
    from fairground.cli.progress import ProgressDisplay

    execution, chosen = choose_execution(workers, on, address, patience), load(game)
    plan = studies.StudyPlan(
        game=chosen,
        bots=tuple(name.strip() for name in bots.split(",")),
        matches=matches,
        seats=tuple(chosen.seats) if seats is None else (seats,),
        options=read_options(option or []),
        sweeps=tuple(vary or ()),
        seed=seed,
        printed=None if box is None else read_file(box, "a box file"),
        against=None if against is None else _read_other_box(chosen, against),
    )
    folder = out or Path(f"study-{game}-{plan.tournament(plan.seats[0]).digest()}")
    with resumable(folder), ProgressDisplay() as display:
        found = studies.run_study(plan, folder, execution, display)
    settings = {"bots": bots, "matches": matches, "seats": seats, "seed": seed, "against": against}
    command = _command("study", game, option, box, settings, vary or [])
    write_atomically(folder / REPORT, render_study_report(found, command).encode())
    if as_json:
        say_json(studies.summarize_study(found))
    else:
        for comparison in found.against:
            console.print(_comparison_table(comparison))
        say_plainly(
            f"The report is {folder / REPORT}; {folder / studies.FINDINGS} holds the findings for programs."
        )


def _read_other_box(game: Game[State, object], path: Path) -> str:
    """Return the text of a box file after checking it."""
    text = read_file(path, "a box file")
    game.box(text, str(path))
    return text


def _comparison_table(comparison: "Comparison") -> Table:
    from fairground.arena.study_report import comparison_cells

    what = Column(f"{comparison.seats} seats, {comparison.pairs} pairs of matches")
    columns = (
        Column(name, no_wrap=True, justify="right") for name in ("first", "second", "difference (95 %)")
    )
    table = Table(what, *columns, box=None)
    for figure in comparison.figures:
        table.add_row(*comparison_cells(figure))
    return table


# Shared by commands that play many matches


def choose_execution(
    workers: int | None, on: str, address: str | None, patience: float = 120.0
) -> "Execution":
    """Return how matches are executed, after checking the options."""
    from fairground.arena.execution import Execution
    from fairground.arena.ray_cluster import require_ray

    if on not in {"here", "ray"}:
        raise BadSetting(f"expected --on here or --on ray, got {on!r}")
    if address and on != "ray":
        raise BadSetting("expected --address only together with --on ray")
    if workers is not None and workers < 1:
        raise BadSetting(f"expected 1 worker or more, got {workers}")
    if not patience > 0:
        raise BadSetting(f"expected a patience of more than 0 seconds, got {patience:g}")
    if on == "ray":
        require_ray()
    return Execution(workers or os.cpu_count() or 1, patience, on == "ray", address)


@contextmanager
def resumable(results: Path | None) -> Iterator[None]:
    """Say how to resume if the user interrupts."""
    try:
        yield
    except KeyboardInterrupt:
        kept = (
            f"finished matches are in {results}; the same command resumes" if results else "nothing was saved"
        )
        say_plainly(f"Interrupted: {kept}.")
        raise typer.Exit(130) from None


def _command(
    name: str,
    game: str,
    option: list[str] | None,
    box: Path | None,
    settings: Mapping[str, object],
    vary: list[str] | None = None,
) -> str:
    """Return the command that plays the same matches again."""
    words = ["fairground", name, game]
    for key, value in {**settings, "box": box}.items():
        words += [] if value is None else [f"--{key}", str(value)]
    for key, several in (("option", option or []), ("vary", vary or [])):
        words += [word for each in several for word in (f"--{key}", each)]
    return shlex.join(words)


def _label_bots(bots: list[str]) -> dict[str, str]:
    """Return what a table calls the bots: their names, or numbers if a name is too long for its column."""
    if max(map(len, bots), default=0) <= LONGEST_LABEL:
        return {bot: bot for bot in bots}
    return {bot: f"({number})" for number, bot in enumerate(bots, 1)}


def _say_long_names(bots: list[str]) -> None:
    """Say which numbers stand for the bots whose names do not fit into a table."""
    for bot, label in _label_bots(bots).items():
        if bot != label:
            print(f"{label} {clean_lines(bot)}")  # whole, however wide the terminal is


def _standings(rows: list["Standing"]) -> Table:
    figures = ("seats taken", "win share", "95 %", "points", "forfeits", "rating")
    columns = (Column(name, no_wrap=True, justify="right") for name in figures)
    table = Table(Column("bot", no_wrap=True), *columns, box=None)
    labels = _label_bots([row.bot for row in rows])
    for row in rows:
        interval = f"{row.share.low:.1%} - {row.share.high:.1%}"
        rating = f"{row.rating:.1f} ± {row.uncertainty:.1f}"
        cells = (f"{row.share.value:.1%}", interval, f"{row.points:.1f}", str(row.forfeits), rating)
        table.add_row(labels[row.bot], str(row.seatings), *cells)
    return table


def _print_ladder(steps: list["LadderStep"], claims: dict["Rung", "LadderStep"], as_json: bool) -> None:
    """Print the steps beside the published ones; exit with code 1 if chance cannot explain a difference."""
    from fairground.arena.ladder import contradicts

    wrong = [step for step in steps if step.rung in claims and contradicts(claims[step.rung], step)]
    if as_json:
        say_json(steps)
    else:
        console.print(_ladder_table(steps, claims))
        for step in wrong:
            say_plainly(
                f"{step.rung.name}, {step.seats} seats: chance does not explain the difference to the"
                " published result."
            )
    if wrong:
        raise typer.Exit(1)


def _ladder_table(steps: list["LadderStep"], claims: dict["Rung", "LadderStep"]) -> Table:
    from fairground.arena.ladder import verdict

    heads = ("step", "seats", "matches", "win share", "95 %", "goal", "", "published")
    table = Table(*(Column(head, no_wrap=True) for head in heads), box=None)
    for step in steps:
        share, claim = step.share, claims.get(step.rung)
        table.add_row(
            step.rung.name,
            str(step.seats),
            str(step.matches),
            f"{share.value:.1%}",
            f"{share.low:.1%} - {share.high:.1%}",
            f"{step.rung.goal:.1%}",
            verdict(step),
            f"{claim.share.value:.1%}" if claim else "",
        )
    return table
