"""The floating market as a drawing: the wheel between docks and Towers, the seats' cards, and the hand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import atan2, cos, pi, radians, sin, sqrt

import msgspec

from fairground.engine.drawing import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    DARK_INK,
    FAINT,
    GLOW,
    INK,
    LINE,
    PANEL,
    SEATS,
    SeatPanel,
    circle,
    group,
    mix,
    path,
    rect,
    scene,
    seat_symbol,
    stroke,
    text,
)
from fairground.games.banner_festival.drawn_pieces import (
    CARD,
    CARD_HEIGHT,
    CARD_WIDTH,
    DEEP_WOOD,
    ON_SUIT,
    SUITS,
    banner,
    banners,
    boat,
    card,
    fruit,
    suit,
)
from fairground.games.banner_festival.drawn_wheel import RIM, angle, wheel
from fairground.games.banner_festival.view import BannerView, DockView, SpaceView, TowerView

MARKET_HEIGHT = 594.0
TITLE, SPACE = 20.0, 82.0  # heights of a dock's title and of its spaces
X, Y = BOARD_WIDTH / 2, MARKET_HEIGHT / 2  # the middle of the wheel
TOWER = 114.0  # width of a Tower
PLANK, PLANK_INK = "#7a5533", "#fff3d9"
STONE, STONE_LINE = "#433a5e", "#7f73a3"
MINI_WIDTH, MINI_HEIGHT = 252.0, 64


def draw(view: msgspec.Struct) -> str:
    """Draw the market, the cards of the bout, and the hand of a seat."""
    assert isinstance(view, BannerView)
    parts = [
        group(wheel(view), x=X, y=Y),
        *_sides(view),
        *_places(view),
        group(_hand(view), y=MARKET_HEIGHT + 6),
    ]
    return scene("Banner Festival", _caption(view), "".join(parts), _panels(view), view.seat, view.actors)


def _caption(view: BannerView) -> str:
    if view.reason:
        return f"over: {view.reason}"
    asked = " and ".join(f"seat {seat}" for seat in view.actors)
    order = " > ".join(next(dock.order for dock in view.docks if dock.quadrant == view.quadrant))
    return f"round {view.round}, bout {view.bout} of {view.bouts}; {order}; {view.asked}: {asked}"


def _panels(view: BannerView) -> list[SeatPanel]:
    return [
        SeatPanel(
            seat.points, f"{seat.cards} cards, boat on {seat.watercraft}", _mini(view, number), MINI_HEIGHT
        )
        for number, seat in enumerate(view.seats)
    ]


def _mini(view: BannerView, seat: int) -> str:
    """Draw what a seat has, 252 by MINI_HEIGHT: Fruit, Banners, kept cards, and its Character cards."""
    has = view.seats[seat]
    parts = [group(fruit(), x=12, y=16, scale=1.2), text(26, 22, has.fruit, 16, INK, "start")]
    parts += [group(banner(seat), x=74, y=4), text(90, 22, has.banners, 16, INK, "start")]
    for at, name in enumerate(has.kept):
        parts.append(group(card(name, view.abilities), x=124 + 26 * at, y=0, scale=0.3))
    return "".join(parts) + _characters(view, seat)


def _characters(view: BannerView, seat: int) -> str:
    """Draw the Character cards with their Profit; those that the seat has are lit."""
    has, profits = view.seats[seat], view.character_profits
    step = min(35.0, MINI_WIDTH / len(profits))
    wide, size = step - 0.14 * step, min(13.0, 0.5 * step)
    parts = []
    for at, profit in enumerate(profits):
        got = at < has.characters
        box = rect(0, 0, wide, 22, GLOW if got else "none", 5, stroke=GLOW if got else LINE)
        number = text(wide / 2, 16, profit, size, DARK_INK if got else FAINT)
        parts.append(group(box, number, x=4 + step * at, y=38))
    stunt = f"stunt on {has.stunt}" if has.stunt else ""
    return "".join(parts) + text(4, 72, stunt, 11, FAINT, "start", bold=False)


# Docks and Towers


@dataclass(frozen=True)
class Side:
    """A Region beside the wheel, left or right of it, with its docks from the top down."""

    right: bool
    tower: TowerView
    docks: list[DockView]


def _middle(view: BannerView, quadrant: str) -> float:
    """Return the angle of the middle of a quadrant, in radians; its spaces are adjacent."""
    angles = [radians(angle(at + 1)) for at, each in enumerate(view.ring) if each == quadrant]
    return atan2(sum(map(sin, angles)), sum(map(cos, angles))) % (2 * pi)


def _regions(view: BannerView) -> list[Side]:
    found = []
    for tower in view.towers:
        docks = [dock for dock in view.docks if dock.region == tower.region]
        docks.sort(key=lambda dock: -cos(_middle(view, dock.quadrant)))
        found.append((sum(sin(_middle(view, dock.quadrant)) for dock in docks), tower, docks))
    found.sort(key=lambda each: -each[0])
    return [Side(at == 0, tower, docks) for at, (_, tower, docks) in enumerate(found)]


def _sides(view: BannerView) -> Iterator[str]:
    pier = TITLE + SPACE
    start = sqrt(RIM**2 - (Y - pier - 4) ** 2) + 8
    run = X - start - 3
    for side in _regions(view):
        x = BOARD_WIDTH - TOWER - 3 if side.right else 3
        yield group(_tower(view, side.tower, MARKET_HEIGHT - 2 * pier - 16), x=x, y=pier + 8)
        for at, dock in enumerate(side.docks):
            top = 2 if at == 0 else MARKET_HEIGHT - pier - 2
            yield from _dock(view, dock, side.right, start, run, top, above=at == 0)


def _dock(
    view: BannerView, dock: DockView, right: bool, start: float, run: float, top: float, above: bool
) -> Iterator[str]:
    """Draw a pier of four spaces, the first one nearest to the wheel, its title on the outer side."""
    each, active = run / 4, dock.quadrant == view.quadrant
    left = X + start if right else X - start - run
    head_y = top if above else top + SPACE
    head = rect(left, head_y + 1, run - 2, TITLE - 2, SUITS[dock.quadrant], 6)
    sign = group(suit(dock.quadrant), x=left + 13, y=head_y + TITLE / 2, scale=0.72)
    yield head + sign + text(left + 26, head_y + 15, f"{dock.quadrant} dock", 13, ON_SUIT, "start")
    for at, space in enumerate(dock.spaces):
        x = X + start + at * each if right else X - start - (at + 1) * each
        yield group(_space(space, each - 2, active), x=x + 1, y=top + TITLE if above else top)


def _space(space: SpaceView, wide: float, active: bool) -> str:
    """Draw a dock space: what it asks for, its bonus, and the Banners on it."""
    ground = mix(GLOW, PLANK, 0.14) if active else PLANK
    parts = [
        rect(
            0,
            0,
            wide,
            SPACE,
            ground,
            5,
            stroke="#fff3d9" if active else DEEP_WOOD,
            stroke_width=2 if active else 1.5,
        )
    ]
    if space.match in SUITS:
        parts.append(rect(3, 3, 32, 26, SUITS[space.match], 5) + group(suit(space.match), x=19, y=16))
    else:
        numbers = "2·4" if space.match == "even" else "1·3"
        parts.append(rect(3, 3, 32, 26, CARD, 5) + text(19, 21, numbers, 14, DARK_INK))
    if space.more:
        parts.append(
            text(wide - 30, 21, f"+{space.more}", 14, PLANK_INK)
            + group(banner(None), x=wide - 12, y=8, scale=0.6)
        )
    if space.fruit:
        parts.append(
            text(wide - 28, 21, space.fruit, 14, PLANK_INK) + group(fruit(), x=wide - 13, y=15, scale=0.9)
        )
    return "".join(parts) + group(banners(space.banners, space.neutral, wide - 2), x=wide / 2, y=34)


def _tower(view: BannerView, tower: TowerView, high: float) -> str:
    """Draw a Tower, the Banners of each seat in it, in the whole Region, and what these earn."""
    each = (TOWER - 8) / len(tower.banners)
    docks = [dock for dock in view.docks if dock.region == tower.region]
    parts = [
        path(f"M 2 46 Q {TOWER * 0.3} 38 {TOWER / 2} 0 Q {TOWER * 0.7} 38 {TOWER - 2} 46 Z", "#b8432c"),
        rect(0, 44, TOWER, high - 44, STONE, 6, stroke=STONE_LINE, stroke_width=1.5),
        text(TOWER / 2, 66, f"Tower {tower.region}", 15, INK),
        *(path(f"M {TOWER * at - 8} 124 v -30 q 8 -12 16 0 v 30 Z", GLOW) for at in (0.25, 0.5, 0.75)),
        path(f"M {TOWER / 2 - 16} {high - 2} v -40 q 16 -26 32 0 v 40 Z", DEEP_WOOD),
        stroke(f"M 6 216 H {TOWER - 6}", STONE_LINE, 1),
        text(
            TOWER / 2,
            236,
            f"Region {tower.region}: {'·'.join(str(each) for each in view.rewards if each)}",
            11,
            FAINT,
        ),
    ]
    scored = next((each for each in view.scored if each.region == tower.region), None)
    for seat, count in enumerate(tower.banners):
        x = 4 + each * (seat + 0.5)
        total = count + sum(space.banners[seat] for dock in docks for space in dock.spaces)
        parts.append(group(banner(seat), x=x, y=146, scale=min(1, each / 21), opacity=None if count else 0.5))
        parts.append(text(x, 196, count, 15, INK))
        parts.append(text(x, 262, total, 18, SEATS[seat]))
        if scored and scored.profit[seat]:
            parts.append(text(x, 286, f"+{scored.profit[seat]}", 13, GLOW))
    return "".join(parts)


# The cards of the seats


def _places(view: BannerView) -> Iterator[str]:
    """Draw what lies before each seat, and the dummies, at both sides of the wheel."""
    names: list[tuple[int | None, str | None, bool]] = []
    last = view.last[-1] if view.last else None
    for seat, has in enumerate(view.seats):
        told = last.deeds[seat].card if last else None
        own = view.choice if seat == view.seat else None
        names.append((seat, own if has.chosen else told, has.chosen))
    names += [(None, name, True) for name in view.dummies]
    half = (len(names) + 1) // 2
    for at, (whose, name, fresh) in enumerate(names):
        column, row, count = at // half, at % half, half if at < half else len(names) - half
        high = 360 / max(count, 1)
        x = TOWER + 8 if column == 0 else BOARD_WIDTH - TOWER - 148
        y = Y - 180 + high * (row if column else count - 1 - row)
        yield group(
            _place(view, whose, name, fresh, min(high - 6, 134)), x=x, y=y + (high - min(high, 140)) / 2
        )


def _place(view: BannerView, seat: int | None, name: str | None, fresh: bool, high: float) -> str:
    frame = rect(0, 0, 138, high, PANEL, 8, stroke=GLOW if seat in view.actors else LINE, stroke_width=2)
    title = (
        text(10, 18, "dummy", 12, FAINT, "start")
        if seat is None
        else seat_symbol(seat, 12, 14, 1.1) + text(22, 18, f"seat {seat}", 12, INK, "start")
    )
    scale = (high - 30) / CARD_HEIGHT
    if fresh or name:
        shown = group(card(name, view.abilities), x=8, y=24, scale=scale, opacity=None if fresh else 0.7)
    else:
        gap = rect(1, 1, 78, 110, "none", 9, stroke=LINE, stroke_width=2, stroke_dasharray="5 4")
        shown = group(gap, x=8, y=24, scale=scale)
    return frame + title + shown + "".join(_deed(view, seat, 16 + CARD_WIDTH * scale))


def _deed(view: BannerView, seat: int | None, x: float) -> Iterator[str]:
    """Show what a seat's card brought in the last bout."""
    if seat is None or not view.last:
        return
    deed = view.last[-1].deeds[seat]
    signs = (
        (deed.steps, group(boat(seat), y=-4, scale=0.7)),
        (deed.banners, group(banner(seat), y=-14, scale=0.75)),
        (deed.fruit, group(fruit(), y=-5)),
        (deed.earned, circle(0, -5, 8, GLOW)),
    )
    for at, (many, sign) in enumerate((many, sign) for many, sign in signs if many):
        yield text(x + 20, 46 + 22 * at, f"+{many}", 13, INK, "end") + group(sign, x=x + 34, y=46 + 22 * at)


def _hand(view: BannerView) -> str:
    """Draw the hand of the seat; spectators are told how many cards each seat has."""
    high = BOARD_HEIGHT - MARKET_HEIGHT - 14
    ground = rect(4, 0, BOARD_WIDTH - 8, high, "#33210f", 10, stroke=DEEP_WOOD, stroke_width=2)
    if view.seat is None:
        counts = ", ".join(f"seat {seat}: {has.cards} cards" for seat, has in enumerate(view.seats))
        return ground + text(BOARD_WIDTH / 2, high / 2 + 6, counts, 16, INK)
    cards: Sequence[str] = view.hand
    step = min(96.0, (BOARD_WIDTH - 200) / max(len(cards), 1))
    left = BOARD_WIDTH / 2 - step * (len(cards) - 1) / 2 - CARD_WIDTH * 0.6
    drawn = [
        group(card(name, view.abilities), x=left + step * at, y=6, scale=1.2) for at, name in enumerate(cards)
    ]
    return ground + "".join(drawn)
