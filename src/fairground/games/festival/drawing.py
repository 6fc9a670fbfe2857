"""The table as a drawing: objectives and crowd-pleasers, the seat's display between its stacks, its cards."""

from collections.abc import Iterator

import msgspec

from fairground.engine.drawing import (
    BOARD_WIDTH,
    DARK_INK,
    DEEP_SKY,
    FAINT,
    FIRE,
    GLOW,
    LINE,
    PANEL,
    SEATS,
    SKY,
    SeatPanel,
    circle,
    group,
    rect,
    scene,
    seat_symbol,
    stroke,
    text,
    wrap,
)
from fairground.games.festival.drawn_pieces import (
    CARD_HEIGHT,
    CARD_WIDTH,
    CREAM,
    firework,
    objective,
    supply,
    symbol,
    tile_stack,
)
from fairground.games.festival.view import BoardView, CardView, FestivalView, PileView, PleaserView, StackView

COLUMN, ROW = 100, 118  # from space to space, where a tile is 92 wide
MINI_HEIGHT = 150
SIGNS = {
    "colour": (
        "M -12 -12 H -2 V -2 H -12 Z M 2 -12 H 12 V -2 H 2 Z M -12 2 H -2 V 12 H -12 Z M 2 2 H 12 V 12 H 2 Z"
    ),
    "type": (
        "M -7 -13 V -1 M -13 -7 H -1 M 7 -13 V -1 M 1 -7 H 13 M -7 1 V 13 M -13 7 H -1 M 7 1 V 13 M 1 7 H 13"
    ),
    "stacks": "M -10 12 H 10 M -10 5 H 10 M -10 -2 H 10 M -10 -9 H 10",
    "values": "M -12 8 L -4 -8 L 4 8 L 12 -8",
    "objectives": "M -11 -12 H 3 V 8 H -11 Z M -3 12 H 11 V -8",
    "covered": "M -12 -12 H 12 V 12 H -12 Z M -4 -12 V 12 M 4 -12 V 12 M -12 -4 H 12 M -12 4 H 12",
    "variety": "M 0 -13 L 3 -3 L 13 0 L 3 3 L 0 13 L -3 3 L -13 0 L -3 -3 Z",
}


def draw(view: msgspec.Struct) -> str:
    """Draw the table of a seat; a spectator sees all displays instead of one."""
    assert isinstance(view, FestivalView)
    parts = [_market(view)]
    parts.append(_all_displays(view) if view.seat is None else _own(view, view.seat))
    return scene("Festival", _caption(view), "".join(parts), _panels(view), view.seat, view.actors)


def _caption(view: FestivalView) -> str:
    asked = " and ".join(f"seat {seat}" for seat in view.actors)
    ending = f"the end: {view.ending}; " if view.ending else ""
    return f"over: {view.reason}" if view.reason else f"{ending}{asked} to move"


def _panels(view: FestivalView) -> list[SeatPanel]:
    return [
        SeatPanel(
            board.total,
            f"{len(board.completed)} completed, {len(board.incomplete)} open",
            "" if view.seat is None else _mini(view, board),
            MINI_HEIGHT,
        )
        for board in view.boards
    ]


# Above: piles and crowd-pleasers


def _market(view: FestivalView) -> str:
    piles = [group(_pile(view, pile), x=10 + 112 * at, y=8) for at, pile in enumerate(view.piles)]
    wide = (BOARD_WIDTH - 470) / max(len(view.pleasers), 1)
    pleasers = [
        group(_pleaser(each, wide - 8), x=462 + wide * at, y=8) for at, each in enumerate(view.pleasers)
    ]
    return "".join(piles + pleasers)


def _pile(view: FestivalView, pile: PileView) -> str:
    if pile.top is None:
        return rect(2, 2, 96, 114, DEEP_SKY, 10, stroke=LINE, stroke_dasharray="4 4")
    nearest = view.boards[view.seat].nearest.get(pile.top.id) if view.seat is not None else None
    size = rect(32, 108, 36, 20, DEEP_SKY, 10, stroke=CREAM) + text(50, 123, pile.size, 14, CREAM)
    return objective(view, pile.top, nearest) + size


def _pleaser(pleaser: PleaserView, wide: float) -> str:
    owner = pleaser.owner
    edge = LINE if owner is None else SEATS[owner]
    lines = wrap(pleaser.condition, int(wide / 6.6))[:4]
    parts = [
        rect(0, 2, wide, 114, PANEL, 10, stroke=edge, stroke_width=1.5 if owner is None else 3),
        group(
            circle(0, 0, 17, SKY), stroke(SIGNS.get(pleaser.asks, SIGNS["variety"]), GLOW, 2.6), x=24, y=24
        ),
        circle(wide - 20, 22, 14, GLOW) + text(wide - 20, 28, pleaser.points, 16, DARK_INK),
        *(text(8, 58 + 14 * at, line, 11.5, CREAM, "start", bold=False) for at, line in enumerate(lines)),
    ]
    if owner is not None:
        parts.append(seat_symbol(owner, wide - 44, 22, 1.5))
    return "".join(parts)


# The display of a seat


def _own(view: FestivalView, seat: int) -> str:
    board = view.boards[seat]
    parts = [group(_display(view, board), x=BOARD_WIDTH / 2, y=148, scale=1.1)]
    for x, stack, other in _stacks(view, seat):
        parts.append(group(supply(view, stack, other), x=x, y=300, scale=1.1))
    cards = _cards(board)
    step = min(112.0, (BOARD_WIDTH - CARD_WIDTH - 20) / max(len(cards) - 1, 1))
    left = (BOARD_WIDTH - step * (len(cards) - 1) - CARD_WIDTH) / 2
    for at, (card, done) in enumerate(cards):
        drawn = objective(view, card, board.nearest.get(card.id), done)
        parts.append(group(drawn, x=left + step * at, y=620))
    return "".join(parts)


def _stacks(view: FestivalView, seat: int) -> Iterator[tuple[float, StackView, int]]:
    """Yield the stacks left and right of a seat: where, which, and the seat on its other side."""
    for stack in view.stacks:
        if stack.left_of == seat:
            yield 190, stack, stack.right_of
        if stack.right_of == seat:
            yield BOARD_WIDTH - 190, stack, stack.left_of


def _cards(board: BoardView) -> list[tuple[CardView, bool]]:
    """Return a seat's cards, and whether each is complete; at the start, the two sides to choose from."""
    if board.chosen is None:
        return [(card, False) for card in board.sides]
    return [*((card, False) for card in board.incomplete), *((card, True) for card in board.completed)]


def _display(view: FestivalView, board: BoardView) -> str:
    """Draw nine spaces around x = 0, 316 wide and 392 high."""
    fire = FIRE[board.colour]
    parts = [
        rect(-158, 14, 316, 374, "#1c1738", 22, stroke=fire, stroke_width=4),
        rect(-50, -2, 100, 32, SKY, 16, stroke=fire, stroke_width=2.5),
        symbol(view, board.colour, fire, 2, -22, 14),
        group(firework(view.types, board.type, fire), x=22, y=14, scale=0.55),
    ]
    for name, tiles in board.spaces.items():
        counts = bool(tiles) and (tiles[-1].colour == board.colour or tiles[-1].type == board.type)
        x, y = COLUMN * ("abc".index(name[0]) - 1), 96 + ROW * (int(name[1]) - 1)
        empty = rect(-44, -44, 88, 88, "#2e2849", 13) + text(-28, -20, name, 17, FAINT, bold=False)
        parts.append(group(tile_stack(view, tiles, counts) or empty, x=x, y=y))
    return "".join(parts)


def _mini(view: FestivalView, board: BoardView) -> str:
    """Draw what a seat has, 252 by MINI_HEIGHT: its display and its cards."""
    scale = MINI_HEIGHT / 394
    cards = _cards(board)
    columns = 3 if len(cards) > 4 else 2
    size = min(
        0.62, 0.62 * 2 / columns, MINI_HEIGHT / CARD_HEIGHT / -(-len(cards) // columns) if cards else 1
    )
    parts = [group(_display(view, board), x=62, y=2, scale=scale)]
    for at, (card, done) in enumerate(cards):
        x, y = 130 + (CARD_WIDTH + 2) * size * (at % columns), CARD_HEIGHT * size * (at // columns)
        parts.append(group(objective(view, card, board.nearest.get(card.id), done), x=x, y=y, scale=size))
    return "".join(parts)


def _all_displays(view: FestivalView) -> str:
    """Draw every seat's display and cards, each with its two stacks."""
    parts = []
    for seat, board in enumerate(view.boards):
        frame = rect(-8, -24, 474, 286, PANEL, 12, stroke=GLOW if seat in view.actors else LINE)
        name = seat_symbol(seat, 8, -8, 1.3) + text(20, -3, f"seat {seat}", 14, CREAM, "start")
        drawn = frame + name + group(_mini(view, board), y=10, scale=1.5)
        for at, (_, stack, _) in enumerate(_stacks(view, seat)):
            drawn += group(supply(view, stack, None), x=420, y=50 + 126 * at, scale=0.72)
        parts.append(group(drawn, x=14 + 488 * (seat % 2), y=168 + 298 * (seat // 2)))
    return "".join(parts)
