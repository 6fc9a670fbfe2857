"""`bench`: measure how fast games, searches, environments and reviews are."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from fairground.analysis.review import BUDGET
from fairground.bench import environments, playouts, reviews, searches
from fairground.bench.environments import StepRow
from fairground.bench.everything import measure_everything
from fairground.bench.figures import Figure, Figures, became_worse, read_figures, this_machine
from fairground.bench.playouts import PlayoutRow
from fairground.bench.reviews import ReviewRow
from fairground.bench.searches import SearchRow
from fairground.bench.timing import Speedup
from fairground.cli.catalog import EXAMPLE
from fairground.cli.options import Json, Options, check_cores, read_options
from fairground.cli.output import console, say_json, say_plainly
from fairground.engine.errors import BadSetting
from fairground.engine.game import Game
from fairground.engine.state import State
from fairground.games import list_games, load

AGAINST = f"{' or '.join(playouts.PEERS)} (with --batch: {', '.join(environments.PEERS)})"
WIDTH = 110  # of tables where the terminal is narrower or unknown


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command(epilog=f"Example: fairground bench {EXAMPLE} --seats 2 --against open_spiel")(bench)


def bench(
    game: Annotated[
        str | None, typer.Argument(help="The name of the game.", show_default="all games")
    ] = None,
    seats: Annotated[
        int | None, typer.Option(help="The number of seats.", show_default="every number")
    ] = None,
    seconds: Annotated[float, typer.Option(help="How long to measure each row.")] = 2.0,
    against: Annotated[
        list[str] | None, typer.Option(metavar="PEER", help=f"Also measure a peer: {AGAINST}. Repeatable.")
    ] = None,
    option: Options = None,
    search: Annotated[bool, typer.Option("--search", help="Measure how fast bots search instead.")] = False,
    batch: Annotated[
        bool, typer.Option("--batch", help="Measure environments for learning instead.")
    ] = False,
    matches: Annotated[
        int, typer.Option(help="With --batch: the number of matches in a batch.")
    ] = environments.MATCHES,
    review: Annotated[
        bool, typer.Option("--review", help="Measure how fast a match is reviewed instead.")
    ] = False,
    budget: Annotated[int, typer.Option(help="With --review: how often the moves are tried.")] = BUDGET,
    cores: Annotated[
        int | None, typer.Option(help="With --review: the number of processes.", show_default="all")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Measure everything, with the peers that are installed.")
    ] = False,
    compare: Annotated[
        Path | None,
        typer.Option(help="Measure everything and tell what became slower since this file of --all --json."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure the speed of random play, searches, environments or reviews.

    Random play is measured in moves and matches per second, imagined worlds per second, and bytes per state.
    """
    if seconds <= 0:
        raise BadSetting(f"expected more than 0 seconds, got {seconds:g}")
    chosen = [load(name) for name in ([game] if game else list_games())]
    if compare is not None:
        return _compare(read_figures(compare), chosen, seconds, as_json)
    if everything:
        figures = measure_everything(chosen, seconds, _tell)
        return say_json(figures) if as_json else _print_figures(figures.figures)
    if review:
        found = reviews.measure(chosen, seats, read_options(option or []), budget, check_cores(cores))
        return say_json(found) if as_json else _print_reviews(found)
    tables = [(g, n) for g in chosen for n in ([seats] if seats is not None else g.seats)]
    options, peers = read_options(option or []), against or []
    if batch:
        steps = environments.measure(tables, options, seconds, peers, matches)
        return say_json(steps) if as_json else _print_steps(steps)
    peers = playouts.check_peers(peers)
    if search:
        searched = searches.measure(tables, options, seconds, peers)
        return say_json(searched) if as_json else _print_searches(searched)
    played = playouts.measure(tables, options, seconds, peers)
    return say_json(played) if as_json else _print_playouts(played)


def _compare(old: Figures, games: list[Game[State, object]], seconds: float, as_json: bool) -> None:
    """Measure again and print what became slower; exit with 1 if anything did."""
    if old.machine != this_machine():
        _tell(f"the earlier figures are of another machine: {old.machine.processor}")
    worse = list(became_worse(old, measure_everything(games, seconds, _tell)))
    if as_json:
        say_json(worse)
    for change in [] if as_json else worse:
        figures = f"{change.now:,.1f} instead of {change.before:,.1f}"
        say_plainly(f"{change.figure.name}: {figures}, {change.ratio:.2f} times as good")
    if worse:
        raise typer.Exit(1)
    if not as_json:
        say_plainly("nothing became slower by more than the noise of three rounds")


def _tell(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


# Tables


def _print_figures(figures: list[Figure]) -> None:
    table = Table("part", "", "seats", "figure", "best", "worst", box=None)
    for figure in figures:
        subject = " ".join([figure.subject, *figure.options.values()])
        measure = figure.measure.replace("_", " ")
        table.add_row(
            figure.part, subject, str(figure.seats), measure, f"{figure.best:,.1f}", f"{figure.worst:,.1f}"
        )
    _print_table(table)


def _print_playouts(rows: list[PlayoutRow]) -> None:
    table = Table(
        "game", "seats", "", "moves/s", "matches/s", "moves/match", "worlds/s", "bytes/state", box=None
    )
    for row in rows:
        how = row.peer or ("compiled" if row.compiled else "pure")
        speeds = (row.moves_per_second, row.games_per_second, row.moves_per_game, row.worlds_per_second)
        table.add_row(_label(row), str(row.seats), how, *_figures(*speeds, row.bytes_per_state))
    _print_table(table)
    for row in rows:
        for name, figure in row.extra.items():
            say_plainly(f"{_label(row)}, {row.seats} seats: {name.replace('_', ' ')} {figure:,.1f}")
    _print_speedups(playouts.compare(rows), "moves/s")


def _print_searches(rows: list[SearchRow]) -> None:
    level = f"{searches.LEVEL} matches/h"
    table = Table("game", "seats", "", "iterations/s", "to the end/s", level, "bytes/search", box=None)
    for row in rows:
        speeds = (row.iterations_per_second, row.rollouts_per_second, row.matches_per_hour)
        figures = _figures(*speeds, row.bytes_per_search)
        table.add_row(_label(row), str(row.seats), row.peer or "", *figures)
    _print_table(table)
    _print_speedups(searches.compare(rows), "iterations/s")


def _print_steps(rows: list[StepRow]) -> None:
    table = Table("game", "seats", "", "steps/s", "one by one/s", "times", box=None)
    for row in rows:
        single = row.single_per_second
        times = row.steps_per_second / single if single else None
        figures = _figures(row.steps_per_second, single, times)
        table.add_row(_label(row), str(row.seats), row.peer or "", *figures)
    _print_table(table)
    _print_speedups(environments.compare(rows), "steps/s")


def _print_reviews(rows: list[ReviewRow]) -> None:
    columns = ("moves", "decisions", "cores", "first results s", "whole s", "ms/decision")
    table = Table("game", "seats", *columns, box=None)
    for row in rows:
        counts = (str(row.moves), str(row.decisions), str(row.cores))
        times = (f"{row.first_seconds:.1f}", f"{row.seconds:.1f}", f"{1000 * row.seconds_per_decision:.0f}")
        table.add_row(_label(row), str(row.seats), *counts, *times)
    _print_table(table)
    say_plainly(f"a match of {reviews.LEVEL} against itself each, at a budget of {rows[0].budget}")


def _print_table(table: Table) -> None:
    Console(width=max(console.width, WIDTH)).print(table)


def _print_speedups(speedups: Iterable[Speedup], unit: str) -> None:
    for speedup in speedups:
        where = f"{_label(speedup)}, {speedup.seats} seats"
        say_plainly(f"{where}: {speedup.ratio:.2f} times the {unit} of {speedup.peer}")


def _label(row: PlayoutRow | SearchRow | StepRow | ReviewRow | Speedup) -> str:
    return " ".join([row.game, *row.options.values()])


def _figures(*numbers: float | None) -> list[str]:
    return ["" if number is None else f"{number:,.0f}" for number in numbers]
