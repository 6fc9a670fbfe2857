"""Pages that need nothing but themselves: HTML with its style and pictures inside."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1b1b1b; background: #fff; margin: 0 auto;
  max-width: 46rem; padding: 0 1rem 3rem; overflow-wrap: break-word }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 1.5rem 0 .5rem }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; border-top: 1px solid #ccd; padding-top: 1rem }
figure { margin: 1rem 0 }
figure svg { width: 100%; max-width: 34rem; height: auto; display: block }
figcaption { color: #555; font-size: .9rem }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem }
th, td { text-align: right; padding: .2rem .6rem; border-bottom: 1px solid #e2e2ea; white-space: nowrap }
th:first-child, td:first-child { text-align: left; white-space: normal; min-width: 6rem }
code { background: #f2f2f6; padding: .1rem .3rem; overflow-wrap: anywhere }
"""


@dataclass
class Section:
    """A heading and what stands below it, already HTML."""

    title: str
    parts: list[str] = field(default_factory=list)


def page(title: str, lead: Iterable[str], sections: Iterable[Section]) -> str:
    """The whole page."""
    body = [f"<h1>{escape(title)}</h1>", *lead]
    for section in sections:
        body += [f"<h2>{escape(section.title)}</h2>", *section.parts]
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def command(text: str) -> str:
    return f"<p><code>{escape(text)}</code></p>"


def picture(svg: str, caption: str) -> str:
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table that scrolls by itself where the screen is narrow."""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = ["<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows]
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{escape(head[0])}"><table>'
        f"<thead><tr>{top}</tr></thead><tbody>" + "".join(body) + "</tbody></table></div>"
    )
