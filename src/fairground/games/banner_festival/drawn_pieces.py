"""Cards, Banners, boats and the other pieces as drawings."""

from collections.abc import Sequence
from functools import cache

from fairground.engine.drawing import (
    GLOW,
    LANTERN,
    NIGHT,
    SEATS,
    SKY,
    circle,
    group,
    path,
    rect,
    seat_symbol,
    stroke,
    text,
)
from fairground.games.banner_festival.view import AbilityView

SUITS = {"teal": "#1f7a80", "purple": "#8a5bae", "orange": "#b35413", "yellow": "#8c6a0e"}
ON_SUIT, CARD, CARD_LINE, CARD_INK = "#fffaf0", "#f3e8d2", "#c9b48a", "#3a2f44"
WOOD, DEEP_WOOD = "#9a6b40", "#5a3a1e"
CARD_WIDTH, CARD_HEIGHT = 80, 112
FISH = "M -10 0 C -6 -7 3 -7 6 -1 L 10 -5 V 5 L 6 1 C 3 7 -6 7 -10 0 Z M -6 -1.2 a 1.2 1.2 0 1 0 0.1 0 Z"
JAR = (
    "M -5 -10 H 5 V -7 H 3.5 V -5 C 10 -2 9 7 5 10 H -5 C -9 7 -10 -2 -3.5 -5 V -7 H -5 Z M "
    "-7 1 H 7 V 3.4 H -7 Z"
)
CHEESE = (
    "M -10 3 L 7 -8 C 10 -5 10.5 -2 10.5 1 L -10 4.6 Z M -10 6 L 10.5 2.6 V 8 H -10 Z M 3 -2.5 "
    "a 1.7 1.7 0 1 0 0.1 0 Z M -2 6 a 1.2 1.2 0 1 0 0.1 0 Z"
)
GRAPES = ((-5, -3, 3.2), (1.5, -3, 3.2), (7, -1.5, 2.6), (-2, 2.6, 3.2), (4, 3, 3.2), (0.8, 8, 2.8))
BOAT_SIGN = "M -9 3 H 9 C 8 7 5 9 0 9 C -5 9 -8 7 -9 3 Z M -1 1 V -10 C 4 -8 6 -4 6 1 Z"
BANNER_SIGN = "M -6 -9 H 6 V 9 L 0 5 L -6 9 Z"
TOWER_SIGN = (
    "M -8 10 V -6 H -9 V -11 H -5 V -8 H -2 V -11 H 2 V -8 H 5 V -11 H 9 V -6 H 8 V 10 H 3 V 3 H -3 V 10 Z"
)
ARROW, TIMES, PLUS = "M -6 0 H 6 M 2 -4 L 6 0 L 2 4", "M -4 -4 L 4 4 M 4 -4 L -4 4", "M -4 0 H 4 M 0 -4 V 4"


@cache
def suit(name: str, ink: str = ON_SUIT) -> str:
    """Return the sign of a suit, about 20 wide, around (0, 0): a fish, grapes, a jar or a cheese."""
    if name == "purple":
        leaf = path("M 0 -10 C 3 -10 6 -9 7 -7 C 4 -6 2 -6 0 -7 Z", ink)
        return leaf + "".join(circle(x, y, r, ink) for x, y, r in GRAPES)
    return path({"teal": FISH, "orange": JAR, "yellow": CHEESE}[name], ink, fill_rule="evenodd")


def fruit() -> str:
    """Return a Fruit, about 16 wide, around (0, 0)."""
    leaf = path(
        "M 0 -5 C 1 -9 5 -9.5 7 -8 C 6 -5 3 -4.5 0 -5 Z", "#4f9d5c", stroke="#7a2418", stroke_width=0.7
    )
    return circle(0, 1.5, 6.6, "#e0543e", stroke="#7a2418") + circle(-2.3, -0.8, 1.8, "#f0a99e") + leaf


@cache
def banner(seat: int | None) -> str:
    """Return a Banner of a seat, or a neutral one, 18 wide, hanging from (0, 0)."""
    cloth = SEATS[seat] if seat is not None else "#8d8794"
    mark = stroke("M -5 9 H 5", NIGHT, 2) if seat is None else seat_symbol(seat, 0, 9.5, 0.85, NIGHT)
    body = path("M -9 0 H 9 V 25 L 0 18.5 L -9 25 Z", cloth, stroke=NIGHT, stroke_width=0.9)
    return body + stroke("M -11 0 H 11", DEEP_WOOD, 2.6) + mark


def banners(counts: Sequence[int], neutral: bool, width: float) -> str:
    """Return the Banners at one place side by side, with their numbers, hanging from (0, 0) in the middle."""
    found: list[tuple[int | None, int]] = [(None, 1)] if neutral else []
    found += [(seat, count) for seat, count in enumerate(counts) if count]
    step = min(24.0, (width - 20) / max(len(found) - 1, 1))
    parts = []
    for at, (seat, count) in enumerate(found):
        number = text(0, 39, count, 13, "#fff3d9") if seat is not None and count > 1 else ""
        parts.append(group(banner(seat), number, x=(at - (len(found) - 1) / 2) * step))
    return "".join(parts)


@cache
def boat(seat: int) -> str:
    """Return a Watercraft with the symbol of its seat on the sail, about 26 wide, around (0, 0)."""
    sail = path("M -9 3 C -9 -8 -5 -14 2 -15 C 9 -10 10 -3 9 3 Z", SEATS[seat], stroke=NIGHT)
    hull = path("M -13 5 H 13 C 11 11 7 13 0 13 C -7 13 -11 11 -13 5 Z", WOOD, stroke=NIGHT)
    return sail + hull + seat_symbol(seat, 0, -4, 0.85, NIGHT)


def gate() -> str:
    """Return the Trade Gate, about 52 wide and 40 high, around (0, 0)."""
    parts = ("M -17 -8 H -11 L -10 20 H -18 Z M 11 -8 H 17 L 18 20 H 10 Z", "M -20 -6 H 20 V -1 H -20 Z")
    roof = "M -27 -19 Q 0 -11 27 -19 L 24 -10 Q 0 -4 -24 -10 Z"
    frame = "".join(path(d, LANTERN, stroke=NIGHT, stroke_width=1.2) for d in (*parts, roof))
    return frame + circle(0, 3, 3.6, GLOW, stroke=NIGHT)


# Cards


def card(name: str | None, abilities: Sequence[AbilityView]) -> str:
    """Return a card from (0, 0), 80 wide and 112 high; it is face down if it has no name."""
    if name is None:
        back = rect(1, 1, 78, 110, SKY, 9, stroke=GLOW, stroke_width=2)
        return back + path(
            "M 40 14 L 66 56 L 40 98 L 14 56 Z M 40 32 L 54 56 L 40 80 L 26 56 Z",
            stroke=GLOW,
            stroke_width=1.5,
        )
    colour, number = name.rstrip("0123456789"), int(name.lstrip("abcdefghijklmnopqrstuvwxyz"))
    paper = rect(1, 1, 78, 110, CARD, 9, stroke=CARD_LINE, stroke_width=1.5)
    band = path("M 1 48 V 10 A 9 9 0 0 1 10 1 H 70 A 9 9 0 0 1 79 10 V 48 Z", SUITS[colour])
    sign = group(suit(colour), x=56, y=25, scale=1.25)
    shown = group(ability(abilities[number]), x=40, y=83) if number < len(abilities) else ""
    size = 33 if number < 10 else 26
    return paper + band + text(23, 37, number, size, ON_SUIT) + sign + shown


def ability(what: AbilityView) -> str:
    """Return an ability as symbols: about 64 wide and 44 high, around (0, 0)."""
    if what.kind == "gate":
        return _ink(BOAT_SIGN, -14) + _line(ARROW, 2) + _line("M 12 10 V -8 Q 20 -14 28 -8 V 10", 0)
    if what.kind == "sprint":
        return (
            _amount(what.fruit, -31)
            + group(fruit(), x=-17)
            + _ink(BOAT_SIGN, 3)
            + _line(PLUS, 18)
            + _amount(what.steps, 29)
        )
    if what.kind == "nearest":
        place = rect(12, -9, 18, 18, "none", 3, stroke=CARD_INK, stroke_width=2)
        return _ink(BANNER_SIGN, -18) + _line(ARROW, 2) + place
    if what.kind == "race":
        return _amount(what.steps, -27) + _ink(BOAT_SIGN, -9) + _line(TIMES, 7) + _ink(BANNER_SIGN, 21)
    if what.kind == "harvest":
        area = _ink(BANNER_SIGN, 25) if what.area == "region" else _line("M 3 14 H 19", 0)
        return group(fruit(), x=-18) + _line(TIMES, -4) + _ink(BANNER_SIGN, 11) + area
    if what.kind == "tower":
        return _amount(what.banners, -27) + _ink(BANNER_SIGN, -12) + _line(ARROW, 4) + _ink(TOWER_SIGN, 21)
    return circle(0, 0, 14, GLOW, stroke=CARD_INK, stroke_width=2) + _amount(what.profit, 0)


def _ink(d: str, x: float) -> str:
    return group(path(d, CARD_INK), x=x)


def _line(d: str, x: float) -> str:
    return group(stroke(d, CARD_INK, 2), x=x)


def _amount(value: int | None, x: float) -> str:
    return "" if value is None else text(x, 6, value, 16, CARD_INK)
