"""The temple as text."""

import msgspec

from fairground.engine.picture import SYMBOLS, in_style, seat_styled, write_count
from fairground.games.festival_climbers.notation import space_name
from fairground.games.festival_climbers.rules import WIDTH
from fairground.games.festival_climbers.view import ClimbersView


def picture(view: msgspec.Struct) -> str:
    """Draw the temple from the top down, then one line for each seat that says the same in words."""
    assert isinstance(view, ClimbersView)
    owner = {space: seat for seat, spaces in enumerate(view.climbers) for space in spaces}
    rows = [_row(view.levels, level, owner) for level in range(view.levels - 1, -1, -1)]
    return "\n".join([*rows, "", *(_line(view, seat) for seat in range(len(view.hand)))])


def _row(levels: int, level: int, owner: dict[str, int]) -> str:
    spaces = [space_name(WIDTH * level + place) for place in range(levels - level)]
    return "  " + "   " * level + "   ".join(_cell(name, owner.get(name)) for name in spaces)


def _cell(name: str, seat: int | None) -> str:
    return in_style(f" {name}", "muted") if seat is None else seat_styled(SYMBOLS[seat] + name, seat)


def _line(view: ClimbersView, seat: int) -> str:
    spaces = " ".join(view.climbers[seat]) or "no climbers on the temple"
    name = seat_styled(f"{SYMBOLS[seat]} seat {seat}", seat)
    return f"  {name}: {write_count(view.points[seat], 'point')}, {view.hand[seat]} in hand; {spaces}"
