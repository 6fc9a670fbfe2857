"""The position as text: the box as a field, the boards as hexagons."""

import msgspec

from fairground.engine.picture import SYMBOLS, in_style, put_beside, seat_styled, write_count
from fairground.games.fireworks.board_view import Placed
from fairground.games.fireworks.box import COLOUR_NAMES
from fairground.games.fireworks.launch_view import Aim
from fairground.games.fireworks.view import Card, FireworksView, SkyTile

COLUMNS, LINES = 48, 18
PETALS = "→↗↖←↙↘"
SHORT = {"peony": "P", "chrysanthemum": "C", "willow": "W", "palm": "L", "dahlia": "D", "crossette": "X"}
EXTRAS = {"saturn": "S", "kaleidoscope": "K", "flower": "F"}


def picture(view: msgspec.Struct) -> str:
    """Draw the box, the tiles face up in it, the boards, what aims may bring, and the state of the turn."""
    assert isinstance(view, FireworksView)
    parts = [
        _field(view),
        _open_tiles(view),
        _boards(view),
        *(_line(view, seat) for seat in range(len(view.boards))),
        *_forecast(view.aims),
    ]
    return "\n".join([*parts, describe_situation(view)])


def _field(view: FireworksView) -> str:
    """Draw the box: `·` face down, `?` face down but known, numbers face up, `✹` the die."""
    rows = [[" "] * COLUMNS for _ in range(LINES)]
    draw_tiles(rows, view)
    edge = "+" + "-" * COLUMNS + "+"
    return "\n".join(["  " + edge, *(f"  |{''.join(row)}|" for row in rows), "  " + edge])


def draw_tiles(rows: list[list[str]], view: FireworksView) -> None:
    """Draw the tiles and the die into a grid of characters, however large it is."""
    for tile in sorted(view.sky, key=lambda tile: (tile.up, tile.id)):
        _mark(rows, tile, view.size)
    if view.path is not None and view.phase != "grab":
        row, column = _cell_at(rows, view.path.x, view.path.y, view.size)
        rows[row][column] = in_style("✹", "strong")


def _cell_at(rows: list[list[str]], x: int, y: int, size: int) -> tuple[int, int]:
    return y * len(rows) // (size + 1), x * len(rows[0]) // (size + 1)


def _mark(rows: list[list[str]], tile: SkyTile, size: int) -> None:
    assert tile.x is not None and tile.y is not None
    row, column = _cell_at(rows, tile.x, tile.y, size)
    if not tile.up:
        rows[row][column] = "·" if tile.face is None else in_style("?", "muted")
        return
    digits = str(tile.id)
    start = min(column, len(rows[0]) - len(digits))
    for at, digit in enumerate(digits):
        rows[row][start + at] = in_style(digit, colour_of(tile.face or ""))


def colour_of(face: str) -> str:
    word = face.partition(" ")[0]
    return word if word in COLOUR_NAMES else "white"


def _open_tiles(view: FireworksView) -> str:
    up = [
        f"{tile.id} {in_style(tile.face or '', colour_of(tile.face or ''))}" for tile in view.sky if tile.up
    ]
    out = [f"{tile.id} {tile.face if tile.up else 'face down'}" for tile in view.outside]
    down = sum(not tile.up for tile in view.sky)
    known = [f"{tile.id} {tile.face}" for tile in view.sky if not tile.up and tile.face]
    lines = [f"  face up: {', '.join(up) or 'nothing'}; face down: {down}"]
    lines += [f"  face down but known: {', '.join(known)}"] if known else []
    lines += [f"  fell out: {', '.join(out)}"] if out else []
    waiting = [f"{tile.id} {tile.face}" for tile in (*view.sky, *view.outside) if tile.waiting]
    lines += [f"  acts after this turn in any case: {', '.join(waiting)}"] if waiting else []
    return "\n".join(lines)


def _boards(view: FireworksView) -> str:
    """Draw two boards side by side, so that they fit into an ordinary terminal."""
    seats = range(len(view.boards))
    return "\n".join(_beside(view, seats[start : start + 2]) for start in range(0, len(seats), 2))


def _beside(view: FireworksView, seats: range) -> str:
    boards = [draw_board(view, seat) for seat in seats]
    width = 6 * max(len(names) for names in view.outline) + 7
    return "\n".join(line.rstrip() for line in put_beside(boards, [width] * len(boards)))


def draw_board(view: FireworksView, seat: int) -> list[str]:
    """Draw a board, each row shifted by half a hexagon."""
    longest = max(len(names) for names in view.outline)
    lines = [f"  {seat_styled(f'{SYMBOLS[seat]} seat {seat}', seat)}"]
    for names in view.outline:
        cells = "".join(_cell(name, view.boards[seat].get(name)) for name in names)
        lines.append("  " + " " * (3 * (longest - len(names))) + cells)
    return lines


def _cell(name: str, tile: Placed | None) -> str:
    """Draw a hexagon: `⬡` and its name if it is empty, otherwise colour, shape, extra and petal."""
    if tile is None:
        return in_style(f"⬡{name}  ", "muted") + " "
    words = tile.face.split()
    if words[-1] == "core":
        return in_style(f"{words[0][0].upper()}✺   ", colour_of(tile.face)) + " "
    if tile.petal is None:
        return in_style(f"{tile.face[:5]:<5}", "white") + " "
    extra = EXTRAS[words[2]] if len(words) > 2 else "-"
    return (
        in_style(f"{words[0][0].upper()}{SHORT[words[1]]}{extra}{PETALS[tile.petal]} ", colour_of(tile.face))
        + " "
    )


def _line(view: FireworksView, seat: int) -> str:
    """Describe a seat in words: character, points, and every tile on its board."""
    name = seat_styled(f"{SYMBOLS[seat]} seat {seat}", seat)
    tiles = ", ".join(f"{space} {_words(tile)}" for space, tile in view.boards[seat].items())
    points = write_count(view.points[seat], "point")
    return f"  {name}, {_bonus(view, seat)} in {view.cities[seat]}: {points}; {tiles}"


def _bonus(view: FireworksView, seat: int) -> str:
    """Say what a character gives, and for what."""
    worth = view.worth[seat]
    if not worth.bonus or not worth.needs:
        return view.characters[seat]
    return f"{view.characters[seat]} (+{worth.bonus} for {_list(worth.needs)}{describe_lacks(view, seat)})"


def describe_lacks(view: FireworksView, seat: int) -> str:
    """Say what a board lacks for the bonus of its character, if anything."""
    return f"; lacks {_list(view.lacks[seat])}" if view.lacks[seat] else ""


def _list(things: dict[str, int]) -> str:
    return ", ".join(write_count(many, what.removesuffix("s")) for what, many in things.items())


def _forecast(aims: list[Aim]) -> list[str]:
    """Tell what each aim may bring: a column for each zone, two lines for each height."""
    if not aims:
        return []
    zones = dict.fromkeys(aim.zone for aim in aims)
    heights = dict.fromkeys(aim.height for aim in aims)
    lines = ["  estimates: new faces and failures in %, below them faces lost and tiles out"]
    lines.append(f"  {'aim':<9}" + "".join(f"{zone:>7}" for zone in zones))
    for height in heights:
        row = [aim for aim in aims if aim.height == height]
        found = [f"{aim.up:.1f} {round(100 * aim.failure)}" for aim in row]
        lost = [f"{aim.down:.1f} {aim.out:.1f}" for aim in row]
        lines.append(f"  {height or '':<9}" + "".join(f"{cell:>7}" for cell in found))
        lines.append(f"  {_strength(row[0]):<9}" + "".join(f"{cell:>7}" for cell in lost))
    return lines


def _strength(aim: Aim) -> str:
    """Give strength and scatter of a launch."""
    return f"{aim.strength}±{aim.scatter}"


def _words(tile: Placed) -> str:
    petal = "" if tile.petal is None else f" {PETALS[tile.petal]}"
    number = "" if "core" in tile.face else f"{tile.id} "
    return f"{number}{tile.face}{petal}"


def _way(card: Card) -> str:
    barrel = "with" if card.barrel else "without"
    least, most = card.helpers
    helpers = str(most) if least == most else f"{least} to {most}"
    return f"{barrel} the barrel, strength {card.strength}, scatter {card.scatter}, helpers: {helpers}"


def describe_situation(view: FireworksView) -> str:
    """Describe the turn, the die, the card, and who is to move."""
    sides = " ".join(str(side or "symbol") for side in view.die_sides)
    parts = [f"  turn {view.turn} of seat {view.active}" if view.phase != "grab" else "  everybody grabs"]
    if view.die is not None:
        parts.append(f"die {view.die or 'fireworks symbol'} (of {sides})")
    if view.card is not None:
        parts.append(f"card {view.card.name} ({_way(view.card)})")
    if view.helpers:
        parts.append("helped by seat " + " and ".join(str(seat) for seat in view.helpers))
    if view.own_choice is not None:
        parts.append(f"you chose tile {view.own_choice}")
    if view.last_round:
        parts.append("last round")
    asked = " and ".join(str(seat) for seat in view.actors)
    parts.append(f"{view.phase}: seat {asked}" if asked else f"over: {view.reason}")
    return ", ".join(parts)
