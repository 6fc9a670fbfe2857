"""The table as a drawing: the box with its tiles, what fell out of it, and the board of a seat."""

import re

import msgspec

from fairground.engine.drawing import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    DEEP_SKY,
    FAINT,
    GLOW,
    LIGHT_SKY,
    LINE,
    PANEL,
    SKY,
    SeatPanel,
    circle,
    element,
    group,
    path,
    rect,
    scene,
    seat_symbol,
    stroke,
    text,
)
from fairground.engine.picture import plain, write_count
from fairground.games.fireworks.drawn_tiles import INK, RADIUS, WIDE, die, hexagon, tile
from fairground.games.fireworks.picture import describe_situation
from fairground.games.fireworks.view import FireworksView, SkyTile

BOX_SIDE = 540
RIM = 14  # of the box, in millimetres
TRAY_Y, TRAY_HEIGHT = BOX_SIDE + 24, 180
CITY_X, CITY_WIDTH = 562, BOARD_WIDTH - 562 - 8
MINI_HEIGHT = 150
IN_BRACKETS = re.compile(r" \([^)]*\)")  # details that the tray shows


def draw(view: msgspec.Struct) -> str:
    """Draw the table of a seat; a spectator sees all boards in place of one."""
    assert isinstance(view, FireworksView)
    own = _all_cities(view) if view.seat is None else _own_city(view, view.seat)
    parts = [group(_box(view), x=10, y=10), group(_tray(view), x=10, y=TRAY_Y), own]
    caption = IN_BRACKETS.sub("", plain(describe_situation(view)).strip())
    return scene("Fireworks", caption, "".join(parts), _panels(view), view.seat, view.actors)


def _panels(view: FireworksView) -> list[SeatPanel]:
    return [
        SeatPanel(
            points,
            _describe(view, seat),
            "" if view.seat is None else _mini(view, seat),
            MINI_HEIGHT,
        )
        for seat, points in enumerate(view.points)
    ]


def _describe(view: FireworksView, seat: int) -> str:
    """Say who a seat is and what it is doing."""
    doing = [
        "helps" if seat in view.helpers else "",
        "has chosen" if view.chosen[seat] else "",
        f"{write_count(view.arranging[seat], 'move')} to arrange" if view.arranging[seat] else "",
    ]
    tiles = write_count(len(view.boards[seat]), "tile")
    return ", ".join(filter(None, [view.characters[seat], tiles, *doing]))


# The box and the tray


def _box(view: FireworksView) -> str:
    """Draw the box from above, BOX_SIDE wide, with its zones and its tiles as they lie."""
    size, whole = view.size, view.size + 2 * RIM
    third = size / 3
    zones = "".join(
        rect(
            third * (zone % 3) + 1,
            third * (zone // 3) + 1,
            third - 2,
            third - 2,
            SKY,
            4,
            stroke=LIGHT_SKY,
            opacity=0.5,
        )
        for zone in range(9)
    )
    parts = [
        rect(-RIM, -RIM, whole, whole, "#7d5533", 9, stroke="#b98654", stroke_width=1.5),
        rect(-RIM / 2, -RIM / 2, size + RIM, size + RIM, DEEP_SKY, 5, stroke="#3d2616"),
        zones,
        *(
            _lying(each)
            for each in sorted(view.sky, key=lambda each: (each.up, each.face is not None, each.rank))
        ),
        _chances(view, third),
        _impacts(view),
    ]
    scale = BOX_SIDE / whole
    return group(*parts, x=RIM * scale, y=RIM * scale, scale=scale)


def _lying(each: SkyTile) -> str:
    assert each.x is not None and each.y is not None
    return group(tile(each.face, each.up), x=each.x, y=each.y, scale=0.2 if each.up else 0.165)


def _chances(view: FireworksView, third: float) -> str:
    """Write into each zone how many new faces an aim at it brings, by its best height."""
    best: dict[int, float] = {}
    for aim in view.aims:
        best[aim.zone] = max(best.get(aim.zone, 0.0), aim.up)
    parts = []
    for zone, up in best.items():
        x, y = third * ((zone - 1) % 3) + 4, third * ((zone - 1) // 3) + 4
        label = rect(0, 0, 24, 10, DEEP_SKY, 5, stroke=GLOW, stroke_width=0.6) + text(
            12, 7.3, f"+{up:.1f}", 7, GLOW
        )
        parts.append(group(label, x=x, y=y))
    return "".join(parts)


def _impacts(view: FireworksView) -> str:
    """Draw the way of the die in the last launch, and where it lies."""
    if view.path is None:
        return ""
    stops = [(each.x, each.y) for each in view.path.impacts] + [(view.path.x, view.path.y)]
    way = "M " + " L ".join(f"{x} {y}" for x, y in stops)
    rings = "".join(
        circle(each.x, each.y, each.radius, "none", stroke=GLOW, stroke_width=0.7, opacity=0.6)
        for each in view.path.impacts
    )
    trail = stroke(way, GLOW, 0.8, stroke_dasharray="2 3", opacity=0.7)
    inside = element("clipPath", rect(-RIM / 2, -RIM / 2, view.size + RIM, view.size + RIM, "#fff"), id="box")
    return (
        inside
        + element("g", rings + trail, clip_path="url(#box)")
        + group(die(view.path.die), x=view.path.x, y=view.path.y, scale=0.6)
    )


def _tray(view: FireworksView) -> str:
    """Draw what fell out of the box or waits for the end of the turn, and how many tiles lie face down."""
    shown = [*(each for each in view.outside if not each.waiting), *_waiting(view)]
    parts = [rect(0, 0, BOX_SIDE, TRAY_HEIGHT, PANEL, 10, stroke=LINE)]
    down = sum(not each.up for each in view.sky)
    words = f"{down} tiles face down, " + ("fell out or waiting:" if shown else "nothing fell out")
    parts.append(text(14, 26, words, 14, FAINT, "start", bold=False))
    step = min(70.0, (BOX_SIDE - 80) / max(len(shown) - 1, 1))
    parts += [
        group(tile(each.face, each.up), x=44 + step * at, y=78, scale=0.62) for at, each in enumerate(shown)
    ]
    parts += [
        text(14, TRAY_HEIGHT - 40 + 22 * line, words, 14, FAINT, "start", bold=False)
        for line, words in enumerate(_cards(view))
    ]
    if view.die is not None:
        parts.append(group(die(view.die), x=BOX_SIDE - 36, y=TRAY_HEIGHT - 34, scale=2))
    return "".join(parts)


def _cards(view: FireworksView) -> tuple[str, str]:
    """Return two lines: the card in force, and how many are left."""
    card = view.card
    in_force = f"{card.name}: strength {card.strength}, scatter {card.scatter}" if card else ""
    return in_force, f"{view.piles[0]} and {view.piles[1]} cards in the piles"


def _waiting(view: FireworksView) -> list[SkyTile]:
    return [each for each in (*view.sky, *view.outside) if each.waiting]


# The boards


def _own_city(view: FireworksView, seat: int) -> str:
    frame = rect(0, 10, CITY_WIDTH, BOARD_HEIGHT - 24, PANEL, 12, stroke=LINE)
    name = text(16, 40, f"{view.characters[seat]}, {view.cities[seat]}", 17, INK, "start")
    lacks = ", ".join(f"{many} {what}" for what, many in view.lacks[seat].items())
    bonus = f"bonus of {view.worth[seat].bonus}: " + (f"lacks {lacks}" if lacks else "reached")
    words = text(16, 62, bonus if view.worth[seat].bonus else "", 13, FAINT, "start", bold=False)
    board = group(_city(view, seat, CITY_WIDTH - 24, BOARD_HEIGHT - 120), x=CITY_WIDTH / 2, y=82)
    return group(frame, name, words, board, x=CITY_X)


def _all_cities(view: FireworksView) -> str:
    wide, high = CITY_WIDTH / 2, (BOARD_HEIGHT - 20) / 2
    parts = []
    for seat in range(len(view.boards)):
        frame = rect(3, 0, wide - 6, high - 8, PANEL, 12, stroke=GLOW if seat in view.actors else LINE)
        name = seat_symbol(seat, 20, 18, 1.4) + text(
            32, 24, f"seat {seat}, {view.characters[seat]}", 14, INK, "start"
        )
        board = group(_city(view, seat, wide - 20, high - 50), x=wide / 2, y=36)
        parts.append(group(frame, name, board, x=CITY_X + wide * (seat % 2), y=10 + high * (seat // 2)))
    return "".join(parts)


def _mini(view: FireworksView, seat: int) -> str:
    return group(_city(view, seat, 250, MINI_HEIGHT), x=126)


def _city(view: FireworksView, seat: int, width: float, height: float) -> str:
    """Draw a board around x = 0, as large as fits into a width and a height."""
    longest = max(len(names) for names in view.outline)
    scale = min(width / (WIDE * longest), height / (RADIUS * (1.5 * len(view.outline) + 0.5)))
    joined = frozenset(view.joined)
    parts = []
    for row, names in enumerate(view.outline):
        for place, name in enumerate(names):
            placed = view.boards[seat].get(name)
            x, y = WIDE * (place - (len(names) - 1) / 2), RADIUS * (1 + 1.5 * row)
            if placed is None:
                drawn = path(hexagon(48), SKY, stroke=LINE, stroke_width=2) + text(
                    0, 6, name, 18, FAINT, bold=False
                )
            else:
                drawn = group(tile(placed.face, True, placed.petal or 0, placed.id in joined), scale=0.975)
            parts.append(group(drawn, x=x, y=y))
    return element("g", "".join(parts), transform=f"scale({scale:.4g})")
