"""The table as a drawing: the market street above, the buffet below it, and the kitchen of a seat."""

import msgspec

from fairground.engine.drawing import (
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
    rect,
    scene,
    seat_symbol,
    text,
    wrap,
)
from fairground.engine.picture import write_count
from fairground.games.festo.drawn_pieces import (
    awning,
    cube,
    die,
    disc,
    food,
    helper,
    price,
    start_card,
)
from fairground.games.festo.view import Dish, FestoView, Player, Zone
from fairground.games.festo.words import COLOURS, KINDS, PLACES, SLOTS, SORTS

MARKET_HEIGHT = 236
SUPPLIES_Y = MARKET_HEIGHT + 8
BUFFET_Y = SUPPLIES_Y + 50
DISH_WIDTH, DISH_HEIGHT = BOARD_WIDTH / 7, 140
KITCHEN_Y = BUFFET_Y + 2 * DISH_HEIGHT + 8
CARD, CARD_LINE = "#f7ecd6", "#c9ad78"
WOOD = "#8a5f39"
MINI_HEIGHT = 84


def draw(view: msgspec.Struct) -> str:
    """Draw the table; a spectator sees the kitchen of whoever is to move."""
    assert isinstance(view, FestoView)
    kitchen = view.seat if view.seat is not None else next(iter(view.actors), view.start)
    parts = [
        *(
            group(_stall(view, zone, BOARD_WIDTH / 7 - 6), x=BOARD_WIDTH / 7 * at + 3, y=6)
            for at, zone in enumerate(view.zones)
        ),
        group(_supplies(view), y=SUPPLIES_Y),
        group(_buffet(view), y=BUFFET_Y),
        group(_kitchen(view, kitchen), y=KITCHEN_Y),
    ]
    return scene("Festo!", _caption(view), "".join(parts), _panels(view), view.seat, view.actors)


def _caption(view: FestoView) -> str:
    if view.reason:
        return f"over: {view.reason}"
    half = f", {view.half}" if view.half else ""
    place = f" at the {view.place}" if view.place else ""
    asked = " and ".join(f"seat {seat}" for seat in view.actors)
    return f"round {view.round} of {view.rounds}, {view.phase}{half}{place}: {asked} to {view.question}"


def _panels(view: FestoView) -> list[SeatPanel]:
    return [
        SeatPanel(player.points, _describe(player), _mini(view, seat), MINI_HEIGHT)
        for seat, player in enumerate(view.players)
    ]


def _describe(player: Player) -> str:
    passed = ", passed" if player.passed else ""
    dishes = len(player.dishes)
    return f"{dishes} {'dish' if dishes == 1 else 'dishes'} in {write_count(len(player.sets), 'set')}{passed}"


# The market street


def _stall(view: FestoView, zone: Zone, wide: float) -> str:
    middle, here = wide / 2, zone.place == view.place
    number = PLACES.index(zone.place) + 1
    parts = [
        rect(
            0,
            0,
            wide,
            MARKET_HEIGHT - 8,
            "#322a58",
            8,
            stroke=GLOW if here else LINE,
            stroke_width=3 if here else 1.5,
        ),
        rect(0, 36, wide, 24, WOOD, 3),
        text(middle, 54, zone.place, 15, "#fff6e0"),
        awning(zone.place, wide),
        *_heaps(zone, wide),
    ]
    if number <= len(COLOURS) and not zone.covers:
        parts.append(group(die(number), x=wide - 16, y=48, scale=0.8))
    if zone.covers:
        parts.append(rect(4, 64, wide - 8, 92, "#7a5a86", 4, stroke="#5a3f66", stroke_width=2, opacity=0.85))
        parts += [
            group(die(number), x=middle + (at - (zone.covers - 1) / 2) * 26, y=110)
            for at in range(zone.covers)
        ]
    return "".join([*parts, *_pieces(zone, wide)])


def _heaps(zone: Zone, wide: float) -> list[str]:
    """Draw the cubes of each colour in a row, with their number."""
    kinds = [kind for kind in COLOURS if zone.cubes.get(kind)]
    across = 3 if len(kinds) > 3 else 1
    parts = []
    for at, kind in enumerate(kinds):
        count = zone.cubes[kind]
        room = wide / across
        x, y = room * (at % across + 0.5), 84 + (36 if across > 1 else 30) * (at // across)
        shown = min(count, 5 if across == 1 else 1)
        step = min(20.0, (room - 44) / max(shown - 1, 1))
        drawn = [group(cube(kind), x=step * (each - (shown - 1) / 2) - 8) for each in range(shown)]
        parts.append(group(*drawn, text(step * (shown - 1) / 2 + 8, 6, count, 15, INK, "start"), x=x, y=y))
    return parts


def _pieces(zone: Zone, wide: float) -> list[str]:
    """Draw the helpers and discs of each seat on the pavement, with the number of helpers."""
    seats = [
        seat for seat in range(len(zone.helpers)) if zone.helpers[seat] or zone.discs[seat] or zone.laid[seat]
    ]
    step = wide / max(len(seats), 1)
    parts = []
    for at, seat in enumerate(seats):
        x = step * (at + 0.5)
        if zone.helpers[seat]:
            parts.append(group(helper(seat), x=x, y=182, scale=1.1))
            parts.append(text(x, 216, zone.helpers[seat], 15, SEATS[seat]))
        for discs, later, y in ((zone.discs[seat], False, 156), (zone.laid[seat], True, 140)):
            parts += [group(disc(seat, later), x=x + 8 * each, y=y, scale=0.7) for each in range(discs)]
    return parts


def _supplies(view: FestoView) -> str:
    parts = [rect(4, 0, 560, 44, PANEL, 10, stroke=LINE), text(16, 28, "Supplies", 15, INK, "start")]
    for at, kind in enumerate(KINDS):
        parts.append(group(cube(kind), x=112 + 64 * at, y=22, scale=1.1))
        parts.append(text(128 + 64 * at, 28, view.supply[kind], 16, INK, "start"))
    if view.event:
        words = f"{view.event}: {view.effect}"
        parts.append(rect(572, 0, BOARD_WIDTH - 580, 44, CARD, 8, stroke=CARD_LINE))
        for at, line in enumerate(wrap(words, 58)[:2]):
            parts.append(text(582, 19 + 17 * at, line, 12, DARK_INK, "start"))
    return "".join(parts)


# The buffet


def _buffet(view: FestoView) -> str:
    """Draw two rows: drinks, desserts and the roast; starters, sides and the main."""
    dishes = {dish.slot: dish for dish in view.buffet}
    parts = []
    for at, slot in enumerate(SLOTS):
        row, column = at // 3 % 4 // 2, at % 6
        drawn = _small(view, dishes[slot]) if slot in dishes else _empty()
        parts.append(group(drawn, x=DISH_WIDTH * column + 3, y=DISH_HEIGHT * row))
    for row, (sort, left) in enumerate((("roast", view.roasts), ("main", view.mains))):
        parts.append(group(_large(view, sort, left), x=DISH_WIDTH * 6 + 3, y=DISH_HEIGHT * row))
    return "".join(parts)


def _empty() -> str:
    return rect(0, 0, DISH_WIDTH - 6, DISH_HEIGHT - 6, "#241e40", 10, stroke=LINE, stroke_dasharray="4 4")


def _small(view: FestoView, dish: Dish) -> str:
    own, other, extra = dish.price
    groups = [(dish.colour, own, False), ("any", other, False), ("any", extra, True)]
    head = group(cube(dish.colour), x=18, y=18, scale=1.1)
    claim = ""
    if dish.claim:
        piece = disc(dish.claim.seat) if dish.claim.piece == "disc" else helper(dish.claim.seat)
        claim = group(piece, x=22, y=58, scale=1.2)
    costs = [each for each in groups if each[1]]
    pending = view.pending.dish == dish.slot
    return _card(view, dish.slot, dish.sort, dish.colour, dish.points, costs, head + claim, pending)


def _large(view: FestoView, sort: str, left: int) -> str:
    each = view.prices[sort][0]
    groups = [("any", each, False)] if sort == "roast" else [(kind, each, False) for kind in COLOURS]
    head = text(10, 22, f"{left} left", 13, DARK_INK, "start", bold=False)
    return _card(view, sort, sort, None, view.worth[sort], groups, head, view.pending.dish == sort)


def _card(
    view: FestoView,
    slot: str,
    sort: str,
    colour: str | None,
    points: int,
    groups: list[tuple[str, int, bool]],
    more: str,
    pending: bool,
) -> str:
    """Draw a dish with its points, its price, and whether the seat can pay it."""
    wide, high = DISH_WIDTH - 6, DISH_HEIGHT - 6
    lack = view.lacks.get(slot)
    ready = lack is not None and lack.left == 0
    ground = mix(GLOW, CARD, 0.4) if pending else CARD
    edge = "#2b6e4c" if ready else CARD_LINE
    return "".join(
        [
            rect(0, 0, wide, high, ground, 10, stroke=edge, stroke_width=4 if ready else 1.5),
            group(food(sort, colour), x=wide / 2, y=62, scale=1.3),
            circle(wide - 19, 19, 15, GLOW, stroke="#7a4f2a") + text(wide - 19, 25, points, 16, DARK_INK),
            group(price(groups, wide - 14), x=wide / 2 + (6 if len(groups) < 4 else 0), y=high - 18),
            more,
        ]
    )


# The kitchens


def _kitchen(view: FestoView, seat: int) -> str:
    player = view.players[seat]
    own = "Your kitchen" if seat == view.seat else f"Kitchen of seat {seat}"
    high = 758 - KITCHEN_Y - 8
    parts = [
        rect(4, 0, BOARD_WIDTH - 8, high, PANEL, 10, stroke=SEATS[seat], stroke_width=2),
        seat_symbol(seat, 24, 22, 1.4),
        text(38, 28, own, 16, INK, "start"),
    ]
    for at, kind in enumerate(KINDS):
        count = player.stock[kind]
        faint = None if count else 0.35
        crate = rect(0, 0, 60, high - 52, mix(WOOD, "#241e40", 0.22), 6, stroke=WOOD)
        many = group(cube(kind), x=30, y=28, scale=1.5, opacity=faint) + text(
            30, high - 62, count, 18, INK if count else FAINT
        )
        parts.append(group(crate, many, x=16 + 66 * at, y=40))
    for at in range(player.helpers):
        parts.append(group(helper(seat), x=498 + 24 * (at % 6), y=58 + 34 * (at // 6), scale=1.1))
    for at in range(player.discs):
        parts.append(group(disc(seat), x=498 + 26 * at, y=high - 24))
    if view.card == seat:
        parts.append(group(start_card(), x=628, y=high - 34))
    return "".join(parts) + group(_sets(player), x=660, y=10)


def _sets(player: Player) -> str:
    """Draw the dishes of a seat, a row for each set with its points."""
    parts = []
    scale = min(1.0, 4 / max(len(player.sets), 1))
    for row, each in enumerate(player.sets):
        y = 20 + 34 * row * scale
        for dish in each.dishes:
            colour, _, sort = dish.rpartition(" ")
            parts.append(
                group(food(sort, colour or None), x=24 + 44 * SORTS.index(sort), y=y, scale=0.62 * scale)
            )
        parts.append(text(312, y + 6, f"{each.points}", 15, GLOW, "end"))
    return "".join(parts) or text(160, 50, "no dishes yet", 14, FAINT, bold=False)


def _mini(view: FestoView, seat: int) -> str:
    """Draw what a seat has, 252 by MINI_HEIGHT: its cubes, its pieces at home, and its dishes."""
    player = view.players[seat]
    parts = []
    for at, kind in enumerate(KINDS):
        count = player.stock[kind]
        drawn = group(cube(kind), scale=0.8) + text(11, 5, count, 13, INK if count else FAINT, "start")
        parts.append(group(drawn, x=9 + 36 * at, y=12, opacity=None if count else 0.45))
    parts.append(group(helper(seat), x=10, y=42, scale=0.9) + text(22, 48, player.helpers, 13, INK, "start"))
    parts.append(group(disc(seat), x=56, y=42, scale=0.8) + text(68, 48, player.discs, 13, INK, "start"))
    if view.card == seat:
        parts.append(group(start_card(), x=98, y=42, scale=0.7))
    many = len(player.dishes)
    step = min(34.0, 230 / max(many, 1))
    for at, dish in enumerate(player.dishes):
        colour, _, sort = dish.rpartition(" ")
        parts.append(group(food(sort, colour or None), x=16 + step * at, y=72, scale=0.5))
    return "".join(parts)
