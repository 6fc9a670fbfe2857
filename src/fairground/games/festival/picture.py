"""The table as text: enough to play from, and readable without colours."""

from typing import Final

import msgspec

from fairground.engine.picture import in_style, seat_styled, write_count
from fairground.games.festival.view import (
    BoardView,
    CardView,
    FestivalView,
    PlacementView,
    TileView,
    WantedView,
)

MARKS: Final = {"cross": "✚", "star": "★", "circle": "●", "triangle": "▲"}


def picture(view: msgspec.Struct) -> str:
    """Draw the crowd-pleasers, piles and stacks, then a board for each seat."""
    assert isinstance(view, FestivalView)
    blocks = [_pleasers(view), _piles(view), _stacks(view), _legend(view)]
    blocks += [_board(view, seat, board) for seat, board in enumerate(view.boards)]
    if view.ending:
        blocks.append(f"The end: {view.ending}{'' if view.reason else '; the round is played out'}")
    return "\n\n".join(blocks)


def _pleasers(view: FestivalView) -> str:
    lines = [
        f"  {each.id} {write_count(each.points, 'point')}: {each.condition} {describe_owner(each.owner)}"
        for each in view.pleasers
    ]
    return "\n".join(["Crowd-pleasers", *lines])


def describe_owner(owner: int | None) -> str:
    return in_style("(not claimed)", "muted") if owner is None else f"({_seat(owner)})"


def _seat(seat: int) -> str:
    """Name a seat without its usual symbol, which would look like a colour's."""
    return seat_styled(f"seat {seat}", seat)


def _piles(view: FestivalView) -> str:
    lines = [
        f"  pile {number}, {pile.size} left: {describe_card(pile.top) if pile.top else 'empty'}"
        for number, pile in enumerate(view.piles, 1)
    ]
    return "\n".join(["Objectives", *lines, *_below([_in_short(card) for card in view.unseen])])


def _below(unseen: list[str]) -> list[str]:
    return [in_style(f"    below, in unknown order: {', '.join(unseen)}", "muted")] if unseen else []


def describe_card(card: CardView) -> str:
    return f"{card.id}, {write_count(card.points, 'point')}: {card.layout}"


def _in_short(card: CardView) -> str:
    return f"{card.id} {card.points} ({card.layout})"


def _stacks(view: FestivalView) -> str:
    lines = []
    for stack in view.stacks:
        top = _tile(view, stack.top) if stack.top else "empty"
        place = f"left of {_seat(stack.left_of)}, right of {_seat(stack.right_of)}"
        lines += [f"  {stack.back} back, {place}, {stack.size} left: {top}", *_below(stack.unseen)]
    return "\n".join(["Stacks", *lines])


def _tile(view: FestivalView, tile: TileView) -> str:
    return in_style(f"{MARKS[view.symbols[tile.colour]]} {tile.colour} {tile.type}", tile.colour)


def _legend(view: FestivalView) -> str:
    marks = ", ".join(f"{MARKS[symbol]} {colour}" for colour, symbol in view.symbols.items())
    return f"{marks}; x: the level of the visible tile; ^: must be on top of another tile"


def _board(view: FestivalView, seat: int, board: BoardView) -> str:
    turn = ", to move" if seat in view.actors else ""
    by_heading = ", ".join(f"{heading} {points}" for heading, points in board.points.items())
    total = f"{write_count(board.total, 'point')} ({by_heading})"
    head = f"{_seat(seat)}, {MARKS[view.symbols[board.colour]]} {board.colour} {board.type}{turn}: {total}"
    return "\n".join([head, *_grid(view, board), *_objectives(board)])


def _grid(view: FestivalView, board: BoardView) -> list[str]:
    width = max(len(name) for name in view.types) + 6
    columns = "".join(letter.ljust(width) for letter in "abc")
    rows = [f"    {columns}".rstrip()]
    for row in sorted({name[1] for name in board.spaces}):
        rows.append(f"  {row} " + "".join(_space(view, board.spaces[c + row], width) for c in "abc").rstrip())
    return rows


def _space(view: FestivalView, tiles: list[TileView], width: int) -> str:
    if not tiles:
        return in_style("·", "muted") + " " * (width - 1)
    top = tiles[-1]
    text = f"{MARKS[view.symbols[top.colour]]} {top.type} x{len(tiles)}"
    return in_style(text, top.colour) + " " * (width - len(text))


def _objectives(board: BoardView) -> list[str]:
    if board.chosen is None:
        return [f"  side {side}: {describe_card(card)}" for side, card in zip("ab", board.sides, strict=True)]
    done = ", ".join(f"{card.id} {card.points}" for card in board.completed)
    return [
        f"  to do: {describe_card(card)}{describe_lack(board.nearest[card.id])}" for card in board.incomplete
    ] + [f"  done: {done or 'nothing'}"]


def describe_lack(nearest: PlacementView) -> str:
    """Tell what is missing where the board comes nearest to a card, if there is anything to build on."""
    if not nearest.met or not nearest.missing:
        return ""
    tiles = ", ".join(f"{_wanted(wanted)} on {wanted.space}" for wanted in nearest.missing)
    return in_style(f" (lacks {tiles})", "muted")


def _wanted(wanted: WantedView) -> str:
    kind = " ".join(word for word in (wanted.colour, wanted.type) if word) or "a tile"
    return f"{kind} of level {wanted.level} or higher" if wanted.level > 1 else kind
