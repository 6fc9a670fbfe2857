"""The report of a study: one HTML page."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from fairground.arena import plots
from fairground.arena.comparison import Comparison, PairedFigure
from fairground.arena.findings import Findings, HoldingStats
from fairground.arena.pages import (
    SeatStats,
    embed,
    format_number,
    format_percent,
    render_page,
    seat_stats,
)
from fairground.arena.standings import Interval
from fairground.arena.study import SeatCountResult, StudyResult, SweepResult

SHOWN_CHANGES = 8  # holdings in the plot of a sweep: those whose use changed most
SHOWN_HOLDINGS = 25  # holdings in one plot
NOTHING = Interval(0.0, 0.0, 0.0)


def render_study_report(study: StudyResult, command: str) -> str:
    """Return the page; `command` is shown as the way to run the same study again."""
    plan = study.by_seats[0].plan
    game, _ = plan.open()
    return render_page(
        "study.html",
        title=f"Balance of {game.title}",
        command=command,
        plan=plan,
        overview=_overview([each.findings for each in study.by_seats]),
        chapters=[_chapter(each) for each in study.by_seats],
        sweeps=[_sweep(sweep) for sweep in study.sweeps],
        against=[_comparison(each) for each in study.against],
    )


# All numbers of seats


@dataclass
class OverviewTable:
    """A column per number of seats."""

    head: list[str]
    rows: list[list[str]]


def _overview(findings: Sequence[Findings]) -> OverviewTable:
    columns = [
        {
            "": f"{each.seats} seats",
            "matches": str(each.matches),
            "forfeits, not counted": str(each.forfeits),
            "moves per match": format_number(each.moves),
            "legal moves per decision": format_number(each.branching),
            "changes of the lead": format_number(each.leads),
            "points per seat": format_number(each.points),
            "winner's margin": format_number(each.margin),
            "ended by": _format_counts(each.reasons),
            "decided by": _format_counts(each.decided),
        }
        for each in findings
    ]
    head, *rows = ([name, *(column[name] for column in columns)] for name in columns[0])
    return OverviewTable(head, rows)


def _format_counts(counts: dict[str, int]) -> str:
    total = sum(counts.values())
    return ", ".join(f"{name} {count / total:.0%}" for name, count in counts.items())


# One number of seats


@dataclass
class StudyChapter:
    """The sections about one number of seats."""

    title: str
    seat_stats: SeatStats
    headings: list[tuple[str, str, str, str]]
    headings_plot: Markup
    lengths_plot: Markup
    leads_plot: Markup
    kinds: list["HoldingKind"]


@dataclass
class HoldingKind:
    """The section about one kind of holdings, such as cards."""

    name: str
    rows: list[tuple[str, ...]]
    clear: list[str]
    plot: Markup | None


def _chapter(result: SeatCountResult) -> StudyChapter:
    findings = result.findings
    bars = {
        "all": {heading.name: heading.points.value for heading in findings.headings},
        "winners": {heading.name: heading.winners for heading in findings.headings},
    }
    return StudyChapter(
        title=f"{findings.seats} seats",
        seat_stats=seat_stats(findings),
        headings=[
            (heading.name, format_number(heading.points), f"{heading.winners:.1f}", f"{heading.part:.1%}")
            for heading in findings.headings
        ],
        headings_plot=embed(plots.stacked_bars(bars, "points")),
        lengths_plot=embed(plots.histogram([match.moves for match in result.matches], "moves")),
        leads_plot=embed(plots.histogram([match.leads for match in result.matches], "changes of the lead")),
        kinds=[
            _kind(kind, list(holdings))
            for kind, holdings in groupby(findings.holdings, key=lambda holding: holding.kind)
        ],
    )


def _kind(name: str, holdings: list[HoldingStats]) -> HoldingKind:
    return HoldingKind(
        name=name,
        rows=[_holding_cells(holding) for holding in holdings],
        clear=[holding.name for holding in holdings if holding.stands_out],
        plot=_plot_wins(holdings),
    )


def _holding_cells(holding: HoldingStats) -> tuple[str, ...]:
    return (
        holding.name + (" *" if holding.stands_out else ""),
        format_percent(holding.taken),
        f"{holding.times:.2f}",
        _format_difference(holding.wins, ".1%"),
        _format_difference(holding.points, ".1f"),
    )


def _format_difference(interval: Interval | None, kind: str) -> str:
    if interval is None:
        return "too few"
    value, low, high = (format(each, f"+{kind}") for each in (interval.value, interval.low, interval.high))
    return f"{value} ({low} to {high})"


def _plot_wins(holdings: list[HoldingStats]) -> Markup | None:
    """Plot how much more often seats that have them win; of many, the best and the worst."""
    judged = sorted(((h.wins, h.name) for h in holdings if h.wins), key=lambda pair: -pair[0].value)
    half = SHOWN_HOLDINGS // 2
    shown = judged if len(judged) <= SHOWN_HOLDINGS else judged[:half] + judged[-half:]
    if not shown:
        return None
    names, wins = [name for _, name in shown], [wins for wins, _ in shown]
    return embed(plots.interval_plot(names, wins, "wins more often by", 0.0))


# Sweeps


@dataclass
class SweepSection:
    """The section about other values of one place in the box."""

    place: str
    rows: list[tuple[str, ...]]
    headings_plot: Markup | None
    holdings_plot: Markup | None


def _sweep(sweep: SweepResult) -> SweepSection:
    headings = {
        heading.name: [_heading_points(each, heading.name) for each in sweep.findings]
        for heading in sweep.findings[0].headings
    }
    return SweepSection(
        place=sweep.place,
        rows=[
            (
                value,
                format_percent(each.by_seat[0]),
                *map(format_number, (each.points, each.moves, each.leads, each.margin)),
            )
            for value, each in zip(sweep.values, sweep.findings, strict=True)
        ],
        headings_plot=_plot_series(sweep, headings, "points per seat"),
        holdings_plot=_plot_series(sweep, largest_changes(sweep), "seats that have it"),
    )


def _plot_series(sweep: SweepResult, series: dict[str, list[Interval]], axis: str) -> Markup | None:
    return embed(plots.line_plot(sweep.values, series, sweep.place, axis)) if series else None


def _heading_points(findings: Findings, name: str) -> Interval:
    return next((heading.points for heading in findings.headings if heading.name == name), NOTHING)


def largest_changes(sweep: SweepResult) -> dict[str, list[Interval]]:
    """Return the holdings whose use changed most across the sweep."""
    names = list(dict.fromkeys((h.kind, h.name) for findings in sweep.findings for h in findings.holdings))
    tables = [{(h.kind, h.name): h.taken for h in findings.holdings} for findings in sweep.findings]
    series = {name: [each.get(name, NOTHING) for each in tables] for name in names}
    spread = {name: max(v.value for v in row) - min(v.value for v in row) for name, row in series.items()}
    most = sorted(names, key=lambda name: -spread[name])[:SHOWN_CHANGES]
    return {f"{kind} {name}": series[kind, name] for kind, name in most if spread[kind, name] > 0}


# Another box


@dataclass
class ComparisonSection:
    """The section about the same matches with another box, at one number of seats."""

    title: str
    rows: list[tuple[str, ...]]
    clear: list[str]


def _comparison(comparison: Comparison) -> ComparisonSection:
    return ComparisonSection(
        title=f"{comparison.seats} seats, {comparison.pairs} pairs of matches",
        rows=[comparison_cells(figure) for figure in comparison.figures],
        clear=[figure.name for figure in comparison.figures if figure.is_clear],
    )


def comparison_cells(figure: PairedFigure) -> tuple[str, ...]:
    """Return the cells of a figure in a table: with each box, and the difference with its interval."""
    kind = ".1%" if figure.name.startswith("win share") else ".2f"
    values = (format(each.value, kind) for each in (figure.first, figure.second))
    return (
        figure.name + (" *" if figure.is_clear else ""),
        *values,
        _format_difference(figure.difference, kind),
    )
