"""Render reports as HTML pages that need no other file, from the Jinja templates beside this module."""

from dataclasses import dataclass
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from fairground.arena import plots
from fairground.arena.findings import Findings
from fairground.arena.standings import Interval


def render_page(template: str, **context: object) -> str:
    """Render a template; everything but plots is escaped."""
    return _environment().get_template(template).render(**context)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("fairground.arena"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"number": format_number, "options": format_options, "quoted": repr}
    return environment


def format_options(options: dict[str, str]) -> str:
    """Return the options as the end of a sentence."""
    return "".join(f", {name} = {value}" for name, value in options.items())


def format_percent(interval: Interval) -> str:
    return f"{interval.value:.1%} ({interval.low:.1%} to {interval.high:.1%})"


def format_number(interval: Interval) -> str:
    return f"{interval.value:,.1f} ({interval.low:,.1f} to {interval.high:,.1f})"


def embed(svg: str) -> Markup:
    """Mark a plot of ours as HTML that must not be escaped."""
    return Markup(svg)  # matplotlib has escaped every text in it


@dataclass
class SeatStats:
    """The win share of each seat, for the macro `seats`."""

    rows: list[tuple[str, str]]
    unfair: list[str]
    plot: Markup


def seat_stats(findings: Findings) -> SeatStats:
    """Return whether some seats win more often than others."""
    labels = [f"seat {seat}" for seat in range(findings.seats)]
    fair = 1 / findings.seats
    shares = list(zip(labels, findings.by_seat, strict=True))
    return SeatStats(
        rows=[(label, format_percent(share)) for label, share in shares],
        unfair=[label for label, share in shares if not share.contains(fair)],
        plot=embed(plots.interval_plot(labels, findings.by_seat, "win share", fair)),
    )
