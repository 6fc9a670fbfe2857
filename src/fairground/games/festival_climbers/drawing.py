"""The temple as a drawing."""

import msgspec

from fairground.engine.drawing import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    DARK_INK,
    GLOW,
    INK,
    LINE,
    NIGHT,
    PANEL,
    SEATS,
    SKY,
    SeatPanel,
    circle,
    group,
    path,
    rect,
    scene,
    seat_symbol,
    stroke,
    text,
)
from fairground.games.festival_climbers.notation import space_name
from fairground.games.festival_climbers.rules import WIDTH
from fairground.games.festival_climbers.view import ClimbersView

FOOT = BOARD_HEIGHT - 78  # the lower edge of the base
TEAM = 62  # height of the boxes with those who wait
STONE = (
    '<linearGradient id="stone" x2="0" y2="1"><stop stop-color="#d9b277"/>'
    '<stop offset="1" stop-color="#a97f48"/></linearGradient>'
)
SCENERY = (
    circle(850, 110, 38, "#ffe3a1", opacity=0.9)
    + path(
        "M 0 520 L 140 400 L 260 500 L 400 370 L 540 500 L 680 400 L 820 500 L 988 430 V 758 H 0 Z", "#2d2558"
    )
    + path("M 0 640 Q 190 580 390 630 T 740 620 T 988 600 V 758 H 0 Z", "#1c1738")
)
CLIMBER = (
    "M -11 20 L -9 2 L -15 -13 L -11 -15 L -4 -3 L 4 -3 L 11 -15 L 15 -13 L 9 2 L 11 20 L 4 "
    "20 L 0 10 L -4 20 Z"
)


def draw(view: msgspec.Struct) -> str:
    """Draw the temple with its climbers, and those who wait at its foot."""
    assert isinstance(view, ClimbersView)
    wide = min(118.0, (BOARD_WIDTH - 150) / view.levels)
    high = min(76.0, (FOOT - 84) / view.levels)
    owner = {space: seat for seat, spaces in enumerate(view.climbers) for space in spaces}
    parts = [f"<defs>{STONE}</defs>{SCENERY}", _bell(FOOT - high * view.levels, view.reason == "summit")]
    for level in range(view.levels):
        y = FOOT - high * (level + 0.5)
        parts += [_stone(view, owner, level, place, wide, high, y) for place in range(view.levels - level)]
        parts.append(_value(view.values[level], BOARD_WIDTH / 2 + wide * (view.levels - level) / 2 + 30, y))
    each = BOARD_WIDTH / len(view.hand)
    parts += [_team(view, seat, each * seat + 8, each - 16) for seat in range(len(view.hand))]
    return scene("Festival Climbers", _caption(view), "".join(parts), _panels(view), view.seat, view.actors)


def _caption(view: ClimbersView) -> str:
    asked = " and ".join(f"seat {seat}" for seat in view.actors)
    return f"over: {view.reason}" if view.reason else f"{asked} to move"


def _panels(view: ClimbersView) -> list[SeatPanel]:
    return [
        SeatPanel(points, f"{len(view.climbers[seat])} on the temple, {view.hand[seat]} in hand")
        for seat, points in enumerate(view.points)
    ]


def _stone(
    view: ClimbersView, owner: dict[str, int], level: int, place: int, wide: float, high: float, y: float
) -> str:
    name = space_name(WIDTH * level + place)
    x = BOARD_WIDTH / 2 + wide * (place + 0.5 - (view.levels - level) / 2)
    lit = name in view.carried
    parts = [
        rect(
            2 - wide / 2,
            2 - high / 2,
            wide - 4,
            high - 4,
            "url(#stone)",
            8,
            stroke="#fff4d6" if lit else "#6d4c24",
            stroke_width=2.5 if lit else 1.5,
        ),
        text(8 - wide / 2, high / 2 - 8, name, 12, DARK_INK, "start"),
    ]
    if name in owner:
        parts.append(group(climber(owner[name], name in view.locked), scale=high / 52))
    return group(*parts, x=x, y=y)


def climber(seat: int, locked: bool = False) -> str:
    """Return a climber with its arms up, around (0, 0) and 40 high; a rope shows that it may not leave."""
    parts = [
        path(CLIMBER, SEATS[seat], stroke=NIGHT, stroke_width=1.2, stroke_linejoin="round"),
        circle(0, -11, 6.5, "#f3cfa2", stroke=NIGHT, stroke_width=1.2),
        seat_symbol(seat, 0, 3, 0.8, NIGHT),
    ]
    if locked:
        parts.append(stroke("M -13 16 Q 0 22 13 16", "#6b4a1f", 2.5, stroke_dasharray="4 2"))
    return "".join(parts)


def _value(points: int, x: float, y: float) -> str:
    diamond = path("M 0 -17 L 17 0 L 0 17 L -17 0 Z", SKY, stroke=GLOW, stroke_width=2)
    return group(diamond, text(0, 6, points, 16, "#fff3d9"), x=x, y=y)


def _bell(top: float, rung: bool) -> str:
    frame = stroke("M -28 0 v -22 q 28 -36 56 0 v 22", "#7a4f2a", 6)
    bell = path("M -14 -7 q 2 -24 14 -25 q 12 1 14 25 Z", GLOW, stroke="#7a4f2a", stroke_width=1.5)
    bell += circle(0, -5, 4, GLOW, stroke="#7a4f2a", stroke_width=1.5)
    return group(frame, group(bell, turn=16 if rung else 0), x=BOARD_WIDTH / 2, y=top)


def _team(view: ClimbersView, seat: int, x: float, wide: float) -> str:
    """Draw those who wait, as many as find room, and how many they are."""
    left = view.hand[seat]
    shown = min(left, 12)
    step = min(21.0, (wide - 30) / max(shown - 1, 1))
    acting = seat in view.actors
    waiting = [
        group(climber(seat), x=wide / 2 + (at - (shown - 1) / 2) * step, y=22, scale=0.56)
        for at in range(shown)
    ]
    return group(
        rect(
            0, 0, wide, TEAM, PANEL, 10, stroke=GLOW if acting else LINE, stroke_width=2.5 if acting else 1.5
        ),
        *waiting,
        text(wide / 2, TEAM - 9, f"{left} waiting" if left else "none waiting", 13, INK),
        x=x,
        y=FOOT + 8,
    )
