"""The wheel of the floating market: its spaces, the pool in the middle, the Gate and the boats."""

from collections.abc import Iterator
from math import cos, radians, sin

from fairground.engine.drawing import GLOW, INK, PANEL, circle, group, mix, path, text
from fairground.games.banner_festival.drawn_pieces import DEEP_WOOD, SUITS, WOOD, boat, fruit, gate, suit
from fairground.games.banner_festival.view import BannerView

RIM, TRACK, POOL = 222.0, 178.0, 80.0  # radii
WATER, LIT_WATER, WATER_LINE, WATER_INK = "#1d3f5c", "#61572f", "#2f587b", "#cfe3e6"


def wheel(view: BannerView) -> str:
    """Draw the wheel around (0, 0)."""
    parts = [circle(0, 0, RIM + 3, DEEP_WOOD, stroke=WOOD, stroke_width=2)]
    for at, quadrant in enumerate(view.ring):
        space, here = at + 1, quadrant == view.quadrant
        water = LIT_WATER if space == view.gate else WATER
        parts.append(path(_wedge(space, POOL, TRACK), water, stroke=WATER_LINE))
        x, y = _at(angle(space), POOL + 13)
        parts.append(text(x, y + 5, space, 14, WATER_INK))
        ring = SUITS[quadrant] if here else mix(SUITS[quadrant], "#1d1930", 0.84)
        edge = ("#fff3d9", 3) if here else ("#1d1930", 1.5)
        parts.append(path(_wedge(space, TRACK + 2, RIM), ring, stroke=edge[0], stroke_width=edge[1]))
        x, y = _at(angle(space), (RIM + TRACK) / 2)
        parts.append(group(suit(quadrant), x=x, y=y, scale=1.05))
        if view.asked == "gate" and space in view.reach:
            x, y = _at(angle(space) + 14, (RIM + TRACK) / 2)
            steps = view.reach.index(space) + 1
            parts.append(circle(x, y, 11, PANEL, stroke=GLOW) + text(x, y + 5, f"+{steps}", 12, GLOW))
    return "".join([*parts, _pool(view), _gate(view), *_boats(view)])


def angle(space: int) -> float:
    """Return where the middle of a space is, in degrees clockwise from the top."""
    return (space - 0.5) * 45


def _at(degrees: float, radius: float) -> tuple[float, float]:
    return radius * sin(radians(degrees)), -radius * cos(radians(degrees))


def _wedge(space: int, inner: float, outer: float) -> str:
    """Return the outline of a space between two radii."""
    start, end = (space - 1) * 45 + 0.6, space * 45 - 0.6
    (a, b), (c, d), (e, f), (g, h) = _at(start, outer), _at(end, outer), _at(end, inner), _at(start, inner)
    outward = f"M {a:.1f} {b:.1f} A {outer} {outer} 0 0 1 {c:.1f} {d:.1f}"
    return f"{outward} L {e:.1f} {f:.1f} A {inner} {inner} 0 0 0 {g:.1f} {h:.1f} Z"


def _pool(view: BannerView) -> str:
    parts = [
        circle(0, 0, POOL - 3, WOOD, stroke=DEEP_WOOD, stroke_width=2),
        circle(0, 0, POOL - 8, "#28223f", stroke=DEEP_WOOD, stroke_width=1.5, stroke_dasharray="6 3"),
    ]
    shown = min(view.pool, 16)
    rows = -(-shown // 4)
    for at in range(shown):
        row = at // 4
        in_row = min(4, shown - 4 * row)
        parts.append(
            group(fruit(), x=(at % 4 - (in_row - 1) / 2) * 21, y=(row - (rows - 1) / 2) * 21 - 4, scale=1.15)
        )
    return group(*parts, text(0, POOL - 14, view.pool, 16, INK))


def _gate(view: BannerView) -> str:
    x, y = _at(angle(view.gate), (RIM + TRACK) / 2)
    return group(gate(), x=x, y=y, turn=angle(view.gate), scale=1.05)


def _boats(view: BannerView) -> Iterator[str]:
    lane = (TRACK - POOL - 14) / len(view.seats)
    for seat, has in enumerate(view.seats):
        aside = 0 if len(view.seats) < 4 else 10 if seat % 2 else -10
        x, y = _at(angle(has.watercraft) + aside, TRACK - lane * (seat + 0.5) - 2)
        yield group(boat(seat), x=x, y=y, scale=min(1.3, max(0.8, lane / 21)))
