"""Boards as drawings: the parts from which the games make SVG, in the colours of the site at night.

A game's `drawing.py` draws its board into an area of BOARD_WIDTH x HEIGHT; `scene` puts the seats beside it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

WIDTH, HEIGHT = 1280, 800
BOARD_WIDTH: Final = 988  # of the area for the board; the seats stand right of it
BOARD_HEIGHT: Final = 758
LOWEST_PANEL, TALLEST_PANEL = 58, 240  # height of what stands beside the board for a seat

INK: Final = "#f5ead6"
FAINT: Final = "#c6b7bd"
GLOW: Final = "#ffcf6b"
NIGHT: Final = "#120e24"
DEEP_SKY: Final = "#17122f"
SKY: Final = "#2a2350"
LIGHT_SKY: Final = "#413574"
PANEL: Final = "#262042"
LINE: Final = "#4a4068"
PAPER: Final = "#fbf1dc"
DARK_INK: Final = "#2b2233"
LANTERN: Final = "#e0634a"
SEATS: Final = ("#ff8d7c", "#74b9f2", "#7fcf8d", "#c6a1ee", "#e8bd5a")
FIRE: Final = {"red": "#ff7a66", "yellow": "#ffd75e", "green": "#74dd94", "blue": "#7cbcff"}
STAR: Final = (
    "M 0 -6 L 1.6 -2 L 5.8 -1.9 L 2.5 0.8 L 3.6 4.9 L 0 2.5 L -3.6 4.9 L -2.5 0.8 L -5.8 -1.9 L -1.6 -2 Z"
)
DISC: Final = "M 0 -5 A 5 5 0 1 1 0 5 A 5 5 0 1 1 0 -5 Z"
# Around (0, 0), about 10 wide, so that seats and colours can be told apart without colours.
SEAT_SYMBOLS: Final = (
    DISC,
    "M 0 -5.5 L 5.5 4.5 L -5.5 4.5 Z",
    "M -4.5 -4.5 H 4.5 V 4.5 H -4.5 Z",
    "M 0 -6 L 5 0 L 0 6 L -5 0 Z",
    STAR,
)
FIRE_SYMBOLS: Final = {
    "red": "M 0 -5.6 L 5.6 4.4 H -5.6 Z",
    "yellow": STAR,
    "green": "M -1.8 -5.2 H 1.8 V -1.8 H 5.2 V 1.8 H 1.8 V 5.2 H -1.8 V 1.8 H -5.2 V -1.8 H -1.8 Z",
    "blue": DISC,
}
Value = str | float | None


# Elements


def element(name: str, content: str = "", /, **attributes: Value) -> str:
    """Return an SVG element. Underscores become hyphens, and attributes that are None are left out."""
    given = [
        f' {key.strip("_").replace("_", "-")}="{_write(value)}"'
        for key, value in attributes.items()
        if value is not None
    ]
    return f"<{name}{''.join(given)}>{content}</{name}>" if content else f"<{name}{''.join(given)}/>"


def _write(value: Value) -> str:
    return escape(value) if isinstance(value, str) else f"{value:.6g}"


def rect(x: float, y: float, width: float, height: float, fill: str, rx: float = 0, **more: Value) -> str:
    return element("rect", x=x, y=y, width=width, height=height, rx=rx or None, fill=fill, **more)


def circle(x: float, y: float, r: float, fill: str, **more: Value) -> str:
    return element("circle", cx=x, cy=y, r=r, fill=fill, **more)


def ellipse(x: float, y: float, rx: float, ry: float, fill: str, **more: Value) -> str:
    return element("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill=fill, **more)


def path(d: str, fill: str = "none", /, **more: Value) -> str:
    return element("path", d=d, fill=fill, **more)


def stroke(d: str, colour: str, width: float, **more: Value) -> str:
    """Return lines with round ends."""
    return path(d, stroke=colour, stroke_width=width, stroke_linecap="round", stroke_linejoin="round", **more)


def text(
    x: float, y: float, words: object, size: float, fill: str = INK, anchor: str = "middle", bold: bool = True
) -> str:
    """Return one line of text whose base line is at y."""
    weight = "bold" if bold else None
    return element(
        "text",
        escape(str(words)),
        x=x,
        y=y,
        font_size=size,
        fill=fill,
        text_anchor=None if anchor == "start" else anchor,
        font_weight=weight,
    )


def group(
    *parts: str, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0, opacity: float | None = None
) -> str:
    """Return parts together, moved, turned by degrees and scaled."""
    steps = [
        f"translate({x:.6g} {y:.6g})" if x or y else "",
        f"rotate({turn:.6g})" if turn else "",
        f"scale({scale:.6g})" if scale != 1 else "",
    ]
    return element("g", "".join(parts), transform=" ".join(filter(None, steps)) or None, opacity=opacity)


def mix(colour: str, other: str, share: float) -> str:
    """Return a colour of which `share` is the first one, the rest the other."""
    pairs = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02x}" for a, b in pairs)


def _channels(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def seat_symbol(seat: int, x: float, y: float, scale: float = 1, fill: str | None = None) -> str:
    """Return the symbol of a seat, about 10 wide, in its colour or in another one."""
    return group(path(SEAT_SYMBOLS[seat], fill or SEATS[seat]), x=x, y=y, scale=scale)


def cut(words: str, longest: int) -> str:
    """Return words of so many letters at most, cut with an ellipsis."""
    return words if len(words) <= longest else words[: longest - 1] + "…"


def wrap(words: str, longest: int) -> list[str]:
    """Return words in lines of so many letters at most."""
    lines = [""]
    for word in words.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > longest:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


# The scene


@dataclass(frozen=True)
class SeatPanel:
    """What stands beside the board for a seat: points, a line of words, a drawing of 252 x `height`."""

    points: int
    words: str
    drawing: str = ""
    height: float = 0


def scene(
    title: str, caption: str, board: str, panels: Sequence[SeatPanel], seat: int | None, actors: Iterable[int]
) -> str:
    """Return the whole picture: the board, and beside it a panel for each seat.

    `seat` is whose view it is; the seats that owe a decision have a bright frame.
    """
    owing = frozenset(actors)
    most = TALLEST_PANEL if any(panel.drawing for panel in panels) else LOWEST_PANEL
    step = min((HEIGHT - 58) / len(panels), most + 8)
    rows = [
        group(
            _draw_panel(panel, number, seat, number in owing, step - 8),
            x=BOARD_WIDTH + 12,
            y=50 + number * step,
        )
        for number, panel in enumerate(panels)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' font-family="DejaVu Sans, sans-serif">'
        f"<title>{escape(title)}</title>"
        '<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#17122f"/>'
        '<stop offset="0.55" stop-color="#2a2350"/><stop offset="1" stop-color="#4a3566"/>'
        "</linearGradient></defs>"
        f"{rect(0, 0, WIDTH, HEIGHT, 'url(#sky)')}"
        f"{rect(0, 0, WIDTH, 42, DEEP_SKY)}{text(16, 27, title, 18, GLOW, 'start')}"
        f"{text(WIDTH - 16, 27, cut(caption, 110), 15, INK, 'end', bold=False)}"
        f"{group(board, y=42)}{''.join(rows)}</svg>\n"
    )


def _draw_panel(panel: SeatPanel, number: int, seat: int | None, acting: bool, high: float) -> str:
    name = f"seat {number}" + (" (own)" if number == seat else "")
    parts = [
        rect(0, 0, 272, high, PANEL, 10, stroke=GLOW if acting else LINE, stroke_width=3 if acting else 1.5),
        seat_symbol(number, 20, 21, 1.5),
        text(36, 27, name, 16, INK, "start"),
        text(258, 30, panel.points, 24, GLOW, "end"),
        text(12, 48, cut(panel.words, 40), 12, FAINT, "start", bold=False),
    ]
    if panel.drawing:
        scale = min(1.0, (high - 62) / panel.height)
        parts.append(group(panel.drawing, x=10, y=56, scale=scale))
    return "".join(parts)
