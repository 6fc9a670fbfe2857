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
