"""`arena`, `ladder` and `study`: bots against bots."""

import os
import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import util
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Column, Table

from fairground.cli.reference import EXAMPLE
from fairground.cli.show import (
    check_writable,
    console,
    read_file,
    read_options,
    say_json,
    say_plainly,
    write_file,
)
from fairground.engine.errors import BadSetting, FairgroundError
from fairground.games import load

if TYPE_CHECKING:  # they bring plots and Parquet along, for which no other command should wait
    from fairground.arena.execution import Execution
    from fairground.arena.ladder import LadderStep
    from fairground.arena.standings import Standing

GameName = Annotated[str, typer.Argument(help="The game's name.")]
Seats = Annotated[int | None, typer.Option(help="How many play.")]
Options = Annotated[list[str] | None, typer.Option("--option", help="NAME=VALUE, as often as you like.")]
BoxFile = Annotated[Path | None, typer.Option("--box", help="A box file of your own.")]
Seed = Annotated[str, typer.Option(help="The same seed gives the same matches.")]
Workers = Annotated[int | None, typer.Option(help="How many processes; one a core without it.")]
Where = Annotated[str, typer.Option("--on", help="`here`, or `ray` for a Ray cluster.")]
Address = Annotated[str | None, typer.Option(help="Of the Ray cluster; without it one is started here.")]
Patience = Annotated[float, typer.Option(help="Seconds after which a silent bot forfeits.")]
Out = Annotated[Path | None, typer.Option(help="The folder for all results.")]
Json = Annotated[bool, typer.Option("--json", help="For programs.")]
STUDIED = "apprentice"


def register(app: typer.Typer) -> None:
    app.command(epilog=f"Example: fairground arena {EXAMPLE} --bots novice,greedy,random --matches 100")(
        arena
    )
    app.command(epilog=f"Example: fairground ladder {EXAMPLE} --matches 40")(ladder)
    app.command(epilog=f"Example: fairground study {EXAMPLE} --seats 2 --matches 400")(study)


def arena(
    game: GameName,
    bots: Annotated[str, typer.Option(help="Who plays, with commas between.")],
    matches: Annotated[int, typer.Option(help="Matches of each group that meets.")] = 100,
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
    """Let bots play a tournament, each against each, seats rotated; the same command resumes it."""
    need_arena()
    from fairground.arena import tournament
    from fairground.arena.results_folder import write_atomically
    from fairground.arena.schedule import make_plan
    from fairground.arena.standings import compute_standings
    from fairground.arena.tournament_report import render_tournament_report
    from fairground.cli.progress import Shown

    execution = choose_execution(workers, on, address, patience)
    names = [name.strip() for name in bots.split(",")]
    printed = None if box is None else read_file(box, "a box file")
    agreed = make_plan(load(game), names, matches, seats, read_options(option or []), seed, printed)
    folder = out or Path(f"arena-{game}-{agreed.digest()}")
    with resumable(folder), Shown() as shown:
        played = tournament.run_tournament(agreed, folder, execution, shown)
    table = compute_standings(played)
    again = _again(
        "arena", game, option, box, {"bots": bots, "matches": matches, "seats": seats, "seed": seed}
    )
    write_atomically(folder / tournament.REPORT, render_tournament_report(agreed, played, again).encode())
    if as_json:
        say_json(table)
        return
    console.print(_standings(table))
    say_plainly(f"{len(played)} matches, their records and {tournament.REPORT} are in {folder}.")


def ladder(
    game: GameName,
    matches: Annotated[int | None, typer.Option(help="Matches of each step; 400 without it.")] = None,
    write: Annotated[
        Path | None, typer.Option(help="Keep each finished step in this file; go on there.")
    ] = None,
    seed: Seed = "ladder",
    workers: Workers = None,
    on: Where = "here",
    address: Address = None,
    patience: Patience = 120.0,
    as_json: Json = False,
) -> None:
    """Play the strength ladder of the levels, beside the published one."""
    need_arena()
    from fairground.arena import ladder as ladders
    from fairground.cli.progress import Shown

    execution, chosen = choose_execution(workers, on, address, patience), load(game)
    count = ladders.MATCHES if matches is None else matches
    if count < 1:
        raise BadSetting(f"expected 1 match or more, got {count}")
    if write:
        check_writable(write)
    kept = ladders.parse_ladder(read_file(write, "a ladder"), str(write)) if write and write.exists() else []
    done = {step.rung: step for step in kept if ladders.is_current(step, chosen, count)}
    with resumable(write), Shown() as shown:
        for rung in ladders.GOALS:
            if rung not in done:
                done[rung] = ladders.play_step(chosen, rung, count, seed, execution, shown)
                if write:
                    write_file(write, ladders.format_ladder(done.values()))
    claims = {} if write else {step.rung: step for step in ladders.published_steps(chosen)}
    _tell_ladder([done[rung] for rung in ladders.GOALS], claims, as_json)


def study(
    game: GameName,
    bots: Annotated[str, typer.Option(help="Who plays; one name plays against itself.")] = STUDIED,
    matches: Annotated[int, typer.Option(help="Matches for each number of seats and each value.")] = 400,
    seats: Annotated[int | None, typer.Option(help="How many play; every number without it.")] = None,
    vary: Annotated[list[str] | None, typer.Option(help="PLACE=FROM..TO or PLACE=A,B in the box.")] = None,
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
    """Study how balanced a game is, and what other values in its box would do."""
    need_arena()
    from fairground.arena import study as studies
    from fairground.arena.results_folder import write_atomically
    from fairground.arena.study_report import render_study_report
    from fairground.arena.tournament import REPORT
    from fairground.cli.progress import Shown

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
    )
    folder = out or Path(f"study-{game}-{plan.tournament(plan.seats[0]).digest()}")
    with resumable(folder), Shown() as shown:
        found = studies.run_study(plan, folder, execution, shown)
    settings = {"bots": bots, "matches": matches, "seats": seats, "seed": seed}
    again = _again("study", game, option, box, settings, vary or [])
    write_atomically(folder / REPORT, render_study_report(found, again).encode())
    if as_json:
        say_json(studies.summarize_study(found))
    else:
        say_plainly(
            f"{folder / REPORT} tells what was found; {folder / studies.FINDINGS} holds it for programs."
        )


# What they share


def need_arena() -> None:
    for name in ("filelock", "jinja2", "matplotlib", "openskill", "pyarrow", "tomli_w"):
        if util.find_spec(name) is None:
            raise FairgroundError(f"{name} is not installed; pip install 'fairground[arena]'")


def choose_execution(workers: int | None, on: str, address: str | None, patience: float) -> "Execution":
    from fairground.arena.execution import Execution
    from fairground.arena.ray_cluster import require_ray

    if on not in {"here", "ray"}:
        raise BadSetting(f"expected --on here or --on ray, got {on!r}")
    if address and on != "ray":
        raise BadSetting("expected --on ray together with --address")
    if workers is not None and workers < 1:
        raise BadSetting(f"expected 1 worker or more, got {workers}")
    if not patience > 0:
        raise BadSetting(f"expected a patience of more than 0 seconds, got {patience:g}")
    if on == "ray":
        require_ray()
    return Execution(workers or os.cpu_count() or 1, patience, on == "ray", address)


@contextmanager
def resumable(kept: Path | None) -> Iterator[None]:
    """An interrupt says how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        where = f"what was finished is in {kept}; the same command goes on" if kept else "nothing was kept"
        say_plainly(f"Interrupted: {where}.")
        raise typer.Exit(130) from None


def _again(
    name: str,
    game: str,
    option: list[str] | None,
    box: Path | None,
    settings: Mapping[str, object],
    vary: list[str] | None = None,
) -> str:
    """The command that plays the same once more."""
    words = ["fairground", name, game]
    for key, value in {**settings, "box": box}.items():
        words += [] if value is None else [f"--{key}", str(value)]
    for key, several in (("option", option or []), ("vary", vary or [])):
        words += [word for each in several for word in (f"--{key}", each)]
    return shlex.join(words)


def _standings(rows: list["Standing"]) -> Table:
    figures = ("seats taken", "win share", "95 %", "points", "forfeits", "rating")
    columns = (Column(name, no_wrap=True, justify="right") for name in figures)
    table = Table(Column("bot", overflow="fold"), *columns, box=None)
    for row in rows:
        interval = f"{row.share.low:.1%} - {row.share.high:.1%}"
        rating = f"{row.rating:.1f} ± {row.uncertainty:.1f}"
        cells = (f"{row.share.value:.1%}", interval, f"{row.points:.1f}", str(row.forfeits), rating)
        table.add_row(row.bot, str(row.seatings), *cells)
    return table


def _tell_ladder(
    steps: list["LadderStep"], claims: dict[tuple[str, str], "LadderStep"], as_json: bool
) -> None:
    """The steps beside what is published; exit code 1 if that cannot be by chance."""
    from fairground.arena.ladder import contradicts

    wrong = [step for step in steps if step.rung in claims and contradicts(claims[step.rung], step)]
    if as_json:
        say_json(steps)
    else:
        console.print(_ladder_table(steps, claims))
        for step in wrong:
            say_plainly(
                f"{step.upper} against {step.lower} is not what was published, by more than chance explains."
            )
    if wrong:
        raise typer.Exit(1)


def _ladder_table(steps: list["LadderStep"], claims: dict[tuple[str, str], "LadderStep"]) -> Table:
    from fairground.arena.ladder import GOALS, verdict

    heads = ("step", "matches", "win share", "95 %", "goal", "", "published")
    table = Table(*(Column(head, no_wrap=True) for head in heads), box=None)
    for step in steps:
        share, claim = step.share, claims.get(step.rung)
        table.add_row(
            f"{step.upper} against {step.lower}",
            str(step.matches),
            f"{share.value:.1%}",
            f"{share.low:.1%} - {share.high:.1%}",
            f"{GOALS[step.rung]:.0%}",
            verdict(step),
            f"{claim.share.value:.1%}" if claim else "",
        )
    return table
