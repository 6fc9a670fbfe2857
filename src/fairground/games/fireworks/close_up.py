"""What a decision needs, in 80 columns and 19 lines: the zones where one aims, or tiles beside the board."""

import msgspec

from fairground.engine.picture import SYMBOLS, fit, in_style, put_beside, seat_styled, write_count
from fairground.games.fireworks.launch_view import Aim
from fairground.games.fireworks.picture import (
    colour_of,
    describe_lacks,
    describe_situation,
    draw_board,
    draw_tiles,
)
from fairground.games.fireworks.view import FireworksView, SkyTile

WIDTH = 80
COLUMNS, LINES = 48, 12  # of the box
WIDEST_BOARD = 56
TILES = 9  # in a list
ZONES = 3  # in a row


def close_up(view: msgspec.Struct) -> str:
    """Draw the box with its zones before a launch; else a board and the tiles that lie open."""
    assert isinstance(view, FireworksView)
    seat = view.active if view.seat is None else view.seat
    if view.aims:
        main = put_beside([_field(view), _estimates(view.aims)], [COLUMNS + 3, WIDTH - COLUMNS - 3])
    else:
        width = min(WIDEST_BOARD, 6 * max(map(len, view.outline)) + 4)
        main = put_beside([draw_board(view, seat), _tiles(view)], [width, WIDTH - width])
    lines = [*main, *_seats(view), describe_situation(view).strip()]
    return "\n".join(fit(line, WIDTH).rstrip() for line in lines)


# Before a launch


def _field(view: FireworksView) -> list[str]:
    """Draw the box with the borders of its nine zones and their numbers."""
    rows = [[_border(row, column) for column in range(COLUMNS)] for row in range(LINES)]
    draw_tiles(rows, view)
    for zone in range(ZONES * ZONES):
        row, column = zone // ZONES * LINES // ZONES, zone % ZONES * COLUMNS // ZONES
        rows[row + (row > 0)][column + (column > 0)] = in_style(str(zone + 1), "strong")
    edge = "+" + "-" * COLUMNS + "+"
    return [edge, *(f"|{''.join(row)}|" for row in rows), edge]


def _border(row: int, column: int) -> str:
    across = row in {LINES // ZONES, 2 * LINES // ZONES}
    down = column in {COLUMNS // ZONES, 2 * COLUMNS // ZONES}
    sign = "┼" if across and down else "─" if across else "│" if down else ""
    return in_style(sign, "muted") if sign else " "


def _estimates(aims: list[Aim]) -> list[str]:
    """Tell what each aim may bring: new faces and failures in %, laid out like the zones."""
    lines = ["new faces, % that fail"]
    for height in dict.fromkeys(aim.height for aim in aims):
        row = [aim for aim in aims if aim.height == height]
        best = max(row, key=lambda aim: aim.up)
        lines.append(in_style(f"{height or 'aim'} {row[0].strength}±{row[0].scatter}", "strong"))
        cells = [_estimate(aim, aim is best) for aim in row]
        lines += ["".join(cells[start : start + ZONES]) for start in range(0, len(cells), ZONES)]
    return lines


def _estimate(aim: Aim, best: bool) -> str:
    text = f"{aim.up:.1f} {round(100 * aim.failure)}%"
    return fit(in_style(text, "strong") if best else text, 9)


# After it


def _tiles(view: FireworksView) -> list[str]:
    """List the tiles that can be taken, and those that lie open elsewhere."""
    up = [_tile(tile) for tile in view.sky if tile.up]
    up += [in_style(f"{_tile(tile)}, fell out", "muted") for tile in view.outside if tile.up]
    rest = len(up) - TILES
    more = [f"and {write_count(rest, 'tile')} more (type `board`)"] if rest > 0 else []
    return [in_style("face up in the box:", "muted") if up else "nothing lies face up", *up[:TILES], *more]


def _tile(tile: SkyTile) -> str:
    face = tile.face or "unknown"
    return f"{tile.id:>3} {in_style(face, colour_of(face))}"


def _seats(view: FireworksView) -> list[str]:
    """Sum up the seats: points, free spaces, and what they lack for the bonus of their characters."""
    spaces = sum(map(len, view.outline))
    lines = []
    for seat, points in enumerate(view.points):
        name = seat_styled(f"{SYMBOLS[seat]} seat {seat}", seat)
        free = write_count(spaces - len(view.boards[seat]), "free space")
        bonus = f" (+{view.worth[seat].bonus}{describe_lacks(view, seat)})" if view.worth[seat].needs else ""
        lines.append(f"{name}: {write_count(points, 'point')}, {free}, {view.characters[seat]}{bonus}")
    return lines
