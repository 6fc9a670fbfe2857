"""Cubes, dishes, helpers and dice as drawings."""

from functools import cache

from fairground.engine.drawing import (
    DARK_INK,
    FAINT,
    GLOW,
    NIGHT,
    SEATS,
    circle,
    element,
    ellipse,
    group,
    mix,
    path,
    rect,
    seat_symbol,
    stroke,
    text,
)
from fairground.games.festo.words import COLOURS, PLACES

FILLS = {
    "meat": ("#b5443a", "#7d2a23"),
    "honey": ("#e0a021", "#9c6a08"),
    "spice": ("#d9691e", "#96430c"),
    "mushroom": ("#8a6aa8", "#5c4376"),
    "fruit": ("#4c9150", "#2c6130"),
    "potato": ("#3c8f97", "#22626a"),
    "salt": ("#8d97a6", "#5c6675"),
    "any": ("#b9a88a", "#84745a"),
}
HAT, SIGN = "#f3e6cf", "#fffaf0"
SIGNS = {
    "meat": (
        "M -6 5 L -2.5 1.5 C -4.5 -3 0.5 -7.5 4.5 -5.5 C 7.5 -3 4 3.5 -1 2.8 L -4.5 6.5 A 1.6 "
        "1.6 0 1 1 -6 5 Z"
    ),
    "honey": (
        "M 0 -7.4 L 6 -4 V 2.6 L 0 6 L -6 2.6 V -4 Z M 0 -3.6 L -2.7 -2.1 V 0.8 L 0 2.3 L 2.7 0.8 V -2.1 Z"
    ),
    "spice": (
        "M 3 -7.5 C 4.5 -6 4 -5 3.6 -4 C 6.5 -1 3 5.5 -6 6 C -1.5 3 -1.5 -4.5 1.8 -4.6 C 2.5 "
        "-5.4 2.4 -6.4 3 -7.5 Z"
    ),
    "mushroom": "M -7 -0.5 C -6.5 -9 6.5 -9 7 -0.5 Z M -2.4 0.8 H 2.4 L 3 6.2 H -3 Z",
    "potato": (
        "M -6.5 1 C -7.5 -5.5 -0.5 -8 3.5 -5 C 8 -2 7.5 5 2 5.6 C -2.5 6 -5.8 5 -6.5 1 Z M -2.5 -2.6 h 1.7 "
        "v 1.7 h -1.7 Z M 2 -1 h 1.7 v 1.7 h -1.7 Z M -1.5 2 h 1.7 v 1.7 h -1.7 Z"
    ),
}
HELPER = "M -8 12 C -8.5 4 -6.5 0.5 -3.6 -0.6 A 4.6 4.6 0 1 1 3.6 -0.6 C 6.5 0.5 8.5 4 8 12 Z"
COOKS_HAT = "M -5 -6 C -9.5 -7 -8 -13.5 -3.8 -12.4 C -2.4 -15.6 2.4 -15.6 3.8 -12.4 C 8 -13.5 9.5 -7 5 -6 Z"
PIPS = {
    1: ((0, 0),),
    2: ((-5, -5), (5, 5)),
    3: ((-5, -5), (0, 0), (5, 5)),
    4: ((-5, -5), (5, -5), (-5, 5), (5, 5)),
    5: ((-5, -5), (5, -5), (0, 0), (-5, 5), (5, 5)),
    6: ((-5, -5), (5, -5), (-5, 0), (5, 0), (-5, 5), (5, 5)),
}


@cache
def cube(kind: str) -> str:
    """Return a cube with a picture of its ingredient, 22 wide, around (0, 0); `any` is of any colour."""
    fill, deep = FILLS[kind]
    body = rect(-10, -8.5, 20, 20, deep, 4.5) + rect(-10, -10, 20, 18.5, fill, 4.5, stroke=deep)
    return body + _sign(kind)


def _sign(kind: str) -> str:
    if kind in SIGNS:
        return path(SIGNS[kind], SIGN, fill_rule="evenodd")
    if kind == "fruit":
        stems = stroke("M -3.2 0 C -2.5 -4 0 -6 3 -7 C 2 -4 3 -2 3.6 0", SIGN, 1.5)
        return circle(-3.4, 2.8, 3.2, SIGN) + circle(3.6, 3.2, 3.2, SIGN) + stems
    if kind == "salt":
        return stroke("M 0 -7.6 L 5.6 -1 L 0 6 L -5.6 -1 Z M 0 -7.6 L 0 6 M -5.6 -1 H 5.6", SIGN, 1.5)
    mark = stroke("M -4 -3.6 C -4 -8.4 4.2 -8.4 4.2 -3.6 C 4.2 -0.8 0.2 -1 0.2 2", SIGN, 1.5)
    return mark + circle(0.2, 5.3, 1.4, SIGN)


@cache
def helper(seat: int) -> str:
    """Return a helper with a cook's hat, about 26 high, around (0, 0)."""
    return (
        path(COOKS_HAT, HAT, stroke=NIGHT)
        + path(HELPER, SEATS[seat], stroke=NIGHT)
        + seat_symbol(seat, 0, 5.5, 0.66, NIGHT)
    )


@cache
def disc(seat: int, later: bool = False) -> str:
    """Return a disc, 20 wide, around (0, 0); one that counts from the next round on is faint."""
    body = circle(0, 0, 10, SEATS[seat], stroke=NIGHT) + circle(
        0, 0, 7.6, "none", stroke=NIGHT, stroke_dasharray="2 2"
    )
    return group(body, seat_symbol(seat, 0, 0, 0.72, NIGHT), opacity=0.6 if later else None)


@cache
def die(number: int) -> str:
    """Return a die, 20 wide, around (0, 0)."""
    pips = "".join(circle(x, y, 2, DARK_INK) for x, y in PIPS.get(number, ()))
    return rect(-10, -10, 20, 20, HAT, 4.5, stroke=NIGHT, stroke_width=1.2) + pips


def start_card() -> str:
    """Return the start card, 28 wide, around (0, 0)."""
    flag = path(
        "M -6 10 V -10 L 9 -5 L -6 0", "#c8442b", stroke="#5a2a14", stroke_width=1.6, stroke_linejoin="round"
    )
    return rect(-14, -17, 28, 34, GLOW, 5, stroke="#7a4f2a", stroke_width=1.5) + flag


def price(groups: list[tuple[str, int, bool]], width: float) -> str:
    """Return what a dish costs around x = 0: numbers with cubes; the surcharge has a plus.

    A price of one cube of each colour shows only the cubes.
    """
    single = len(groups) > 3 and all(count == 1 for _, count, _ in groups)
    step = min(46.0, width / len(groups))
    parts = []
    for at, (kind, count, extra) in enumerate(groups):
        number = "" if single else text(-2, 5, f"{'+' if extra else ''}{count}", 13, DARK_INK, "end")
        drawn = number + group(cube(kind), x=0 if single else 10, scale=0.8)
        parts.append(group(drawn, x=(at - (len(groups) - 1) / 2) * step))
    return "".join(parts)


@cache
def food(sort: str, colour: str | None) -> str:
    """Return a picture of a dish in the colour of its ingredient, 56 wide and 44 high, around (0, 0)."""
    drawn = _food(sort, FILLS[colour or "meat"][0])
    return element("g", drawn, stroke=DARK_INK, stroke_width=1.2, stroke_linejoin="round")


def _food(sort: str, fill: str) -> str:
    white = "#fff8e8"
    if sort == "drink":
        glass = path(
            "M -15 -20 H 15 C 15 -2 8 6 3 7 V 15 L 11 20 H -11 L -3 15 V 7 C -8 6 -15 -2 -15 -20 Z",
            mix(fill, "#ffffff", 0.18),
        )
        juice = path("M -14 -12 H 14 C 13 -2 7 3 0 3 C -7 3 -13 -2 -14 -12 Z", fill)
        return glass + juice + path("M 6 -12 L 14 -26") + circle(15, -19, 5, fill)
    if sort == "dessert":
        icing = (
            "M -17 -2 C -20 -12 -8 -12 -8 -8 C -6 -16 8 -16 8 -8 C 10 -13 20 -11 17 -2 C 14 3 11 -2 8 2 "
            "C 4 6 1 -1 -3 3 C -7 6 -10 -2 -13 1 C -15 2 -16 0 -17 -2 Z"
        )
        cake = ellipse(0, 15, 27, 6, white) + path("M -18 12 L -15 -4 H 15 L 18 12 Z", "#f1d9a8")
        return cake + path(icing, fill) + circle(0, -17, 4.5, "#c8442b")
    if sort == "starter":
        steam = path("M -9 -11 q -4 -5 0 -9 M 0 -12 q -4 -6 0 -11 M 9 -11 q -4 -5 0 -9", stroke=FAINT)
        bowl = path("M -25 -2 H 25 C 23 16 12 20 0 20 C -12 20 -23 16 -25 -2 Z", white)
        return bowl + ellipse(0, -2, 25, 7, fill) + steam
    if sort == "side":
        heap = (
            "M -19 11 C -21 2 -14 -2 -11 -3 C -11 -11 -2 -13 1 -9 C 6 -14 14 -8 13 -2 C 19 -1 21 6 19 11 "
            "C 8 15 -8 15 -19 11 Z"
        )
        leaf = path("M -3 -10 C -8 -18 -1 -20 1 -12 C 4 -20 10 -16 4 -9 Z", "#4f9d5c")
        return ellipse(0, 13, 28, 8, white) + path(heap, fill) + leaf
    if sort == "roast":
        meat = path("M -22 12 C -28 -8 -8 -18 8 -13 C 22 -10 26 4 20 12 Z", "#a45a2a")
        cuts = path("M -10 -8 L -4 8 M 0 -12 L 6 7 M 10 -10 L 14 5")
        bone = path("M 19 -2 L 29 -9 a 3 3 0 1 1 3 3 a 3 3 0 1 1 -3 3 L 21 3 Z", "#fff3d0")
        return ellipse(0, 14, 31, 7, white) + meat + cuts + bone
    cover = path("M -25 12 C -25 -18 25 -18 25 12 Z", "#c3cad3") + circle(0, -13, 4, "#c3cad3")
    beads = "".join(
        circle(-17 + 6.8 * at, 6 if at in (0, 5) else 3, 3, FILLS[each][0]) for at, each in enumerate(COLOURS)
    )
    return ellipse(0, 15, 31, 7, white) + cover + beads


def awning(place: str, width: float) -> str:
    """Return the striped awning of a stall from (0, 0), 34 high, in the colour of its wares."""
    at = PLACES.index(place)
    cloth = FILLS[COLOURS[at] if at < len(COLOURS) else "salt"][0]
    count = 6
    each = width / count
    return "".join(
        path(
            f"M {each * stripe:.1f} 0 h {each:.1f} v 24 a {each / 2:.1f} 8 0 0 1 {-each:.1f} 0 Z",
            mix(cloth, "#fff8e8", 0.18) if stripe % 2 else cloth,
            stroke=NIGHT,
            stroke_width=0.8,
        )
        for stripe in range(count)
    )
