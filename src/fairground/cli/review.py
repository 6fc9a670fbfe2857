"""`review`: show where a match was won and lost."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.markup import escape
from rich.table import Column, Table

from fairground.analysis.parallel_review import ParallelReview
from fairground.analysis.record_review import ReviewPlan
from fairground.analysis.report import Review
from fairground.analysis.review import BUDGET
from fairground.analysis.summary import (
    Mistake,
    count,
    describe_moments,
    format_change,
    format_percent,
    list_mistakes,
    names_of,
    summarize_seats,
)
from fairground.cli.arena import choose_execution, resumable
from fairground.cli.files import check_writable, read_file, write_file
from fairground.cli.options import Address, Json, check_cores
from fairground.cli.output import console, say, say_json, say_plainly
from fairground.cli.progress import ProgressDisplay
from fairground.cli.records import open_annotated
from fairground.engine.annotations import MAIN, AnnotatedRecord
from fairground.engine.box import parse
from fairground.engine.errors import BadSetting, FairgroundError
from fairground.engine.match import Match
from fairground.engine.state import State
from fairground.extras import require

if TYPE_CHECKING:  # these import pyarrow, which would slow down every other command
    from fairground.analysis.many import ManyReport
    from fairground.arena.execution import Execution

MOST_FAILURES = 20  # that are printed


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command(epilog="Example: fairground review storm.game --seat 1 --html storm.html")(review)


def review(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="The .game file, or a folder of such files.")],
    seat: Annotated[int | None, typer.Option(help="List only the mistakes of this seat.")] = None,
    budget: Annotated[
        int, typer.Option(help="How often the moves of a decision are tried: more is finer and slower.")
    ] = BUDGET,
    box: Annotated[Path | None, typer.Option(help="The box file that the match was played with.")] = None,
    html: Annotated[Path | None, typer.Option(help="Also write the review to this HTML file.")] = None,
    annotate: Annotated[
        Path | None,
        typer.Option(help="Also write the record to this file, with an evaluation of every moment."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="For a folder: the Parquet file to write, with a row for each move.")
    ] = None,
    cores: Annotated[int | None, typer.Option(help="The number of processes.", show_default="all")] = None,
    on: Annotated[
        str, typer.Option(help="For a folder: where to review, `here` or `ray` for a Ray cluster.")
    ] = "here",
    address: Address = None,
    as_json: Json = False,
) -> None:
    """Review a finished match: where it was won and lost, and what was luck.

    A folder of records becomes a Parquet file. The same command resumes an interrupted run.
    """
    if path.is_dir():
        if any(option is not None for option in (seat, html, annotate)):
            raise BadSetting(
                f"expected --seat, --html and --annotate only for one record, and {path} is a folder"
            )
        review_records(path, out, budget, box, choose_execution(check_cores(cores), on, address), as_json)
        return
    if out is not None or on != "here" or address is not None:
        raise BadSetting(f"expected --out, --on and --address only for a folder, and {path} is none")
    review_file(path, seat, budget, box, html, annotate, check_cores(cores), as_json)


# One record


def review_file(
    path: Path,
    seat: int | None,
    budget: int,
    box: Path | None,
    html: Path | None,
    annotate: Path | None,
    cores: int,
    as_json: bool,
) -> None:
    """Review one record, print what was found and write the page and the annotated record."""
    match, annotated = open_annotated(path, box)
    check_seat(match, seat)
    if annotate:
        check_writable(annotate)
    if html:
        require("arena")
        check_writable(html)
    found = run_review(ParallelReview(match, budget, cores))
    if html:
        from fairground.analysis.html import render_review

        write_file(html, render_review(found, match.game.title, seat))
    if annotate:
        _add_evaluations(annotated, found)
        write_file(annotate, str(annotated))
    if as_json:
        say_json(found)
        return
    print_review(found, match.game.title, seat)
    if html:
        say_plainly(f"\nThe page is {html}.")
    if annotate:
        say_plainly(f"\nThe record with evaluations is {annotate}.")


def _add_evaluations(annotated: AnnotatedRecord, found: Review) -> None:
    """Write each seat's share before the first move and after every move into the record."""
    annotated.evaluate(MAIN, 0, found.initial)
    for move in found.moves:
        annotated.evaluate(MAIN, move.at + 1, move.shares)


def check_seat(match: Match[State, object], seat: int | None) -> None:
    seats = int(match.state.seats)
    if seat is not None and not 0 <= seat < seats:
        raise BadSetting(f"expected a seat from 0 to {seats - 1}, got {seat}")


def run_review(work: ParallelReview) -> Review:
    """Review a match, and show the progress and the first results on the error output."""
    shown_first = False
    with ProgressDisplay("steps") as display:
        display.begin("review", len(work.tasks), 0)
        for _ in work.run():
            display.step()
            if not shown_first and work.has_first_results():
                shown_first = True
                display.note(describe_first_results(work.assemble()))
    return work.assemble()


def describe_first_results(coarse: Review) -> str:
    """Return what is known after the coarse pass, in one line."""
    names, mistakes = names_of(coarse), list_mistakes(coarse)
    told = [
        f"{name} {'-' if value is None else f'{value:.0f}'}"
        for name, value in zip(names, coarse.accuracy, strict=True)
    ]
    return f"first look: accuracy about {', '.join(told)}; {count(len(mistakes), 'mistake')} so far"


# Many records


def review_records(
    folder: Path, out: Path | None, budget: int, box: Path | None, execution: "Execution", as_json: bool
) -> None:
    """Review a folder of records, and say which of them could not be reviewed."""
    require("arena")
    from fairground.analysis.many import review_folder

    if out is None:
        raise BadSetting(f"expected --out FILE.parquet, because {folder} is a folder")
    check_writable(out)
    if out.exists():
        raise FairgroundError(f"{out} already exists; remove it, or name another file")
    plan = ReviewPlan(budget, None if box is None else read_any_box(box))
    with resumable(out.with_name(out.name + ".parts")), ProgressDisplay() as display:
        report = review_folder(folder, out, plan, execution, display)
    beside = out.with_name(out.name + ".report.json")
    write_file(beside, msgspec.json.format(msgspec.json.encode(report)).decode() + "\n")
    if as_json:
        say_json(report)
    else:
        _print_report(report, out, beside)
    if report.failed:
        raise typer.Exit(1)


def read_any_box(path: Path) -> str:
    """Return the text of a box file, whichever game it is for."""
    text = read_file(path, "a box file")
    parse(text, str(path))
    return text


def _print_report(report: "ManyReport", out: Path, beside: Path) -> None:
    say_plainly(f"{out} holds {count(report.moves, 'move')} of {report.matches} of {report.files} records.")
    for failed in report.failed[:MOST_FAILURES]:
        say_plainly(f"{failed.file} could not be reviewed: {failed.error}")
    if len(report.failed) > MOST_FAILURES:
        say_plainly(f"... and {len(report.failed) - MOST_FAILURES} more.")
    if report.failed:
        say_plainly(f"{beside} lists all that could not be reviewed.")


# Text


def print_review(found: Review, title: str, seat: int | None) -> None:
    """Print what the review says, with the mistakes of one seat or of all."""
    moves, seats = count(len(found.moves), "move"), count(found.seats, "seat")
    say_plainly(f"{title}, {seats}, {moves}, reviewed with a budget of {found.budget}.")
    say_plainly("Shares are prospects of winning in percent; start, own, others and luck make the end.\n")
    console.print(_seat_table(found))
    say("\n[strong]What decided the match[/]")
    for number, sentence in enumerate(describe_moments(found), 1):
        say_plainly(f"{number}. {sentence}")
    mistakes = list_mistakes(found, seat)
    whose = "Mistakes" if seat is None else f"Mistakes of {names_of(found)[seat]}"
    say(f"\n[strong]{escape(whose)}[/]")
    if not mistakes:
        say_plainly("None that is clear.")
    for mistake in mistakes:
        _print_mistake(mistake)


def _seat_table(found: Review) -> Table:
    figures = ("start", "own", "others", "luck", "end", "without luck", "accuracy")
    columns = (Column(name, no_wrap=True, justify="right") for name in figures)
    table = Table(Column("seat"), Column("player", overflow="fold"), *columns, box=None)
    for row in summarize_seats(found):
        table.add_row(
            str(row.seat),
            escape(row.name),
            format_percent(row.initial),
            format_change(row.own),
            format_change(row.others),
            format_change(row.luck),
            format_percent(row.final),
            format_percent(row.adjusted),
            "-" if row.accuracy is None else f"{row.accuracy:.1f}",
        )
    return table


def _print_mistake(mistake: Mistake) -> None:
    lost = f"{mistake.label}, lost {format_percent(mistake.loss)} % ± {format_percent(mistake.error)}"
    say_plainly(f"After {count(mistake.at, 'move')}, {mistake.name} played {mistake.words} ({lost}).")
    say_plainly(f"    better: {mistake.best}")
    if mistake.reasons:
        say_plainly(f"    why: {'; '.join(mistake.reasons)} (points expected at the end)")
    if mistake.line:
        say_plainly(f"    expected then: {', '.join(mistake.line)}")
