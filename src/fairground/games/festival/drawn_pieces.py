"""Tiles, stacks and objectives as drawings."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from fairground.engine.drawing import (
    DARK_INK,
    DEEP_SKY,
    FIRE,
    FIRE_SYMBOLS,
    GLOW,
    LIGHT_SKY,
    PAPER,
    SKY,
    circle,
    group,
    mix,
    path,
    rect,
    stroke,
    text,
)
from fairground.games.festival.view import CardView, FestivalView, PlacementView, StackView, TileView

CREAM = "#fff3d6"
USUAL_TYPES = ("palm", "fountain", "rose", "burst")
SYMBOLS = {"cross": "green", "star": "yellow", "circle": "blue", "triangle": "red"}
PALM = (
    "M 0 20 V -4 M 0 -4 C -4 -16 -16 -16 -20 -4 M 0 -4 C -8 -8 -15 -2 -15 8 M 0 -4 C 4 -16 16 -16 20 -4 "
    "M 0 -4 C 8 -8 15 -2 15 8 M 0 -4 C -2 -12 -2 -16 0 -20"
)
FOUNTAIN = (
    "M 0 9 V -16 M -2 9 C -4 -4 -8 -12 -15 -12 M 2 9 C 4 -4 8 -12 15 -12 M -4 10 C -8 2 -13 -1 -19 2 M 4 10 "
    "C 8 2 13 -1 19 2"
)
ROSE = "M 0 -7 C -11 -10 -9 -21 0 -21 C 9 -21 11 -10 0 -7 Z"
EQUAL, PLUS = "M -5 -3 H 5 M -5 3 H 5", "M -5 0 H 5 M 0 -5 V 5"
TILE = 92  # width of a tile
CARD_WIDTH, CARD_HEIGHT = 100, 118
RISE = 24  # how far the top tile of a stack is above the lowest at most


def symbol(view: FestivalView, colour: str, fill: str, scale: float, x: float = 0, y: float = 0) -> str:
    """Return the symbol that the box prints for a colour."""
    return group(path(FIRE_SYMBOLS[SYMBOLS[view.symbols[colour]]], fill), x=x, y=y, scale=scale)


# The types of fireworks


def firework(types: Sequence[str], name: str, colour: str) -> str:
    """Return a firework of a type around (0, 0), about 44 wide."""
    return _drawings(colour)[drawing_of(types, name)]


def drawing_of(types: Sequence[str], name: str) -> int:
    """Return which of the four drawings a type has: the usual one, or else one that no other type has."""
    if name in USUAL_TYPES:
        return USUAL_TYPES.index(name)
    spare = [number for number, usual in enumerate(USUAL_TYPES) if usual not in types]
    strange = [other for other in types if other not in USUAL_TYPES]
    left = spare or list(range(len(USUAL_TYPES)))
    return left[strange.index(name) % len(left)]


@cache
def _drawings(colour: str) -> tuple[str, str, str, str]:
    sparks = "".join(circle(x, y, r, colour) for x, y, r in ((0, -20, 2.6), (-18, -10, 2.2), (18, -10, 2.2)))
    fountain = path("M -9 20 H 9 L 5 12 H -5 Z", colour) + stroke(FOUNTAIN, colour, 3.2) + sparks
    petals = "".join(group(stroke(ROSE, colour, 3.2), turn=angle) for angle in range(0, 360, 60))
    rays = "".join(
        group(stroke("M 6 0 H 15" if angle % 90 else "M 6 0 H 21", colour, 3.2), turn=angle)
        for angle in range(0, 360, 45)
    )
    rays += "".join(group(circle(19, 0, 2.4, colour), turn=angle) for angle in range(45, 360, 90))
    return (
        stroke(PALM, colour, 3.2),
        fountain,
        petals + circle(0, 0, 5.5, colour),
        rays + circle(0, 0, 3.4, colour),
    )


# Tiles


def tile(view: FestivalView, colour: str, type: str) -> str:  # noqa: A002  # as the rules call it
    """Return a tile around (0, 0)."""
    fire = FIRE[colour]
    return (
        rect(-46, -46, TILE, TILE, mix(fire, SKY, 0.13), 13, stroke=fire, stroke_width=2.5)
        + group(firework(view.types, type, fire), x=5, y=3, scale=1.5)
        + circle(-30, -30, 13, DEEP_SKY, stroke=fire, stroke_width=1.5)
        + symbol(view, colour, fire, 1.7, -30, -30)
    )


def tile_stack(view: FestivalView, tiles: Sequence[TileView], counts: bool) -> str:
    """Return the tiles on a space around (0, 0), with their number; it glows if the height counts."""
    if not tiles:
        return ""
    step = min(8.0, RISE / max(len(tiles) - 1, 1))
    parts = [rect(-44, -40, 96, 92, DEEP_SKY, 14, opacity=0.6)]
    for at, each in enumerate(tiles):
        side = rect(
            -46,
            -46 + max(step, 4) - at * step,
            TILE,
            TILE,
            mix(FIRE[each.colour], DEEP_SKY, 0.7),
            13,
            stroke=DEEP_SKY,
        )
        parts.append(side)
    top, up = tiles[-1], -step * (len(tiles) - 1)
    parts.append(group(tile(view, top.colour, top.type), y=up))
    if len(tiles) > 1 or counts:
        badge = circle(0, 0, 16, GLOW if counts else PAPER, stroke=DEEP_SKY) + text(
            0, 7, len(tiles), 21, DARK_INK
        )
        parts.append(group(badge, x=31, y=31 + up))
    return "".join(parts)


def supply(view: FestivalView, stack: StackView, other: int | None) -> str:
    """Return a stack to take tiles from, around its open tile, with its size and the other seat beside it."""
    fire, layers = FIRE[stack.back], max(stack.size - 1, 0)
    parts = [
        rect(-46, -46 + 2.4 * (layers - at), TILE, TILE, LIGHT_SKY, 13, stroke=fire, stroke_width=1.2)
        for at in range(layers)
    ]
    if stack.top:
        parts.append(tile(view, stack.top.colour, stack.top.type))
    else:
        parts.append(
            rect(-44, -44, 88, 88, DEEP_SKY, 13, stroke=fire, stroke_width=2, stroke_dasharray="3 5")
        )
    foot = 46 + 2.4 * layers + 16
    parts.append(rect(-30, foot - 12, 60, 24, DEEP_SKY, 12, stroke=fire))
    parts.append(symbol(view, stack.back, fire, 1.4, -14, foot))
    parts.append(text(10, foot + 6, stack.size, 17, CREAM))
    if other is not None:
        parts.append(text(0, foot + 30, f"shared with seat {other}", 13, CREAM, bold=False))
    return "".join(parts)


# Objectives


@dataclass(frozen=True)
class DrawnCell:
    """What one visible tile must be; None if it does not matter."""

    colour: str | None
    type: str | None
    level: int


@dataclass(frozen=True)
class DrawnPattern:
    """`drawn` cells (row, column, cell) keep their shape, `free` ones do not; all have `same` in common."""

    drawn: tuple[tuple[int, int, DrawnCell], ...]
    free: tuple[DrawnCell, ...]
    same: str | None


@cache
def parse(layout: str) -> DrawnPattern:
    """Parse `palm^ fountain / rose .`, `red + red anywhere, all of one type`, or both joined by `and`."""
    body, _, agree = layout.partition(", all of one ")
    same = agree or None
    if not body.endswith(" anywhere"):
        return DrawnPattern(_drawn(body), (), same)
    *shapes, last = body.removesuffix(" anywhere").split(" and ")
    drawn = tuple(cell for shape in shapes for cell in _drawn(shape))
    return DrawnPattern(drawn, tuple(_cell(word) for word in last.split(" + ")), same)


def _drawn(rows: str) -> tuple[tuple[int, int, DrawnCell], ...]:
    return tuple(
        (row, column, _cell(word))
        for row, line in enumerate(rows.split(" / "))
        for column, word in enumerate(line.split())
        if word != "."
    )


def _cell(word: str) -> DrawnCell:
    name, raised, level = word.partition("^")
    kinds = [] if name == "any" else name.split("-")
    colour = next((kind for kind in kinds if kind in FIRE), None)
    kind = next((kind for kind in kinds if kind not in FIRE), None)
    return DrawnCell(colour, kind, int(level or 2) if raised else 1)


def objective(
    view: FestivalView, card: CardView, nearest: PlacementView | None = None, done: bool = False
) -> str:
    """Return a card, 100 by 118 from (0, 0): its points, its pattern, and how near a board comes to it."""
    met = done or (nearest is not None and nearest.tiles == 0)
    paper = "#dcedd3" if met else "#ffe2a6" if nearest and nearest.tiles == 1 else PAPER
    wide = max(32, 12 + 12 * len(str(card.points)))
    parts = [
        rect(2, 2, 96, 114, paper, 10, stroke="#cdb381", stroke_width=1.6),
        rect(6, 6, wide, 30, SKY, 15, stroke=GLOW, stroke_width=1.6),
        text(6 + wide / 2, 28, card.points, 20, CREAM),
        group(_pattern(view, parse(card.layout)), x=50, y=77),
    ]
    if done:
        check = circle(0, 0, 13, "#2b6e4c") + stroke("M -6 0 L -2 5 L 7 -5", "#ffffff", 3)
        parts.append(group(check, x=80, y=21))
    elif nearest is not None:
        parts.append(group(_progress(nearest), x=64, y=7))
    return "".join(parts)


def _progress(nearest: PlacementView) -> str:
    """Draw the nine spaces: those that show a part of the pattern, and those that lack one."""
    missing = {each.space for each in nearest.missing} if nearest.met else set()
    parts = []
    for row in range(3):
        for column, letter in enumerate("abc"):
            name = f"{letter}{row + 1}"
            fill = "#2b6e4c" if name in nearest.met else PAPER if name in missing else "#e3d2ab"
            edge = "#c8442b" if name in missing else None
            parts.append(
                rect(10 * column, 10 * row, 8.4, 8.4, fill, 2, stroke=edge, stroke_width=2 if edge else None)
            )
    return "".join(parts)


def _pattern(view: FestivalView, pattern: DrawnPattern) -> str:
    """Draw a pattern around (0, 0), 92 by 82 at most: the drawn cells, and the free ones in a row below."""
    wide = max((column + 1 for _, column, _ in pattern.drawn), default=0)
    high = max((row + 1 for row, _, _ in pattern.drawn), default=0)
    gap = 0.3 if pattern.drawn and pattern.free else 0.0
    rows = high + gap + bool(pattern.free)
    apart = 1.15 if pattern.drawn else 1.35
    step = min(29.0, 92 / max(wide, 1 + apart * (len(pattern.free) - 1)), 87 / rows)

    def down(row: float) -> float:
        return (row - (rows - 1) / 2) * step

    def across(at: float) -> float:
        return (at - (len(pattern.free) - 1) / 2) * apart * step

    parts = [
        group(_draw_cell(view, cell, step - 2), x=(column - (wide - 1) / 2) * step, y=down(row))
        for row, column, cell in pattern.drawn
    ]
    parts += [
        group(_draw_cell(view, cell, step - 2), x=across(at), y=down(high + gap))
        for at, cell in enumerate(pattern.free)
    ]
    sign = stroke(EQUAL if pattern.same else PLUS, DARK_INK, 2.4)
    parts += [group(sign, x=across(at + 0.5), y=down(high + gap)) for at in range(len(pattern.free) - 1)]
    if pattern.same and len(pattern.free) < 2:
        parts.append(group(stroke(EQUAL, DARK_INK, 2.4), y=-56))
    return "".join(parts)


def _draw_cell(view: FestivalView, cell: DrawnCell, size: float) -> str:
    half, both = size / 2, cell.colour and cell.type
    ink = FIRE[cell.colour] if cell.colour else DARK_INK
    parts = [rect(1 - half, 5 - half, size - 2, size, "#6b5d6d", 5)] if cell.level > 1 else []
    ground, edge = (SKY, ink) if cell.colour else ("#f1e2c3", "#6b5d6d")
    parts.append(rect(-half, -half, size, size, ground, 5, stroke=edge, stroke_width=1.3))
    if cell.colour:
        at = -half * 0.45 if both else 0
        parts.append(symbol(view, cell.colour, ink, (0.032 if both else 0.06) * size, at, at))
    if cell.type:
        at = half * 0.16 if both else 0
        scale = (0.0142 if both else 0.0193) * size
        parts.append(group(firework(view.types, cell.type, ink), x=at, y=at, scale=scale))
    if cell.level > 1:
        parts.append(
            group(circle(0, 0, 7, "#c8442b"), text(0, 4.2, cell.level, 12, "#ffffff"), x=half - 3, y=1 - half)
        )
    return "".join(parts)
