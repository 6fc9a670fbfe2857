"""Boards as text: marked up for the terminal, plain for people who cannot see them.

Markup is `[style]...[/]`. The styles are seat0 to seat4, strong, muted, and the colours red, green,
yellow, blue, purple, teal, orange, white.
"""

import re
from typing import Final

SYMBOLS: Final = "●▲■◆★"
_TAG: Final = re.compile(r"\[(/|seat[0-4]|strong|muted|red|green|yellow|blue|purple|teal|orange|white)\]")


def styled(text: str, style: str) -> str:
    return f"[{style}]{text}[/]"


def seat_styled(text: str, seat: int) -> str:
    return styled(text, f"seat{seat}")


def plain(picture: str) -> str:
    """The picture without its markup."""
    return _TAG.sub("", picture)


def spans(picture: str) -> list[tuple[str, str]]:
    """The picture in pieces of one style each, as (text, style); "" is no style."""
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
