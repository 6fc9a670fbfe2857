"""Plots as SVG text; the same numbers always give the same text."""

import io
import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from fairground.arena.standings import Interval

WIDTH: Final = 4.4  # inches: text stays readable on a phone
LONGEST_LABEL: Final = 26  # characters
INK: Final = "#1f3a5f"
PALE: Final = "#b9c7d8"
MARK: Final = "#b3261e"
COLOURS: Final = ("#1f3a5f", "#c8792b", "#3b7d4f", "#8a4f9e", "#b3261e", "#5b8fb0", "#8c7a3b", "#666666")
STYLE: Final = {
    "svg.fonttype": "none",
    "svg.hashsalt": "fairground",
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def interval_plot(
    labels: Sequence[str], values: Sequence[Interval], axis: str, mark: float | None = None
) -> str:
    """Plot a row per label, with its interval; `mark` draws a line, such as the fair value."""
    with mpl.rc_context(STYLE):  # type: ignore[arg-type]  # matplotlib types its settings by literal names
        figure, axes = _canvas(0.9 + 0.24 * len(labels))
        places = list(range(len(labels), 0, -1))
        axes.errorbar(
            [value.value for value in values],
            places,
            xerr=[[v.value - v.low for v in values], [v.high - v.value for v in values]],
            fmt="o",
            color=INK,
            ecolor=PALE,
            elinewidth=4,
            markersize=4,
        )
        if mark is not None:
            axes.axvline(mark, color=MARK, linewidth=1, linestyle="--")
        axes.set_yticks(places, [_label(label) for label in labels])
        axes.set_ylim(0.4, len(labels) + 0.6)
        axes.set_xlabel(axis)
        return _svg(figure, axis)


def histogram(values: Sequence[float], axis: str) -> str:
    """Plot how many matches had each value."""
    with mpl.rc_context(STYLE):  # type: ignore[arg-type]
        figure, axes = _canvas(2.2)
        axes.hist(values, bins=min(30, max(1, len(set(values)))), color=INK)
        axes.set_xlabel(axis)
        axes.set_ylabel("matches")
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
        return _svg(figure, axis)


def stacked_bars(parts: Mapping[str, Mapping[str, float]], axis: str) -> str:
    """Plot a bar per label, made up of its parts."""
    with mpl.rc_context(STYLE):  # type: ignore[arg-type]
        names = list(dict.fromkeys(name for part in parts.values() for name in part))
        figure, axes = _canvas(1.1 + 0.32 * len(parts) + 0.18 * len(names))
        places = list(range(len(parts), 0, -1))
        left = [0.0] * len(parts)
        for number, name in enumerate(names):
            widths = [part.get(name, 0.0) for part in parts.values()]
            colour = COLOURS[number % len(COLOURS)]
            axes.barh(places, widths, left=left, label=_label(name), color=colour, height=0.7)
            left = [a + b for a, b in zip(left, widths, strict=True)]
        axes.set_yticks(places, [_label(label) for label in parts])
        axes.set_xlabel(axis)
        figure.legend(loc="outside upper left", frameon=False, ncols=2)
        return _svg(figure, axis)


def line_plot(xs: Sequence[str], series: Mapping[str, Sequence[Interval]], across: str, axis: str) -> str:
    """Plot how numbers change from value to value, with their intervals."""
    with mpl.rc_context(STYLE):  # type: ignore[arg-type]
        figure, axes = _canvas(2.4 + 0.18 * (len(series) - 1))
        for number, (name, values) in enumerate(series.items()):
            below = [v.value - v.low for v in values]
            above = [v.high - v.value for v in values]
            axes.errorbar(
                range(len(xs)),
                [v.value for v in values],
                yerr=[below, above],
                label=_label(name),
                color=COLOURS[number % len(COLOURS)],
                capsize=2,
                marker="o",
                markersize=3,
            )
        axes.set_xticks(range(len(xs)), [_label(x) for x in xs])
        axes.set_xlabel(_label(across))
        axes.set_ylabel(axis)
        if len(series) > 1:
            figure.legend(loc="outside upper left", frameon=False, ncols=2)
        return _svg(figure, f"{axis} by {across}")


def _canvas(height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    return figure, figure.add_subplot()


def _label(text: str) -> str:
    """Shorten a label, and escape dollars, which matplotlib would take for mathematics."""
    short = text if len(text) <= LONGEST_LABEL else f"{text[:8]}…{text[9 - LONGEST_LABEL :]}"
    return short.replace("$", r"\$")


def _svg(figure: Figure, title: str) -> str:
    """Return the picture without a size and without ids, so that several fit on one page."""
    sink = io.StringIO()
    figure.savefig(sink, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = sink.getvalue()
    text = re.sub(r"<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL)
    text = re.sub(r'<g id="[^"]*"', "<g", text)
    box = re.search(r'viewBox="[^"]*"', text)
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    head = f'<svg {names} {box[0] if box else ""} role="img" aria-label="{escape(title)}"'
    return re.sub(r"<svg[^>]*", lambda _: head, text, count=1).strip()
