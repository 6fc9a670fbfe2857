"""Boards as text: with markup for the terminal, plain for people who cannot see them.

Markup is `[style]...[/]`. The styles are seat0 to seat4, strong, muted, and the colours red, green,
yellow, blue, purple, teal, orange, white.
"""

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

SYMBOLS: Final = "●▲■◆★"
_TAG: Final = re.compile(r"\[(/|seat[0-4]|strong|muted|red|green|yellow|blue|purple|teal|orange|white)\]")


def in_style(text: str, style: str) -> str:
    """Return the text with the markup of a style."""
    return f"[{style}]{text}[/]"


def seat_styled(text: str, seat: int) -> str:
    """Return the text with the markup of a seat's style."""
    return in_style(text, f"seat{seat}")


def plain(picture: str) -> str:
    """Return a picture without its markup."""
    return _TAG.sub("", picture)


def spans(picture: str) -> list[tuple[str, str]]:
    """Split a picture into pieces of one style each, as (text, style); "" means no style."""
    pieces: list[tuple[str, str]] = []
    styles = [""]
    for number, piece in enumerate(_TAG.split(picture)):  # text, tag, text, ...
        if number % 2 == 0:
            pieces += [(piece, styles[-1])] if piece else []
        elif piece != "/":
            styles.append(piece)
        elif len(styles) > 1:
            styles.pop()
    return pieces


def fit(picture: str, width: int) -> str:
    """Return a line of a picture that is exactly so wide: filled with blanks, or cut with an ellipsis."""
    length = len(plain(picture))
    if length <= width:
        return picture + " " * (width - length)
    return _cut(picture, width - 1) + "…"


def _cut(picture: str, width: int) -> str:
    kept: list[str] = []
    for text, style in spans(picture):
        piece = text[:width]
        width -= len(piece)
        kept.append(in_style(piece, style) if style and piece else piece)
    return "".join(kept)


def put_beside(blocks: Sequence[Sequence[str]], widths: Sequence[int]) -> list[str]:
    """Return the lines of blocks that stand side by side, each cut or filled to its width."""
    rows = zip_longest(*blocks, fillvalue="")
    return ["".join(fit(line, width) for line, width in zip(row, widths, strict=True)) for row in rows]


def write_count(number: int, noun: str) -> str:
    """Return a number with its noun: `1 point`, `2 points`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
