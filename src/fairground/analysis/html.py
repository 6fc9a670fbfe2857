"""A review as an HTML page that needs no other file."""

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from fairground.analysis.report import Review
from fairground.analysis.share_graph import draw_graph
from fairground.analysis.summary import (
    count,
    describe_moments,
    format_change,
    format_percent,
    list_mistakes,
    names_of,
    summarize_seats,
)


def render_review(review: Review, title: str, seat: int | None = None) -> str:
    """Return the page; `seat` selects whose mistakes it lists. Every text is escaped."""
    return (
        _environment()
        .get_template("review.html")
        .render(
            review=review,
            title=title,
            names=names_of(review),
            seats=summarize_seats(review),
            moments=list(zip(review.moments, describe_moments(review), strict=True)),
            mistakes=list_mistakes(review, seat),
            graph=draw_graph(review),
            only=None if seat is None else names_of(review)[seat],
        )
    )


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("fairground.analysis"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"percent": format_percent, "change": format_change, "count": count}
    return environment
