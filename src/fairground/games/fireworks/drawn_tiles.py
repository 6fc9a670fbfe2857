"""Tiles and the die as drawings."""

from functools import cache
from math import cos, radians, sin, sqrt

from fairground.engine.drawing import (
    DEEP_SKY,
    FIRE,
    FIRE_SYMBOLS,
    GLOW,
    LANTERN,
    LIGHT_SKY,
    SKY,
    circle,
    ellipse,
    group,
    mix,
    path,
    rect,
    stroke,
)
from fairground.games.fireworks.box import COLOUR_NAMES

RADIUS = 50.0  # of a tile, from the middle to a corner
WIDE = RADIUS * sqrt(3)
INK = "#fff3d6"
FUNCTIONS = frozenset({"gale", "heavy rain", "fireworks"})
SPARKLE = "M 0 -15 L 3.5 -3.5 L 15 0 L 3.5 3.5 L 0 15 L -3.5 3.5 L -15 0 L -3.5 -3.5 Z"
EDGE = -WIDE / 2  # the western edge of a tile
PEONY = ((54, 3, (-24, -8, 8, 24)), (63, 3.8, (-17, 0, 17)), (73, 4.6, (-24, -8, 8, 24)))
PICTURES = {  # the outline, and the details inside it
    "butterfly": (
        "M 0 -4 C -8 -26 -32 -24 -26 -4 C -24 4 -14 4 -8 3 C -22 8 -20 26 -8 22 C -3 20 -1 12 0 6 "
        "C 1 12 3 20 8 22 C 20 26 22 8 8 3 C 14 4 24 4 26 -4 C 32 -24 8 -26 0 -4 Z",
        "M 0 -8 V 14 M 0 -8 L -6 -18 M 0 -8 L 6 -18",
    ),
    "heart": ("M 0 23 C -36 -2 -20 -28 0 -12 C 20 -28 36 -2 0 23 Z", "M -13 -9 Q -18 -4 -14 3"),
    "star": (
        "M 0 -26 L 7 -9 L 25 -8 L 11 4 L 16 22 L 0 12 L -16 22 L -11 4 L -25 -8 L -7 -9 Z",
        "M 0 -10 V 4",
    ),
    "smile": (
        "M 0 -24 A 24 24 0 1 1 0 24 A 24 24 0 1 1 0 -24 Z",
        "M -11 4 Q 0 17 11 4 M -8 -9 V -4 M 8 -9 V -4",
    ),
    "cat": (
        "M -21 -24 L -11 -14 Q 0 -18 11 -14 L 21 -24 Q 27 4 15 15 Q 0 26 -15 15 Q -27 4 -21 -24 Z",
        "M -9 -3 V 2 M 9 -3 V 2 M -4 8 L 0 11 L 4 8 M -28 6 L -17 7 M 28 6 L 17 7",
    ),
    "fish": (
        "M -27 0 Q -6 -22 13 -3 L 27 -13 Q 22 0 27 13 L 13 3 Q -6 22 -27 0 Z",
        "M -16 -3 V -2 M -4 -8 Q 1 0 -4 8",
    ),
    "paw": (
        "M 0 2 C 10 2 17 12 13 19 C 10 25 4 20 0 20 C -4 20 -10 25 -13 19 C -17 12 -10 2 0 2 Z",
        "M -18 -2 A 4 6 0 1 1 -18.1 -2 M -7 -14 A 4 6 0 1 1 -7.1 -14 M 7 -14 A 4 6 0 1 1 6.9 -14 M 18 -2 "
        "A 4 6 0 1 1 17.9 -2",
    ),
    "ribbon": (
        "M 0 -4 C -10 -22 -30 -20 -27 -4 C -25 8 -8 4 0 -4 C 8 4 25 8 27 -4 C 30 -20 10 -22 0 -4 Z",
        "M -2 0 Q -6 12 -15 22 M 2 0 Q 6 12 15 22 M -4 -4 H 4",
    ),
    "gale": (
        "",
        "M -26 -8 H 8 A 8 8 0 1 0 1 -20 M -26 2 H 20 A 8 8 0 1 1 13 14 M -20 12 H 0 A 6 6 0 1 1 -5 21",
    ),
    "heavy rain": (
        "M -18 2 A 10 10 0 0 1 -14 -16 A 14 14 0 0 1 13 -15 A 9 9 0 0 1 17 2 Z",
        "M -14 9 L -18 21 M -4 9 L -8 21 M 6 9 L 2 21 M 16 9 L 12 21",
    ),
    "fireworks": (
        "M -5 20 V -2 Q -5 -12 0 -18 Q 5 -12 5 -2 V 20 Z",
        "M -5 10 L -12 20 M 5 10 L 12 20 M 0 20 V 27 M -14 -20 L -20 -26 M -16 -11 H -25 M 14 "
        "-20 L 20 -26 M 16 -11 H 25",
    ),
}
PAWS = {1: ((0, 0.5),), 2: ((-4, -3.6), (4, 4.2)), 3: ((-4.6, -4.4), (0, 0.4), (4.6, 5))}


def polar(distance: float, degrees: float) -> tuple[float, float]:
    """Return the point at a distance and an angle, in degrees clockwise from east."""
    return distance * cos(radians(degrees)), distance * sin(radians(degrees))


@cache
def hexagon(radius: float) -> str:
    """Return a hexagon that stands on a corner, as a path."""
    corners = [polar(radius, 60 * corner + 30) for corner in range(6)]
    return "M " + " L ".join(f"{x:.2f} {y:.2f}" for x, y in corners) + " Z"


@cache
def tile(face: str | None, up: bool = True, petal: int = 0, joined: bool = False) -> str:
    """Return a tile around (0, 0): face up, or its back with what is known of it."""
    colour = face.split()[0] if face and face.split()[0] in COLOUR_NAMES else None
    fire = FIRE[colour] if colour else GLOW
    ground = mix(fire, SKY, 0.26) if face and face.endswith(" core") else SKY
    ground = LANTERN if face in FUNCTIONS else ground
    edge = mix(fire, DEEP_SKY, 0.55)
    if not up:
        back = path(hexagon(RADIUS), LIGHT_SKY, stroke=DEEP_SKY, stroke_width=2.5)
        back += path(hexagon(43), stroke=mix(GLOW, LIGHT_SKY, 0.45), stroke_width=2)
        return back + (
            path(SPARKLE, mix(GLOW, LIGHT_SKY, 0.7))
            if face is None
            else group(_print(face, fire, 0, False), opacity=0.5)
        )
    print_ = "" if face is None else _print(face, fire, petal, joined)
    return path(hexagon(RADIUS), ground, stroke=edge, stroke_width=2.5) + print_


def _print(face: str, fire: str, petal: int, joined: bool) -> str:
    colour, *rest = face.split()
    if colour not in COLOUR_NAMES:
        return _picture(face, fire)
    if rest == ["core"]:
        rays = stroke("M 15 0 L 41 0 M 14 5 L 33 10 M 14 -5 L 33 -10", fire, 3)
        body = "".join(group(rays, turn=60 * direction) for direction in range(6))
        return body + circle(0, 0, 15, mix(fire, SKY, 0.4)) + _seal(colour, fire, 12.5, 1.7)
    extra = _extra(rest[1], fire, joined) if len(rest) > 1 else ""
    return group(_petal(rest[0], fire) + extra, turn=-60 * petal) + _seal(colour, fire, 10.5, 1.35)


def _seal(colour: str, fire: str, radius: float, scale: float) -> str:
    symbol = group(path(FIRE_SYMBOLS[colour], fire), scale=scale)
    return circle(0, 0, radius, DEEP_SKY, stroke=fire, stroke_width=1.4) + symbol


def _picture(face: str, fire: str) -> str:
    outline, details = PICTURES.get(face, ("", ""))
    shape = path(outline, mix(fire, SKY, 0.34), stroke=fire, stroke_width=3) if outline else ""
    return shape + stroke(details, INK, 3)


# The sixth part of a big firework: rays that meet in the middle of the hexagon to the east.


def _point(distance: float, angle: float) -> tuple[float, float]:
    x, y = polar(distance, 180 + angle)
    return x + WIDE, y


def _ray(start: float, end: float, angle: float, bend: float = 0) -> str:
    x, y = _point(start, angle)
    u, v = _point(end, angle + bend)
    if not bend:
        return f"M {x:.1f} {y:.1f} L {u:.1f} {v:.1f}"
    p, q = _point((start + end) / 2 + 3, angle)
    return f"M {x:.1f} {y:.1f} Q {p:.1f} {q:.1f} {u:.1f} {v:.1f}"


def _rays(angles: tuple[float, ...], start: float, end: float, bend: float = 0) -> str:
    return " ".join(_ray(start, end, angle, bend) for angle in angles)


def _dots(angles: tuple[float, ...], distance: float, radius: float, fire: str) -> str:
    return "".join(circle(*_point(distance, angle), radius, fire) for angle in angles)


@cache
def _petal(shape: str, fire: str) -> str:
    def thin(rays: str) -> str:
        return stroke(rays, fire, 1.6, opacity=0.75)

    if shape == "peony":
        dots = "".join(_dots(angles, distance, radius, fire) for distance, radius, angles in PEONY)
        return thin(_rays((-20, 0, 20), 45, 56)) + dots
    if shape == "chrysanthemum":
        streaks = stroke(_rays((-25, -12.5, 0, 12.5, 25), 45, 75), fire, 4.2)
        return streaks + thin(_rays((-18.5, -6, 6, 18.5), 46, 66))
    if shape == "palm":
        angles = (-24, -8, 8, 24)
        return stroke(_rays(angles, 45, 70), fire, 3.2) + _dots(angles, 74, 5, fire)
    if shape == "dahlia":
        return _dots((-21, 0, 21), 60, 7.5, fire) + thin(_rays((-21, 0, 21), 68, 78))
    if shape == "crossette":
        strands = stroke(_rays((-25, -15, -5, 5, 15, 25), 60, 76), fire, 3.2)
        return strands + thin(_rays((-20, 0, 20), 45, 60))
    strands = stroke(_rays((-20, -5, 10), 45, 75, 15), fire, 3.2)
    return strands + _dots((-5, 10, 25), 75, 3.2, fire) + thin(_rays((-27, -12, 3, 17), 45, 62, 9))


def _extra(extra: str, fire: str, joined: bool) -> str:
    """Draw a half on the western edge that joins with its like, or a small flower."""
    body = fire if joined else mix(fire, DEEP_SKY, 0.62)
    if extra == "saturn":
        planet = path(f"M {EDGE} -14 A 14 14 0 0 1 {EDGE} 14 Z", body, stroke=fire, stroke_width=1.6)
        return planet + stroke(f"M {EDGE} -6 A 27 6 0 0 1 {EDGE} 6", INK, 4 if joined else 3)
    if extra == "kaleidoscope":
        star = [polar(12 if at % 2 else 21, 30 * at - 90) for at in range(7)]
        outline = "M " + " L ".join(f"{EDGE + x:.1f} {y:.1f}" for x, y in star) + " Z"
        facets = " ".join(f"M {EDGE} 0 L {EDGE + x:.1f} {y:.1f}" for x, y in star)
        return path(outline, body, stroke=fire, stroke_width=1.6) + stroke(facets, INK, 1.3)
    leaf = ellipse(0, -7, 4.6, 6, body, stroke=fire, stroke_width=1.6)
    leaves = "".join(group(leaf, x=-24, turn=angle) for angle in range(0, 360, 72))
    return leaves + circle(-24, 0, 3.6, INK)


def die(side: int) -> str:
    """Return the die around (0, 0), 20 wide: paws, or the fireworks symbol for 0."""
    parts = [rect(-10, -10, 20, 20, "#fff8ea", 4.5, stroke=DEEP_SKY)]
    if side == 0:
        parts += [group(stroke("M 2.5 0 L 7 0", "#c8442b", 1.8), turn=angle) for angle in range(0, 360, 45)]
    for x, y in PAWS.get(side, ()):
        toes = (
            circle(-2, -1.2, 0.8, "#7a3b1f") + circle(0, -2, 0.8, "#7a3b1f") + circle(2, -1.2, 0.8, "#7a3b1f")
        )
        parts.append(group(ellipse(0, 0.9, 2, 1.6, "#7a3b1f"), toes, x=x, y=y))
    return "".join(parts)
